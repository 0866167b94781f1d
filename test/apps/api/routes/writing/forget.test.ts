// What POST /forget does once every store has let go.
import { expect, it, onTestFinished } from 'vitest'
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
