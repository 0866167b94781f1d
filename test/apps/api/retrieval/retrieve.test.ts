// Retrieval over real stores at different places of the log: the graph may be a moment behind the index.
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Context } from '../../../../apps/api/retrieval/packing/json-context.ts'
import { retrieve } from '../../../../apps/api/retrieval/retrieve.ts'
import { offlineQueryLanguage } from '../../../../infra/language/offline/query-language.ts'
import { createLogger } from '../../../../infra/runtime/telemetry.ts'
import { createIndexMemory } from '../../../../processors/index-memory/processor.ts'
import { createUpdateGraph } from '../../../../processors/update-graph/processor.ts'
import { retrieveRequest } from '../../../../schemas/api/reading/retrieve.ts'
import { delivered, opens, sealedFact, USER } from '../../../processors/given.ts'
import { inMemoryProjections, type Projections } from '../../../processors/in-memory.ts'

const at = (position: number) => ({ topic: 'memory.facts.v1', partition: 0, position }) as const
const inBerlin = {
  ...sealedFact,
  text: 'User lives in Berlin.',
  entities: [{ name: 'Berlin', type: 'place' as const }],
  relationships: [],
}
const berlin = delivered('FactAsserted', { open: opens.factAsserted, sealed: inBerlin })
const likesTea = delivered('FactAsserted', {
  open: { ...opens.factAsserted, factId: 'tea', ordinal: 1 },
  position: 11,
  sealed: { ...inBerlin, text: 'User likes green tea.', entities: [] },
})

let stores: Projections
beforeEach(() => {
  stores = inMemoryProjections()
})
afterEach(() => Promise.all(Object.values(stores).map((store) => store.close())))

async function ask(query: string) {
  const ports = { ...stores, language: offlineQueryLanguage, logger: createLogger('silent') }
  const now = () => new Date('2026-06-02T00:00:00.000Z')
  const request = retrieveRequest.parse({ ...USER, query })
  return (await retrieve({ ...ports, now }, request)).context as Context
}

test('given a graph that still points at what has ended, when asked for it, then nothing of it is told', async () => {
  const ended = delivered('FactPruned', { open: opens.factPruned, position: 12 })
  const index = createIndexMemory({ memory: stores.memory, language: offlineQueryLanguage })
  await index.apply([berlin, likesTea, ended], at(12))
  await createUpdateGraph({ graph: stores.graph }).apply([berlin], at(10))
  expect(await ask('Berlin?')).toMatchObject({ relevantItems: [], graphContext: [], tokenCount: 0 })
  expect((await ask('green tea')).relevantItems).toHaveLength(1)
})

test('given a fact that another takes the place of on a later day, when asked from that day on, then it is not told', async () => {
  const index = createIndexMemory({ memory: stores.memory, language: offlineQueryLanguage })
  const endsAt = (validTo: string, position: number) =>
    delivered('FactSuperseded', { open: { ...opens.factSuperseded, validTo }, position })
  await index.apply([berlin, endsAt('2026-06-02T00:00:00.001Z', 12)], at(12))
  expect((await ask('Berlin?')).relevantItems).toHaveLength(1)
  await index.apply([endsAt('2026-06-02T00:00:00.000Z', 13)], at(13))
  expect((await ask('Berlin?')).relevantItems).toEqual([])
})
