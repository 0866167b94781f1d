// Turns a structured event into a sentence, by the template of its type or a readable fallback. Pure.
//
// A template is text with `{path}` places, filled from `data` (`{item.name}`), `{eventType}`, `{source}` and `{date}`.
// A sentence part in brackets, `[ for {price}]`, is left out where one of its places has no value.

export type Activity = {
  eventType: string
  source: string
  timestamp: string
  data: Record<string, unknown>
}

/** For common event types; an app may replace them or add its own (PUT /config/templates/:appId/:eventType). */
export const builtInTemplates: Readonly<Record<string, string>> = {
  purchase:
    'Bought {product|item|productName|name}[ for {price|amount|total}][ {currency}][ from {store|merchant}] on {date}.',
  order_placed:
    'Placed an order[ {orderId}][ for {product|item|items}][ of {total|amount}][ {currency}] on {date}.',
  payment_succeeded: 'Paid {amount|total}[ {currency}][ for {description|product|plan}] on {date}.',
  payment_failed: 'A payment[ of {amount|total}][ {currency}] failed[ because {reason}] on {date}.',
  subscription_started:
    'Subscribed to {plan|product|name}[ for {price|amount}][ {currency}] on {date}.',
  subscription_cancelled:
    'Cancelled the subscription[ to {plan|product|name}][ because {reason}] on {date}.',
  login: 'Logged in[ from {location|city|country}][ with {device}] on {date}.',
  signup: 'Signed up[ for {product|plan}][ through {channel|referrer}] on {date}.',
  page_view: 'Viewed {title|page|url} on {date}.',
  search: 'Searched for {query|term} on {date}.',
  meeting:
    'Had a meeting[ about {topic|title|subject}][ with {participants|attendees|with}] on {date}.',
  support_ticket: 'Opened a support ticket[ about {subject|title|issue}] on {date}.',
  feedback: 'Gave feedback[ on {subject|product}]: {comment|text|message}',
  message: 'Wrote[ in {channel}]: {text|message|content}',
  location: 'Was in {city|place|location}[, {country}] on {date}.',
  workout: 'Did {activity|type|name}[ for {duration}][ over {distance}] on {date}.',
}

const MAX_SENTENCE_CHARS = 20_000
const MAX_DEPTH = 50

export function sentenceOf(activity: Activity, template: string | undefined): string {
  const chosen = template ?? builtInTemplate(activity.eventType)
  const filled = chosen === undefined ? null : fill(chosen, activity)
  return (filled ?? fallback(activity)).slice(0, MAX_SENTENCE_CHARS)
}

/** The built-in template of an event type. It is the client's word, so it may be `constructor`. */
export function builtInTemplate(eventType: string): string | undefined {
  const name = eventType.toLowerCase()
  return Object.hasOwn(builtInTemplates, name) ? builtInTemplates[name] : undefined
}

const PARTS = /\[([^[\]]*)\]|\{([^{}]*)\}/g

/** Null where a place outside brackets has no value. In one pass: a value is never read as a template. */
function fill(template: string, activity: Activity): string | null {
  let complete = true
  const filled = template.replace(PARTS, (_, optional?: string, place?: string) => {
    if (optional !== undefined) return fillPlaces(optional, activity) ?? ''
    const value = valueAt(place!, activity)
    if (value === null) complete = false
    return value ?? ''
  })
  return complete ? filled : null
}

function fillPlaces(text: string, activity: Activity): string | null {
  let complete = true
  const filled = text.replace(/\{([^{}]*)\}/g, (_, place: string) => {
    const value = valueAt(place, activity)
    if (value === null) complete = false
    return value ?? ''
  })
  return complete ? filled : null
}

function valueAt(place: string, activity: Activity): string | null {
  if (place === 'eventType') return activity.eventType
  if (place === 'source') return activity.source
  if (place === 'date') return activity.timestamp.slice(0, 10)
  for (const path of place.split('|')) {
    const value = path
      .split('.')
      .reduce<unknown>(
        (at, key) => (isRecord(at) && Object.hasOwn(at, key) ? at[key] : undefined),
        activity.data,
      )
    const shown = show(value)
    if (shown !== '') return shown
  }
  return null
}

/** Any JSON, readable: `Order shipped (shop, 2026-05-08): carrier is DHL; items are tea, milk.` */
function fallback({ eventType, source, timestamp, data }: Activity): string {
  const name = words(eventType)
  const head = `${name.charAt(0).toUpperCase()}${name.slice(1)} (${source}, ${timestamp.slice(0, 10)})`
  const parts = Object.entries(data).flatMap(([key, value]) => {
    const shown = show(value)
    return shown === '' ? [] : [`${words(key)} ${Array.isArray(value) ? 'are' : 'is'} ${shown}`]
  })
  return parts.length === 0 ? `${head}.` : `${head}: ${parts.join('; ')}.`
}

/** `orderShipped` and `order_shipped` read `order shipped`. */
function words(name: string): string {
  return name
    .replace(/([\p{Ll}\p{N}])(\p{Lu})/gu, '$1 $2')
    .replace(/[_.-]+/g, ' ')
    .trim()
    .toLowerCase()
}

/** What lies deeper than MAX_DEPTH is left out. */
function show(value: unknown, depth = 0): string {
  if (value === null || value === undefined || depth > MAX_DEPTH) return ''
  const showInner = (inner: unknown) => show(inner, depth + 1)
  if (Array.isArray(value)) return value.map(showInner).filter(Boolean).join(', ')
  if (!isRecord(value)) return String(value).trim()
  const name = value.name ?? value.title ?? value.id
  if (typeof name === 'string' || typeof name === 'number') return String(name)
  return Object.entries(value)
    .map(([key, each]) => [words(key), showInner(each)])
    .filter(([, shown]) => shown !== '')
    .map((pair) => pair.join(' '))
    .join(', ')
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
