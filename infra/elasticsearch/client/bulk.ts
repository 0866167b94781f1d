// Writes many documents at once; writes that steps make side by side share a request. Every item of a reply is checked:
// a version that is already there is success, any other failure fails the write that it belongs to.
import type { Client, estypes } from '@elastic/elasticsearch'
import { createRequestBatcher } from '../../runtime/wait/request-batcher.ts'
import { failureOf } from './client.ts'
import { refresh } from './refresh.ts'

export type Write = {
  index: string
  id: string
  routing?: string
  /**
   * `put`: unless this version or a later one is there. `add`: unless any version is there. `remove`: always; with a
   * version, unless a later one is there.
   */
  action: 'put' | 'add' | 'remove'
  version?: number
  body?: Record<string, unknown>
}

const MAX_WRITES = 1000
const MAX_CHARACTERS = 8 * 2 ** 20

/** Lines of one bulk request, or of a part of one. */
type Portion = { operations: string[]; documents: number; characters: number }

/** Portions that share a request have together no more characters than one portion may have. */
const TOGETHER = { atATime: 2, most: 16 }
/** One at a time: each of two side by side is a segment of its own, and a refresh of its own. */
const SHOWN_TOGETHER = { ...TOGETHER, atATime: 1 }
const SMALL = MAX_CHARACTERS / TOGETHER.most
/**
 * Portions that are shown at once share a request only when they are smaller still, so that no small write waits for a
 * large one to be shown.
 */
const SMALL_SHOWN = SMALL / 8

type Gather = (portion: Portion) => Promise<readonly ReplyItem[]>
const ofClients = new WeakMap<Client, { stored: Gather; shown: Gather }>()

/** Resolves when all is on disk. Steps are small; larger writes go in portions, one after another. */
export async function writeAll(client: Client, writes: readonly Write[]): Promise<void> {
  for (const portion of portions(writes)) {
    const small = portion.characters <= SMALL
    throwFirst(await (small ? gatherOf(client).stored(portion) : send(client, portion.operations)))
  }
}

/** Resolves when all is on disk and searches find it. A single portion is shown by the request that writes it. */
export async function writeShown(client: Client, writes: readonly Write[]): Promise<void> {
  const [portion, ...more] = portions(writes)
  if (!portion) return
  if (more.length > 0) {
    await writeAll(client, writes)
    await refresh(
      client,
      writes.map(({ index }) => index),
    )
  } else if (portion.characters <= SMALL_SHOWN) throwFirst(await gatherOf(client).shown(portion))
  else throwFirst(await send(client, portion.operations, SHOWN))
}

const SHOWN = { refresh: true }

/** A write that an index cannot take soon fails by itself and no longer holds up the others. */
const PATIENCE = '5s'

async function send(
  client: Client,
  operations: string[],
  more: Pick<estypes.BulkRequest, 'refresh'> = {},
): Promise<readonly ReplyItem[]> {
  return (await client.bulk({ operations, timeout: PATIENCE, ...more })).items
}

function gatherOf(client: Client) {
  const known = ofClients.get(client)
  if (known) return known
  const sendSome = async (asked: readonly Portion[], more?: Parameters<typeof send>[2]) => {
    const lines = asked.flatMap(({ operations }) => operations)
    const items = [...(await send(client, lines, more))]
    return asked.map(({ documents }): readonly ReplyItem[] => items.splice(0, documents))
  }
  const made = {
    stored: createRequestBatcher((asked: Portion[]) => sendSome(asked), TOGETHER),
    shown: createRequestBatcher((asked: Portion[]) => sendSome(asked, SHOWN), SHOWN_TOGETHER),
  }
  ofClients.set(client, made)
  return made
}

/** No portion is too large for the server's memory. */
export function portions(writes: readonly Write[]): Portion[] {
  const all: Portion[] = []
  let open: Portion | undefined
  for (const write of writes) {
    const lines = linesOf(write)
    const size = lines.reduce((sum, line) => sum + line.length, 0)
    if (!open || open.documents === MAX_WRITES || open.characters + size > MAX_CHARACTERS) {
      open = { operations: [], documents: 0, characters: 0 }
      all.push(open)
    }
    open.operations.push(...lines)
    open.documents++
    open.characters += size
  }
  return all
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

/** An outage takes precedence over a refusal: the whole write will be tried again. */
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
