// When apps are told: not before the stores hold it; and under which key.
import { expect, test } from 'vitest'
import type { GraphStore } from '../../../infra/ports/graph-store.ts'
import type { MemoryStore } from '../../../infra/ports/memory-store.ts'
import type { Delivered } from '../../../infra/runtime/processor.ts'
import { factIdOf } from '../../../processors/extract-facts/decide.ts'
import { createRaiseNotices } from '../../../processors/raise-notices/processor.ts'
import type { AnyTopicName } from '../../../schemas/topics.ts'
import { alone, delivered, opens, RESOURCE } from '../given.ts'

/** Stores that hold everything up to a position of each topic, and what was asked of them. */
function stores(upTo: Partial<Record<AnyTopicName, number>> = {}) {
  const asked: string[] = []
  const checkpoints = (store: string) => async (topic: AnyTopicName) => {
    asked.push(`${store} ${topic}`)
    return new Map([[0, upTo[topic] ?? 1_000]])
  }
  const told: [string, readonly string[]][] = []
  const ports = {
    memory: { checkpoints: checkpoints('memory') } as unknown as MemoryStore,
    graph: {
      checkpoints: checkpoints('graph'),
      firsts: async ({ userId }: { userId: string }, factIds: readonly string[]) => {
        told.push([userId, factIds])
        return {
          entities: [{ name: 'Ana', type: 'person', category: 'work' }],
          relationships: [],
          updated: [],
        }
      },
    } as unknown as GraphStore,
    signal: new AbortController().signal,
  }
  return { asked, told, ports }
}

const processed = delivered('ResourceProcessed', {
  open: { ...opens.resourceProcessed, keyGeneration: 4 },
  position: 10,
})
const superseded = delivered('FactSuperseded', { open: opens.factSuperseded, position: 11 })
const contested = delivered('FactContested', { open: opens.factContested, position: 12 })
const completed = delivered('MaintenanceCompleted', {
  open: { ...opens.maintenanceCompleted, keyGeneration: 7 },
  position: 13,
})

async function raised(group: Delivered[], { ports } = stores()) {
  const outcome = await createRaiseNotices(ports).handle(group, alone())
  return (outcome.events ?? []).map(({ event, keyGeneration }) => [
    (event.open as { name: string }).name,
    keyGeneration,
  ])
}

test('given events of a user, when told, then each has its notices, in order, under the key of its event', async () => {
  expect(await raised([processed, superseded, contested])).toEqual([
    ['entity.created', 4],
    ['memory.processed', 4],
    ['conflict.detected', 1],
    ['conflict.detected', 1],
  ])
  expect(await raised([completed])).toEqual([['maintenance.completed', 7]])
})

test('given a processed resource, when told, then the graph is asked for what its facts were the first to say', async () => {
  const given = stores()
  await raised([processed], given)
  expect(given.told).toEqual([['user', [factIdOf(RESOURCE, 0), factIdOf(RESOURCE, 1)]]])
})

test('given an event that tells apps nothing, when handled, then nothing is told', async () => {
  const other = delivered('FactReinforced', { open: opens.factReinforced })
  expect(await raised([other])).toEqual([])
})

test('given events among the facts, when told, then index and graph are waited for; among the summaries, the index alone', async () => {
  const facts = stores()
  await raised([processed], facts)
  expect(facts.asked.sort()).toEqual(['graph memory.facts.v1', 'memory memory.facts.v1'])
  const summaries = stores()
  await raised([completed], summaries)
  expect(summaries.asked).toEqual(['memory memory.summaries.v1'])
})

test('given stores that hold all but the last event, when handled, then that one is waited for', async () => {
  const { ports } = stores({ 'memory.facts.v1': 11 })
  await raised([processed, superseded], { ...stores(), ports })
  const signal = AbortSignal.abort(new Error('the service stops'))
  const waiting = createRaiseNotices({ ...ports, signal }).handle([superseded, contested], alone())
  await expect(waiting).rejects.toThrow('the service stops')
})
