// Stripe: amounts, whom an event is about, and the events that are understood.
import { describe, expect, test } from 'vitest'
import { inMajorUnits, stripe } from '../../../../apps/api/sources/stripe.ts'
import { NOW, read, request, told, verifies } from './given.ts'

const event = (type: string, object: Record<string, unknown>) =>
  request({ id: 'evt_1', type, created: 1741082400, data: { object } })
const sentence = (type: string, object: Record<string, unknown>) =>
  told(stripe, read(stripe, event(type, { customer: 'cus_1', ...object })))

test.each([
  [4900, 'eur', '49.00'],
  [5, 'usd', '0.05'],
  [-1250, 'usd', '-12.50'],
  [0, 'usd', '0.00'],
  [500, 'jpy', '500'],
  [500, 'KRW', '500'],
  [500, 'ugx', '5.00'],
  [500, 'isk', '5.00'],
  [5124, 'kwd', '5.124'],
  [7, 'bhd', '0.007'],
  [Number.MAX_SAFE_INTEGER, 'eur', '90071992547409.91'],
  [100, null, '1.00'],
])('given %d in the smallest unit of %s, then it is %s', (amount, currency, shown) => {
  expect(inMajorUnits(amount, currency)).toBe(shown)
})

const price = {
  unit_amount: 1900,
  recurring: { interval: 'month' },
  nickname: 'Pro plan',
  product: 'prod_1',
}

test.each([
  ['the first refund of a charge', 300, { amount_refunded: 0, refunded: false }, '3.00'],
  ['a further one, with the sum of both', 500, { amount_refunded: 300 }, '2.00'],
  ['one that does not say what was before', 500, undefined, '5.00'],
  ['one with a sum that did not grow', 500, { amount_refunded: 500 }, '5.00'],
])('given %s, then the sentence tells this refund', (_, sum, previous_attributes, refunded) => {
  const object = { customer: 'cus_1', amount: 1000, amount_refunded: sum, currency: 'eur' }
  const data = { object, previous_attributes }
  const body = { id: 'evt_1', type: 'charge.refunded', created: 1741082400, data }
  expect(told(stripe, read(stripe, request(body)))).toBe(
    `Was refunded ${refunded} EUR on 2025-03-04.`,
  )
})

describe('events', () => {
  test.each([
    [
      'payment_intent.succeeded',
      { amount: 2000, amount_received: 2000, currency: 'usd', description: 'Tea' },
      'Paid 20.00 USD for Tea on 2025-03-04.',
    ],
    ['charge.succeeded', { amount: 2000, currency: 'jpy' }, 'Paid 2000 JPY on 2025-03-04.'],
    [
      'payment_intent.payment_failed',
      { amount: 2000, currency: 'usd', last_payment_error: { message: 'Your card was declined.' } },
      'A payment of 20.00 USD failed because: Your card was declined. on 2025-03-04.',
    ],
    [
      'charge.dispute.created',
      { amount: 1000, currency: 'usd', reason: 'product_not_received' },
      'Disputed a payment of 10.00 USD as product not received on 2025-03-04.',
    ],
    [
      'charge.dispute.closed',
      { amount: 1000, currency: 'usd', status: 'lost' },
      'The dispute of a payment of 10.00 USD was closed as lost on 2025-03-04.',
    ],
    [
      'invoice.paid',
      { amount_paid: 1900, currency: 'eur', number: 'A-7', lines: { data: [] } },
      'Paid the invoice A-7 of 19.00 EUR on 2025-03-04.',
    ],
    [
      'invoice.payment_failed',
      { amount_paid: 0, amount_due: 1900, currency: 'eur' },
      'The payment of the invoice of 19.00 EUR failed on 2025-03-04.',
    ],
    [
      'customer.subscription.created',
      { currency: 'eur', items: { data: [{ price }] } },
      'Subscribed to Pro plan for 19.00 EUR a month on 2025-03-04.',
    ],
    [
      'customer.subscription.updated',
      { currency: 'eur', status: 'past_due', items: { data: [{ price }] } },
      'The subscription to Pro plan for 19.00 EUR a month is now past due on 2025-03-04.',
    ],
    [
      'customer.subscription.deleted',
      { items: { data: [{ price }] }, cancellation_details: { reason: 'cancellation_requested' } },
      'Cancelled the subscription to Pro plan because: cancellation requested on 2025-03-04.',
    ],
    [
      'customer.subscription.trial_will_end',
      { items: { data: [{ price }] }, trial_end: 1741687200 },
      'The trial of Pro plan ends on 2025-03-11.',
    ],
    [
      'checkout.session.completed',
      { amount_total: 4242, currency: 'usd' },
      'Completed a checkout of 42.42 USD on 2025-03-04.',
    ],
    ['customer.updated', {}, 'ignored: the type of event is not understood'],
    ['constructor', {}, 'ignored: the type of event is not understood'],
  ])('given %s with %j, when told, then it reads %j', (type, object, expected) => {
    expect(sentence(type, object)).toBe(expected)
  })
})

describe('the user', () => {
  test('given a customer, an id in the metadata and a reference, then each can name the user', () => {
    const message = read(
      stripe,
      event('charge.succeeded', {
        customer: { id: 'cus_2' },
        metadata: { userId: 'anna' },
        client_reference_id: 'berta',
      }),
    )
    expect(message).toMatchObject({ users: ['cus_2'], named: ['anna', 'berta'], standIn: null })
  })

  test('given an invoice of a subscription, then the metadata of the subscription names the user', () => {
    const metadata = { userId: 'anna' }
    for (const object of [
      { subscription_details: { metadata } },
      { parent: { subscription_details: { metadata } } },
    ]) {
      expect(read(stripe, event('invoice.paid', object)).named).toEqual(['anna'])
    }
  })

  test('given an e-mail address that a payer typed in, then it names no user', () => {
    const message = read(stripe, event('charge.succeeded', { receipt_email: 'anna@example.com' }))
    expect([message.users, message.named]).toEqual([[], []])
  })
})

describe('a paid invoice', () => {
  const invoice = { id: 'in_1', customer: 'cus_1', amount_paid: 1900, currency: 'eur' }
  const paid = (type: string, id: string) =>
    read(stripe, request({ id, type, created: 1741082400, data: { object: invoice } }))

  test('given both events of one payment, then they are one delivery with one sentence', () => {
    const [one, other] = [paid('invoice.paid', 'evt_1'), paid('invoice.payment_succeeded', 'evt_2')]
    expect(other).toEqual(one)
    expect(told(stripe, other)).toBe('Paid the invoice of 19.00 EUR on 2025-03-04.')
  })

  test('given another invoice or another event of this one, then it is another delivery', () => {
    const ids = [
      paid('invoice.paid', 'evt_1'),
      read(stripe, event('invoice.payment_succeeded', { ...invoice, id: 'in_2' })),
      paid('invoice.payment_failed', 'evt_3'),
      paid('invoice.payment_failed', 'evt_4'),
    ].map(({ deliveryId }) => deliveryId)
    expect(new Set(ids).size).toBe(4)
  })
})

test('given several signatures while a secret is rolled over, then any of them verifies', () => {
  const webhook = event('charge.succeeded', {})
  const signed = (header: string) => ({ ...webhook, headers: { 'stripe-signature': header } })
  const t = Math.floor(NOW.getTime() / 1000)
  for (const header of ['', `t=${t}`, `t=${t},v1=`, `v1=ab,t=${t}`, 't=,v1=ab', ',,,=']) {
    expect(verifies(stripe, signed(header), 'secret', NOW)).toBe(false)
  }
})
