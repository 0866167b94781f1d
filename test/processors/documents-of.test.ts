import { expect, test } from 'vitest'
import { documentsOf } from '../../processors/documents-of.ts'

test('a fact that is named twice is looked up once, as the user’s', async () => {
  const asked: unknown[] = []
  const itemDocuments = async (refs: readonly unknown[]) => {
    asked.push(...refs)
    return []
  }
  const event = { appId: 'shop', userId: 'anna', id: 'other' }
  await documentsOf({ itemDocuments }, event, ['one', 'two', 'one'])
  expect(asked).toEqual([
    { appId: 'shop', userId: 'anna', id: 'one' },
    { appId: 'shop', userId: 'anna', id: 'two' },
  ])
})
