// After a category is forgotten, a replay of the remaining log gives the content of the store: also where facts of
// several categories had superseded and repeated each other.
import { expect, test } from 'vitest'
import type { MemoryStore } from '../../../infra/ports/memory-store.ts'
import type { Delivered } from '../../../infra/runtime/run/processor.ts'
import { createSqliteMemoryStore } from '../../../infra/sqlite/memory-store.ts'
import { isForgotten } from '../../../processors/forget/decide.ts'
import { createIndexMemory } from '../../../processors/index-memory/processor.ts'
import { AT } from '../../contracts/given.ts'
import { delivered, LATER, opens, RESOURCE, sealedFact, USER } from '../given.ts'

const OTHER = '22222222-2222-4222-8222-222222222222'
const FENCE = 50

const write = (id: string, position: number) =>
  delivered('ContentStored', { id, position, open: opens.contentStored })
const fact = (factId: string, category: string, resourceId: string, position: number) =>
  delivered('FactAsserted', {
    position,
    open: { ...opens.factAsserted, factId, category, resourceId, source: 3 },
    sealed: { ...sealedFact, text: `the text of ${factId}` },
  })
const supersede = (factId: string, category: string, supersededBy: string, position: number) =>
  delivered('FactSuperseded', {
    position,
    open: { ...opens.factSuperseded, factId, category, supersededBy, source: 3 },
  })

async function take(store: MemoryStore, events: readonly Delivered[]): Promise<void> {
  const { apply } = createIndexMemory({ memory: store, language: { terms: () => ['word'] } })
  for (const { topic, partition, position, ...rest } of events) {
    const at = { topic, partition, position }
    await apply([{ ...at, ...rest }], at)
  }
}

test.each([
  ['health closed work', 'work', 'health'],
  ['work closed health', 'health', 'work'],
])(
  'given that %s, when health is forgotten, then live and replayed stores are equal',
  async (_, older, newer) => {
    const forgotten = delivered('MemoryForgotten', {
      position: FENCE,
      open: { category: 'health', keyGeneration: 0 },
    })
    const events: Delivered[] = [
      write(RESOURCE, 1),
      write(OTHER, 3),
      fact('older', older, RESOURCE, 1),
      fact('kept', 'work', RESOURCE, 2),
      fact('newer', newer, OTHER, 3),
      supersede('older', older, 'newer', 5),
      fact('twin', newer, RESOURCE, 4),
      delivered('FactMerged', {
        position: 6,
        open: { ...opens.factMerged, factId: 'twin', mergedInto: 'newer', category: newer },
      }),
      fact('faded', older, RESOURCE, 7),
      delivered('FactPruned', {
        position: 8,
        open: { ...opens.factPruned, factId: 'faded', category: older },
      }),
      delivered('FactReinforced', {
        position: 9,
        open: { ...opens.factReinforced, factId: 'kept', resourceId: OTHER, source: 3 },
      }),
    ]
    const live = createSqliteMemoryStore({ path: ':memory:' })
    await take(live, [...events, forgotten])
    const { resourceIds } = (await live.receipt(USER, FENCE))!
    const left = events.filter(
      ({ topic, partition, position, event }) =>
        !isForgotten(
          {
            topic,
            partition,
            position,
            defect: null,
            event: { ...event, open: event.open, sealed: null },
          },
          { category: 'health', before: FENCE, recordedAt: LATER },
          new Set(resourceIds),
        ),
    )
    const erased = resourceIds.map((resourceId) =>
      delivered('ResourceErased', {
        position: 60,
        open: { source: FENCE, resourceId, forgottenId: RESOURCE },
      }),
    )
    await take(live, erased)
    for (const order of [
      [...left, forgotten, ...erased],
      [forgotten, ...left.filter(({ topic }) => topic === 'memory.facts.v1'), ...erased],
    ]) {
      const replayed = createSqliteMemoryStore({ path: ':memory:' })
      await take(replayed, order)
      const items = await replayed.listItems(USER, { limit: 9 })
      expect(items).toEqual(await live.listItems(USER, { limit: 9 }))
      await replayed.close()
    }
    const items = (await live.listItems(USER, { limit: 9 })).data
    expect(items.map(({ category }) => category)).not.toContain('health')
    expect(items.find(({ id }) => id === 'kept')).toMatchObject({ createdAt: AT })
    await live.close()
  },
)
