// A claim of which the server leases a part.
import { expect, test } from 'vitest'
import { createElasticsearchDeliveryStore } from '../../../../infra/elasticsearch/delivery-store.ts'
import { isOutage } from '../../../../infra/runtime/fail/retry.ts'
import { startedEach } from '../../../started.ts'
import { type Answer, type Asked, startAnsweringServer } from '../answering-server.ts'

const NOW = '2026-11-20T09:00:00.000Z'
const leased = { index: { status: 200, _seq_no: 8, _primary_term: 1 } }
const failed = (status: number, type: string) => ({ index: { status, error: { type } } })

let items: object[] = []
const server = startedEach(() => startAnsweringServer(answered))

function answered({ path }: Asked): Answer | undefined {
  if (path.startsWith('/_alias/')) {
    return { body: { 'p-deliveries-meta-1': { aliases: { 'p-deliveries-meta': {} } } } }
  }
  if (path.startsWith('/_mget')) return { body: { docs: [{ found: false }, { found: false }] } }
  if (path.startsWith('/_bulk')) return { body: { errors: true, items } }
  if (!path.startsWith('/p-deliveries/_search')) return undefined
  return { body: { hits: { hits: ['a', 'b'].map(group) } } }
}

/** A webhook with one delivery that is due. */
function group(id: string) {
  const doc = JSON.stringify({ appId: 'app', userId: id, id, webhookId: id })
  const _source = { doc, aside: '', source: 1, keyGeneration: 1 }
  const hit = { _index: 'p-deliveries-1', _id: id, _source, _seq_no: 7, _primary_term: 1 }
  return { ...hit, inner_hits: { due: { hits: { hits: [hit] } } } }
}

async function claimed(): Promise<unknown> {
  const store = createElasticsearchDeliveryStore({ url: server.url, prefix: 'p' })
  const claiming = { now: NOW, leaseUntil: NOW, limit: 9, perWebhook: 1, left: new Map() }
  return store
    .claim(claiming)
    .then((all) => all.map(({ id }) => id))
    .catch((error: unknown) => error)
    .finally(store.close)
}

test.each([
  ['refuses', 400, 'document_parsing_exception'],
  ['has no room for', 429, 'circuit_breaking_exception'],
])(
  'given a delivery that the server %s, when claimed, then the others are',
  async (_, status, type) => {
    items = [failed(status, type), leased]
    expect(await claimed()).toEqual(['b'])
  },
)

test('given a server that leases none, when claimed, then that is an outage', async () => {
  items = [failed(409, 'version_conflict_engine_exception'), failed(429, 'es_rejected')]
  expect(isOutage(await claimed())).toBe(true)
})

test('given deliveries that others have claimed, when claimed, then there are none', async () => {
  items = [failed(409, 'version_conflict_engine_exception'), failed(409, 'version_conflict')]
  expect(await claimed()).toEqual([])
})
