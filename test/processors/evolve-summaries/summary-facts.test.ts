// The facts that a summary rests on: no claim against a current fact, and no unnecessary question to the store.
import { expect, test } from 'vitest'
import type { ItemDocument, MemoryStore } from '../../../infra/ports/memory-store.ts'
import { createSqliteMemoryStore } from '../../../infra/sqlite/memory-store.ts'
import { summaryFacts } from '../../../processors/evolve-summaries/summary-facts.ts'
import { AT } from '../../contracts/given.ts'
import { itemDocument } from '../../contracts/memory-documents.ts'
import { startedEach } from '../../started.ts'
import { LATER, USER } from '../given.ts'

const memory = startedEach(() => createSqliteMemoryStore({ path: ':memory:' }))

/** Ids of the facts that the summary rests on, and of those that were requested from the store. */
async function restingOn(...documents: ItemDocument[]) {
  const checkpoint = { topic: 'memory.facts.v1' as const, partition: 0, position: 100 }
  await memory.apply({ checkpoint, fences: [], documents, erasedResources: [], erasures: [] })
  const asked: string[][] = []
  const items: MemoryStore['items'] = (scope, ids) => {
    asked.push([...ids])
    return memory.items(scope, ids)
  }
  const facts = await summaryFacts({ ...memory, items }, USER, { category: 'work', at: AT })
  return { ids: facts.map(({ id }) => id).sort(), asked }
}

const claim = (id: string, contests: string[]) => itemDocument(USER, { id, item: { contests } })

test('given facts that contest none, when read, then nothing is asked of what they contest', async () => {
  const read = await restingOn(itemDocument(USER, { id: 'a' }), claim('b', []))
  expect(read).toEqual({ ids: ['a', 'b'], asked: [] })
})

test('given what no summary may rest on, when read, then it is left out, and crowds out nothing', async () => {
  const [question, scoped] = [
    itemDocument(USER, { id: 'q', item: { text: 'Do I like tea?', importance: 'critical' } }),
    itemDocument(USER, { id: 's', item: { scopes: ['project-x'], importance: 'critical' } }),
  ]
  const read = await restingOn(itemDocument(USER, { id: 'a' }), question, scoped)
  expect(read.ids).toEqual(['a'])
})

test('given claims against one fact, when read, then it is asked for once, and stands in their way', async () => {
  const claims = [claim('b', ['a']), claim('c', ['a'])]
  const read = await restingOn(itemDocument(USER, { id: 'a' }), ...claims)
  expect(read).toEqual({ ids: ['a'], asked: [['a']] })
})

test.each([
  ['superseded', { supersededBy: 'newer' }],
  ['pruned', { pruned: { at: LATER, reason: 'faded' as const } }],
])('given a claim against a fact that was %s, when read, then it is said', async (_, item) => {
  const read = await restingOn(itemDocument(USER, { id: 'a', item }), claim('b', ['a']))
  expect(read.ids).toEqual(['b'])
})

test('given what holds and was said long ago, when much has been said since, then it is read, and told first', async () => {
  const held = itemDocument(USER, { id: 'held', slot: 'ana\nhome', item: { exclusive: true } })
  const later = Array.from({ length: 30 }, (_, n) =>
    itemDocument(USER, { id: `later ${n}`, item: { createdAt: LATER } }),
  )
  const checkpoint = { topic: 'memory.facts.v1' as const, partition: 0, position: 100 }
  const documents = [held, ...later]
  await memory.apply({ checkpoint, fences: [], documents, erasedResources: [], erasures: [] })
  expect((await summaryFacts(memory, USER, { category: 'work', at: AT }))[0]?.id).toBe('held')
})
