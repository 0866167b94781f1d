// The journal of an import, a file beside the export: a line before each call, with the keys of its writes, and one for
// each accepted or refused write, with its old id and its new one. It holds no content.
import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import { z } from 'zod'

type Entry = { key: string; id: string } & ({ resourceId: string } | { refused: string })

export type Journal = {
  file: string
  accepted: ReadonlySet<string>
  /** Keys of writes that were refused, in one run or another: they are sent again under the same key. */
  refused: ReadonlySet<string>
  /** Keys of the last call's writes: where the command was stopped before its answer, the service may have them. */
  lastCall: readonly string[]
  begin(call: readonly string[]): void
  /** Those of one answer together, so that a stop notes all of them or none. */
  note(entries: readonly Entry[]): void
}

export function openJournal(file: string): Journal {
  const written = existsSync(file) ? readFileSync(file, 'utf8') : ''
  const lines = written.split('\n').flatMap(lineIn)
  const keysOf = (what: 'resourceId' | 'refused') =>
    new Set(lines.flatMap((line) => (what in line && 'key' in line ? [line.key] : [])))
  const [accepted, refused] = [keysOf('resourceId'), keysOf('refused')]
  const lastCall = lines.findLast((line) => 'call' in line)?.call ?? []
  // What a kill cut off stays a line of its own, so that the next one can be read.
  let open = written === '' || written.endsWith('\n') ? '' : '\n'
  const append = (added: readonly object[]) => {
    const text = added.map((line) => `${JSON.stringify(line)}\n`).join('')
    appendFileSync(file, `${open}${text}`, { mode: 0o600 })
    open = ''
  }
  return { file, accepted, refused, lastCall, begin: (call) => append([{ call }]), note: append }
}

const knownLine = z.union([
  z.object({ call: z.array(z.string()) }),
  z.object({ key: z.string(), resourceId: z.string() }),
  z.object({ key: z.string(), refused: z.string() }),
])

/** Ignores an incomplete line. */
function lineIn(line: string): z.infer<typeof knownLine>[] {
  try {
    const { data } = knownLine.safeParse(JSON.parse(line))
    return data ? [data] : []
  } catch {
    return []
  }
}
