// One resource: clients poll it until it is processed, so a queued one costs no search. And what a context shows as pinned.
import { beforeAll, expect, test } from 'vitest'
import { AT } from '../../../../contracts/given.ts'
import {
  emptyStep,
  itemDocument,
  resourceDocument,
} from '../../../../contracts/memory-documents.ts'
import { startedOnce } from '../../../../started.ts'
import { startApi } from '../../given.ts'

const scope = { appId: 'shop', userId: 'anna' }
const pinned = { pinned: true, engine: 'given' } as const
const mover = { appId: 'shop', userId: 'mover' }
const mia = { name: 'Mia', type: 'person' }
const later = '2999-01-01T00:00:00.000Z'
const statuses = ['queued', 'processed', 'failed'] as const

const api = startedOnce(() =>
  startApi(({ memory }) => ({
    memory: {
      ...memory,
      itemsOfResource: (of, id, limit) => {
        searched.push(id)
        return memory.itemsOfResource(of, id, limit)
      },
    },
  })),
)
const searched: string[] = []
beforeAll(async () => {
  await api.ports.memory.apply({
    ...emptyStep,
    checkpoint: { topic: 'memory.facts.v1', partition: 0, position: 9 },
    documents: [
      itemDocument(mover, { id: 'now', item: { category: 'profile' } }),
      itemDocument(mover, {
        id: 'followed',
        item: { category: 'profile', followedBy: 'now', validTo: '2026-06-01T00:00:00.000Z' },
      }),
      itemDocument(scope, { id: 'holds', item: pinned }),
      itemDocument(scope, { id: 'never', item: { ...pinned, validFrom: later, validTo: later } }),
      ...statuses.flatMap((status) => [
        resourceDocument(scope, { id: status, resource: { status } }),
        itemDocument(scope, { id: `of ${status}`, item: { resourceId: status } }),
      ]),
    ],
  })
})

test('what another has taken the place of by now is not counted', async () => {
  const { body } = await api.call('GET', '/categories/shop/mover')
  const counts = body.categories.filter(({ hasContent }: { hasContent: boolean }) => hasContent)
  expect(counts).toMatchObject([{ name: 'profile', itemCount: 1 }])
})

test('the graph tells neither a planned value nor one that has ended', async () => {
  const value = (home: string, held: { from: string; until: string | null }) => ({
    ...mover,
    factId: home,
    source: 1,
    category: 'profile',
    at: AT,
    validTo: null,
    held,
    recordedAt: AT,
    context: home,
    entities: [mia, { name: home, type: 'place' }],
    relationships: [{ source: 'Mia', type: 'lives_in', target: home }],
    properties: [{ entity: 'Mia', attribute: 'home', value: home }],
  })
  await api.ports.graph.apply({
    fences: [],
    closed: [],
    checkpoint: { topic: 'memory.facts.v1', partition: 0, position: 9 },
    facts: [
      value('Oslo', { from: AT, until: null }),
      value('Rome', { from: later, until: null }),
      value('Bern', { from: AT, until: '2026-06-01T00:00:00.000Z' }),
    ],
  })
  const { body } = await api.call('GET', '/entities/shop/mover/Mia')
  expect(body.entity.properties).toEqual({ home: 'Oslo' })
  expect(body.entity.relationships).toMatchObject([{ target: 'Oslo' }])
  const oslo = (type: string) => api.call('GET', `/entities/shop/mover/Oslo?type=${type}`)
  expect((await oslo('place')).body.entity).toMatchObject({ type: 'place' })
  expect((await oslo('person')).status).toBe(404)
  const { entities } = (await api.call('GET', '/entities/shop/mover?type=person')).body
  expect(entities).toMatchObject([{ properties: { home: 'Oslo' }, relationshipCount: 1 }])
})

test.each([
  ['queued', []],
  ['processed', ['of processed']],
  ['failed', ['of failed']],
])(
  'given a resource that is %s, when asked for, then its facts are told once it is read',
  async (id, told) => {
    searched.length = 0
    const { body } = await api.call('GET', `/resources/shop/anna/${id}`)
    expect(body.resource.items.map((item: { id: string }) => item.id)).toEqual(told)
    expect(searched).toEqual(told.map(() => id))
  },
)

test('a context shows what is pinned, without what holds at no time', async () => {
  const { body } = await api.call('GET', '/context/shop/anna')
  expect(body.pinned.map((item: { id: string }) => item.id)).toEqual(['holds'])
})
