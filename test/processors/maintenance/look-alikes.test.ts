// Which facts are compared at all: those that share a key, and some of them where there are many.
import { expect, test } from 'vitest'
import type { Item } from '../../../infra/ports/memory-store.ts'
import { createLookAlikes } from '../../../processors/maintenance/look-alikes.ts'
import { itemDocument } from '../../contracts/memory-documents.ts'
import { USER } from '../given.ts'

function groupsOf(...facts: (Partial<Item> & { id: string })[]) {
  const alike = createLookAlikes()
  for (const { id, ...item } of facts) alike.add(itemDocument(USER, { id, item }).item)
  return alike.groups()
}

const home = { subject: 'user', attribute: 'home', value: 'Berlin', exclusive: true }

test('given facts, when gathered, then those that share words or a value are a group each, and one alone is none', () => {
  const groups = groupsOf(
    { id: 'a', text: 'I live in Berlin.', ...home },
    { id: 'b', text: 'I like tea.' },
    { id: 'c', text: 'I live in Berlin!' },
    { id: 'd', text: 'My home is Berlin.', ...home },
  )
  expect(groups).toEqual([
    ['a', 'c'],
    ['a', 'd'],
  ])
})

test('given more look-alikes than are compared, when gathered, then the last fifty of a group are', () => {
  const facts = Array.from({ length: 59 }, (_, n) => ({ id: `f${n}`, text: 'I like tea.' }))
  expect(groupsOf(...facts)).toEqual([facts.slice(9).map(({ id }) => id)])
})

test('given more groups than are compared, when gathered, then the first five thousand are', () => {
  const facts = Array.from({ length: 5001 }, (_, n) =>
    ['a', 'b'].map((id) => ({ id: `${id}${n}`, text: `I like tea number ${n}.` })),
  )
  const groups = groupsOf(...facts.flat())
  expect(groups).toHaveLength(5000)
  expect(groups.at(-1)).toEqual(['a4999', 'b4999'])
})
