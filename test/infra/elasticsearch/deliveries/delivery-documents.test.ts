// A delivery as Elasticsearch stores it, without a server: nothing is lost, and every field has its mapping.
import { expect, test } from 'vitest'
import {
  deliveryBody,
  leaseOf,
  prepareDelivery,
  type StoredDelivery,
  storedDelivery,
  withProgress,
  writingOf,
} from '../../../../infra/elasticsearch/deliveries/delivery-documents.ts'
import { deliveryFamily } from '../../../../infra/elasticsearch/indices/mappings.ts'
import type { NewDelivery } from '../../../../infra/ports/delivery-store.ts'
import { AT } from '../../../contracts/given.ts'

const delivery: NewDelivery = {
  appId: 'app',
  userId: 'ana',
  id: '11111111-1111-4111-8111-111111111111',
  webhookId: '22222222-2222-4222-8222-222222222222',
  noticeId: '33333333-3333-4333-8333-333333333333',
  event: 'memory.processed',
  createdAt: AT,
  state: 'waiting',
  attempts: [{ at: AT, status: null, error: 'timeout', durationMs: 15_000 }],
  tries: 1,
  nextAttemptAt: AT,
  endedAt: null,
  source: 7,
  category: null,
  keyGeneration: 2,
  payload: Buffer.from([0, 255, 7]),
}
const { properties, kept } = deliveryFamily.tables.deliveries!

/** The documents as a search returns them. */
function read(body: Record<string, unknown>): StoredDelivery {
  const found = Object.entries(body).filter(([name]) => kept.includes(name))
  return Object.fromEntries(found) as StoredDelivery
}

test.each([null, 'health'])(
  'given category %j, when stored and read, then it is as it was',
  (category) => {
    const given = { ...delivery, category }
    const { body, owner, fenced } = prepareDelivery(given)
    expect(storedDelivery(read(body!))).toEqual(given)
    expect(owner).toBe('app/ana')
    expect(fenced).toMatchObject({ source: 7, category, keyGeneration: 2 })
  },
)

test('given any state, when stored, then every field has a mapping, and what ended is never due', () => {
  const leased = deliveryBody(delivery, { dueAt: AT, lease: AT })
  const ended = { ...delivery, category: 'work', state: 'failed' as const, endedAt: AT }
  const done = deliveryBody({ ...ended, nextAttemptAt: null }, { dueAt: null, lease: null })
  for (const body of [leased, done]) {
    expect(Object.keys(body).filter((name) => !(name in properties))).toEqual([])
  }
  expect(leased).toHaveProperty('lease')
  expect(done).not.toHaveProperty('dueAt')
  expect(done).not.toHaveProperty('lease')
})

test('given a lease, when it is shown, then it names the writing that it stands for, and is not stored', () => {
  const lease = leaseOf({ if_seq_no: 12, if_primary_term: 3 })
  const claimed = { ...delivery, lease }
  expect(writingOf(claimed)).toEqual({ if_seq_no: 12, if_primary_term: 3 })
  const progress = {
    state: 'failed' as const,
    attempts: [],
    tries: 5,
    nextAttemptAt: null,
    endedAt: AT,
  }
  const next = withProgress(claimed, progress)
  expect(next).toEqual({ ...delivery, ...progress })
  expect(deliveryBody(next, { dueAt: null, lease: null }).doc).not.toContain('payload')
})
