// How routes change settings: append the event, then wait until this process has applied it.
import { firstOf } from '../../../../infra/runtime/certain.ts'
import { encode } from '../../../../infra/runtime/envelope/codec.ts'
import { uuidV7 } from '../../../../infra/runtime/envelope/ids.ts'
import { isBeyondLimit } from '../../../../processors/settings/evolve.ts'
import { MAX_TEMPLATES } from '../../../../processors/settings/limits.ts'
import { eraseRemoved, isRemoved, wasBeyondLimit } from '../../../../processors/settings/removed.ts'
import { isUnchanged } from '../../../../processors/settings/unchanged.ts'
import type { NewSettingsEvent } from '../../../../schemas/events/catalogue.ts'
import { NO_USER } from '../../../../schemas/events/envelope.ts'
import { invalid } from '../../errors.ts'
import type { Services } from '../../services.ts'

/** What the caller provides: `sealed` only if the type seals something. */
type Told<T> = T extends { sealed: infer Sealed }
  ? Omit<T, 'id' | 'userId' | 'occurredAt' | 'sealed'> &
      (null extends Sealed ? { sealed?: null } : { sealed: Sealed })
  : never
type Parts = Pick<Services, 'ports' | 'settings' | 'now'>

/**
 * Stores nothing if the settings say the same already. The sealed part is sealed under the data key of the app itself,
 * which no user's /forget destroys.
 */
export async function changeSettings(
  { ports, settings, now }: Parts,
  change: Told<NewSettingsEvent>,
): Promise<void> {
  if (isUnchanged(settings.current(), change)) {
    // Another process may have changed it meanwhile.
    await settings.caughtUp()
    if (isUnchanged(settings.current(), change)) return
  }
  const at = now()
  const event = {
    sealed: null,
    ...change,
    id: uuidV7(at.getTime()),
    userId: NO_USER,
    occurredAt: at.toISOString(),
  } as NewSettingsEvent
  const key = event.sealed === null ? null : firstOf(await ports.keys.current([event]))
  const provenance = { recordedAt: at.toISOString(), causationId: null, traceparent: null }
  const position = firstOf(await ports.log.append([encode(event, provenance, key)]))
  await settings.reached(position)
  await eraseIfRemoved({ ports, settings }, event)
}

export async function setTemplate(
  services: Parts,
  appId: string,
  open: { eventType: string; template: string },
): Promise<void> {
  const own = services.settings.current().templates.get(appId)
  if (own && own.size >= MAX_TEMPLATES && !own.has(open.eventType.toLowerCase())) {
    throw invalid('eventType', `an app has at most ${MAX_TEMPLATES} templates: replace one`)
  }
  await changeSettings(services, { type: 'TemplateConfigured', appId, open })
}

/** Throws the refusal if the app has as many as it may have, also if calls that overlap this one took the last place. */
export async function addToSettings(
  services: Parts,
  addition: Extract<
    Told<NewSettingsEvent>,
    { type: 'SourceBound' | 'PartnerCreated' | 'WebhookSubscribed' }
  >,
  refusal: Error,
): Promise<void> {
  const { settings } = services
  if (isBeyondLimit(settings.current(), addition)) throw refusal
  await changeSettings(services, addition)
  if (wasBeyondLimit(settings.current().removed, addition)) throw refusal
}

/** Call again if it fails, also once the removal is stored: it continues. */
export async function removeFromSettings(
  services: Parts,
  removal: Extract<
    Told<NewSettingsEvent>,
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
  event: Pick<NewSettingsEvent, 'appId' | 'open'>,
): Promise<boolean> {
  const { removed } = settings.current()
  if (!isRemoved(removed, event)) return false
  // All of the app: what was refused must not take a place that becomes free when the settings are read again.
  await eraseRemoved(ports.log, event.appId, [...(removed.get(event.appId)?.keys() ?? [])])
  return true
}
