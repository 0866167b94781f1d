import { expect, test } from 'vitest'
import type { ObjectStore } from '../../../infra/ports/object-store.ts'
import { allOf, keyPages, pagesOf, piecesOf } from '../../../infra/runtime/pages.ts'

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

test('keys of objects come page by page, each behind the last of the one before', async () => {
  const keys = ['a/1', 'a/2', 'a/3', 'b/1']
  const list: ObjectStore['list'] = async ({ prefix, after = '', limit }) =>
    keys.filter((key) => key.startsWith(prefix) && key > after).slice(0, limit)
  const pagesAt = (prefix: string) => Array.fromAsync(keyPages({ list }, { prefix, limit: 2 }))
  expect(await pagesAt('a/')).toEqual([['a/1', 'a/2'], ['a/3']])
  expect(await pagesAt('c/')).toEqual([])
})

test('a list at hand comes in pieces, in its order', () => {
  expect(piecesOf([1, 2, 3, 4, 5], 2)).toEqual([[1, 2], [3, 4], [5]])
  expect(piecesOf([1, 2], 2)).toEqual([[1, 2]])
  expect(piecesOf([], 2)).toEqual([])
})
