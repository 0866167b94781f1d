import { expect, test } from 'vitest'
import { asksOfBefore, isFormer } from '../../../../../apps/api/retrieval/query/former.ts'
import type { Item } from '../../../../../infra/ports/memory-store.ts'
import { newScope } from '../../../../contracts/given.ts'
import { itemDocument } from '../../../../contracts/memory-documents.ts'

test.each([
  'Where did I work before?',
  'What car did I have before the Kia?',
  'where were we originally from',
  'Where did I use to live?',
  'What did my boss used to drive?',
  'previous address',
  'my former boss',
  'ex-employer',
  "What was my sister's old flat?",
  'our last landlord',
  'my old mobile number',
  'Did I ever smoke?',
  'Where have I moved from?',
])('%j asks for what was before', (query) => {
  expect(asksOfBefore(query)).toBe(true)
})

test.each([
  'Where do I work?',
  'What should I take before bed?',
  'How old is the house?',
  'Is the old town nice?',
  'When did I last ski?',
  'Where did we go last summer?',
  'users of exports',
  'Which method do I use to prepare?',
  'What was I before meeting Maria?',
  'Where was I the week before Easter?',
  'Where was I before April 10?',
  'Where was I before 2023?',
  `${'a '.repeat(100)} my former boss`,
])('%j does not', (query) => {
  expect(asksOfBefore(query)).toBe(false)
})

const FROM = '2026-01-01T00:00:00.000Z'
const TO = '2026-02-01T00:00:00.000Z'
const AT = '2026-03-01T00:00:00.000Z'
const REPLACED = { validFrom: FROM, validTo: TO, supersededBy: 'newer' }

test.each<[string, boolean, Partial<Item>]>([
  ['was replaced', true, REPLACED],
  ['was to be replaced by now', true, { ...REPLACED, supersededBy: null, followedBy: 'newer' }],
  ['is current', false, { ...REPLACED, supersededBy: null }],
  ['will be replaced later', false, { ...REPLACED, validTo: '2026-04-01T00:00:00.000Z' }],
  ['was corrected', false, { ...REPLACED, validTo: FROM }],
  ['says the same as another', false, { ...REPLACED, merged: true, mergedAt: TO }],
  ['has faded', false, { ...REPLACED, pruned: { at: TO, reason: 'faded' } }],
])('an item that %s: %j', (_, isOne, item) => {
  expect(isFormer(itemDocument(newScope(), { id: 'one', item }).item, AT)).toBe(isOne)
})
