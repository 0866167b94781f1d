// What operators and apps have configured, folded from memory.settings.v1. Pure.
import { type Category, defaultCategories, FALLBACK_CATEGORY } from '../../schemas/categories.ts'
import type { Trustable } from '../../schemas/channels.ts'
import type { SettingsEvent } from '../../schemas/events/catalogue.ts'
import type { ApiKey } from './api-key.ts'
import { isOperatorKey } from './api-key.ts'
import { emptyMap, put, without } from './immutable-map.ts'
import * as limits from './limits.ts'
import { evolvePartners, isPartnerEvent, type Partner } from './partners.ts'
import { evolveRemoved, isRemoved, type Removed, withRemoved } from './removed.ts'
import { evolveWebhooks, isWebhookEvent, type Webhook } from './webhooks.ts'

/** An app's binding to the webhooks of a source. What verifies with the secret is the app's. */
export type SourceBinding = {
  id: string
  appId: string
  source: string
  secret: string
  /** Maps the provider's users to ours. Null: the app gave no map. */
  users: ReadonlyMap<string, string> | null
  createdAt: string
  /** The id of the event that says so. */
  eventId: string
  /** The place among all bindings in the order of the log. */
  nth: number
}

export type Settings = {
  keys: ReadonlyMap<string, ApiKey>
  keysByHash: ReadonlyMap<string, ApiKey>
  /**
   * The keys that open everything, by id. Without one, and without one in the environment, an operator is locked out.
   */
  operatorKeys: ReadonlyMap<string, ApiKey>
  /** By app. */
  categories: ReadonlyMap<string, readonly Category[]>
  /** By app, then by event type in lower case. */
  templates: ReadonlyMap<string, ReadonlyMap<string, string>>
  /** By app: the channels that it trusts as much as its user. */
  trusted: ReadonlyMap<string, readonly Trustable[]>
  /** Bindings by source, then by id. */
  sources: ReadonlyMap<string, ReadonlyMap<string, SourceBinding>>
  /** What comes late about them has no effect. */
  removed: Removed
  /** Partner systems by id. */
  partners: ReadonlyMap<string, Partner>
  /** By app, then by the webhook's id. */
  webhooks: ReadonlyMap<string, ReadonlyMap<string, Webhook>>
  counts: limits.Counts
  /** How many bindings have been made, also of apps and sources that have none now. */
  bindingsMade: number
}

export const noSettings: Settings = {
  keys: emptyMap,
  keysByHash: emptyMap,
  operatorKeys: emptyMap,
  categories: emptyMap,
  templates: emptyMap,
  trusted: emptyMap,
  sources: emptyMap,
  removed: emptyMap,
  partners: emptyMap,
  webhooks: emptyMap,
  counts: emptyMap,
  bindingsMade: 0,
}

export function evolve(before: Settings, event: SettingsEvent): Settings {
  if (isRemoved(before.removed, event)) return before
  if (isBeyondLimit(before, event)) {
    return { ...before, removed: withRemoved(before.removed, event, 'beyond-limit') }
  }
  const settings = { ...before, removed: evolveRemoved(before.removed, event) }
  if (isWebhookEvent(event)) {
    const ofApp = evolveWebhooks(settings.webhooks.get(event.appId) ?? emptyMap, event)
    return { ...settings, webhooks: put(settings.webhooks, event.appId, ofApp) }
  }
  if (isPartnerEvent(event)) return withPartners(settings, event)
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
      return withKey(settings, key)
    }
    case 'ApiKeyRotated': {
      const { keyId, keyHash, rotatedAt, unlessLast } = event.open
      const key = settings.keys.get(keyId)
      if (!key || (unlessLast && isLastOperatorKey(settings, keyId))) return settings
      return withKey(settings, { ...key, hash: keyHash, rotatedAt })
    }
    case 'ApiKeyRevoked':
      if (event.open.unlessLast && isLastOperatorKey(settings, event.open.keyId)) return settings
      return withoutKey(settings, event.open.keyId)
    case 'CategoriesConfigured': {
      const categories = put(settings.categories, event.appId, event.open.categories)
      return { ...settings, categories }
    }
    case 'TemplateConfigured': {
      const { eventType, template } = event.open
      const before = settings.templates.get(event.appId) ?? emptyMap
      const ofApp = put(before, eventType.toLowerCase(), template)
      return { ...settings, templates: put(settings.templates, event.appId, ofApp) }
    }
    case 'TrustConfigured':
      return { ...settings, trusted: put(settings.trusted, event.appId, event.open.trusted) }
    case 'SourceBound':
      return bound(settings, event)
    case 'SourceUserForgotten':
      return isOutdated(settings, event) ? settings : bound(settings, event)
    case 'SourceUnbound':
      return withoutBinding(settings, event.appId, event.open.sourceId)
  }
}

type Open<T> = T extends SettingsEvent ? Pick<T, 'type' | 'appId' | 'open'> : never

/**
 * True for what adds one more than its app may have. Decided where settings are folded, in the order of the log: of
 * what several calls or processes add at once, each process takes the same ones.
 */
export function isBeyondLimit(settings: Settings, event: Open<SettingsEvent>): boolean {
  const { appId } = event
  const has = (kind: string) => settings.counts.get(kind) ?? 0
  switch (event.type) {
    case 'SourceBound': {
      const { source, sourceId } = event.open
      if (settings.sources.get(source)?.has(sourceId)) return false
      return has(limits.bindingKind({ appId, source })) >= limits.MAX_BINDINGS
    }
    case 'WebhookSubscribed': {
      const ofApp = settings.webhooks.get(appId) ?? emptyMap
      return !ofApp.has(event.open.webhookId) && ofApp.size >= limits.MAX_WEBHOOKS
    }
    case 'PartnerCreated':
      if (settings.partners.has(event.open.partnerId)) return false
      return limits.partnerKinds(event.open).some((kind) => has(kind) >= limits.MAX_PARTNERS)
    default:
      return false
  }
}

function withPartners(
  settings: Settings,
  event: Extract<SettingsEvent, { type: `Partner${string}` }>,
): Settings {
  const partners = evolvePartners(settings.partners, event)
  const [was, is] = [settings.partners, partners].map((each) => each.get(event.open.partnerId))
  const others = limits.counted(settings.counts, was ? limits.partnerKinds(was) : [], -1)
  const counts = limits.counted(others, is ? limits.partnerKinds(is) : [], 1)
  return { ...settings, partners, counts }
}

type Bound = Extract<SettingsEvent, { type: 'SourceBound' | 'SourceUserForgotten' }>

function bound(settings: Settings, { id: eventId, appId, open, sealed }: Bound): Settings {
  // A secret whose key has been destroyed verifies nothing.
  if (!sealed) return settings
  const { sourceId: id, source, createdAt } = open
  const users = sealed.users && new Map(Object.entries(sealed.users))
  const before = settings.sources.get(source) ?? emptyMap
  const known = before.get(id)
  const nth = known?.nth ?? settings.bindingsMade
  const binding = { id, appId, source, secret: sealed.secret, users, createdAt, eventId, nth }
  const counts = known
    ? settings.counts
    : limits.counted(settings.counts, [limits.bindingKind(binding)], 1)
  const sources = put(settings.sources, source, put(before, id, binding))
  return { ...settings, counts, sources, bindingsMade: settings.bindingsMade + (known ? 0 : 1) }
}

/** Ids sort by time. The event that it changes may have been erased since, and older ones not yet. */
function isOutdated(
  { sources }: Settings,
  { open: { source, sourceId, basis } }: Extract<Bound, { type: 'SourceUserForgotten' }>,
): boolean {
  const known = sources.get(source)?.get(sourceId)
  return known !== undefined && known.eventId > basis
}

function withoutBinding(settings: Settings, appId: string, id: string): Settings {
  for (const [source, ofSource] of settings.sources) {
    if (ofSource.get(id)?.appId !== appId) continue
    const sources = put(settings.sources, source, without(ofSource, id))
    const counts = limits.counted(settings.counts, [limits.bindingKind({ appId, source })], -1)
    return { ...settings, sources, counts }
  }
  return settings
}

/** All bindings of an app, the oldest first. */
export function bindingsOf(settings: Settings, appId: string): readonly SourceBinding[] {
  return [...settings.sources.values()]
    .flatMap((ofSource) => [...ofSource.values()])
    .filter((binding) => binding.appId === appId)
    .sort((a, b) => (a.id < b.id ? -1 : 1))
}

function withKey(settings: Settings, key: ApiKey): Settings {
  const { keys, keysByHash, operatorKeys } = withoutKey(settings, key.id)
  return {
    ...settings,
    keys: put(keys, key.id, key),
    keysByHash: put(keysByHash, key.hash, key),
    operatorKeys: isOperatorKey(key) ? put(operatorKeys, key.id, key) : operatorKeys,
  }
}

function isLastOperatorKey({ operatorKeys }: Settings, id: string): boolean {
  return operatorKeys.size === 1 && operatorKeys.has(id)
}

function withoutKey(settings: Settings, id: string): Settings {
  const key = settings.keys.get(id)
  if (!key) return settings
  return {
    ...settings,
    keys: without(settings.keys, id),
    keysByHash: without(settings.keysByHash, key.hash),
    operatorKeys: without(settings.operatorKeys, id),
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

/** Empty if the app has configured nothing. */
export function trustOf(settings: Settings, appId: string): readonly Trustable[] {
  return settings.trusted.get(appId) ?? []
}

/** An app's webhooks, the oldest first: their ids are in the order in which they were made. */
export function webhooksOf(settings: Settings, appId: string): Webhook[] {
  const all = [...(settings.webhooks.get(appId)?.values() ?? [])]
  return all.sort((a, b) => (a.id < b.id ? -1 : 1))
}
