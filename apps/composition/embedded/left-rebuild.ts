// The file that a rebuild writes: one that was killed left it, and the next goes on with it.
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { packageVersion } from '../../../infra/runtime/package-version.ts'
import { removeDatabase } from '../../../infra/sqlite/database/database-file.ts'

type LeftRebuild = {
  /** True where the file was begun by this version of the service: another could have written other documents. */
  resumed: boolean
  /** Removes what is left, and notes which version begins. */
  begin(): void
  remove(): void
}

export function leftRebuild(path: string): LeftRebuild {
  const note = `${path}.version`
  const begunBy = existsSync(note) ? readFileSync(note, 'utf8') : null
  const remove = () => {
    removeDatabase(path)
    rmSync(note, { force: true })
  }
  return {
    resumed: begunBy === packageVersion() && existsSync(path),
    begin: () => {
      remove()
      writeFileSync(note, packageVersion(), { mode: 0o600, flush: true })
    },
    remove,
  }
}
