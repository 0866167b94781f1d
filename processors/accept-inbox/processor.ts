// accept-inbox: takes the writes of partner systems. What it accepts is stored and forwarded like a request over
// HTTP; what it refuses goes to the dead letters with its reason.
import type { DataKey, KeyStore } from '../../infra/ports/key-store.ts'
import { type ObjectStore, objectKey } from '../../infra/ports/object-store.ts'
import { firstOf } from '../../infra/runtime/certain.ts'
import { seal } from '../../infra/runtime/envelope/seal.ts'
import {
  type Delivered,
  nothing,
  type Outcome,
  type Transformer,
} from '../../infra/runtime/run/processor.ts'
import type { Decision, Verdict } from './decide.ts'
import { isForgotten } from './forgotten.ts'
import { openSealed } from './inbox-key.ts'
import { type CurrentSettings, createJudge } from './judge.ts'
import { isFirstUse, removeOldNonces } from './nonces.ts'
import { topology } from './topology.ts'

type AcceptInboxPorts = {
  objects: ObjectStore
  keys: KeyStore
  settings: CurrentSettings
}

type Accepted = Extract<Decision, { accept: unknown }>
type Sealed = Extract<Decision, { sealed: unknown }>

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
      if ('refuse' in decision) return deadLetter(decision)
      await tidy(event.recordedAt)
      // Take the key before reading the note: a forget that comes in between destroys this key.
      const owner = 'sealed' in decision ? decision.scope : decision.accept
      const dataKey = firstOf(await ports.keys.current([owner]))
      const verdict = 'sealed' in decision ? await open(ports.keys, decision, dataKey) : decision
      if ('refuse' in verdict) return deadLetter(verdict)
      return store(ports, delivered, { ...verdict, dataKey })
    },
  }
}

function deadLetter({ refuse: errorClass, reason }: { refuse: string; reason: string }): Outcome {
  return { outcome: 'dead-letter', errorClass, reason }
}

/** `current` was taken before: no partner can have been given a higher generation than it. */
async function open(
  keys: KeyStore,
  { sealed: { keyGeneration, ciphertext }, scope, judge }: Sealed,
  current: DataKey,
): Promise<Verdict | { refuse: 'Forgotten'; reason: string }> {
  if (keyGeneration > current.generation) {
    return { refuse: 'InvalidRecord', reason: 'sealed.keyGeneration was never given' }
  }
  const dataKey = await keys.get(scope, keyGeneration)
  if (dataKey === null) {
    const reason = 'it was sealed under a key that a forget destroyed: ask for the key of today'
    return { refuse: 'Forgotten', reason }
  }
  const plain = await openSealed({ ...scope, keyGeneration, dataKey }, ciphertext)
  if (plain) return judge(plain)
  return {
    refuse: 'InvalidRecord',
    reason: 'sealed.ciphertext does not open: it was sealed otherwise',
  }
}

/** Raw content first; the event that points at it is committed with the inbox's checkpoint. */
async function store(
  { objects }: AcceptInboxPorts,
  { event: { id }, partition, position }: Delivered,
  { accept: write, signing, dataKey }: Accepted & { dataKey: DataKey },
): Promise<Outcome> {
  if (!(await isFirstUse(objects, signing, id))) {
    return deadLetter({
      refuse: 'Repeated',
      reason: 'palimpsest-nonce was used before: what is written again is signed again',
    })
  }
  const { signedAtMs } = signing
  if (await isForgotten(objects, write, { partition, position, signedAtMs })) {
    const reason = 'the user was forgotten after the record was signed or written'
    return deadLetter({ refuse: 'Forgotten', reason })
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
