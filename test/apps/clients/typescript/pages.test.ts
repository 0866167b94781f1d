// Lists as iterators over their pages.
import { expect, it } from 'vitest'
import { createMemory } from '../../../../apps/clients/typescript/memory.ts'

/** A service with so many facts, two on a page, and the cursors of its requests. */
function serviceOf(facts: number) {
  const cursors: (string | null)[] = []
  const memory = createMemory({
    url: 'http://service.test',
    apiKey: 'key',
    appId: 'shop',
    userId: 'anna',
    fetch: async ({ url }) => {
      const cursor = new URL(url).searchParams.get('cursor')
      cursors.push(cursor)
      const start = Number(cursor ?? 0)
      const data = [start, start + 1].filter((id) => id < facts).map((id) => ({ id: `i${id}` }))
      const nextCursor = start + 2 < facts ? String(start + 2) : null
      const pagination = { total: facts, limit: 2, hasMore: nextCursor !== null, nextCursor }
      return Response.json({ data, pagination })
    },
  })
  return { memory, cursors }
}

it('gives what is on every page, in order', async () => {
  const { memory, cursors } = serviceOf(5)
  const ids = await Array.fromAsync(memory.items(), ({ id }) => id)
  expect(ids).toEqual(['i0', 'i1', 'i2', 'i3', 'i4'])
  expect(cursors).toEqual([null, '2', '4'])
})

it('asks for no page before it is reached', async () => {
  const { memory, cursors } = serviceOf(5)
  for await (const { id } of memory.items()) if (id === 'i1') break
  expect(cursors).toEqual([null])
})

it('given nothing then it ends', async () => {
  const { memory } = serviceOf(0)
  for await (const _ of memory.items()) expect.unreachable()
})
