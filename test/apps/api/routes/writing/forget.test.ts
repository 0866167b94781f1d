// What POST /forget does once every store has let go.
import { describe, expect, it, onTestFinished, test } from 'vitest'
import type { Ports } from '../../../../../infra/ports/ports.ts'
import { createPlaces } from '../../../../contracts/given.ts'
import { emptyStep, itemDocument, summaryDocument } from '../../../../contracts/memory-documents.ts'
import { recordsOf } from '../../../../infra/runtime/given.ts'
import { startApi } from '../../given.ts'

it('given a forget, when it has ended, then the threads that retrieve drop what they hold', async () => {
  const order: string[] = []
  const counts = { deletedItems: 1, deletedEntities: 0, deletedResources: 1 }
  const erasure = { id: 'f', category: null, erasedAt: '2026-11-23T09:00:00Z', ...counts }
  const api = await startApi(
    ({ memory }) => ({
      memory: {
        ...memory,
        erasure: async () => {
          order.push('erased')
          return erasure
        },
      },
    }),
    () => order.push('let go'),
  )
  onTestFinished(api.close)
  const body = { appId: 'app', userId: 'ana', confirm: true }
  expect((await api.call('POST', '/forget', { body })).status).toBe(200)
  expect(order).toEqual(['erased', 'let go'])
})

describe('a forget of a category', () => {
  const counts = { deletedItems: 0, deletedEntities: 0, deletedResources: 0 }
  const erasure = { id: 'f', category: 'work', erasedAt: '2026-11-23T09:00:00Z', ...counts }
  const user = { appId: 'app', userId: 'ana' }
  const started = async (change: (ports: Ports) => Partial<Ports> = () => ({})) => {
    const api = await startApi((ports) => ({
      memory: { ...ports.memory, erasure: async () => erasure },
      ...change(ports),
    }))
    onTestFinished(api.close)
    return {
      ...api,
      forget: (category: string) =>
        api.call('POST', '/forget', { body: { ...user, category, confirm: true } }),
      forgets: async () => (await recordsOf(api.ports.log, 'memory.writes.v1')).length,
    }
  }

  test('given one that the app does not have, when asked, then it is refused and nothing is forgotten', async () => {
    const api = await started()
    const { status, body } = await api.forget('wrok')
    expect([status, body.error.details.field]).toEqual([400, 'category'])
    expect(body.error.message).toMatch(/nothing was deleted.* work,/)
    expect(await api.forgets()).toBe(0)
  })

  test('given one that the app has, when the user has nothing in it, then it is forgotten', async () => {
    const api = await started()
    expect((await api.forget('work')).status).toBe(200)
    expect(await api.forgets()).toBe(1)
  })

  const ofDropped = (more: object) =>
    itemDocument(user, { id: 'a', item: { category: 'dropped', ...more } })
  test.each([
    ['a current item', ofDropped({})],
    ['a closed item', ofDropped({ supersededBy: 'b' })],
    ['a summary alone', summaryDocument(user, { category: 'dropped', text: 'T' })],
  ])(
    'given one that the app has dropped, when the user has %s in it, then it is forgotten',
    async (_, document) => {
      const api = await started()
      await api.ports.memory.apply({
        ...emptyStep,
        checkpoint: createPlaces()(),
        documents: [document],
      })
      expect((await api.forget('dropped')).status).toBe(200)
      expect((await api.forget('Dropped')).status).toBe(400)
      expect(await api.forgets()).toBe(1)
    },
  )

  test.each(['FactAsserted', 'MemoryForgotten'])(
    'given one that the app has dropped, when of the user’s memory in it only a %s in the audit is left, then it is forgotten',
    async (type) => {
      const api = await started()
      const entry = (n: number, category: string) => ({
        ...user,
        ...createPlaces()(),
        id: `${n}`,
        type,
        at: `2026-11-23T09:00:00.${n}Z`,
        causationId: null,
        source: 1,
        category,
        permanent: true,
        details: {},
      })
      const others = Array.from({ length: 250 }, (_, n) => entry(n + 100, 'work'))
      await api.ports.audit.apply({
        checkpoint: createPlaces()(),
        fences: [],
        entries: [...others, entry(999, 'dropped')],
        removed: [],
      })
      expect((await api.forget('dropped')).status).toBe(200)
      expect((await api.forget('droped')).status).toBe(400)
      expect(await api.forgets()).toBe(1)
    },
  )

  test('given one that the app does not have, when asked, then the audit is asked one question and listed never', async () => {
    const asked: string[] = []
    const api = await started(({ audit }) => ({
      audit: {
        ...audit,
        hasCategory: (of, category) => {
          asked.push(`${of.userId} ${category}`)
          return audit.hasCategory(of, category)
        },
        list: (...of) => {
          asked.push('list')
          return audit.list(...of)
        },
        places: (...of) => {
          asked.push('places')
          return audit.places(...of)
        },
      },
    }))
    expect((await api.forget('wrok')).status).toBe(400)
    expect(asked).toEqual(['ana wrok'])
  })
})
