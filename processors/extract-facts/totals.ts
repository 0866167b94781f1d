// What a write has led to, counted over its passages, and how this is noted between two passages. Pure.
import { createHash } from 'node:crypto'
import type { WorkNote } from '../../infra/runtime/turns/progress.ts'
import type { NewFactEvent } from '../../schemas/events/catalogue.ts'

export type Totals = {
  extracted: number
  asserted: number
  reinforced: number
  superseded: number
  /** Categories in which something has changed, sorted. */
  categories: readonly string[]
  /** Categories of the facts that were read, whatever became of them; sorted. */
  saidIn: readonly string[]
}

export const noTotals: Totals = {
  extracted: 0,
  asserted: 0,
  reinforced: 0,
  superseded: 0,
  categories: [],
  saidIn: [],
}

/** `read`: the facts that led to the events. */
export function addTotals(
  before: Totals,
  read: readonly { category: string }[],
  events: readonly NewFactEvent[],
): Totals {
  const count = (type: NewFactEvent['type']) => events.filter((event) => event.type === type).length
  const changed = events.flatMap(({ open }) => ('category' in open ? (open.category ?? []) : []))
  return {
    extracted: before.extracted + read.length,
    asserted: before.asserted + count('FactAsserted'),
    reinforced: before.reinforced + count('FactReinforced'),
    superseded: before.superseded + count('FactSuperseded'),
    categories: withMore(before.categories, changed),
    saidIn: withMore(
      before.saidIn,
      read.map(({ category }) => category),
    ),
  }
}

function withMore(names: readonly string[], more: readonly string[]): string[] {
  return [...new Set([...names, ...more])].sort()
}

/** How far the reading of a write has come. */
export type ReadSoFar = {
  /** Passages whose facts have been published. */
  passages: number
  totals: Totals
  /** CPU time that reading has taken, in milliseconds. */
  cpuMs: number
  /** How often reading has begun since the last passage was published. */
  begun: number
}

export const nothingRead: ReadSoFar = { passages: 0, totals: noTotals, cpuMs: 0, begun: 0 }

/** Characters that stand for a category in a note, which must be small. */
const MARK_CHARS = 3

/** Small enough for a note, whatever the categories are called: at most 50 marks and a few numbers. */
export function noteOf({ passages, totals, cpuMs, begun }: ReadSoFar): WorkNote {
  const { extracted, asserted, reinforced, superseded, categories, saidIn } = totals
  const counts = [passages, extracted, asserted, reinforced, superseded, Math.round(cpuMs), begun]
  const unchanged = saidIn.filter((name) => !categories.includes(name))
  return {
    ...{ read: counts.join(' '), in: marksOf(categories) },
    ...(unchanged.length > 0 && { said: marksOf(unchanged) }),
  }
}

/**
 * `categories`: all that the app has. If two share a mark, both count: at worst one summary too many is rewritten. So
 * does a category in which facts were only closed count as one of facts that were said.
 */
export function readSoFar(note: WorkNote | null, categories: readonly string[]): ReadSoFar {
  if (typeof note?.read !== 'string') return nothingRead
  const [passages, extracted, asserted, reinforced, superseded, cpuMs, begun] = note.read
    .split(' ')
    .map(Number) as [number, number, number, number, number, number, number]
  const changed = markedIn(note.in, categories)
  const saidIn = withMore(changed, markedIn(note.said, categories))
  const totals = { extracted, asserted, reinforced, superseded, categories: changed, saidIn }
  return { passages, totals, cpuMs, begun }
}

function marksOf(categories: readonly string[]): string {
  return categories.map(markOf).join('')
}

function markedIn(noted: WorkNote[string] | undefined, categories: readonly string[]): string[] {
  if (noted === undefined) return []
  const marks = new Set(String(noted).match(new RegExp(`.{${MARK_CHARS}}`, 'g')))
  return categories.filter((name) => marks.has(markOf(name))).sort()
}

function markOf(category: string): string {
  return createHash('sha256').update(category).digest('base64url').slice(0, MARK_CHARS)
}
