// deliver-webhooks: makes a delivery of each notice for each webhook that wants it, and sends them. The only writer of
// the delivery store. A replay makes no delivery: notices are not raised again, and this is not replayed.
import type { NewDelivery } from '../../infra/ports/delivery-store.ts'
import { firstOf } from '../../infra/runtime/certain.ts'
import { seal } from '../../infra/runtime/envelope/seal.ts'
import type { Delivered, Projector } from '../../infra/runtime/run/processor.ts'
import type { Wait } from '../../infra/runtime/wait/bell.ts'
import { realPacing } from '../../infra/runtime/wait/wait-for.ts'
import type { NoticeEvent } from '../../schemas/events/catalogue.ts'
import { fencesOf } from '../fences.ts'
import { webhooksOf } from '../settings/evolve.ts'
import type { AttemptPorts } from './attempt.ts'
import { deliveriesOf, payloadOf } from './decide.ts'
import { type SendLoop, startSendLoop } from './send-loop.ts'
import { topology } from './topology.ts'

export function createDeliverWebhooks(
  ports: AttemptPorts,
  { wait = realPacing.pause }: { wait?: Wait } = {},
): Projector {
  let loop: SendLoop | undefined
  return {
    ...topology,
    kind: 'projector',
    checkpoints: (topic) => ports.deliveries.checkpoints(topic),
    apply: async function deliverWebhooks(batch, checkpoint) {
      // A client that was told that it is subscribed receives every notice from then on.
      if (batch.some(({ event }) => event.type === 'NoticeRaised')) await ports.settings.caughtUp()
      const made = await Promise.all(batch.map((each) => deliveriesFor(ports, each)))
      const deliveries = made.flat()
      await ports.deliveries.apply({ checkpoint, fences: fencesOf(batch), deliveries })
      if (deliveries.length > 0) loop?.wake()
    },
    start: (runtime) => {
      loop = startSendLoop(ports, runtime, wait)
      return loop
    },
  }
}

/** None if the user's key has been destroyed meanwhile: what the notice says is forgotten. */
async function deliveriesFor(
  { settings, keys }: AttemptPorts,
  { event, ...place }: Delivered,
): Promise<NewDelivery[]> {
  if (event.type !== 'NoticeRaised') return []
  const notice: Delivered<NoticeEvent> = { ...place, event }
  const planned = deliveriesOf(notice, webhooksOf(settings.current(), event.appId))
  const payload = payloadOf(event)
  if (planned.length === 0 || !payload) return []
  const generation = firstOf(planned).keyGeneration
  const key = await keys.get(event, generation)
  if (!key) return []
  const body = Buffer.from(JSON.stringify(payload))
  return planned.map((each) => ({ ...each, payload: seal({ generation, key }, each, body) }))
}
