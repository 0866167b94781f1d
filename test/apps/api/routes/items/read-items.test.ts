// One item while servers that hold parts of its answer are down: the rest is told all the same. Which items are listed as
// current.
import { beforeAll, expect, test } from 'vitest'
import { givenIdOf, uuidV7 } from '../../../../../infra/runtime/envelope/ids.ts'
import { Outage } from '../../../../../infra/runtime/fail/retry.ts'
import { emptyStep, itemDocument } from '../../../../contracts/memory-documents.ts'
import { startedOnce } from '../../../../started.ts'
import { startApi } from '../../given.ts'

const scope = { appId: 'shop', userId: 'anna' }
const AT = '2026-01-01T00:00:00.000Z'
const filed = givenIdOf(uuidV7(0))
/** Each takes the place of the one before: two corrections, and a fact that was true since a later instant. */
const chain = [
  { id: 'first', validFrom: AT, recordedAt: '2026-02-01T00:00:00.000Z', supersededBy: 'second' },
  {
    id: 'second',
    validFrom: AT,
    recordedAt: '2026-02-02T00:00:00.000Z',
    supersedes: ['first'],
    supersededBy: 'third',
  },
  {
    id: 'third',
    validFrom: '2026-01-01T08:00:00+08:00',
    recordedAt: '2026-02-03T00:00:00.000Z',
    supersedes: ['second'],
    supersededBy: 'last',
  },
  { id: 'last', validFrom: '2025-12-31T23:00:00-05:00', supersedes: ['third'] },
]
const down = (what: string) => {
  throw new Outage(`${what} is down`)
}

const api = startedOnce(() =>
  startApi(({ audit, log }) => ({
    audit: { ...audit, list: async () => down('the audit') },
    // The API follows its own settings in the same log.
    log: {
      ...log,
      read: (given) => (given.topic === 'memory.writes.v1' ? down('the log') : log.read(given)),
    },
  })),
)
beforeAll(async () => {
  const pruned = { at: AT, reason: 'retracted' } as const
  const changes = [{ at: AT, before: {}, without: ['pruned' as const] }]
  await api.ports.memory.apply({
    ...emptyStep,
    checkpoint: { topic: 'memory.facts.v1', partition: 0, position: 9 },
    documents: [
      itemDocument(scope, { id: 'taken-back', item: { pruned, changes } }),
      itemDocument(scope, { id: filed }),
      itemDocument(scope, {
        id: 'ended',
        item: { validFrom: '2025-01-01T00:00:00.000Z', validTo: AT },
      }),
      ...chain.map((item) => itemDocument(scope, { id: item.id, item })),
    ],
  })
})

test('given that the audit is down, when a retracted item is read, then it is told without who asked for it', async () => {
  const { status, body } = await api.call('GET', '/items/shop/anna/taken-back')
  expect([status, body.item?.state, body.closing]).toEqual([200, 'retracted', null])
})

test('given that the log is down, when an item is read that may have been refiled, then it is answered without its history', async () => {
  const { status, body } = await api.call('GET', `/items/shop/anna/${filed}`)
  expect([status, body.item?.id, body.history]).toEqual([200, filed, []])
})

test('given an item that has ended, when the current ones are listed, then it is not among them', async () => {
  const listed = async (query: string) => {
    const { body } = await api.call('GET', `/items/shop/anna${query}`)
    expect(body.pagination.total).toBe(body.data.length)
    return body.data.map(({ id }: { id: string }) => id).sort()
  }
  const ofChain = chain.map(({ id }) => id)
  expect(await listed('')).toEqual([filed, 'ended', 'taken-back', ...ofChain].sort())
  expect(await listed('?current=true')).toEqual([filed, 'last'])
})
test.each([
  ['first', ['second', 'third', 'last']],
  ['second', ['first', 'third', 'last']],
  ['last', ['first', 'second', 'third']],
])(
  'given corrections that hold since one instant, when %s is read, then its history tells the oldest first',
  async (id, told) => {
    const { body } = await api.call('GET', `/items/shop/anna/${id}`)
    expect(body.history.map((item: { id: string }) => item.id)).toEqual(told)
  },
)
