// All pages of a list, one after another.
import { expect, test } from 'vitest'
import { all } from '../../../../apps/api/carry/export-lines.ts'

test('given a store that answers at once, when all pages are read, then others have their turn between them', async () => {
  const happened: string[] = []
  const pages = ['a', 'b', 'c']
  setImmediate(() => happened.push('another request'))
  const read = all(async ({ cursor }) => {
    const n = Number(cursor ?? 0)
    return { data: [pages[n]], total: 3, nextCursor: n < 2 ? String(n + 1) : null }
  })
  for await (const page of read) happened.push(String(page))
  expect(happened).toEqual(['a', 'another request', 'b', 'c'])
})
