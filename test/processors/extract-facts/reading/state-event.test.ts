// The facts that a structured event states from now on.
import { describe, expect, test } from 'vitest'
import { statesOf } from '../../../../processors/extract-facts/reading/state-event.ts'

const states = (eventType: string, data: Record<string, unknown>) =>
  statesOf({ eventType, source: 'app', timestamp: '2026-01-01T00:00:00Z', data }).map(
    ({ attribute, value }) => `${attribute} = ${value}`,
  )

test.each([
  ['plan_changed', { from: 'Free', to: 'Pro' }, ['plan = Pro']],
  ['planChanged', { old: 'Free', new: 'Pro' }, ['plan = Pro']],
  [
    'address_changed',
    { city: 'Bremen', street: 'Am Wall 9' },
    ['address = city Bremen, street Am Wall 9'],
  ],
  ['email_changed', { email: 'b@x.com' }, ['email = b@x.com']],
  ['profile_updated', { email: 'b@x.com' }, ['email = b@x.com']],
  ['profile_updated', { city: 'Bonn', phone_number: '1' }, ['home = Bonn', 'phone = 1']],
  ['user.profile.updated', { theme: 'dark' }, ['theme = dark']],
  ['settings_updated', { field: 'theme', value: 'dark' }, ['theme = dark']],
  ['order_status', { orderId: 17, status: 'shipped' }, ['order 17 = shipped']],
  ['order_status_changed', { orderId: 17, from: 'paid', to: 'shipped' }, ['order 17 = shipped']],
  ['order_shipped', { order_id: 17, carrier: 'DHL' }, ['order 17 = shipped DHL']],
  ['order_updated', { orderId: 17, eta: 'Monday' }, ['order 17 eta = Monday']],
  ['subscription_cancelled', { plan: 'Pro', reason: 'price' }, ['subscription = none']],
  [
    'appointment_scheduled',
    { title: 'Dentist', at: 'Monday' },
    ['appointment Dentist = scheduled Monday'],
  ],
  ['appointment_rescheduled', { title: 'Dentist', at: 'Friday' }, ['appointment Dentist = Friday']],
  ['appointment_cancelled', { title: 'Dentist' }, ['appointment Dentist = none']],
])('given %s with %j, then it says so', (eventType, data, expected) => {
  expect(states(eventType, data)).toEqual(expected)
})

describe('nothing is said', () => {
  test.each([
    ['purchase', { product: 'tea' }],
    ['page_view', { url: 'x' }],
    ['order_placed', { total: 5 }],
    ['meeting_scheduled', { at: 'Monday' }],
    ['changed', { to: 'x' }],
    ['item_added', { itemId: 1 }],
    ['profile_updated', {}],
    ['profile_updated', { email: null }],
    ['order_status', { orderId: 1 }],
    ['', { to: 'x' }],
  ])('by %s with %j', (eventType, data) => {
    expect(states(eventType, data)).toEqual([])
  })
})

test('given a thousand fields, then the first twenty are told, and no value is long', () => {
  const data = Object.fromEntries(
    Array.from({ length: 1_000 }, (_, n) => [`k${n}`, 'x'.repeat(9_999)]),
  )
  const told = statesOf({ eventType: 'profile_updated', source: 'a', timestamp: '', data })
  expect(told).toHaveLength(20)
  expect(told[0]!.value).toHaveLength(500)
})
