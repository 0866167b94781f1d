// What operators and apps have configured, folded from memory.settings.v1. Pure.
import { type Category, defaultCategories, FALLBACK_CATEGORY } from '../../schemas/categories.ts'
import type { SettingsEvent } from '../../schemas/events/catalogue.ts'
import type { Permission } from '../../schemas/events/settings.ts'
import { evolveWebhooks, isWebhookEvent, type Webhook } from './webhooks.ts'

export type ApiKey = {
  id: string
  name: string
  /** `*` stands for every app. */
  appIds: readonly string[]
  permissions: readonly Permission[]
  createdAt: string
  rotatedAt: string | null
  /** SHA-256, hex. */
  hash: string
}

/** An app takes webhooks of a source. What verifies with the secret is the app's. */
export type SourceBinding = {
  id: string
  appId: string
  source: string
  secret: string
  /** The provider's user to ours. Null: the app gave no map. */
  users: ReadonlyMap<string, string> | null
  createdAt: string
}

export type Settings = {
  keys: ReadonlyMap<string, ApiKey>
  keysByHash: ReadonlyMap<string, ApiKey>
  /** By app. */
  categories: ReadonlyMap<string, readonly Category[]>
  /** By app, then by event type in lower case. */
  templates: ReadonlyMap<string, ReadonlyMap<string, string>>
  /** Bindings by source, then by id. */
  sources: ReadonlyMap<string, ReadonlyMap<string, SourceBinding>>
  /** By app, then by the webhook's id. */
  webhooks: ReadonlyMap<string, ReadonlyMap<string, Webhook>>
}

export const noSettings: Settings = {
  keys: new Map(),
  keysByHash: new Map(),
  categories: new Map(),
  templates: new Map(),
  sources: new Map(),
  webhooks: new Map(),
}

export function evolve(settings: Settings, event: SettingsEvent): Settings {
  if (isWebhookEvent(event)) {
    const ofApp = evolveWebhooks(settings.webhooks.get(event.appId) ?? new Map(), event)
    return { ...settings, webhooks: new Map(settings.webhooks).set(event.appId, ofApp) }
  }
  switch (event.type) {
    case 'ApiKeyCreated': {
      const { keyId, name, appIds, permissions, createdAt, keyHash } = event.open
      const key = {
        id: keyId,
        name,
        appIds,
        permissions,
        createdAt,
        rotatedAt: null,
        hash: keyHash,
      }
      return withKeys(settings, new Map(settings.keys).set(keyId, key))
    }
    case 'ApiKeyRotated': {
      const { keyId, keyHash, rotatedAt } = event.open
      const key = settings.keys.get(keyId)
      if (!key) return settings
      return withKeys(
        settings,
        new Map(settings.keys).set(keyId, { ...key, hash: keyHash, rotatedAt }),
      )
    }
    case 'ApiKeyRevoked': {
      const keys = new Map(settings.keys)
      keys.delete(event.open.keyId)
      return withKeys(settings, keys)
    }
    case 'CategoriesConfigured': {
      const categories = new Map(settings.categories).set(event.appId, event.open.categories)
      return { ...settings, categories }
    }
    case 'TemplateConfigured': {
      const ofApp = new Map(settings.templates.get(event.appId))
      ofApp.set(event.open.eventType.toLowerCase(), event.open.template)
      return { ...settings, templates: new Map(settings.templates).set(event.appId, ofApp) }
    }
    case 'SourceBound': {
      // A secret whose key has been destroyed verifies nothing.
      if (!event.sealed) return settings
      const { sourceId: id, source, createdAt } = event.open
      const { secret, users } = event.sealed
      const map = users && new Map(Object.entries(users))
      const ofSource = new Map(settings.sources.get(source))
      ofSource.set(id, { id, appId: event.appId, source, secret, users: map, createdAt })
      return { ...settings, sources: new Map(settings.sources).set(source, ofSource) }
    }
    case 'SourceUnbound':
      return withoutBinding(settings, event.appId, event.open.sourceId)
  }
}

function withoutBinding(settings: Settings, appId: string, id: string): Settings {
  const binding = bindingsOf(settings, appId).find((each) => each.id === id)
  if (!binding) return settings
  const ofSource = new Map(settings.sources.get(binding.source))
  ofSource.delete(id)
  return { ...settings, sources: new Map(settings.sources).set(binding.source, ofSource) }
}

/** All bindings of an app, the oldest first. */
export function bindingsOf(settings: Settings, appId: string): readonly SourceBinding[] {
  return [...settings.sources.values()]
    .flatMap((ofSource) => [...ofSource.values()])
    .filter((binding) => binding.appId === appId)
    .sort((a, b) => (a.id < b.id ? -1 : 1))
}

function withKeys(settings: Settings, keys: ReadonlyMap<string, ApiKey>): Settings {
  return {
    ...settings,
    keys,
    keysByHash: new Map([...keys.values()].map((key) => [key.hash, key])),
  }
}

/** An app's own categories or the default ones; the fallback is always among them. */
export function categoriesOf(settings: Settings, appId: string): readonly Category[] {
  const own = settings.categories.get(appId)
  if (!own) return defaultCategories
  if (own.some((category) => category.name === FALLBACK_CATEGORY)) return own
  return [...own, ...defaultCategories.filter((category) => category.name === FALLBACK_CATEGORY)]
}

export function templateOf(
  settings: Settings,
  appId: string,
  eventType: string,
): string | undefined {
  return settings.templates.get(appId)?.get(eventType.toLowerCase())
}

/** An app's webhooks, the oldest first: their ids are in the order in which they were made. */
export function webhooksOf(settings: Settings, appId: string): Webhook[] {
  const all = [...(settings.webhooks.get(appId)?.values() ?? [])]
  return all.sort((a, b) => (a.id < b.id ? -1 : 1))
}
