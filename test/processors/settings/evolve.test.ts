// The configuration by operators and apps, folded from its events.
import { describe, expect, test, vi } from 'vitest'
import {
  bindingsOf,
  categoriesOf,
  evolve,
  noSettings,
  type Settings,
  templateOf,
  trustOf,
  webhooksOf,
} from '../../../processors/settings/evolve.ts'
import { MAX_BINDINGS, MAX_PARTNERS, MAX_WEBHOOKS } from '../../../processors/settings/limits.ts'
import { isRemoved } from '../../../processors/settings/removed.ts'
import { defaultCategories } from '../../../schemas/categories.ts'
import type { SettingsEvent } from '../../../schemas/events/catalogue.ts'
import { NO_APP } from '../../../schemas/events/envelope.ts'
import { AT } from '../../contracts/given.ts'
import { delivered, LATER, RESOURCE } from '../given.ts'

const [OLD, NEW] = ['a'.repeat(64), 'b'.repeat(64)]
const folded = (...events: { event: unknown }[]): Settings =>
  events.reduce((settings, { event }) => evolve(settings, event as SettingsEvent), noSettings)

const created = delivered('ApiKeyCreated', {
  open: {
    keyId: RESOURCE,
    name: 'n',
    appIds: ['app'],
    permissions: ['memory:read'],
    keyHash: OLD,
    createdAt: AT,
  },
})
const rotated = delivered('ApiKeyRotated', {
  open: { keyId: RESOURCE, keyHash: NEW, rotatedAt: LATER, unlessLast: true },
})
const revoked = delivered('ApiKeyRevoked', { open: { keyId: RESOURCE, unlessLast: true } })

describe('keys', () => {
  test('given a key, when created, then it is found by its hash', () => {
    const settings = folded(created)
    expect(settings.keysByHash.get(OLD)).toMatchObject({ id: RESOURCE, rotatedAt: null })
    expect(noSettings.keys.size).toBe(0)
  })

  test('given a key, when rotated, then only the new hash finds it', () => {
    const settings = folded(created, rotated)
    expect(settings.keysByHash.has(OLD)).toBe(false)
    expect(settings.keysByHash.get(NEW)).toMatchObject({
      id: RESOURCE,
      rotatedAt: LATER,
      name: 'n',
    })
  })

  test('given a key, when revoked, then nothing finds it, and rotating it brings nothing back', () => {
    const settings = folded(created, revoked, rotated)
    expect([settings.keys.size, settings.keysByHash.size]).toEqual([0, 0])
  })

  test('given the same events twice, when folded, then the settings are the same', () => {
    expect(folded(created, created, rotated, rotated)).toEqual(folded(created, rotated))
  })
})

describe('keys that open everything', () => {
  const operator = (keyId: string, keyHash: string, more: object = {}) =>
    delivered('ApiKeyCreated', {
      open: {
        keyId,
        name: 'n',
        appIds: ['other', '*'],
        permissions: ['memory:read', 'admin'],
        keyHash,
        createdAt: AT,
        ...more,
      },
    })
  const [ONE, TWO] = [RESOURCE, '22222222-2222-4222-8222-222222222222']
  const [one, two] = [operator(ONE, OLD), operator(TWO, 'c'.repeat(64))]
  const revoke = (keyId: string, unlessLast = true) =>
    delivered('ApiKeyRevoked', { open: { keyId, unlessLast } })
  const idsOf = ({ operatorKeys }: Settings) => [...operatorKeys.keys()].sort()

  test('given two, when both are revoked at once, then the one whose turn comes later stays', () => {
    expect(idsOf(folded(one, two))).toEqual([ONE, TWO])
    expect(idsOf(folded(one, two, revoke(ONE), revoke(TWO)))).toEqual([TWO])
    expect(folded(one, two, revoke(TWO), revoke(ONE)).keysByHash.has(OLD)).toBe(true)
  })

  test('given the last, when it is rotated, then it stays as it is; given another, then it is rotated', () => {
    expect(folded(one, rotated).keysByHash.has(OLD)).toBe(true)
    expect(folded(one, two, rotated).keysByHash.has(OLD)).toBe(false)
    expect(folded(one, two, rotated, revoke(TWO)).operatorKeys.get(ONE)?.hash).toBe(NEW)
  })

  test('given a key of the environment, when the last is ended, then it ends', () => {
    const anyway = {
      event: { ...rotated.event, open: { ...rotated.event.open, unlessLast: false } },
    }
    expect(folded(one, anyway).keysByHash.has(NEW)).toBe(true)
    expect(idsOf(folded(one, two, revoke(ONE), revoke(TWO, false)))).toEqual([])
  })

  test('given keys of fewer apps or permissions, when they end, then they end, and count for none', () => {
    const [ofApp, reader] = [{ appIds: ['app'] }, { permissions: ['memory:read'] }]
    for (const less of [ofApp, reader]) {
      const key = operator(TWO, 'c'.repeat(64), less)
      expect(idsOf(folded(one, key, revoke(ONE)))).toEqual([ONE])
      expect(folded(one, key, revoke(TWO)).keys.has(TWO)).toBe(false)
    }
  })
})

test('given categories, when configured, then they are the app’s own, with the fallback, and no other’s', () => {
  const own = { name: 'pets', description: 'Animals' }
  const settings = folded(delivered('CategoriesConfigured', { open: { categories: [own] } }))
  expect(categoriesOf(settings, 'app').map(({ name }) => name)).toEqual(['pets', 'general'])
  expect(categoriesOf(settings, 'other')).toBe(defaultCategories)
  const general = { name: 'general', description: 'Mine' }
  const both = delivered('CategoriesConfigured', {
    open: { categories: [own, { name: 'general', description: 'Mine' }] },
  })
  expect(categoriesOf(folded(both), 'app')).toHaveLength(2)
  const with2 = folded(delivered('CategoriesConfigured', { open: { categories: [general] } }))
  expect(categoriesOf(with2, 'app')).toEqual([general])
})

describe('limits', () => {
  const idOf = (n: number) => `0197a000-0000-7000-8000-${String(n).padStart(12, '0')}`
  const kinds = [
    {
      name: 'bindings of a source',
      most: MAX_BINDINGS,
      add: (n: number, appId = 'app') =>
        delivered('SourceBound', {
          appId,
          open: { sourceId: idOf(n), source: 'stripe', createdAt: AT },
          sealed: { secret: `secret ${n}`, users: null },
        }),
      remove: (n: number) => delivered('SourceUnbound', { open: { sourceId: idOf(n) } }),
      idsOf: (settings: Settings) => bindingsOf(settings, 'app').map(({ id }) => id),
    },
    {
      name: 'webhooks',
      most: MAX_WEBHOOKS,
      add: (n: number, appId = 'app') =>
        delivered('WebhookSubscribed', {
          appId,
          open: { webhookId: idOf(n), events: ['memory.processed'], createdAt: AT },
          sealed: { url: 'https://example.com/', secret: 'the first secret of all' },
        }),
      remove: (n: number) => delivered('WebhookUnsubscribed', { open: { webhookId: idOf(n) } }),
      idsOf: (settings: Settings) => webhooksOf(settings, 'app').map(({ id }) => id),
    },
    {
      name: 'partners',
      most: MAX_PARTNERS,
      add: (n: number, appId = 'app') =>
        delivered('PartnerCreated', {
          appId: NO_APP,
          open: { partnerId: idOf(n), name: 'n', appIds: ['shared', appId], createdAt: AT },
          sealed: { secret: 'secret' },
        }),
      remove: (n: number) =>
        delivered('PartnerRemoved', { appId: NO_APP, open: { partnerId: idOf(n) } }),
      idsOf: (settings: Settings) => [...settings.partners.keys()].sort(),
    },
  ]

  describe.each(kinds)('of $name', ({ name, most, add, remove, idsOf }) => {
    const numbers = Array.from({ length: most }, (_, n) => n)
    const full = folded(...numbers.map((n) => add(n)))
    const idsAfter = (...events: { event: unknown }[]) =>
      idsOf(events.reduce((settings, { event }) => evolve(settings, event as SettingsEvent), full))

    test('given as many as an app may have, when one more comes, then it is refused for ever', () => {
      const more = add(most)
      expect(idsAfter()).toHaveLength(most)
      expect(idsAfter(more)).toEqual(numbers.map(idOf))
      expect(idsAfter(more, remove(0), more)).toEqual(numbers.slice(1).map(idOf))
    })

    test('given as many as an app may have, when one goes, then another has its place, and one that is told again needs none', () => {
      expect(idsAfter(add(1), remove(0), remove(0), add(most), add(most + 1))).toEqual(
        [...numbers.slice(1), most].map(idOf),
      )
    })

    test('given as many as an app may have, when another app gets one, then it has its own places', () => {
      const foreign = add(most, 'other')
      const settings = evolve(full, foreign.event as SettingsEvent)
      // A partner that two apps share takes a place of each.
      expect(isRemoved(settings.removed, foreign.event as SettingsEvent)).toBe(name === 'partners')
    })
  })
})

test('given templates, when configured, then the newest of an app and type counts, in any case', () => {
  const set = (eventType: string, template: string) =>
    delivered('TemplateConfigured', { open: { eventType, template } })
  const settings = folded(set('Login', 'one'), set('other', 'x'), set('LOGIN', 'two'))
  expect(templateOf(settings, 'app', 'login')).toBe('two')
  expect(templateOf(settings, 'app', 'Other')).toBe('x')
  expect(templateOf(settings, 'another', 'login')).toBeUndefined()
  expect(templateOf(settings, 'app', 'constructor')).toBeUndefined()
})

describe('sources', () => {
  const OTHER = '22222222-2222-4222-8222-222222222222'
  const bound = (sourceId: string, secret: string, users: Record<string, string> | null = null) =>
    delivered('SourceBound', {
      open: { sourceId, source: 'stripe', createdAt: AT },
      sealed: { secret, users },
    })
  const unbound = delivered('SourceUnbound', { open: { sourceId: RESOURCE } })

  test('given a binding, when bound, then it is found by its source and by its app', () => {
    const settings = folded(bound(OTHER, 'two'), bound(RESOURCE, 'one', { cus_1: 'anna' }))
    expect(settings.sources.get('stripe')!.get(RESOURCE)).toEqual({
      id: RESOURCE,
      appId: 'app',
      source: 'stripe',
      secret: 'one',
      users: new Map([['cus_1', 'anna']]),
      createdAt: AT,
      eventId: expect.any(String),
      nth: 1,
    })
    expect(bindingsOf(settings, 'app').map(({ id }) => id)).toEqual([RESOURCE, OTHER])
    expect(bindingsOf(settings, 'other')).toEqual([])
  })

  test('given a binding that was made first, when bound again, then it keeps its place, also once another is gone', () => {
    const again = folded(bound(OTHER, 'two'), bound(RESOURCE, 'one'), bound(OTHER, 'two'))
    expect(bindingsOf(again, 'app').map(({ nth }) => nth)).toEqual([1, 0])
    const third = '00000000-0000-4000-8000-000000000003'
    const later = folded(bound(OTHER, 'two'), bound(RESOURCE, 'one'), unbound, bound(third, 'one'))
    expect(later.sources.get('stripe')!.get(third)!.nth).toBe(2)
  })

  test('given a binding, when unbound, then the others stay, also when it is told twice', () => {
    const settings = folded(bound(RESOURCE, 'one'), bound(OTHER, 'two'), unbound, unbound)
    expect(bindingsOf(settings, 'app').map(({ id }) => id)).toEqual([OTHER])
  })

  test('given a binding that was removed, when its event comes late, then it stays removed, for that app and id alone', () => {
    const late = bound(RESOURCE, 'one')
    expect(bindingsOf(folded(late, unbound, late), 'app')).toEqual([])
    expect(bindingsOf(folded(unbound, late), 'app')).toEqual([])
    expect(bindingsOf(folded(unbound, bound(OTHER, 'two')), 'app')).toHaveLength(1)
    const foreign = { event: { ...unbound.event, appId: 'other' } }
    expect(bindingsOf(folded(foreign, late), 'app')).toHaveLength(1)
  })

  test('given another app, when it unbinds by the same id, then nothing changes', () => {
    const foreign = { event: { ...unbound.event, appId: 'other' } }
    expect(bindingsOf(folded(bound(RESOURCE, 'one'), foreign), 'app')).toHaveLength(1)
  })

  describe('a user of a binding is forgotten', () => {
    const [EARLIER, BASIS, LATER_ID] = [1, 2, 3].map(
      (n) => `0197a000-0000-7000-8000-00000000000${n}`,
    ) as [string, string, string]
    const boundBy = (id: string) => ({ event: { ...bound(RESOURCE, 'of then').event, id } })
    const withoutUser = delivered('SourceUserForgotten', {
      open: { sourceId: RESOURCE, source: 'stripe', createdAt: AT, basis: BASIS },
      sealed: { secret: 'without the user', users: { cus_1: 'anna' } },
    })
    const secretOf = (settings: Settings) => bindingsOf(settings, 'app').map(({ secret }) => secret)

    test.each([
      ['the binding that it changes', [BASIS], 'without the user'],
      ['an older one, because that was erased', [EARLIER], 'without the user'],
      ['a newer one', [LATER_ID], 'of then'],
      ['none, because that was erased', [], 'without the user'],
    ])('given %s, when told, then it takes its place unless that is newer', (_, ids, expected) => {
      expect(secretOf(folded(...ids.map(boundBy), withoutUser))).toEqual([expected])
    })

    test('given a binding that was removed, when told, then it stays removed, and one of that id of another app does not matter', () => {
      expect(secretOf(folded(boundBy(BASIS), unbound, withoutUser))).toEqual([])
      expect(secretOf(folded(unbound, withoutUser))).toEqual([])
      const elsewhere = { event: { ...unbound.event, appId: 'other' } }
      expect(secretOf(folded(elsewhere, withoutUser))).toEqual(['without the user'])
      const another = delivered('SourceUnbound', { open: { sourceId: OTHER } })
      expect(secretOf(folded(another, withoutUser))).toEqual(['without the user'])
    })
  })

  test('given a binding whose key has been destroyed, when read, then it verifies nothing', () => {
    const erased = { event: { ...bound(RESOURCE, 'one').event, sealed: null, erased: true } }
    expect(folded(erased).sources.size).toBe(0)
  })
})

describe('webhooks', () => {
  const [FIRST, SECOND] = [RESOURCE, '22222222-2222-4222-8222-222222222222']
  const sealed = { url: 'https://example.com/', secret: 'the first secret of all' }
  const subscribed = (webhookId: string) =>
    delivered('WebhookSubscribed', {
      open: { webhookId, events: ['memory.processed'], createdAt: AT },
      sealed,
    })
  const rotated = (secret: string) =>
    delivered('WebhookSecretRotated', {
      open: { webhookId: FIRST, rotatedAt: LATER, previousUntil: LATER },
      sealed: { secret },
    })
  const unsubscribed = delivered('WebhookUnsubscribed', { open: { webhookId: FIRST } })
  const disabled = (at: string) =>
    delivered('WebhookDisabled', { open: { webhookId: FIRST, reason: 'gone', at } })

  test('given subscriptions, when listed, then they are the app’s own, the oldest first', () => {
    const settings = folded(subscribed(SECOND), subscribed(FIRST))
    expect(webhooksOf(settings, 'app').map(({ id }) => id)).toEqual([FIRST, SECOND])
    expect(webhooksOf(settings, 'app')[0]).toMatchObject({
      ...sealed,
      previous: null,
      disabled: null,
    })
    expect(webhooksOf(settings, 'other')).toEqual([])
  })

  test('given a webhook, when its secret is replaced twice, then the one before is kept and no other', () => {
    const [webhook] = webhooksOf(
      folded(subscribed(FIRST), rotated('second'), rotated('third')),
      'app',
    )
    expect(webhook).toMatchObject({
      secret: 'third',
      rotatedAt: LATER,
      previous: { secret: 'second', until: LATER },
    })
  })

  test('given a webhook, when removed, then nothing brings it back but a new one', () => {
    const late = [subscribed(FIRST), rotated('x'), disabled(AT)]
    const settings = folded(subscribed(FIRST), unsubscribed, ...late)
    expect(webhooksOf(settings, 'app')).toEqual([])
  })

  test('given two webhooks, when one is removed, then the other stays', () => {
    const settings = folded(subscribed(FIRST), subscribed(SECOND), unsubscribed)
    expect(webhooksOf(settings, 'app').map(({ id }) => id)).toEqual([SECOND])
  })

  test('given a rotation that comes again, or whose secret has been erased, when folded, then the one before stays the one before', () => {
    const { event } = rotated('third')
    const erased = { event: { ...event, sealed: null, erased: true } }
    const again = folded(subscribed(FIRST), rotated('second'), rotated('second'), erased)
    expect(webhooksOf(again, 'app')).toMatchObject([
      { secret: 'second', previous: { secret: sealed.secret } },
    ])
  })

  test('given a webhook, when disabled twice, then the first time counts', () => {
    const [webhook] = webhooksOf(folded(subscribed(FIRST), disabled(AT), disabled(LATER)), 'app')
    expect(webhook!.disabled).toEqual({ reason: 'gone', at: AT })
  })

  test('given that what is sealed has been erased, when folded, then there is no webhook', () => {
    const { event } = subscribed(FIRST)
    expect(webhooksOf(folded({ event: { ...event, sealed: null, erased: true } }), 'app')).toEqual(
      [],
    )
  })

  test('given the same events twice, when folded, then the settings are the same', () => {
    const once = folded(subscribed(FIRST), disabled(AT))
    expect(folded(subscribed(FIRST), subscribed(FIRST), disabled(AT), disabled(AT))).toEqual(once)
  })
})

test('given thousands of keys, when each is folded, then no map is copied for it', () => {
  const KEYS = 2_000
  const events = Array.from({ length: KEYS }, (_, n) => {
    const { event } = created
    const keyId = `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`
    return {
      event: { ...event, open: { ...event.open, keyId, keyHash: String(n).padStart(64, '0') } },
    }
  })
  // To copy a map sets each of its entries.
  const set = vi.spyOn(Map.prototype, 'set')
  const settings = folded(...events)
  const copied = set.mock.calls.length
  set.mockRestore()
  expect(copied).toBeLessThan(KEYS)
  expect([settings.keys.size, settings.keysByHash.size]).toEqual([KEYS, KEYS])
})

test('given channels that an app trusts, when configured again, then the last list counts, for that app alone', () => {
  const trusting = (...trusted: ('document' | 'webhook')[]) =>
    delivered('TrustConfigured', { open: { trusted } })
  expect(trustOf(noSettings, 'app')).toEqual([])
  const settings = folded(trusting('document', 'webhook'), trusting('webhook'))
  expect(trustOf(settings, 'app')).toEqual(['webhook'])
  expect(trustOf(settings, 'other')).toEqual([])
})

test('given many of an app, when listed, then they are in the order of their ids, whatever came first', () => {
  const ids = [5, 3, 9, 1, 7, 2].map((n) => `0000000${n}-0000-4000-8000-000000000000`)
  const bindings = ids.map((sourceId) =>
    delivered('SourceBound', {
      open: { sourceId, source: 'stripe', createdAt: AT },
      sealed: { secret: 's', users: null },
    }),
  )
  const webhooks = ids.map((webhookId) =>
    delivered('WebhookSubscribed', {
      open: { webhookId, events: ['memory.processed'], createdAt: AT },
      sealed: { url: 'https://example.com/', secret: 'the first secret of all' },
    }),
  )
  const settings = folded(...bindings, ...webhooks)
  expect(bindingsOf(settings, 'app').map(({ id }) => id)).toEqual([...ids].sort())
  expect(webhooksOf(settings, 'app').map(({ id }) => id)).toEqual([...ids].sort())
})
