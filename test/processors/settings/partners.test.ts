// The partner systems that may write to the inbox, folded from their events.
import { expect, test } from 'vitest'
import { evolve, noSettings, type Settings } from '../../../processors/settings/evolve.ts'
import { makePartnerSecret } from '../../../processors/settings/partners.ts'
import type { SettingsEvent } from '../../../schemas/events/catalogue.ts'
import { AT } from '../../contracts/given.ts'
import { delivered, LATER, RESOURCE } from '../given.ts'

const UNTIL = '2026-06-01T00:00:00.000Z'
const partnerId = RESOURCE
const created = delivered('PartnerCreated', {
  open: { partnerId, name: 'Billing', appIds: ['shop'], createdAt: AT },
  sealed: { secret: 'one' },
})
const rotated = delivered('PartnerSecretRotated', {
  open: { partnerId, rotatedAt: LATER, previousUntil: UNTIL },
  sealed: { secret: 'two' },
})
const removed = delivered('PartnerRemoved', { open: { partnerId } })
const folded = (...events: { event: unknown }[]): Settings =>
  events.reduce((settings, { event }) => evolve(settings, event as SettingsEvent), noSettings)

test('given a partner, when made, then it has its secret and its apps', () => {
  expect(folded(created).partners.get(partnerId)).toEqual({
    id: partnerId,
    name: 'Billing',
    appIds: ['shop'],
    createdAt: AT,
    rotatedAt: null,
    secret: 'one',
    previous: null,
  })
})

test('given a partner, when its secret is replaced, then the one before is kept until its end, once', () => {
  const expected = { secret: 'two', rotatedAt: LATER, previous: { secret: 'one', until: UNTIL } }
  expect(folded(created, rotated).partners.get(partnerId)).toMatchObject(expected)
  const twice = folded(created, created, rotated, rotated)
  expect(twice.partners.get(partnerId)).toMatchObject(expected)
})

test('given a partner, when removed, then it is not there, and no late event brings it back', () => {
  expect(folded(created, removed, created, rotated).partners.size).toBe(0)
})

test('given a partner that was removed, when other settings of the same scope change, then they count', () => {
  const key = delivered('ApiKeyCreated', {
    open: {
      keyId: partnerId,
      name: 'k',
      appIds: ['*'],
      permissions: ['admin'],
      keyHash: 'a'.repeat(64),
      createdAt: AT,
    },
  })
  expect(folded(created, removed, key).keys.size).toBe(1)
})

test('given an event whose secret was erased, then it makes no partner', () => {
  const erased = { event: { ...(created.event as object), sealed: null } }
  expect(folded(erased).partners.size).toBe(0)
})

test('two secrets are never the same, and a scanner can find them', () => {
  const [one, other] = [makePartnerSecret(), makePartnerSecret()]
  expect(one).toMatch(/^plmp_[\w-]{43}$/)
  expect(one).not.toBe(other)
})
