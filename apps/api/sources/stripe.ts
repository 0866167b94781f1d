// Stripe: payments, refunds, subscriptions, invoices, disputes. https://docs.stripe.com/webhooks
import type { Importance } from '../../../schemas/identifiers.ts'
import {
  at,
  entitiesOf,
  instantAt,
  type Json,
  objectAt,
  present,
  readObject,
  textAt,
  textsAt,
} from './payload.ts'
import { idsIn } from './sender.ts'
import { bodyId, isRecent, signedProof } from './signature.ts'
import type { Message, Source, Understood, WebhookRequest } from './source.ts'

const paid = 'Paid {amount} {currency}[ for {description}] on {date}.'
const failed =
  'A payment[ of {amount} {currency}][ for {description}] failed[ because: {reason}] on {date}.'

export const stripe: Source = {
  name: 'stripe',
  scheme: '`Stripe-Signature`, at most 5 minutes old',
  proof: (request, now) => {
    const { t, v1 } = signatureOf(request)
    if (t === null || !isRecent(t, 1000, now)) return null
    return signedProof({ parts: [`${t}.`, request.body], encoding: 'hex', given: v1 })
  },
  senderIds: ({ body }) => idsIn(body, 'account'),
  events: {
    'payment_intent.succeeded': told(paid, 'medium'),
    'payment_intent.payment_failed': told(failed, 'high'),
    'charge.succeeded': told(paid, 'medium'),
    'charge.failed': told(failed, 'high'),
    'charge.refunded': told(
      'Was refunded {refunded} {currency}[ for {description}][ because: {reason}] on {date}.',
      'high',
    ),
    'refund.failed': told(
      'A refund of {amount} {currency} failed[ because: {reason}] on {date}.',
      'high',
    ),
    'charge.dispute.created': told(
      'Disputed a payment of {amount} {currency}[ as {reason}] on {date}.',
      'high',
    ),
    'charge.dispute.closed': told(
      'The dispute of a payment of {amount} {currency} was closed as {status} on {date}.',
      'high',
    ),
    'invoice.paid': told(
      'Paid the invoice[ {number}] of {amount} {currency}[ for {description}] on {date}.',
      'medium',
    ),
    'invoice.payment_failed': told(
      'The payment of the invoice[ {number}] of {amount} {currency}[ for {description}] failed on {date}.',
      'high',
    ),
    'customer.subscription.created': told(
      'Subscribed to {plan}[ for {price} {currency}][ a {interval}] on {date}.',
      'high',
    ),
    'customer.subscription.updated': told(
      'The subscription to {plan}[ for {price} {currency}][ a {interval}] is now {status} on {date}.',
      'medium',
    ),
    'customer.subscription.deleted': told(
      'Cancelled the subscription to {plan}[ because: {reason}] on {date}.',
      'high',
    ),
    'customer.subscription.trial_will_end': told(
      'The trial of {plan} ends on {trialEnd}.',
      'medium',
    ),
    'checkout.session.completed': told(
      'Completed a checkout of {amount} {currency} on {date}.',
      'medium',
    ),
  },
  messages: ({ body }) => [messageOf(readObject(body), body)],
}

function told(template: string, importance: Importance): Understood {
  return { category: 'finances', template, importance }
}

function signatureOf({ headers }: WebhookRequest): { t: string | null; v1: string[] } {
  const pairs = (headers['stripe-signature'] ?? '').split(',').map((pair) => {
    const split = pair.indexOf('=')
    return [pair.slice(0, split), pair.slice(split + 1)] as const
  })
  const all = (name: string) => pairs.filter(([key]) => key === name).map(([, value]) => value)
  return { t: all('t')[0] ?? null, v1: all('v1').slice(0, MAX_SIGNATURES) }
}

/** There are two while a secret is rolled over. */
const MAX_SIGNATURES = 4

function messageOf(event: Json, body: Buffer): Message {
  const object = objectAt(event, 'data.object')
  const plan = planOf(object)
  const type = textAt(event, 'type')
  const isPaidInvoice = type !== null && INVOICE_PAID.includes(type)
  const invoiceId = isPaidInvoice ? textAt(object, 'id') : null
  const paidId = invoiceId && `${invoiceId} paid`
  return {
    eventType: isPaidInvoice ? 'invoice.paid' : type,
    deliveryId: paidId ?? textAt(event, 'id') ?? bodyId(body),
    users: textsAt(object, 'customer', 'customer.id', 'customer_account'),
    named: textsAt(
      object,
      'metadata.userId',
      'client_reference_id',
      'subscription_details.metadata.userId',
      'parent.subscription_details.metadata.userId',
    ),
    standIn: null,
    at: instantAt(event, 'created', 1000),
    data: present({
      ...moneyOf(object, objectAt(event, 'data.previous_attributes')),
      ...plan,
      ...aboutOf(object),
    }),
    entities: entitiesOf([plan.plan, 'product']),
  }
}

/** Stripe reports one payment of an invoice by both: they count as one event, whichever comes first or comes at all. */
const INVOICE_PAID = ['invoice.paid', 'invoice.payment_succeeded']

function moneyOf(object: Json, previous: Json) {
  const currency = textAt(object, 'currency', 'plan.currency')
  const amountAt = (...paths: string[]) => {
    const amounts = paths.map((path) => at(object, path)).filter(isAmount)
    // An unpaid invoice has a paid amount of zero.
    const found = amounts.find((amount) => amount !== 0) ?? amounts[0]
    return found === undefined ? null : inMajorUnits(found, currency)
  }
  const now = refundedNow(object, previous)
  return {
    amount: amountAt('amount_paid', 'amount_due', 'amount_total', 'amount_received', 'amount'),
    refunded: now === null ? amountAt('amount_refunded', 'amount') : inMajorUnits(now, currency),
    price: amountAt('items.data.0.price.unit_amount', 'plan.amount'),
    currency: currency?.toUpperCase() ?? null,
  }
}

/** A charge tells the sum of its refunds; the event also tells what the sum was before this one. */
function refundedNow(charge: Json, previous: Json): number | null {
  const [before, after] = [at(previous, 'amount_refunded'), at(charge, 'amount_refunded')]
  return isAmount(before) && isAmount(after) && after > before ? after - before : null
}

/** In the currency's smallest unit. */
function isAmount(value: unknown): value is number {
  return Number.isSafeInteger(value)
}

function planOf(object: Json) {
  const item = objectAt(object, 'items.data.0')
  return {
    plan:
      textAt(item, 'price.product.name', 'price.nickname', 'price.lookup_key') ??
      textAt(object, 'plan.nickname', 'plan.product', 'plan.id') ??
      textAt(item, 'price.product', 'price.id'),
    interval: textAt(item, 'price.recurring.interval') ?? textAt(object, 'plan.interval'),
  }
}

function aboutOf(object: Json) {
  return {
    description: textAt(object, 'description', 'lines.data.0.description'),
    number: textAt(object, 'number'),
    status: textAt(object, 'status')?.replaceAll('_', ' ') ?? null,
    reason: reasonOf(object),
    trialEnd: instantAt(object, 'trial_end', 1000)?.slice(0, 10) ?? null,
  }
}

function reasonOf(object: Json): string | null {
  const said = textAt(
    object,
    'last_payment_error.message',
    'failure_message',
    'cancellation_details.comment',
  )
  const code = textAt(
    object,
    'cancellation_details.feedback',
    'cancellation_details.reason',
    'refunds.data.0.reason',
    'failure_reason',
    'reason',
  )
  return said ?? code?.replaceAll('_', ' ') ?? null
}

/**
 * Stripe counts in the smallest unit of a currency. ISK and UGX have none, and are still counted in hundredths.
 * https://docs.stripe.com/currencies
 */
export function inMajorUnits(amount: number, currency: string | null): string {
  const name = currency?.toLowerCase() ?? ''
  const decimals = WITHOUT_DECIMALS.has(name) ? 0 : WITH_THREE_DECIMALS.has(name) ? 3 : 2
  const digits = String(Math.abs(amount)).padStart(decimals + 1, '0')
  const whole = digits.slice(0, digits.length - decimals)
  const part = decimals === 0 ? '' : `.${digits.slice(-decimals)}`
  return `${amount < 0 ? '-' : ''}${whole}${part}`
}

const WITHOUT_DECIMALS = new Set(
  'bif clp djf gnf jpy kmf krw mga pyg rwf vnd vuv xaf xof xpf'.split(' '),
)
const WITH_THREE_DECIMALS = new Set('bhd jod kwd omr tnd'.split(' '))
