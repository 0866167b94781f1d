// What is wrong with an event of an export, before anything of the export is taken over. Pure.
import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { ExportedEvent } from '../../schemas/api/reading/export.ts'
import { givenFact, revision } from '../../schemas/api/reading/items.ts'
import { isWellFormed } from '../../schemas/api/well-formed.ts'
import { isShallow, MAX_DEPTH } from '../../schemas/api/writing/memorize.ts'
import { definitionOf } from '../../schemas/events/catalogue.ts'
import { rawActivity } from '../extract-facts/reading/content.ts'
import { LEFT_BEHIND } from './carried-events.ts'

/** Null if nothing is. Names the field and the rule, and quotes nothing. `now`: of the service that takes it over. */
export function refusalOf(event: ExportedEvent, now: Date): string | null {
  const { topic, type, open, sealed, raw } = event
  const definition = definitionOf(topic, type)
  if (!definition || LEFT_BEHIND.has(type)) return 'type: is no event that is carried over'
  const parts = {
    open: definition.open.safeParse(open),
    sealed: definition.sealed.safeParse(sealed),
  }
  for (const [name, { error }] of Object.entries(parts)) {
    const issue = error?.issues[0]
    if (issue) return `${[name, ...issue.path].join('.')}: ${issue.code}`
  }
  return (
    notText([...fieldsOf('open', open), ...fieldsOf('sealed', sealed), ['raw', raw]]) ??
    inFuture(event, now) ??
    backwards(event) ??
    unreadable(event) ??
    changed(event)
  )
}

/** Null where every reader of JSON can read these fields. */
export function notText(fields: readonly (readonly [name: string, value: unknown])[]) {
  for (const [name, value] of fields) {
    if (!isShallow(value)) return `${name}: is nested more than ${MAX_DEPTH} deep`
    if (!isWellFormed(value)) return `${name}: holds half of a surrogate pair`
  }
  return null
}

/** Of a part whose schema has named its fields, so that none is a word of the user. */
function fieldsOf(part: string, fields: unknown) {
  return Object.entries(fields ?? {}).map(([name, value]) => [`${part}.${name}`, value] as const)
}

/**
 * Instants that a service reads from its own clock. The client tells when something was said and since when it holds, and
 * by these a fact ends or becomes one with another: `prunedAt` and `mergedAt` may lie years ahead.
 */
const OF_CLOCK = ['receivedAt', 'asOf'] as const
/** Clocks differ. */
const AHEAD_MS = 24 * 60 * 60 * 1000

/** What came later here would come before it for ever. */
function inFuture({ recordedAt, open }: ExportedEvent, now: Date): string | null {
  const most = now.getTime() + AHEAD_MS
  const isAhead = (at: unknown) => typeof at === 'string' && Date.parse(at) > most
  if (isAhead(recordedAt)) return 'recordedAt: lies in the future'
  const ahead = OF_CLOCK.find((name) => isAhead(open[name]))
  return ahead === undefined ? null : `open.${ahead}: lies in the future`
}

function backwards({ open: { span } }: ExportedEvent): string | null {
  const { start, end } = z.object({ start: z.number(), end: z.number() }).safeParse(span).data ?? {}
  return start !== undefined && end !== undefined && end < start
    ? 'open.span: ends before it starts'
    : null
}

/** Content that is JSON, by the type of its write. */
const RAW: Readonly<Record<string, z.ZodType>> = {
  ActivityRecorded: rawActivity,
  FactGiven: givenFact,
  FactRevised: revision,
}

/** What cannot be read is neither read here nor exported again. */
function unreadable({ type, raw }: ExportedEvent): string | null {
  const schema = RAW[type]
  if (raw === null || schema === undefined) return null
  try {
    const { data, success } = schema.safeParse(JSON.parse(raw))
    return success ? notText(fieldsOf('raw', data)) : 'raw: is no content of its type'
  } catch {
    return 'raw: is not valid JSON'
  }
}

const hashed = z.object({ contentHash: z.string() })

/** What was written is told by its hash, which came with it. Where the content is not shown, neither is its hash. */
function changed({ raw, sealed }: ExportedEvent): string | null {
  const told = hashed.safeParse(sealed).data?.contentHash
  if (raw === null || told === undefined) return null
  return createHash('sha256').update(raw).digest('hex') === told
    ? null
    : 'raw: is not what sealed.contentHash tells'
}

type Before = Map<ExportedEvent['topic'], number>

/**
 * Null where the event follows those before it in its topic; notes it in `before`. By the positions of writes is found
 * what followed from which. One kind of event stands elsewhere (unsummarised.ts).
 */
export function orderRefusal(event: ExportedEvent, before: Before): string | null {
  const { topic, type, position } = event
  if (position < 0) return 'position: is below zero'
  if (type === 'FactsMaintained') return null
  if (position <= (before.get(topic) ?? -1)) return 'position: does not follow the one before'
  before.set(topic, position)
  return null
}
