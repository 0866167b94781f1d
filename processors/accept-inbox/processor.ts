// accept-inbox: takes the writes of partner systems. What it accepts is stored and forwarded like a request over
// HTTP; what it refuses goes to the dead letters with its reason.
import type { KeyStore } from '../../infra/ports/key-store.ts'
import { type ObjectStore, objectKey } from '../../infra/ports/object-store.ts'
import { firstOf } from '../../infra/runtime/certain.ts'
import { seal } from '../../infra/runtime/envelope/seal.ts'
import {
  type Delivered,
  nothing,
  type Outcome,
  type Transformer,
} from '../../infra/runtime/run/processor.ts'
import type { Decision } from './decide.ts'
import { isForgotten } from './forgotten.ts'
import { type CurrentSettings, createJudge } from './judge.ts'
import { isFirstUse, removeOldNonces } from './nonces.ts'
import { topology } from './topology.ts'

type AcceptInboxPorts = {
  objects: ObjectStore
  keys: KeyStore
  settings: CurrentSettings
}

type Accepted = Extract<Decision, { accept: unknown }>

const CONCURRENCY = 32

export function createAcceptInbox(ports: AcceptInboxPorts): Transformer {
  const judge = createJudge(ports.settings)
  const tidy = createTidy(ports.objects)
  return {
    ...topology,
    kind: 'transformer',
    grouping: 'event',
    concurrency: CONCURRENCY,
    handle: async function acceptInbox(group) {
      const delivered = firstOf(group)
      const { event } = delivered
      if (event.type !== 'InboxReceived') return nothing
      const decision = await judge(event)
      if ('refuse' in decision) return deadLetter(decision.refuse, decision.reason)
      await tidy(event.recordedAt)
      return store(ports, delivered, decision)
    },
  }
}

function deadLetter(errorClass: string, reason: string): Outcome {
  return { outcome: 'dead-letter', errorClass, reason }
}

/** Raw content first; the event that points at it is committed with the inbox's checkpoint. */
async function store(
  { keys, objects }: AcceptInboxPorts,
  { event: { id }, partition, position }: Delivered,
  { accept: write, signing }: Accepted,
): Promise<Outcome> {
  // Take the key before reading the note: a forget that comes in between destroys this key.
  const dataKey = firstOf(await keys.current([write]))
  if (!(await isFirstUse(objects, signing, id))) {
    return deadLetter(
      'Repeated',
      'palimpsest-nonce was used before: what is written again is signed again',
    )
  }
  const { signedAtMs } = signing
  if (await isForgotten(objects, write, { partition, position, signedAtMs })) {
    return deadLetter('Forgotten', 'the user was forgotten after the record was signed or written')
  }
  const { generation } = dataKey
  const key = objectKey(write.appId, write.userId, String(generation), write.id)
  const stored = firstOf(await objects.addMany([{ key, body: seal(dataKey, write, write.raw) }]))
  const event = write.event({ objectKey: stored, keyGeneration: generation })
  return { outcome: 'emit', events: [{ event, keyGeneration: generation }] }
}

/** Once a day of the log, and with every record while there is more, old nonces are removed. */
function createTidy(objects: ObjectStore) {
  let tidied = ''
  return async (recordedAt: string) => {
    const day = recordedAt.slice(0, 10)
    if (day <= tidied) return
    const before = tidied
    tidied = day
    // A failure is retried with the next record.
    const ended = await removeOldNonces(objects, new Date(recordedAt)).catch(() => false)
    if (!ended) tidied = before
  }
}
