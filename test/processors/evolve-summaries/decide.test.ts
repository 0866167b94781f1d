// Which facts a summary rests on, what the engine is asked, and when there is a new summary.
import { describe, expect, test } from 'vitest'
import type { Item } from '../../../infra/ports/memory-store.ts'
import { derivedUuid } from '../../../infra/runtime/envelope/ids.ts'
import {
  decide,
  maintenanceCompleted,
  restsOn,
  summaryRequest,
  uncontested,
  weightiestFirst,
} from '../../../processors/evolve-summaries/decide.ts'
import { AT } from '../../contracts/given.ts'
import { itemDocument } from '../../contracts/memory-documents.ts'
import { delivered, LATER, opens, RESOURCE, USER } from '../given.ts'

const item = (id: string, more: Partial<Item> = {}) => itemDocument(USER, { id, item: more }).item
const category = { name: 'work', description: 'Jobs' }

test.each([
  [0.64, false],
  [0.65, true],
  [1, true],
])('given a confidence of %d, then a summary rests on it: %s', (confidence, expected) => {
  expect(restsOn(item('a', { confidence }), AT)).toBe(expected)
})

test.each([
  ['a question', { text: 'Assistant: How was your weekend?' }],
  ['what ends by itself', { validTo: LATER }],
  ['what is seen in a scope alone', { scopes: ['project-x'] }],
  ['a quoted question', { text: 'Ana asked: "Where is the tea?" ' }],
])('given %s, then no summary rests on it', (_, more) => {
  expect(restsOn(item('a', more), AT)).toBe(false)
})

test.each([
  ['a sentence before a question', { text: 'I like tea. Do you?' }],
  ['a question and what follows it', { text: 'Tea? I like it.' }],
  ['a question on another line', { text: 'I like tea\nDo you?' }],
])('given %s, then a summary rests on it', (_, more) => {
  expect(restsOn(item('a', more), AT)).toBe(true)
})

const daysBefore = (days: number, at: string) =>
  new Date(Date.parse(at) - days * 86_400_000).toISOString()
const [MONTH_BEFORE, MONTH_WITHIN] = [daysBefore(30, LATER), daysBefore(29, LATER)]

test.each([
  ['what is followed by another value later', { validTo: LATER, followedBy: 'b' }, [true, false]],
  ['a value that begins later', { validFrom: LATER, exclusive: true }, [false, true]],
  ['a plan that takes no place', { validFrom: LATER }, [true, true]],
  ['what a client gave for later', { validFrom: LATER, engine: 'given' }, [false, true]],
  ['what ends long after it was said', { createdAt: MONTH_BEFORE, validTo: LATER }, [true, false]],
  ['what ends soon after it was said', { createdAt: MONTH_WITHIN, validTo: LATER }, [false, false]],
])('given %s, then a summary rests on it before and from then on: %o', (_, more, expected) => {
  const before = new Date(Date.parse(LATER) - 1).toISOString()
  expect([before, LATER].map((at) => restsOn(item('a', more), at))).toEqual(expected)
})

test('given facts, then the most important come first, of equals what holds now, the surest, the newest', () => {
  const items = [
    item('a', { importance: 'low', exclusive: true }),
    item('b', { createdAt: AT }),
    item('c', { createdAt: LATER }),
    item('d', { confidence: 0.9 }),
    item('e', { exclusive: true }),
    item('f', { importance: 'high' }),
    item('g', { importance: 'critical' }),
  ]
  expect(weightiestFirst(items).map(({ id }) => id)).toEqual(['g', 'f', 'e', 'd', 'c', 'b', 'a'])
})

test('given facts that weigh the same, then they are as they were said, whatever their ids', () => {
  const said = ['c', 'a', 'b'].map((id, place) => item(id, { threadId: 'a', place }))
  const elsewhere = item('0', { threadId: 'b', place: 0 })
  const all = [elsewhere, ...said.toReversed()]
  expect(weightiestFirst(all).map(({ id }) => id)).toEqual(['c', 'a', 'b', '0'])
})

test('given facts of one place that weigh the same, then they are in the order of their ids, however they came', () => {
  const ids = ['x', 'z', 'y']
  const sorted = (some: readonly string[]) =>
    weightiestFirst(some.map((id) => item(id, { resourceId: 'one' }))).map(({ id }) => id)
  expect(sorted(ids)).toEqual(['x', 'y', 'z'])
  expect(sorted(ids.toReversed())).toEqual(['x', 'y', 'z'])
})

test('given facts that contest others, then those that contest what stands are left out', () => {
  const items = [
    item('a'),
    item('b', { contests: ['stands'] }),
    item('c', { contests: ['gone'] }),
    item('d', { contests: ['gone', 'stands'] }),
  ]
  expect(uncontested(items, new Set(['stands'])).map(({ id }) => id)).toEqual(['a', 'c'])
})

describe('what the engine is asked', () => {
  test('given facts, then their words, times and whether they weigh are told, and the summary before', () => {
    const items = (['low', 'medium', 'high', 'critical'] as const).map((importance) =>
      item(importance, { importance }),
    )
    const previous = { category: 'work', text: 'Before.', updatedAt: AT }
    expect(summaryRequest(category, items, previous)).toEqual({
      category,
      previous: 'Before.',
      maxTokens: 160,
      facts: [
        { text: 'the text of low', flagged: false, validFrom: AT },
        { text: 'the text of medium', flagged: false, validFrom: AT },
        { text: 'the text of high', flagged: true, validFrom: AT },
        { text: 'the text of critical', flagged: true, validFrom: AT },
      ],
    })
  })

  test('given a fact that says one thing, then what it says is told, as the text writes it, and since when where that is known', () => {
    const said = { subject: 'ana', attribute: 'home', value: 'Oslo', text: 'Ana moved.' }
    const saysOf = (more: Partial<Item>) =>
      summaryRequest(category, [item('a', { ...said, ...more })], undefined).facts[0]!.says
    const says = { subject: 'Ana', attribute: 'home', value: 'Oslo', since: null }
    expect(saysOf({})).toEqual(says)
    expect(saysOf({ supersedes: ['x'] })).toEqual({ ...says, since: AT })
    expect(saysOf({ validFrom: LATER })).toEqual({ ...says, since: LATER })
    expect(saysOf({ subject: "ana's wife" })?.subject).toBe("Ana's wife")
    expect(saysOf({ subject: 'user', text: 'The User moved' })?.subject).toBe('user')
    const wife = { subject: "anna maria's wife", text: "Anna Maria's wife moved" }
    expect(saysOf(wife)?.subject).toBe("Anna Maria's wife")
    expect(saysOf({ subject: null })).toBeUndefined()
    expect(saysOf({ attribute: null })).toBeUndefined()
    expect(saysOf({ value: null })).toBeUndefined()
  })

  test('given no summary before, then it is empty', () => {
    expect(summaryRequest(category, [], undefined)).toMatchObject({ previous: '', facts: [] })
  })
})

describe('a summary', () => {
  const cause = { id: RESOURCE, occurredAt: LATER, source: 7 }
  const written = { category: 'work', text: 'Now.', engine: 'test', refreshed: false }
  const earlier = (text: string) => ({ category: 'work', text, updatedAt: AT })

  test('given another text, then it is a new version that names its cause', () => {
    const event = decide(USER, cause, { summary: written, previous: earlier('Before.') })
    expect(event).toEqual({
      id: derivedUuid(RESOURCE, 'summary work'),
      type: 'SummaryEvolved',
      ...USER,
      occurredAt: LATER,
      open: { category: 'work', source: 7, engine: 'test' },
      sealed: { text: 'Now.' },
    })
    expect(
      decide(USER, cause, { summary: { ...written, category: 'home' }, previous: undefined })!.id,
    ).not.toBe(event!.id)
  })

  test('given the text that it was, then there is none, unless it is refreshed', () => {
    expect(decide(USER, cause, { summary: written, previous: earlier('Now.') })).toBeNull()
    expect(
      decide(USER, cause, { summary: { ...written, refreshed: true }, previous: earlier('Now.') }),
    ).not.toBeNull()
  })

  test('given no text and none before, then there is none', () => {
    expect(
      decide(USER, cause, { summary: { ...written, text: '' }, previous: undefined }),
    ).toBeNull()
  })
})

test('given a maintenance, when its summaries are written, then what it did is told once', () => {
  const { event } = delivered('FactsMaintained', { open: opens.factsMaintained, occurredAt: AT })
  expect(maintenanceCompleted(event, 4)).toEqual({
    id: derivedUuid(event.id, 'completed'),
    type: 'MaintenanceCompleted',
    ...USER,
    occurredAt: AT,
    open: { source: 6, keyGeneration: 1, pruned: 1, merged: 1, refreshed: 4 },
    sealed: null,
  })
})
