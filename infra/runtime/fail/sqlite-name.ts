// What SQLite calls its errors. Node gives all of them one code, which does not tell a full disk from a damaged file.
import { sqliteCodeOf } from './retry.ts'

const NAMES: Readonly<Record<number, string>> = {
  5: 'SQLITE_BUSY',
  6: 'SQLITE_LOCKED',
  8: 'SQLITE_READONLY',
  10: 'SQLITE_IOERR',
  11: 'SQLITE_CORRUPT',
  13: 'SQLITE_FULL',
  14: 'SQLITE_CANTOPEN',
  19: 'SQLITE_CONSTRAINT',
  26: 'SQLITE_NOTADB',
}

/** Undefined where it is no error of SQLite. */
export function sqliteNameOf(thrown: unknown): string | undefined {
  const code = sqliteCodeOf(thrown)
  return code === undefined ? undefined : (NAMES[code] ?? `SQLITE_${code}`)
}
