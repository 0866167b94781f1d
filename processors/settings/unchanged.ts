// Whether a change would leave the settings as they are: then nothing is stored, because every event is kept for ever
// and read at each start. Pure.
import { stableJson } from '../../infra/runtime/signing/canonical-json.ts'
import type { NewSettingsEvent } from '../../schemas/events/catalogue.ts'
import type { Settings } from './evolve.ts'

type Change<T> = T extends NewSettingsEvent
  ? Pick<T, 'type' | 'appId' | 'open'> & { sealed?: T['sealed'] }
  : never

/** False for changes that always are one: each key, partner, webhook and secret is new. */
export function isUnchanged(settings: Settings, change: Change<NewSettingsEvent>): boolean {
  const { appId } = change
  switch (change.type) {
    case 'CategoriesConfigured':
      return isSame(settings.categories.get(appId), change.open.categories)
    case 'TrustConfigured':
      return isSame(settings.trusted.get(appId), change.open.trusted)
    case 'TemplateConfigured': {
      const { eventType, template } = change.open
      return settings.templates.get(appId)?.get(eventType.toLowerCase()) === template
    }
    case 'SourceBound': {
      const { source, sourceId } = change.open
      const known = settings.sources.get(source)?.get(sourceId)
      if (!known) return false
      const users = known.users && Object.fromEntries(known.users)
      return isSame({ secret: known.secret, users }, change.sealed)
    }
    default:
      return false
  }
}

function isSame(before: unknown, after: unknown): boolean {
  return stableJson(before ?? null) === stableJson(after ?? null)
}
