// The journal of an import, a file beside the export: a line for each write that was accepted or refused, with the id
// that it had and the one that it has. It holds nothing of what was said.
import { appendFileSync, existsSync, readFileSync } from 'node:fs'

export type Entry = { key: string; id: string } & ({ resourceId: string } | { refused: string })

export type Journal = {
  /** Keys of writes that were accepted. */
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

/** A line that was not written whole is none: its write is sent again under the same key. */
function acceptedKey(line: string): string[] {
  try {
    const entry = JSON.parse(line) as Entry
    return 'resourceId' in entry ? [entry.key] : []
  } catch {
    return []
  }
}
