// The categories of an app, as a client sets them.
import { expect, test } from 'vitest'
import { startedOnce } from '../../../../started.ts'
import { openDoor } from '../../plugins/door.ts'

const door = startedOnce(openDoor)

const PATH = '/v1/config/categories/shop'

test('given a field that a category does not have, when set, then the answer warns of it, and it is not kept', async () => {
  const category = { name: 'garden', description: 'Plants and beds' }
  const body = { categories: [{ ...category, itemCount: 3 }] }
  const set = await door.call('PUT', PATH, { body })
  expect([set.status, set.body.warnings]).toEqual([
    200,
    ['categories.0.itemCount: is not known and was ignored'],
  ])
  const { body: read } = await door.call('GET', PATH)
  expect(read.categories[0]).toEqual(category)
})

test('given as many categories as an app may have, when they are read, then they can be set again', async () => {
  const named = (count: number) =>
    Array.from({ length: count }, (_, n) => ({ name: `c${n}`, description: 'One of many' }))
  const refused = await door.call('PUT', PATH, { body: { categories: named(51) } })
  expect([refused.status, refused.body.error.details.field]).toEqual([400, 'categories'])
  expect((await door.call('PUT', PATH, { body: { categories: named(50) } })).status).toBe(200)
  const { body } = await door.call('GET', PATH)
  expect(body.categories.length).toBe(51)
  expect((await door.call('PUT', PATH, { body })).status).toBe(200)
})
