// One resource: clients poll it until it is processed, so a queued one costs no search.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { itemDocument, resourceDocument } from '../../../../contracts/memory-documents.ts'
import { type Api, startApi } from '../../given.ts'

const scope = { appId: 'shop', userId: 'anna' }
const statuses = ['queued', 'processed', 'failed'] as const

let api: Api
const searched: string[] = []
beforeAll(async () => {
  api = await startApi(({ memory }) => ({
    memory: {
      ...memory,
      itemsOfResource: (of, id, limit) => {
        searched.push(id)
        return memory.itemsOfResource(of, id, limit)
      },
    },
  }))
  await api.ports.memory.apply({
    fences: [],
    erasedResources: [],
    erasures: [],
    checkpoint: { topic: 'memory.facts.v1', partition: 0, position: 9 },
    documents: statuses.flatMap((status) => [
      resourceDocument(scope, { id: status, resource: { status } }),
      itemDocument(scope, { id: `of ${status}`, item: { resourceId: status } }),
    ]),
  })
})
afterAll(() => api.close())

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
