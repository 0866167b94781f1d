// The journal of an import, a file beside the export: one line per accepted or refused write, with its old id and its
// new one. It holds no content.
import { appendFileSync, existsSync, readFileSync } from 'node:fs'

type Entry = { key: string; id: string } & ({ resourceId: string } | { refused: string })

export type Journal = {
  /** Keys of accepted writes. */
  accepted: ReadonlySet<string>
  note(entry: Entry): void
}

export function openJournal(file: string): Journal {
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : []
  const accepted = new Set(lines.flatMap(acceptedKey))
  return {
    accepted,
    note: (entry) => appendFileSync(file, `${JSON.stringify(entry)}\n`, { mode: 0o600 }),
  }
}

/** Ignores an incomplete line: its write is sent again under the same key. */
function acceptedKey(line: string): string[] {
  try {
    const entry = JSON.parse(line) as Entry
    return 'resourceId' in entry ? [entry.key] : []
  } catch {
    return []
  }
}
