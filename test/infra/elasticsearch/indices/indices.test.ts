// Indices on a bad day: what is told before any document is sent is no document's fault.
import { expect, onTestFinished, test } from 'vitest'
import { createElasticsearchAuditStore } from '../../../../infra/elasticsearch/audit-store.ts'
import { auditFamily } from '../../../../infra/elasticsearch/indices/mappings.ts'
import { isOutage } from '../../../../infra/runtime/fail/retry.ts'
import { auditEntry } from '../../../../processors/keep-audit/evolve.ts'
import { createPlaces, fenceOf, newScope } from '../../../contracts/given.ts'
import { delivered, opens } from '../../../processors/given.ts'
import { startedEach } from '../../../started.ts'
import { type Answer, type Asked, startAnsweringServer } from '../answering-server.ts'

let answer: (asked: Asked) => Answer | undefined = () => undefined
const server = startedEach(() => startAnsweringServer((asked) => answer(asked)))

const refused: Answer = { status: 400, body: { error: { type: 'illegal_argument_exception' } } }
const inUse = { aliases: { 'p-audit-meta': {} } }
const isAlias = ({ path }: Asked) => path.startsWith('/_alias/')
const isMeta = ({ path }: Asked) => path.startsWith('/p-audit-meta-1')

async function applied(): Promise<unknown> {
  const store = createElasticsearchAuditStore({ url: server.url, prefix: 'p', cleanAfterMs: null })
  const checkpoint = { topic: 'memory.writes.v1', partition: 0, position: 1 } as const
  const fences = [fenceOf(newScope(), 1)]
  return store
    .apply({ checkpoint, fences, entries: [], removed: [] })
    .catch((error: unknown) => error)
    .finally(store.close)
}

test('given a server that does not take an index as it has to be, when a step comes, then it waits', async () => {
  answer = (asked) => {
    if (isAlias(asked)) return { status: 404 }
    if (asked.method === 'HEAD') return { status: 404 }
    return asked.method === 'PUT' && isMeta(asked) ? refused : undefined
  }
  expect(isOutage(await applied())).toBe(true)
  expect(server.asked.some((asked) => asked.method === 'PUT' && isMeta(asked))).toBe(true)
})

test('given a build that cannot be removed now, when a forget comes, then it waits', async () => {
  const builds = { 'p-audit-meta-1': inUse, 'p-audit-meta-0': {} }
  answer = (asked) => {
    if (isAlias(asked)) return { body: { 'p-audit-meta-1': inUse } }
    if (asked.method === 'GET' && asked.path.startsWith('/p-audit-meta-*')) return { body: builds }
    return asked.method === 'DELETE' ? refused : undefined
  }
  expect(isOutage(await applied())).toBe(true)
  expect(server.asked.map(({ method }) => method)).toContain('DELETE')
})

test('given an alias that points to two indices, when a step comes, then it goes into neither', async () => {
  answer = (asked) =>
    isAlias(asked) ? { body: { 'p-audit-meta-1': inUse, 'p-audit-meta-2': inUse } } : undefined
  const error = await applied()
  expect([isOutage(error), `${error}`]).toEqual([
    true,
    expect.stringContaining('p-audit-meta points to several indices'),
  ])
  expect(server.asked.every(isAlias)).toBe(true)
})

test('given an index that lacks a field since the start, when a step meets that, then the step adds it', async () => {
  const world = { hasField: true }
  const { at, ...older } = auditFamily.tables.entries.properties
  const lacking = { error: { type: 'strict_dynamic_mapping_exception' }, status: 400 }
  answer = ({ method, path, body }) => {
    if (path.startsWith('/_alias/')) return { body: { 'p-audit-meta-1': inUse } }
    if (path.startsWith('/_mget')) return { body: { docs: JSON.parse(body).docs.map(() => ({})) } }
    if (path.startsWith('/_bulk')) {
      const isEntry = body.includes('"p-audit-1"')
      return { body: { items: [{ create: isEntry && !world.hasField ? lacking : {} }] } }
    }
    if (!path.endsWith('/_mapping')) return
    if (method === 'PUT') world.hasField ||= body.includes('"at"')
    const properties = world.hasField ? { ...older, at } : older
    return { body: { 'p-audit-1': { mappings: { properties } } } }
  }
  const store = createElasticsearchAuditStore({ url: server.url, prefix: 'p', cleanAfterMs: null })
  onTestFinished(store.close)
  const place = createPlaces('memory.writes.v1')
  const entries = [auditEntry(delivered('ContentStored', { open: opens.contentStored }))]
  const step = () => store.apply({ checkpoint: place(), fences: [], entries, removed: [] })
  await step()
  world.hasField = false
  await step()
  expect(world.hasField).toBe(true)
})
