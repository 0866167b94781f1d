import { expect, test } from 'vitest'
import { allOf, pagesOf } from '../../../infra/runtime/pages.ts'

type Page = { data: readonly number[]; nextCursor: string | null }

const pages = new Map<string | undefined, Page>([
  [undefined, { data: [1, 2], nextCursor: 'second' }],
  ['second', { data: [3], nextCursor: null }],
])

const ask = async (cursor: string | undefined) => pages.get(cursor) ?? expect.fail()

test('a list is read page by page, up to the one that names no next', async () => {
  expect(await Array.fromAsync(pagesOf(ask))).toEqual([[1, 2], [3]])
  expect(await allOf(ask)).toEqual([1, 2, 3])
})

test('a page is fetched when it is needed, and not before', async () => {
  const asked: (string | undefined)[] = []
  const list = pagesOf((cursor) => {
    asked.push(cursor)
    return ask(cursor)
  })
  await list.next()
  expect(asked).toEqual([undefined])
})
