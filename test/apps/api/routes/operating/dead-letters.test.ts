// The list of dead letters goes through all topics, page by page, and holds no content.
import { expect, test } from 'vitest'
import { createDeadLetters } from '../../../../../apps/api/routes/operating/dead-letters.ts'
import type { LogRecord } from '../../../../../infra/ports/event-log.ts'
import { encodeCursor, InvalidCursor } from '../../../../../infra/ports/rules/cursor.ts'
import { deadLetterOf } from '../../../../../infra/runtime/fail/dead-letter.ts'
import { createSqliteEventLog } from '../../../../../infra/sqlite/event-log.ts'
import { deadLetterTopic, topicNames } from '../../../../../schemas/topics.ts'
import { newScope, storedEvent } from '../../../../contracts/given.ts'
import { createDirectories } from '../../../../infra/sqlite/directory.ts'
import { startedEach } from '../../../../started.ts'

const newDirectory = createDirectories()
const log = startedEach(() => createSqliteEventLog({ directory: newDirectory() }))

const scope = newScope()
const why = {
  processor: 'extract-facts',
  errorClass: 'ObjectMissing',
  reason: 'the raw content is not there',
  attempts: 3,
  recordedAt: '2026-03-01T10:00:00.000Z',
}

/** A letter of each of `positions`, of every topic. */
async function deadLetter(positions: number): Promise<string[]> {
  const letters = topicNames.flatMap((topic) =>
    Array.from({ length: positions }, (_, position) => {
      const event = storedEvent(scope)
      const record: LogRecord = { topic, partition: 0, position, event, defect: null }
      return deadLetterOf(record, why)
    }),
  )
  for (const letter of letters) await log.append([letter])
  return letters.map(({ event }) => event.id)
}

test('given letters of all topics, when paged, then each comes once, in order, with its reason', async () => {
  const ids = await deadLetter(3)
  const { list } = createDeadLetters(log)
  const found: string[] = []
  for (let cursor: string | undefined; ; ) {
    const page = await list({ limit: 4, cursor })
    expect(page.total).toBe(ids.length)
    found.push(...page.data.map(({ id }) => id))
    if (page.nextCursor === null) break
    cursor = page.nextCursor
  }
  expect(found).toEqual(ids)
  const [first] = (await list({ limit: 1 })).data
  expect(first).toEqual({
    id: ids[0],
    at: why.recordedAt,
    appId: scope.appId,
    topic: topicNames[0],
    partition: 0,
    position: 0,
    eventId: expect.any(String),
    eventType: 'ContentStored',
    processor: why.processor,
    errorClass: why.errorClass,
    reason: why.reason,
    attempts: 3,
  })
  expect(JSON.stringify(first)).not.toContain(scope.userId)
})

test('given a record among them that is no letter, then it is told as one that points at itself, and the others as before', async () => {
  const ids = await deadLetter(1)
  const topic = deadLetterTopic('memory.writes.v1')
  const strange = storedEvent(scope)
  const [at] = await log.append([{ topic, event: strange }])
  const { data } = await createDeadLetters(log).list({ limit: 50 })
  expect(data.map(({ id }) => id).toSorted()).toEqual([...ids, strange.id].toSorted())
  const shown = { ...at, eventType: strange.type, errorClass: 'Undecodable' }
  expect(data.find(({ id }) => id === strange.id)).toMatchObject(shown)
})

test('given none, then the list is empty', async () => {
  expect(await createDeadLetters(log).list({ limit: 5 })).toEqual({
    data: [],
    total: 0,
    nextCursor: null,
  })
})

test.each([
  'nobody gave it',
  encodeCursor('deadLetters', ['x', 0, 0]),
  encodeCursor('deadLetters', [0, 0, 0.5]),
])('given the cursor %j, then it is refused', async (cursor) => {
  await expect(createDeadLetters(log).list({ limit: 5, cursor })).rejects.toThrow(InvalidCursor)
})
