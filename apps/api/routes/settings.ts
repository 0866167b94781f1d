// How routes change settings: append the event, then wait until this process has taken it in.
import { encode } from '../../../infra/runtime/codec.ts'
import { uuidV7 } from '../../../infra/runtime/ids.ts'
import type { settingsEvents } from '../../../schemas/events/catalogue.ts'
import { type NewEvent, NO_USER } from '../../../schemas/events/envelope.ts'
import type { Services } from '../services.ts'

type Change = NewEvent<(typeof settingsEvents)[keyof typeof settingsEvents]>
type DistributedOmit<T, K extends keyof T> = T extends unknown ? Omit<T, K> : never

export async function changeSettings(
  { ports, settings, now }: Pick<Services, 'ports' | 'settings' | 'now'>,
  change: DistributedOmit<Change, 'id' | 'userId' | 'occurredAt' | 'sealed'>,
): Promise<void> {
  const at = now()
  const event = {
    ...change,
    id: uuidV7(at.getTime()),
    userId: NO_USER,
    occurredAt: at.toISOString(),
    sealed: null,
  } as Change
  const provenance = { recordedAt: at.toISOString(), causationId: null, traceparent: null }
  const [position] = await ports.log.append([encode(event, provenance, null)])
  await settings.reached(position!)
}
