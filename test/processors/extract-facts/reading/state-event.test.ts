// The facts that a structured event states from now on.
import { describe, expect, test } from 'vitest'
import { statesOf } from '../../../../processors/extract-facts/reading/state-event.ts'

const attributesOf = (eventType: string, data: Record<string, unknown>) =>
  states(eventType, data).map((each) => each.split(' = ')[0])
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
  ['settings_changed', { theme: 'dark' }, ['theme = dark']],
  ['settings_changed', { field: 'theme', value: 'dark' }, ['theme = dark']],
  ['status_changed', { status: 'closed', ticket: 'T-1' }, ['ticket status T-1 = closed']],
  ['status_changed', { from: 'open', to: 'closed', orderId: 17 }, ['order status 17 = closed']],
  ['status_changed', { status: 'away' }, ['status = away']],
  ['status_changed', { status: 'open', ticket: 'T-1', queue: 'Q' }, []],
  ['address_updated', { address: '1 Oak St' }, ['address = 1 Oak St']],
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
  ['plan_changed', { to: { name: 'Pro', price: 5 } }, ['plan = name Pro, price 5']],
  ['plan_changed', { planId: 3, to: 'Pro' }, ['plan = Pro']],
  ['loyalty_card_changed', { to: 'gold' }, ['loyalty card = gold']],
  ['status_changed', { to: 'away' }, ['status = away']],
  ['order_shipped', { orderId: 17 }, ['order 17 = shipped']],
  ['order_updated', { orderId: 17, to: 'paid', note: 'x' }, ['order 17 = paid']],
  ['gizmo_updated', { a: 1 }, ['gizmo a = 1']],
  ['hobby_changed', { hobby: 'chess' }, ['hobby = chess']],
  ['hobby_changed', { hobby: 'chess', to: 'go' }, ['hobby chess = go']],
  ['hobby_changed', { null: 'chess', to: 'go' }, ['hobby = go']],
  ['hobby_ended', { hobbyId: 7 }, ['hobby 7 = none']],
  ['settings_updated', { field: 'theme' }, ['field = theme']],
  ['settings_updated', { field: 5, value: 'dark' }, ['settings = dark']],
  // Ids of others, and of the event, are no part of the value.
  ['email_changed', { userId: 'u-1', email: 'b@x.com' }, ['email = b@x.com']],
  ['email_changed', { id: 'e-1', email: 'b@x.com', tenant_ids: [1] }, ['email = b@x.com']],
  ['address_changed', { addressId: 5, customer_uuid: 'c', city: 'Bonn' }, ['address = Bonn']],
  ['plan_changed', { userId: 'u-1', planId: 3 }, ['plan = 3']],
  ['plan_changed', { userId: 'u-1', id: 3 }, ['plan = 3']],
  ['plan_changed', { userId: 'u-1', to: { id: 3, name: 'Pro' } }, ['plan = name Pro']],
  ['plan_changed', { to: { id: 3 } }, ['plan = id 3']],
  ['order_changed', { orderId: 17, userId: 'u-1', tax: 2 }, ['order 17 = 2']],
  ['order_shipped', { orderId: 17, userId: 'u-1', carrier: 'DHL' }, ['order 17 = shipped DHL']],
  ['order_shipped', { orderId: 17, userId: 'u-1' }, ['order 17 = shipped']],
  ['profile_updated', { userId: 'u-1', email: 'b@x.com' }, ['email = b@x.com']],
  ['profile_updated', { teamId: 4 }, ['team id = 4']],
  ['order_updated', { orderId: 17, carrierId: 4 }, ['order 17 carrier id = 4']],
  [
    'email_changed',
    { email: 'b@x.com', paid: true, grid: 2 },
    ['email = email b@x.com, paid true, grid 2'],
  ],
  // Records of a CRM are told apart by their ids, whatever they are named, and are not the user's own.
  [
    'Opportunity.updated',
    { title: 'X', crmRecord: '006A', name: 'Renewal' },
    ['opportunity record 006A title = X'],
  ],
  ['Contact.deleted', { crmRecord: '003B', name: 'Ana' }, ['contact record 003B = none']],
  ['Contact.updated', { crmRecord: '003B', name: 'Ana' }, []],
  ['Account.created', { crmRecord: '001A', name: 'Acme' }, ['account record 001A = created']],
  ['Account.updated', { crmRecord: '001A', name: 'Acme' }, []],
  ['plan_changed', { recordId: 'r1', name: 'Pro' }, ['plan = Pro']],
  // Names that every object has are as good as any.
  ['profile_updated', { constructor: 'Acme', valueOf: 1 }, ['constructor = Acme', 'value of = 1']],
  ['constructor_changed', { to: 'Ferrari' }, ['constructor = Ferrari']],
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
    ['plan_changed', { userId: 'u-1' }],
    ['profile_updated', { userId: 'u-1', customer_id: 4 }],
    ['item_added', { itemId: 1 }],
    ['profile_updated', {}],
    ['profile_updated', { email: null }],
    ['order_status', { orderId: 1 }],
    ['', { to: 'x' }],
    ['plan_weekended', { to: 'x' }],
    ['plan_endedly', { to: 'x' }],
    ['plan_unchanged', { to: 'x' }],
    ['plan_changedly', { to: 'x' }],
    ['plan_unmodified', { to: 'x' }],
    ['plan_updatedly', { to: 'x' }],
    ['plan_unconfirmed', { to: 'x' }],
    ['plan_startedly', { to: 'x' }],
    ['order_substatus', { orderId: 1, to: 'x' }],
    ['order_statuses', { orderId: 1, to: 'x' }],
    ['floorplan_started', { cost: 5 }],
    ['planet_started', { cost: 5 }],
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

test('given fields without a value, then they take no place of those that have one', () => {
  const none = Array.from({ length: 30 }, (_, n) => [`none${n}`, null])
  const data = Object.fromEntries([...none, ['email', 'a@x'], ['theme', 'dark']])
  expect(states('profile_updated', data)).toEqual(['email = a@x', 'theme = dark'])
})

test.each(['to', 'new', 'newValue', 'new_value', 'after', 'current', 'value'])(
  'given a new value under %s, then it is the value, whatever else is there',
  (key) => {
    expect(states('plan_changed', { [key]: 'Pro', by: 'Ana' })).toEqual(['plan = Pro'])
  },
)

test.each(['from', 'old', 'oldValue', 'old_value', 'before', 'previous'])(
  'given an old value under %s, then it is no part of the new one',
  (key) => {
    expect(states('plan_changed', { [key]: 'Free', plan: 'Pro' })).toEqual(['plan = Pro'])
  },
)

test.each(['id', 'orderId', 'orderNumber', 'order', 'name', 'title', 'number', 'reference'])(
  'given what tells an entity from others under %s, then it is part of the attribute',
  (key) => {
    expect(states('order_changed', { [key]: 'A7', to: 'paid' })).toEqual(['order A7 = paid'])
  },
)

test('given issues of one title, then they are told apart by their numbers, and by their repositories', () => {
  const opened = (repository: string, number: unknown) =>
    attributesOf('issues.opened', { repository, title: 'Crash on start', number })
  expect(opened('shop/clocks', '7')).toEqual(['issues shop/clocks 7'])
  expect(opened('shop/clocks', 8)).toEqual(['issues shop/clocks 8'])
  expect(opened('other/repo', '7')).toEqual(['issues other/repo 7'])
  expect(attributesOf('issues.opened', { title: 'Crash', number: '7' })).toEqual(['issues Crash'])
  const untold = { repository: 'shop/clocks', title: 'Crash' }
  expect(attributesOf('issues.opened', untold)).toEqual(['issues Crash'])
  expect(attributesOf('card_updated', { name: 'Visa', number: '4' })).toEqual(['card Visa number'])
})

test.each([
  ['city', 'home'],
  ['phoneNumber', 'phone'],
  ['mobile', 'phone'],
  ['email_address', 'email'],
  ['e-mail', 'email'],
  ['mail', 'email'],
  ['jobTitle', 'occupation'],
  ['company', 'employer'],
  ['fullName', 'name'],
  ['displayName', 'name'],
  ['timeZone', 'timezone'],
])('given a field that people call otherwise, %s, then it is called %s', (key, attribute) => {
  expect(states('profile_updated', { [key]: 'x' })).toEqual([`${attribute} = x`])
})

test.each([
  ['profile', 'theme'],
  ['setting', 'theme'],
  ['user_settings', 'theme'],
  ['preference', 'theme'],
  ['customer_preferences', 'theme'],
  ['myprofile', 'myprofile theme'],
  ['profiler', 'profiler theme'],
])('given a field of %s, then its attribute is %s', (noun, attribute) => {
  expect(states(`${noun}_updated`, { theme: 'dark' })).toEqual([`${attribute} = dark`])
})

test.each([
  ['order_cancelled', { orderId: 17 }, 'order 17 status'],
  ['phone_number_removed', {}, 'phone number status'],
  ['plan_changed', { to: 'none' }, 'plan status'],
  ['plan_changed', { to: 'Pro' }, undefined],
])('given %s with %j, then the status that ends with it is %s', (eventType, data, status) => {
  const told = statesOf({ eventType, source: 'app', timestamp: '', data })
  expect(told.map((state) => state.status)).toEqual([status])
})

test('given a state, then it says which keys tell it', () => {
  const keys = (eventType: string, data: Record<string, unknown>) =>
    statesOf({ eventType, source: 'app', timestamp: '', data }).map((state) => state.keys)
  expect(keys('order_status', { orderId: 17, status: 'paid' })).toEqual([['status']])
  expect(keys('gizmo_updated', { a: 1, b: 2 })).toEqual([['a'], ['b']])
  expect(keys('gizmo_updated', { id: 7, b: 2 })).toEqual([['id', 'b']])
  expect(keys('user_updated', { id: 7, b: 2 })).toEqual([['b']])
})

test('given half of a surrogate pair, cut here or by the client, then what is stated holds none', () => {
  const told = `${'x'.repeat(499)}\uFFFD`
  expect(states('nickname_changed', { to: `${'x'.repeat(499)}\u{1F600}` })).toEqual([
    `nickname = ${told}`,
  ])
  expect(states('order_updated', { id: 'a\uD83D', 'b\uD83D': 'c\uD83D' })).toEqual([
    'order a\uFFFD b\uFFFD = c\uFFFD',
  ])
})
