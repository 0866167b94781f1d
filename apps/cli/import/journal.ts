// The journal of an import, a file beside the export: one line per accepted or refused write, with its old id and its
// new one. It holds no content.
import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import { z } from 'zod'

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

const acceptedEntry = z.object({ key: z.string(), resourceId: z.string() })

/** Ignores an incomplete line: its write is sent again under the same key. */
function acceptedKey(line: string): string[] {
  try {
    const { data } = acceptedEntry.safeParse(JSON.parse(line))
    return data ? [data.key] : []
  } catch {
    return []
  }
}
