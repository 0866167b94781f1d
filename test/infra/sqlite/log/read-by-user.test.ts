// A log that is read user by user: within a window each user's records come together and in order, and what has been given
// is passed window by window.
import { afterEach, beforeEach, expect, test } from 'vitest'
import {
  closeLogFiles,
  fileOf,
  type LogFiles,
  openLogFiles,
} from '../../../../infra/sqlite/log/log-files.ts'
import { insert } from '../../../../infra/sqlite/log/log-rows.ts'
import { openUserReader, readByUser } from '../../../../infra/sqlite/log/read-by-user.ts'
import type { Scope } from '../../../../schemas/identifiers.ts'
import { newScope, storedEvent } from '../../../contracts/given.ts'
import { mixedNames } from '../../../contracts/mixed-names.ts'
import { createDirectories } from '../directory.ts'

const topic = 'memory.writes.v1'
const [ann, bob] = [newScope(), newScope()]
const newDirectory = createDirectories()
let directory: string
let log: LogFiles

beforeEach(() => {
  directory = newDirectory()
  log = openLogFiles({ directory, names: mixedNames })
})
afterEach(() => closeLogFiles(log))

/** Positions begin at 1. */
function append(users: readonly Scope[]): void {
  for (const user of users) {
    const event = mixedNames.stored(storedEvent(user))
    insert(fileOf(log, topic), { topic, event })
  }
}

const anyUser = () => true
type Wanted = Partial<Parameters<typeof readByUser>[1]>

function read(wanted: Wanted, window?: number) {
  const all = {
    topic,
    after: undefined,
    upTo: 6,
    isOwn: anyUser,
    maxRecords: 9,
    ...wanted,
  } as const
  return [...readByUser(log, all, window)].map(({ records, passed }) => ({
    places: records.map(({ position }) => position),
    users: [...new Set(records.map(({ event }) => event?.userId))],
    passed,
  }))
}

const given = (users: readonly Scope[], places: readonly number[], passed: number | null) => ({
  places,
  users: users.map(({ userId }) => userId),
  passed,
})

test('given users in turn, some of whose events are under pseudonyms, when read, then each one’s come together and in order', () => {
  append([bob, ann, bob, ann, bob, ann])
  const parts = read({})
  const [first, second] = parts[0]?.users[0] === ann.userId ? [ann, bob] : [bob, ann]
  const placesOf = (user: Scope) => (user === ann ? [2, 4, 6] : [1, 3, 5])
  expect(parts).toEqual([given([first, second], [...placesOf(first), ...placesOf(second)], 6)])
})

test('given more than a part holds, when read, then all is passed with the last part', () => {
  append([ann, ann, ann, ann, ann])
  expect(read({ upTo: 5, maxRecords: 2 })).toEqual([
    given([ann], [1, 2], null),
    given([ann], [3, 4], null),
    given([ann], [5], 5),
  ])
})

test('given a window that is smaller than the stretch, when read, then each is passed before the next one is read', () => {
  append([ann, bob, ann, bob, ann])
  expect(read({ isOwn: ({ userId }) => userId === ann.userId }, 2)).toEqual([
    given([ann], [1], 2),
    given([ann], [3], 4),
    given([ann], [5], 6),
  ])
})

test('given a stretch, when read, then nothing before or after it is', () => {
  append([ann, ann, ann, ann, ann, ann])
  expect(read({ after: 2, upTo: 4 })).toEqual([given([ann], [3, 4], 4)])
  expect(read({ after: 4, upTo: 4 })).toEqual([])
})

test('given others’ records alone, when read, then they are passed and none is given; no user is asked about by a pseudonym', () => {
  append([bob, bob, bob, bob])
  const asked = new Set<string>()
  const isOwn = ({ userId }: Scope) => {
    asked.add(userId)
    return userId === ann.userId
  }
  expect(read({ upTo: 4, isOwn })).toEqual([given([], [], 4)])
  expect([...asked]).toEqual([bob.userId])
})

test('given a log that another connection has open, when a reader is opened, then it reads what is committed', () => {
  append([ann])
  const reader = openUserReader({ directory, names: mixedNames })
  const wanted = { topic, after: undefined, upTo: 1, isOwn: anyUser, maxRecords: 9 } as const
  const events = [...reader.read(wanted)].flatMap(({ records }) =>
    records.map(({ event }) => event),
  )
  reader.close()
  expect(events.map((event) => event?.userId)).toEqual([ann.userId])
})
