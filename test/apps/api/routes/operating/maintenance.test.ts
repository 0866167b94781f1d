// What POST /maintenance refuses: a place in a list where there is none.
import { expect, test } from 'vitest'
import { encodeCursor } from '../../../../../infra/ports/rules/cursor.ts'
import { startedOnce } from '../../../../started.ts'
import { startApi } from '../../given.ts'

const api = startedOnce(startApi)

test('given a user and a cursor, when maintenance is asked for, then the cursor is refused', async () => {
  const cursor = encodeCursor('users', ['shop', 'anna'])
  const body = { appId: 'shop', userId: 'anna', cursor, dryRun: true }
  const answer = await api.call('POST', '/maintenance', { body })
  expect([answer.status, answer.body.error.details.field]).toEqual([400, 'cursor'])
})

test('given a cursor of another list, when maintenance is asked for, then it is refused', async () => {
  const body = { cursor: encodeCursor('items', ['shop', 'anna']), dryRun: true }
  const answer = await api.call('POST', '/maintenance', { body })
  expect([answer.status, answer.body.error.details.field]).toEqual([400, 'cursor'])
})
