// Turns a structured event into a sentence, by the template of its type or a readable fallback. Pure.
//
// A template is text with `{path}` places, filled from `data` (`{item.name}`), `{eventType}`, `{source}` and `{date}`.
// A part in brackets, `[ for {price}]`, is left out if one of its places has no value.
import { getOrMake, isRecord, nth } from '../../../infra/runtime/certain.ts'
import { createBoundedText, createValueReader, words } from './show-value.ts'

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

/** A sentence of at most MAX_SENTENCE_CHARS. Values that do not fit are not rendered at all. */
export function sentenceOf(activity: Activity, template: string | undefined): string {
  const chosen = template ?? builtInTemplate(activity.eventType)
  const filled = chosen === undefined ? null : fill(chosen, createPlaces(activity))
  // Halves of surrogate pairs: the client's, or of what was cut here.
  return (filled ?? fallback(activity)).toWellFormed()
}

/** The built-in template of an event type. The type is the client's word, so it may be `constructor`. */
export function builtInTemplate(eventType: string): string | undefined {
  const name = eventType.toLowerCase()
  return Object.hasOwn(builtInTemplates, name) ? builtInTemplates[name] : undefined
}

const PARTS = /\[([^[\]]*)\]|\{([^{}]*)\}/g

/** Returns the value at a place of a template, or null if there is none. */
type Places = (place: string) => string | null

/** Null if a place outside brackets has no value. In one pass: a value is never read as a template. */
function fill(template: string, places: Places, room = MAX_SENTENCE_CHARS): string | null {
  const sentence = createBoundedText(room)
  for (const { text, match } of partsOf(template)) {
    sentence.add(text)
    if (!match) continue
    const place = match[2]
    // A part in brackets has none itself.
    const value =
      place === undefined ? (fill(nth(match, 1), places, sentence.room()) ?? '') : places(place)
    if (value === null) return null
    sentence.add(value)
  }
  return sentence.text()
}

/** The text before each match together with the match, and finally the rest. */
function* partsOf(template: string): Generator<{ text: string; match: RegExpExecArray | null }> {
  let end = 0
  for (const match of template.matchAll(PARTS)) {
    yield { text: template.slice(end, match.index), match }
    end = match.index + match[0].length
  }
  yield { text: template.slice(end), match: null }
}

/** Each path is rendered once, however many places name it. */
function createPlaces({ eventType, source, timestamp, data }: Activity): Places {
  const { show } = createValueReader()
  const shownPaths = new Map<string, string>()
  const shownAt = (path: string) =>
    getOrMake(shownPaths, path, () => show(valueAt(data, path), MAX_SENTENCE_CHARS))
  return (place) => {
    if (place === 'eventType') return eventType
    if (place === 'source') return source
    if (place === 'date') return timestamp.slice(0, 10)
    for (const path of place.split('|')) {
      const shown = shownAt(path)
      if (shown !== '') return shown
    }
    return null
  }
}

function valueAt(data: unknown, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>(
      (at, key) => (isRecord(at) && Object.hasOwn(at, key) ? at[key] : undefined),
      data,
    )
}

/** Any JSON, readable: `Order shipped (shop, 2026-05-08): carrier is DHL; items are tea, milk.` */
function fallback({ eventType, source, timestamp, data }: Activity): string {
  const name = words(eventType)
  const head = `${name.charAt(0).toUpperCase()}${name.slice(1)} (${source}, ${timestamp.slice(0, 10)})`
  const { show } = createValueReader()
  const parts = createBoundedText(MAX_SENTENCE_CHARS, '; ')
  for (const key of Object.keys(data)) {
    if (parts.room() === 0) break
    const shown = show(data[key], parts.room())
    if (shown !== '') parts.add(`${words(key)} ${Array.isArray(data[key]) ? 'are' : 'is'} ${shown}`)
  }
  const told = parts.text() === '' ? `${head}.` : `${head}: ${parts.text()}.`
  return told.slice(0, MAX_SENTENCE_CHARS)
}
