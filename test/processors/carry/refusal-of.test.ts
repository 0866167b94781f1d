// What is wrong with an event of an export is said by its field and its rule.
import { expect, test } from 'vitest'
import { refusalOf } from '../../../processors/carry/refusal-of.ts'
import { exported, statements } from './given.ts'

test.each(['ContentStored', 'MaintenanceRequested', 'FactAsserted', 'SummaryEvolved'] as const)(
  'takes %s',
  (type) => {
    expect(refusalOf(exported(type))).toBeNull()
  },
)

test.each(statements)('refuses %s, a statement of the other service', (type) => {
  expect(refusalOf(exported(type))).toBe('type: is no event that is carried over')
})

const fact = exported('FactAsserted')

test.each([
  ['a type that is none', { type: 'NoSuchType' }, 'type: is no event that is carried over'],
  [
    'a type of another topic',
    { topic: 'memory.summaries.v1' as const },
    'type: is no event that is carried over',
  ],
  [
    'a field of the wrong kind',
    { open: { ...fact.open, source: 'x' } },
    'open.source: invalid_type',
  ],
  [
    'a field within a field',
    { open: { ...fact.open, span: { start: 0, end: -1 } } },
    'open.span.end: too_small',
  ],
  ['a field that is not declared', { open: { ...fact.open, x: 1 } }, 'open: unrecognized_keys'],
  ['no sealed part where the type has one', { sealed: null }, 'sealed: invalid_type'],
  [
    'both parts wrong, by the open one',
    { open: { ...fact.open, place: -1 }, sealed: null },
    'open.place: too_small',
  ],
])('refuses %s', (_, parts, refusal) => {
  expect(refusalOf({ ...fact, ...parts })).toBe(refusal)
})
