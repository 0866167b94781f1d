// Writing many documents at once. Every item of a reply is looked at: a version that is already there is success,
// anything else that failed fails the write.
import type { Client, estypes } from '@elastic/elasticsearch'
import { failureOf } from './client.ts'

export type Write = {
  index: string
  id: string
  routing: string
  /**
   * `put`: unless this version or a later one is there. `add`: unless anything is there. `remove`: whatever is there;
   * with a version, unless a later one is there.
   */
  action: 'put' | 'add' | 'remove'
  version?: number
  body?: Record<string, unknown>
}

const MAX_WRITES = 1000
const MAX_CHARACTERS = 8 * 2 ** 20

/** Resolves when all is on disk. Steps are small; what is larger is written in portions, one after another. */
export async function writeAll(client: Client, writes: readonly Write[]): Promise<void> {
  for (const operations of portions(writes)) {
    const reply = await client.bulk({ operations })
    if (reply.errors) throwFirst(reply.items)
  }
}

/** Lines of bulk requests: no portion too large for the server's memory. */
export function portions(writes: readonly Write[]): string[][] {
  const all: string[][] = []
  let open: string[] = []
  let characters = 0
  let count = 0
  for (const write of writes) {
    const lines = linesOf(write)
    const size = lines.reduce((sum, line) => sum + line.length, 0)
    if (count === MAX_WRITES || (count > 0 && characters + size > MAX_CHARACTERS)) {
      all.push(open)
      ;[open, characters, count] = [[], 0, 0]
    }
    open.push(...lines)
    characters += size
    count++
  }
  return count > 0 ? [...all, open] : all
}

function linesOf({ index, id, routing, action, version, body }: Write): string[] {
  const target = { _index: index, _id: id, routing }
  if (action === 'add') return [JSON.stringify({ create: target }), JSON.stringify(body)]
  if (action === 'put') {
    const versioned = { ...target, version, version_type: 'external' }
    return [JSON.stringify({ index: versioned }), JSON.stringify(body)]
  }
  const versioned = version === undefined ? {} : { version, version_type: 'external_gte' }
  return [JSON.stringify({ delete: { ...target, ...versioned } })]
}

type ReplyItem = Partial<Record<estypes.BulkOperationType, estypes.BulkResponseItem>>

/** An outage counts more than a refusal: the whole write will be tried again. */
export function throwFirst(items: readonly ReplyItem[]): void {
  const failures = items.flatMap((item) => {
    const [answer] = Object.values(item)
    if (!answer?.error || answer.status === 409) return []
    return [failureOf(answer.status, answer.error.type ?? 'unknown')]
  })
  const outage = failures.find((failure) => 'outage' in failure)
  const failure = outage ?? failures[0]
  if (failure) throw failure
}
