// Searching for what a forget says is gone: the search finds nothing where it is gone, and names everything that is
// left.
import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { acceptForget } from '../../../apps/api/intake/forget.ts'
import { objectKey } from '../../../infra/ports/object-store.ts'
import type { Fence } from '../../../infra/ports/projection.ts'
import { firstOf, lastOf, present } from '../../../infra/runtime/certain.ts'
import { replay } from '../../../infra/runtime/replay/replay.ts'
import { flow as topologies } from '../../../processors/flow.ts'
import type { Forgetting } from '../../../processors/forget/decide.ts'
import { reachOf } from '../../../processors/forget/reach.ts'
import { findForget, findLeft, type SearchPorts } from '../../../processors/forget/verify-forget.ts'
import { createIndexMemory } from '../../../processors/index-memory/processor.ts'
import { createKeepAudit } from '../../../processors/keep-audit/processor.ts'
import { createUpdateGraph } from '../../../processors/update-graph/processor.ts'
import type { Scope } from '../../../schemas/identifiers.ts'
import { topics, WRITES } from '../../../schemas/topics.ts'
import { AT, storedEvent } from '../../contracts/given.ts'
import { startedOnce } from '../../started.ts'
import { ANN, BOB, CID, forget, remember, USERS } from '../audit-seals/given.ts'
import { inMemoryProjections, type Projections, startFlow } from '../in-memory.ts'

const reach = reachOf(topologies, topics)

const flow = startedOnce(startFlow)
/** As they were before anything was forgotten. */
let stale: Projections
/** Ann is forgotten, Bob has come back since, and of Cid one category is gone. */
let forgets: Forgetting[]
beforeAll(async () => {
  for (const scope of USERS) await remember(flow, scope, 'I live in Berlin. I work at Acme.')
  await flow.drained()
  stale = inMemoryProjections()
  const { language } = flow.ports
  for (const projector of [
    createKeepAudit(stale),
    createUpdateGraph(stale),
    createIndexMemory({ ...stale, language }),
  ]) {
    await replay(flow.runtime, projector, () => undefined)
  }
  await forget(flow, ANN)
  await forget(flow, BOB)
  await forget(flow, CID, 'work')
  await flow.drained()
  await remember(flow, BOB, 'I live in Oslo.')
  await flow.drained()
})
beforeEach(async () => {
  forgets = await Promise.all(USERS.map(forgetOf))
})

async function forgetOf(scope: Scope): Promise<Forgetting> {
  for await (const records of flow.ports.log.read({ topic: WRITES, partition: 0, scope })) {
    const asked = records.find(({ event }) => event!.type === 'MemoryForgotten')
    if (asked) return (await findForget(flow.ports.log, scope, asked.event!.id))!
  }
  throw new Error('no forget')
}

const left = (forgetting: Forgetting, ports: Partial<SearchPorts> = {}) =>
  findLeft({ ...flow.ports, ...ports }, reach, forgetting)

test('given a forget of a user, of one who came back, and of a category, then nothing is found', async () => {
  for (const forgetting of forgets) expect(await left(forgetting)).toEqual([])
})

test('given a forget of another user, or an id that is no forget, then there is none', async () => {
  expect(await findForget(flow.ports.log, BOB, forgets[0]!.id)).toBeNull()
  const written = await flow.ports.log.append([
    { topic: WRITES, event: storedEvent({ ...ANN, userId: 'dan' }) },
  ])
  expect(written).toHaveLength(1)
  expect(await findForget(flow.ports.log, { ...ANN, userId: 'dan' }, forgets[0]!.id)).toBeNull()
})

test('given a forget that repeats another, then either id finds it, and no id of another event', async () => {
  const EVE = { ...ANN, userId: 'eve' }
  const repeats = randomUUID()
  const written = storedEvent(EVE, { causationId: repeats })
  await flow.ports.log.append([{ topic: WRITES, event: written }])
  expect(await findForget(flow.ports.log, EVE, repeats)).toBeNull()
  const id = await acceptForget(flow.ports, { ...EVE, repeats }, new Date())
  expect(await findForget(flow.ports.log, EVE, repeats)).toMatchObject({ id, category: null })
  expect(await findForget(flow.ports.log, EVE, id)).toMatchObject({ id, ...EVE })
  expect(await findForget(flow.ports.log, EVE, written.id)).toBeNull()
  expect(await findForget(flow.ports.log, EVE, randomUUID())).toBeNull()
})

test('given a forget of a category that holds half of a surrogate pair, then nothing is found', async () => {
  const FAY = { ...ANN, userId: 'fay' }
  await forget(flow, FAY, 'half a \ud83d pair')
  await flow.drained()
  expect(await left(await forgetOf(FAY))).toEqual([])
})

describe('remains are found', () => {
  test('a key', async () => {
    const keys = { ...flow.ports.keys, get: async () => new Uint8Array(32) }
    expect(await left(forgets[0]!, { keys })).toEqual([{ store: 'keys', what: 'generation 1' }])
  })

  test('in the memory: items, resources, and that it never heard of the forget', async () => {
    const found = await left(forgets[0]!, { memory: stale.memory })
    expect(found.every(({ store }) => store === 'memory')).toBe(true)
    expect(found.filter(({ what }) => what.startsWith('item '))).toHaveLength(2)
    expect(found.filter(({ what }) => what.startsWith('resource '))).toHaveLength(1)
    expect(found.map(({ what }) => what)).toContain('it does not know of the forget')
  })

  test('in the memory, whose pages are all read', async () => {
    const { listItems } = stale.memory
    const memory: SearchPorts['memory'] = {
      ...stale.memory,
      listItems: (scope, page) => listItems(scope, { ...page, limit: 1 }),
    }
    const found = await left(forgets[0]!, { memory })
    expect(found.filter(({ what }) => what.startsWith('item '))).toHaveLength(2)
  })

  test('a store that knows only of an earlier forget, or of one of a category', async () => {
    const { fences } = flow.ports.memory
    const unknown = [{ store: 'memory', what: 'it does not know of the forget' }]
    for (const changed of [{ before: forgets[0]!.before - 1 }, { category: 'work' }]) {
      const memory: SearchPorts['memory'] = {
        ...flow.ports.memory,
        fences: async (scopes) => (await fences(scopes)).map((fence) => ({ ...fence, ...changed })),
      }
      expect(await left(forgets[0]!, { memory })).toEqual(unknown)
    }
  })

  test('in the memory of who came back, and of a category only what was of it', async () => {
    const ofBob = await left(forgets[1]!, { memory: stale.memory })
    expect(ofBob.filter(({ what }) => what.startsWith('item '))).toHaveLength(2)
    const ofCid = await left(forgets[2]!, { memory: stale.memory })
    expect(ofCid.filter(({ what }) => what.startsWith('item '))).toHaveLength(1)
  })

  test('in the memory, summaries by their category, unless the user has written since', async () => {
    const { summaries } = stale.memory
    const memory: SearchPorts['memory'] = { ...flow.ports.memory, summaries }
    const [ann, bob, cid] = await Promise.all(
      forgets.map((forgetting) => left(forgetting, { memory })),
    )
    expect(ann).toEqual([
      { store: 'memory', what: 'summary profile' },
      { store: 'memory', what: 'summary work' },
    ])
    expect(bob).toEqual([])
    expect(cid).toEqual([{ store: 'memory', what: 'summary work' }])
  })

  test('in the graph, by no name', async () => {
    const found = await left(forgets[0]!, { graph: stale.graph })
    const entities = found.filter(({ what }) => what.startsWith('entity '))
    expect(entities.slice(0, 2)).toEqual([
      { store: 'graph', what: 'entity 1' },
      { store: 'graph', what: 'entity 2' },
    ])
    expect(JSON.stringify(found)).not.toMatch(/Berlin|Acme/)
  })

  test('in the audit, of a category only its own', async () => {
    const whole = await left(forgets[0]!, { audit: stale.audit })
    const category = await left(forgets[2]!, { audit: stale.audit })
    const entries = (found: typeof whole) => found.filter(({ what }) => what.startsWith('entry '))
    expect(entries(category).length).toBeGreaterThan(0)
    expect(new Set(entries(category).map(({ store }) => store))).toEqual(new Set(['audit']))
    expect(entries(whole).length).toBeGreaterThan(entries(category).length)
  })

  test('deliveries, by their number', async () => {
    const asked: Fence[] = []
    const countForbidden = async (fence: Fence) => asked.push(fence) + 1
    const deliveries = { ...flow.ports.deliveries, countForbidden }
    expect(await left(forgets[2]!, { deliveries })).toEqual([
      { store: 'deliveries', what: '2 of webhooks' },
    ])
    const { appId, userId, category, before, keyGeneration } = forgets[2]!
    expect(asked).toEqual([{ appId, userId, category, before, keyGeneration }])
  })

  test('a record of the log, and an object', async () => {
    const [ann] = forgets
    const open = { source: ann!.before - 1, category: 'work' }
    const event = storedEvent(ANN, { type: 'FactReinforced', open, recordedAt: AT })
    await flow.ports.log.append([{ topic: 'memory.facts.v1', event }])
    const key = objectKey(ANN.appId, ANN.userId, '1', 'left')
    await flow.ports.objects.putMany([{ key, body: new Uint8Array(1) }])
    expect(await left(ann!)).toEqual([
      { store: 'log', what: `memory.facts.v1 ${event.id}` },
      { store: 'objects', what: '1/left' },
    ])
  })

  test('of a category an object only where that forget left nothing of its resource', async () => {
    const cid = present(forgets[2], 'forget of a category')
    // Pages go in the order of the keys.
    const ids = [randomUUID(), randomUUID()].sort()
    const [other, gone] = [firstOf(ids), lastOf(ids)]
    const erased = (resourceId: string, forgottenId: string) => {
      const open = { source: 1, resourceId, forgottenId }
      return storedEvent(CID, { type: 'ResourceErased', version: 2, open, recordedAt: AT })
    }
    for (const event of [erased(gone, cid.id), erased(other, randomUUID())]) {
      await flow.ports.log.append([{ topic: 'memory.facts.v1', event }])
    }
    const keys = [gone, other].map((id) => objectKey(CID.appId, CID.userId, '1', id))
    await flow.ports.objects.putMany(keys.map((key) => ({ key, body: new Uint8Array(1) })))
    const found = [{ store: 'objects', what: `1/${gone}` }]
    expect(await left(cid)).toEqual(found)
    // A page of objects may hold none that is left.
    const { list } = flow.ports.objects
    const objects: SearchPorts['objects'] = {
      ...flow.ports.objects,
      list: (which) => list({ ...which, limit: 1 }),
    }
    expect(await left(cid, { objects })).toEqual(found)
  })
})
