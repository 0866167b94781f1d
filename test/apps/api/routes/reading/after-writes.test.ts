// `after`: a processed write costs one read and no look into the log; an id that is not a write of the user is named by
// its place.
import { expect, test } from 'vitest'
import { createAfterWrites } from '../../../../../apps/api/routes/reading/after-writes.ts'
import type { WhereItStands } from '../../../../../apps/api/routes/writing/where-it-stands.ts'
import { newScope } from '../../../../contracts/given.ts'
import { resourceDocument } from '../../../../contracts/memory-documents.ts'

const scope = newScope()
const staying = new AbortController().signal

/** `known`: where writes stand according to the log. Those that are named processed can be retrieved. */
function given(known: Record<string, 'waiting' | 'dead-lettered'>, processed: string[] = []) {
  const looked: string[] = []
  const whereItStands: WhereItStands = async (of, id) => {
    looked.push(id)
    const state = known[id]
    if (!state) return null
    const { resource } = resourceDocument(of, { id })
    const processing = { processor: 'extract-facts', state, attempts: null, errorClass: null }
    return { resource, indexed: false, processing: { ...processing, nextAttemptAt: null } }
  }
  const waited: { ids: readonly string[]; waitMs: number }[] = []
  const after = createAfterWrites(whereItStands, async ({ ids, waitMs }) => {
    waited.push({ ids, waitMs })
    return { left: ids.filter((id) => !processed.includes(id)), failed: [] }
  })
  return { after: (ids: string[]) => after(scope, ids, staying), looked, waited }
}

test('given writes that can be retrieved, then where they stand is not looked for', async () => {
  const { after, looked } = given({}, ['a', 'b'])
  await after(['a', 'b'])
  expect(looked).toEqual([])
})

test('given an id that is no write of the user among others, then its place is named', async () => {
  const { after } = given({ b: 'waiting' }, ['a'])
  await expect(after(['a', 'b', 'nobody’s'])).rejects.toMatchObject({
    status: 400,
    details: { field: 'after.2' },
  })
})

test('given many that are no writes of the user, then the log is looked through for one of them', async () => {
  const { after, looked } = given({})
  await expect(after(['x', 'y', 'z'])).rejects.toMatchObject({ details: { field: 'after.0' } })
  expect(looked).toEqual(['x'])
})

test('given one that will never be processed, then no request waits for it', async () => {
  const { after, waited } = given({ a: 'dead-lettered' })
  await after(['a'])
  expect(waited.at(-1)).toMatchObject({ ids: [] })
})

test('given one that is not processed in time, then the answer names it', async () => {
  const { after } = given({ a: 'waiting' })
  await expect(after(['a'])).rejects.toMatchObject({
    code: 'SERVICE_UNAVAILABLE',
    details: { waiting: ['a'] },
  })
})
