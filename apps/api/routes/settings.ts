// How routes change settings: append the event, then wait until this process has taken it in.
import { encode } from '../../../infra/runtime/codec.ts'
import { uuidV7 } from '../../../infra/runtime/ids.ts'
import type { settingsEvents } from '../../../schemas/events/catalogue.ts'
import { type NewEvent, NO_USER } from '../../../schemas/events/envelope.ts'
import type { Services } from '../services.ts'

type Change = NewEvent<(typeof settingsEvents)[keyof typeof settingsEvents]>
type DistributedOmit<T, K extends keyof T> = T extends unknown ? Omit<T, K> : never
/** `sealed` may be left out where the type seals nothing. */
type OptionalSealed<T> = T extends { sealed: null } ? Omit<T, 'sealed'> & { sealed?: null } : T

/** What is secret is sealed under a data key of the app itself. */
export async function changeSettings(
  { ports, settings, now }: Pick<Services, 'ports' | 'settings' | 'now'>,
  change: OptionalSealed<DistributedOmit<Change, 'id' | 'userId' | 'occurredAt'>>,
): Promise<void> {
  const at = now()
  const event = {
    sealed: null,
    ...change,
    id: uuidV7(at.getTime()),
    userId: NO_USER,
    occurredAt: at.toISOString(),
  } as Change
  const provenance = { recordedAt: at.toISOString(), causationId: null, traceparent: null }
  const [key] = event.sealed === null ? [null] : await ports.keys.current([event])
  const [position] = await ports.log.append([encode(event, provenance, key ?? null)])
  await settings.reached(position!)
}
