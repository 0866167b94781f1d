// Random histories of facts that take each other's place, day by day, and what each time shows of them: what a replay
// shows that stops on the day that is asked for. So a store is held to what it would show had nothing come since.
import fc from 'fast-check'
import type { Item } from '../../infra/ports/memory-store.ts'
import { heldUntilMs, isShown } from '../../infra/ports/rules/item-times.ts'
import { millis, type Time } from '../../infra/ports/rules/time.ts'
import type { Delivered } from '../../infra/runtime/run/processor.ts'
import { createSqliteMemoryStore } from '../../infra/sqlite/memory-store.ts'
import { createIndexMemory } from '../../processors/index-memory/processor.ts'
import type { Scope } from '../../schemas/identifiers.ts'
import { byClient, came, closed, merged, onDay, pruned, takeIn } from './times.ts'

const NAMES = [...'abcdef']
const DAYS_OF_A_STEP = 3
/** The first of these days is before everything, the last after everything. */
const LAST_DAY = 40

const step = fc.record({
  what: fc.constantFrom('come', 'come', 'replace', 'replace', 'replace', 'close', 'merge'),
  /** Days that passed since the step before. */
  days: fc.integer({ min: 1, max: DAYS_OF_A_STEP }),
  /** Few, so that the end of one is learnt again. */
  which: fc.nat(1),
  other: fc.nat(5),
  /** From the day of the step, in days. */
  from: fc.integer({ min: -6, max: 8 }),
  lasts: fc.option(fc.integer({ min: 1, max: 12 })),
  reason: fc.constantFrom('pruned', 'resolved', 'retracted'),
})
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never

const day = fc.integer({ min: 0, max: LAST_DAY })
const time: fc.Arbitrary<Time> = fc.oneof(
  day.map((at) => ({ knownAt: onDay(at) })),
  day.map((at) => ({ asOf: onDay(at) })),
  fc.tuple(day, day).map(([asOf, knownAt]) => ({ asOf: onDay(asOf), knownAt: onDay(knownAt) })),
  fc.tuple(day, day).map(([asOf, knownAt]) => ({ asOf: onDay(asOf), knownAt: onDay(knownAt) })),
)
export const timesAsked = fc.array(time, { minLength: 16, maxLength: 16 })
export const steps = fc.array(step, { minLength: 4, maxLength: 12 })

/** `ends`: how often its end was learnt. */
type Known = {
  id: string
  from: number
  until: number
  state: 'open' | 'merged' | 'closed'
  ends: number
}
const NEVER = Number.POSITIVE_INFINITY
/** Of an end that is learnt more often, a store may keep the last times only. */
const MOST_ENDS = 4

/** Ends are those that extraction decides on: none is before the fact begins, and none prolongs it. */
export function historyOf(told: readonly Step[], scope: Scope): Delivered[] {
  const known: Known[] = []
  const events: Delivered[] = []
  let today = 1
  for (const { days, ...each } of told) {
    today += days
    events.push(...eventsOf({ ...each, known, today }).map((make) => make(scope)))
  }
  return events
}

type On = Omit<Step, 'days'> & { known: Known[]; today: number }

function eventsOf({ what, known, today, ...asked }: On): ((scope: Scope) => Delivered)[] {
  if (what === 'come') return coming({ what, known, today, ...asked })
  const [fact, other] = [known[asked.which], known[asked.other % known.length]]
  if (!fact || fact.ends === MOST_ENDS) return []
  if (what === 'close') {
    // What was merged into a fact is taken back with it.
    const reason = fact.state === 'merged' ? 'retracted' : asked.reason
    if (fact.state === 'closed') return []
    fact.ends++
    fact.state = 'closed'
    return [reason === 'pruned' ? pruned(fact.id, today) : byClient(fact.id, reason, today)]
  }
  if (!other || other === fact) return []
  if (what === 'merge') {
    if (fact.state !== 'open') return []
    fact.state = 'merged'
    fact.until = Math.min(fact.until, today)
    fact.ends++
    return [merged(fact.id, other.id, today)]
  }
  const until = Math.max(other.from, fact.from)
  if (fact.state === 'merged' && until > fact.until) return []
  fact.ends++
  fact.until = Math.min(until, fact.until)
  if (fact.until <= Math.max(today, fact.from)) fact.state = 'closed'
  return [closed(fact.id, other.id, { recorded: today, end: fact.until })]
}

/** One that had ended by itself is told of by no case, because a graph does not find it. */
function coming({ known, today, other, from: ahead, lasts }: On) {
  const id = NAMES[known.length]
  if (id === undefined) return []
  const from = today + ahead
  const follower = known[other]
  const until = lasts === null ? NEVER : from + lasts
  if (lasts !== null && !follower && until <= today) return []
  const isFollowed = lasts !== null && follower !== undefined
  const state = isFollowed && until <= today ? 'closed' : 'open'
  known.push({ id, from, until, state, ends: isFollowed ? 1 : 0 })
  const dated = { recorded: today, from, ...(lasts === null ? {} : { to: until }) }
  return [came(id, isFollowed ? { ...dated, yieldsTo: follower.id } : dated)]
}

export type Shown = { shown: string[]; holding: string[] }

/** What is found at a time, and what of it holds then. */
export async function shownAt(events: readonly Delivered[], asked: Time): Promise<Shown> {
  const { asOf, knownAt = onDay(LAST_DAY) } = asked
  const items = await itemsOf(events.filter(({ event }) => event.recordedAt <= knownAt))
  const shown = items.filter((item) => isShown(item, asOf ? { asOf } : { knownAt }))
  const holding = shown.filter((item) => holdsAt(item, asOf ?? knownAt))
  return { shown: namesOf(shown), holding: namesOf(holding) }
}

async function itemsOf(events: readonly Delivered[]): Promise<Item[]> {
  if (events.length === 0) return []
  const memory = createSqliteMemoryStore({ path: ':memory:' })
  const terms = (text: string) => text.split(' ')
  await takeIn(createIndexMemory({ memory, language: { terms } }), events)
  const { data } = await memory.listItems(events[0]!.event, { limit: 100 })
  await memory.close()
  return data
}

function holdsAt(item: Item, at: string): boolean {
  return millis(item.validFrom) <= millis(at) && millis(at) < heldUntilMs(item)
}

const namesOf = (items: readonly Item[]) => items.map(({ id }) => id).toSorted()
