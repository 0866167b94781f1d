// How routes change settings: append the event, then wait until this process has applied it.
import { firstOf } from '../../../../infra/runtime/certain.ts'
import { encode } from '../../../../infra/runtime/envelope/codec.ts'
import { uuidV7 } from '../../../../infra/runtime/envelope/ids.ts'
import { eraseRemoved, isRemoved, removableOf } from '../../../../processors/settings/removed.ts'
import type { settingsEvents } from '../../../../schemas/events/catalogue.ts'
import { type NewEvent, NO_USER } from '../../../../schemas/events/envelope.ts'
import type { Services } from '../../services.ts'

type Change = NewEvent<(typeof settingsEvents)[keyof typeof settingsEvents]>
/** What the caller provides: `sealed` only if the type seals something. */
type Told<T> = T extends { sealed: infer Sealed }
  ? Omit<T, 'id' | 'userId' | 'occurredAt' | 'sealed'> &
      (null extends Sealed ? { sealed?: null } : { sealed: Sealed })
  : never
type Parts = Pick<Services, 'ports' | 'settings' | 'now'>

/** The sealed part is sealed under the data key of the app itself, which no user's /forget destroys. */
export async function changeSettings(
  { ports, settings, now }: Parts,
  change: Told<Change>,
): Promise<void> {
  const at = now()
  const event = {
    sealed: null,
    ...change,
    id: uuidV7(at.getTime()),
    userId: NO_USER,
    occurredAt: at.toISOString(),
  } as Change
  const key = event.sealed === null ? null : firstOf(await ports.keys.current([event]))
  const provenance = { recordedAt: at.toISOString(), causationId: null, traceparent: null }
  const position = firstOf(await ports.log.append([encode(event, provenance, key)]))
  await settings.reached(position)
  await eraseIfRemoved({ ports, settings }, event)
}

/** Call again if it fails, also once the removal is stored: it continues. */
export async function removeFromSettings(
  services: Parts,
  removal: Extract<
    Told<Change>,
    { type: 'SourceUnbound' | 'PartnerRemoved' | 'WebhookUnsubscribed' }
  >,
  refuseUnknown: () => unknown,
): Promise<void> {
  if (await eraseIfRemoved(services, removal)) return
  refuseUnknown()
  await changeSettings(services, removal)
}

/** Also after changes that overlapped the removal: a secret that is no longer needed does not stay in the log. */
async function eraseIfRemoved(
  { ports, settings }: Omit<Parts, 'now'>,
  event: Pick<Change, 'appId' | 'open'>,
): Promise<boolean> {
  const id = removableOf(event)
  if (id === null || !isRemoved(settings.current().removed, event)) return false
  await eraseRemoved(ports.log, event.appId, [id])
  return true
}
