// Reads what providers send: JSON in which any part may be missing or of another type than documented.
import { isRecord, memberOf } from '../../../infra/runtime/certain.ts'
import { isShallow } from '../../../schemas/api/writing/memorize.ts'
import { instant } from '../../../schemas/identifiers.ts'
import { keepExact } from '../plugins/bodies/exact-numbers.ts'
import { bodyLimits } from '../plugins/bodies/json-body.ts'
import { scanOf } from '../plugins/bodies/json-scan.ts'
import { Malformed, Unreadable } from './source.ts'

export type Json = Readonly<Record<string, unknown>>

/** Characters of one value; longer values are cut. */
const MAX_TEXT_CHARS = 8000

/** A body is checked like any other before anything is built from it: its signer may be hostile. */
export function readJson(body: Uint8Array): unknown {
  return readScanned(body).read
}

/** Also returns what the scan of the bytes counted. */
export function readScanned(body: Uint8Array) {
  const { refusal, ...sent } = scanOf(body, bodyLimits.webhook)
  if (refusal) throw new Unreadable(refusal.issue, refusal.field)
  const text = readText(body)
  const read = parse(text)
  keepExact(read, text)
  if (!isShallow(read)) throw new Unreadable('must be nested at most 100 deep')
  return { read, sent }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new Malformed('is not valid JSON')
  }
}

export function readObject(body: Uint8Array): Json {
  const read = readJson(body)
  if (!isRecord(read)) throw new Unreadable('must be a JSON object')
  return read
}

export function readText(body: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body)
  } catch {
    throw new Malformed('is not valid UTF-8')
  }
}

/** The value at a path such as `data.object`; undefined if there is none. Numbers index arrays. */
export function at(value: unknown, path: string): unknown {
  return path.split('.').reduce<unknown>((inner, key) => {
    if (typeof inner !== 'object' || inner === null) return undefined
    return Object.hasOwn(inner, key) ? memberOf(inner, key) : undefined
  }, value)
}

export function objectAt(value: unknown, path: string): Json {
  const found = at(value, path)
  return isRecord(found) ? found : {}
}

export function listAt(value: unknown, path: string): readonly unknown[] {
  const found = at(value, path)
  return Array.isArray(found) ? found : []
}

/** The first of the paths that holds a text or a number, as text. */
export function textAt(value: unknown, ...paths: readonly string[]): string | null {
  for (const path of paths) {
    const found = at(value, path)
    if (typeof found === 'number' && Number.isFinite(found)) return String(found)
    if (typeof found !== 'string' || found.trim() === '') continue
    return found.trim().slice(0, MAX_TEXT_CHARS).toWellFormed()
  }
  return null
}

/** The texts at all of the paths that hold one. */
export function textsAt(value: unknown, ...paths: readonly string[]): string[] {
  return paths.flatMap((path) => textAt(value, path) ?? [])
}

/** An instant in ISO 8601, or Unix time in the given unit; null if the value is neither. */
export function instantAt(value: unknown, path: string, unitMs = 1): string | null {
  const found = at(value, path)
  const numeric = typeof found === 'number' || (typeof found === 'string' && /^\d+$/.test(found))
  if (!numeric) {
    // Salesforce writes the offset without a colon.
    const text = typeof found === 'string' ? found.replace(/([+-]\d\d)(\d\d)$/, '$1:$2') : found
    const read = instant.safeParse(text)
    return read.success ? new Date(read.data).toISOString() : null
  }
  const ms = Number(found) * unitMs
  return ms >= MIN_UNIX_MS && ms <= MAX_UNIX_MS ? new Date(ms).toISOString() : null
}

/** The years that four digits can name: `instant` refuses any other, so its event would end in the dead letters. */
const MIN_UNIX_MS = Date.parse('0000-01-01T00:00:00Z')
const MAX_UNIX_MS = Date.parse('9999-12-31T23:59:59.999Z')

export function firstInstant(value: unknown, ...paths: readonly string[]): string | null {
  for (const path of paths) {
    const found = instantAt(value, path)
    if (found !== null) return found
  }
  return null
}

/** Leaves out missing values. */
export function present(data: Json): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(data).filter(([, value]) => value !== null && value !== undefined),
  )
}

/** Entities whose names are present, each once. */
export function entitiesOf(
  ...named: readonly (readonly [string | null, string])[]
): { name: string; type: string }[] {
  const seen = new Map<string, { name: string; type: string }>()
  for (const [name, type] of named) {
    if (name !== null && name.length <= MAX_NAME_CHARS) seen.set(`${type} ${name}`, { name, type })
  }
  return [...seen.values()]
}

/** As for `suggestedEntities` of POST /events. */
const MAX_NAME_CHARS = 256

/** `closedWon`, `CLOSED_WON` and `closed_won` read `closed won`. */
export function words(name: string | null): string | null {
  if (name === null) return null
  return name
    .replace(/([\p{Ll}\p{N}])(\p{Lu})/gu, '$1 $2')
    .replace(/[_-]+/g, ' ')
    .trim()
    .toLowerCase()
}
