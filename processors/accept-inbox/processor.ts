// accept-inbox: takes the writes of partner systems. What it accepts is stored and forwarded like a request over
// HTTP; what it refuses goes to the dead letters with its reason.
import type { KeyStore } from '../../infra/ports/key-store.ts'
import { type ObjectStore, objectKey } from '../../infra/ports/object-store.ts'
import {
  type Delivered,
  nothing,
  type Outcome,
  type Transformer,
} from '../../infra/runtime/processor.ts'
import { seal } from '../../infra/runtime/seal.ts'
import type { ApiKey, Settings } from '../settings/evolve.ts'
import { decide } from './decide.ts'
import { isForgotten } from './forgotten.ts'
import type { PlannedWrite } from './plan.ts'
import { topology } from './topology.ts'

export type AcceptInboxPorts = {
  objects: ObjectStore
  keys: KeyStore
  settings: { current: () => Settings }
  /** The key of the environment, which is not among the settings. */
  bootstrap: ApiKey | null
}

const CONCURRENCY = 32

export function createAcceptInbox(ports: AcceptInboxPorts): Transformer {
  const keyOf = (id: string) =>
    id === ports.bootstrap?.id ? ports.bootstrap : ports.settings.current().keys.get(id)
  return {
    ...topology,
    kind: 'transformer',
    grouping: 'event',
    concurrency: CONCURRENCY,
    handle: async function acceptInbox([delivered]) {
      const { event } = delivered!
      if (event.type !== 'InboxReceived') return nothing
      const decision = decide(event, keyOf, new Date(event.recordedAt))
      if ('refuse' in decision) {
        return { outcome: 'park', errorClass: decision.refuse, reason: decision.reason }
      }
      return store(ports, delivered!, decision.accept)
    },
  }
}

/** Raw content first; the event that points at it is committed with the inbox's checkpoint. */
async function store(
  { keys, objects }: AcceptInboxPorts,
  at: Delivered,
  write: PlannedWrite,
): Promise<Outcome> {
  // The key before the note: where a forget comes in between, it destroys this key.
  const [dataKey] = await keys.current([write])
  if (await isForgotten(objects, write, at)) {
    const reason = 'the user was forgotten after the record was written'
    return { outcome: 'park', errorClass: 'Forgotten', reason }
  }
  const { generation } = dataKey!
  const key = objectKey(write.appId, write.userId, String(generation), write.id)
  const [stored] = await objects.addMany([{ key, body: seal(dataKey!, write, write.raw) }])
  const event = write.event({ objectKey: stored!, keyGeneration: generation })
  return { outcome: 'emit', events: [{ event, keyGeneration: generation }] }
}
