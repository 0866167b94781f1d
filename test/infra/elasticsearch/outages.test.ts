// Failures of the server or of a document, and the reported error: whether waiting helps, and none of a user's words.
import { Client } from '@elastic/elasticsearch'
import { describe, expect, test } from 'vitest'
import { throwFirst } from '../../../infra/elasticsearch/client/bulk.ts'
import { createElasticsearchClient, failureOf } from '../../../infra/elasticsearch/client/client.ts'
import { eraseMemory, planMemory } from '../../../infra/elasticsearch/memory/erase-memory.ts'
import { prepareMemoryStep } from '../../../infra/elasticsearch/memory/memory-documents.ts'
import { createElasticsearchMemoryStore } from '../../../infra/elasticsearch/memory-store.ts'
import { applyStep, given } from '../../../infra/elasticsearch/projection/step.ts'
import { isOutage } from '../../../infra/runtime/fail/retry.ts'
import { createPlaces, newScope } from '../../contracts/given.ts'
import { itemDocument } from '../../contracts/memory-documents.ts'
import { givenServer, needsServer, serverUrl } from './given-server.ts'
import { stepOf } from './steps.ts'

const NOWHERE = 'http://127.0.0.1:9'
const CANARY = 'xylophonecanary'

const bulkItem = (status: number, type: string) => ({
  index: { _index: 'i', status, error: { type, reason: CANARY } },
})

test.each([429, 503, 500, 403, 401, 404])(
  'given status %i, when told, then it is an outage',
  (status) => {
    expect(isOutage(failureOf(status, 'some_exception'))).toBe(true)
  },
)

test.each([400, 409, 413])(
  'given status %i, when told, then it is the request’s fault',
  (status) => {
    expect(isOutage(failureOf(status, 'some_exception'))).toBe(false)
  },
)

test('given a bulk reply of conflicts, when looked at, then all is well', () => {
  throwFirst([{ delete: { _index: 'i', status: 404, result: 'not_found' } }, bulkItem(409, 'v')])
})

test('given a bulk reply with a refusal and an outage, when looked at, then the outage is thrown', () => {
  const thrown = caught(() => throwFirst([bulkItem(400, 'parsing'), bulkItem(429, 'rejected')]))
  expect(isOutage(thrown)).toBe(true)
  expect(String(thrown)).not.toContain(CANARY)
})

test('given a bulk reply with a refusal, when looked at, then it is thrown without what was sent', () => {
  const thrown = caught(() => throwFirst([bulkItem(409, 'v'), bulkItem(400, 'parsing')]))
  expect(isOutage(thrown)).toBe(false)
  expect(String(thrown)).toContain('400 parsing')
  expect(JSON.stringify(thrown) + String(thrown)).not.toContain(CANARY)
})

test('given no server, when used, then it is an outage and can be closed twice', async () => {
  const store = createElasticsearchMemoryStore({ url: NOWHERE, dimensions: 4 })
  await expect(store.ping()).rejects.toMatchObject({ outage: true })
  await expect(store.hasItems(newScope())).rejects.toMatchObject({ outage: true })
  await store.close()
  await store.close()
})

test('given a client of one’s own, when the store is closed, then the client is not', async () => {
  const client = createElasticsearchClient({ url: NOWHERE, auth: { username: 'u', password: 'p' } })
  expect(client).toBeInstanceOf(Client)
  await createElasticsearchMemoryStore({ client, dimensions: 4 }).close()
  await expect(client.count()).rejects.toThrow('ConnectionError')
  await client.close()
})

test('given a server that is gone, when a step asks it several things at once, then no failure goes unheard', async () => {
  const client = createElasticsearchClient({ url: NOWHERE })
  const unheard: unknown[] = []
  const hear = (error: unknown) => unheard.push(error)
  process.on('unhandledRejection', hear)
  const target = { client, names: { meta: 'meta', items: 'items', records: 'records' } }
  const [document] = prepareMemoryStep(
    { erasedResources: [], erasures: [] },
    [itemDocument(newScope(), { id: 'i' })],
    4,
  )
  const work = { ...given([document!]), plan: planMemory, erase: eraseMemory }
  const step = stepOf(createPlaces()())
  await expect(applyStep(target, step, work)).rejects.toMatchObject({ outage: true })
  await new Promise((resolve) => setImmediate(resolve))
  process.off('unhandledRejection', hear)
  expect(unheard).toEqual([])
  await client.close()
})

describe.skipIf(!serverUrl)(needsServer, () => {
  const { client, newPrefix } = givenServer()
  const open = (prefix: string, dimensions = 4) =>
    createElasticsearchMemoryStore({ client: client(), prefix, dimensions })

  test('given a document that the index cannot take, when applied, then it is refused without its words', async () => {
    const [scope, place] = [newScope(), createPlaces()]
    const store = open(newPrefix())
    const far = itemDocument(scope, {
      id: 'far',
      item: { category: CANARY, ordinal: `${CANARY} is no number` as unknown as number },
    })
    const documents = [itemDocument(scope, { id: 'near' }), far]
    const thrown = await store.apply(stepOf(place(), { documents })).catch((error) => error)
    expect(isOutage(thrown)).toBe(false)
    expect(thrown.message).toMatch(/^Elasticsearch refused a request \(400 \w+\)$/)
    expect(await store.checkpoints('memory.facts.v1')).toEqual(new Map())
  })

  test('given indices that take no writes, when applied, then it is an outage, and reads go on', async () => {
    const [scope, place, prefix] = [newScope(), createPlaces(), newPrefix()]
    const store = open(prefix)
    await store.apply(stepOf(place(), { documents: [itemDocument(scope, { id: 'a' })] }))
    await client().indices.putSettings({
      index: `${prefix}-items-1`,
      settings: { 'index.blocks.read_only_allow_delete': true } as object,
    })
    const step = stepOf(place(), { documents: [itemDocument(scope, { id: 'b' })] })
    await expect(store.apply(step)).rejects.toMatchObject({ outage: true })
    expect(await store.hasItems(scope)).toBe(true)
    await client().indices.putSettings({
      index: `${prefix}-items-1`,
      settings: { 'index.blocks.read_only_allow_delete': null } as object,
    })
    await store.apply(step)
    expect((await store.items(scope, ['a', 'b'])).length).toBe(2)
  })

  test('given an index of other vectors, when opened, then it is refused with both sizes', async () => {
    const prefix = newPrefix()
    await open(prefix, 4).ping()
    await expect(open(prefix, 8).ping()).rejects.toThrow(
      'holds vectors of 4 dimensions, not 8: rebuild it',
    )
  })

  test('given many that open at once, when there is nothing yet, then all can work', async () => {
    const prefix = newPrefix()
    await Promise.all(Array.from({ length: 5 }, () => open(prefix).ping()))
  })
})

function caught(work: () => void): Error {
  try {
    work()
  } catch (error) {
    return error as Error
  }
  throw new Error('nothing was thrown')
}
