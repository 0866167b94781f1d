// Extraction is at most a moment ahead of the readers' stores; it does not wait for a store that is down.
import { beforeEach, expect, test } from 'vitest'
import type { Checkpoints, LogPosition } from '../../../../infra/ports/event-log.ts'
import type { Pacing } from '../../../../infra/runtime/wait/wait-for.ts'
import {
  createLead,
  type Lead,
  MAX_BEHIND_ALONE_MS,
  MAX_BEHIND_MS,
  MAX_KEPT,
  PATIENCE_MS,
  type Stands,
  WRITING_MS,
} from '../../../../processors/extract-facts/running/lead.ts'

const at = (position: number, partition = 0): LogPosition => ({
  topic: 'memory.facts.v1',
  partition,
  position,
})

/** A clock that the test moves; pauses end when it does. */
let nowMs: number
let sleepers: { until: number; wake: () => void }[]
let stopping: AbortController
/** Where each store stands; a store that does not answer has none. */
let index: Checkpoints | Error
let graph: Checkpoints
let asked: number
let lead: Lead

const pacing: Pacing = {
  now: () => nowMs,
  pause: (ms, signal) =>
    new Promise((wake) => {
      sleepers.push({ until: nowMs + ms, wake })
      signal?.addEventListener('abort', () => wake())
    }),
}
const turn = () => new Promise<void>((resolve) => setImmediate(resolve))

/** Whether several apps write all the time. */
let areSeveral: boolean

/** Step by step, so that pauses look as often as they would. */
async function pass(ms: number): Promise<void> {
  for (const end = nowMs + ms; nowMs < end; ) {
    if (areSeveral) for (const appId of ['one', 'other']) lead.wrote(appId)
    nowMs = Math.min(end, nowMs + 10)
    for (const { wake } of sleepers.filter(({ until }) => until <= nowMs)) wake()
    sleepers = sleepers.filter(({ until }) => until > nowMs)
    await turn()
  }
}

const stands = (of: () => Checkpoints | Error): Stands => {
  return async () => {
    asked++
    const answer = of()
    if (answer instanceof Error) throw answer
    return answer
  }
}

beforeEach(() => {
  nowMs = 0
  areSeveral = true
  sleepers = []
  asked = 0
  stopping = new AbortController()
  index = new Map()
  graph = new Map()
  const stores = [stands(() => index), stands(() => graph)]
  lead = createLead({ stores, signal: stopping.signal }, pacing)
})

/** True once it has resolved. */
function noted(work: Promise<void>): { isDone: boolean } {
  const note = { isDone: false }
  void work.then(() => {
    note.isDone = true
  })
  return note
}

test('given nothing that is not shown, then there is room, and no store is asked', async () => {
  await pass(1_000)
  expect([lead.hasRoom(0, 'one'), asked]).toEqual([true, 0])
  await lead.room(0, 'one')
})

test('given what was just committed, then there is room for a moment, and then until all stores show it', async () => {
  lead.published('one', [at(5), at(7)])
  expect(lead.hasRoom(0, 'one')).toBe(true)
  await pass(MAX_BEHIND_MS - 10)
  expect(lead.hasRoom(0, 'one')).toBe(true)
  await pass(10)
  expect(lead.hasRoom(0, 'one')).toBe(false)
  const waiting = noted(lead.room(0, 'one'))
  index = new Map([[0, 7]])
  await pass(100)
  expect(waiting.isDone).toBe(false)
  graph = new Map([[0, 6]])
  await pass(100)
  expect(waiting.isDone).toBe(false)
  graph = new Map([[0, 7]])
  await pass(100)
  expect([waiting.isDone, lead.hasRoom(0, 'one')]).toEqual([true, true])
})

test('given one app that writes alone for a while, then readers may be further behind, until another writes', async () => {
  areSeveral = false
  lead.wrote('one')
  lead.published('one', [at(5)])
  await pass(MAX_BEHIND_MS)
  expect(lead.hasRoom(0, 'one')).toBe(false)
  index = graph = new Map([[0, 5]])
  await pass(WRITING_MS)
  lead.wrote('one')
  lead.published('one', [at(6)])
  await pass(MAX_BEHIND_ALONE_MS - 10)
  expect(lead.hasRoom(0, 'one')).toBe(true)
  lead.wrote('other')
  expect(lead.hasRoom(0, 'one')).toBe(false)
  index = graph = new Map([[0, 6]])
  await pass(WRITING_MS - MAX_BEHIND_MS)
  lead.published('one', [at(7)])
  await pass(MAX_BEHIND_MS)
  expect(lead.hasRoom(0, 'one')).toBe(false)
  await pass(10)
  expect(lead.hasRoom(0, 'one')).toBe(true)
})

test('given no app that writes, then what is committed may wait as where one app does', async () => {
  areSeveral = false
  lead.published('one', [at(5)])
  await pass(MAX_BEHIND_ALONE_MS - 10)
  expect(lead.hasRoom(0, 'one')).toBe(true)
  await pass(10)
  expect(lead.hasRoom(0, 'one')).toBe(false)
})

test('given a log that holds one fact, when no store has taken in any, then it is not shown', async () => {
  lead.published('one', [at(0)])
  await pass(MAX_BEHIND_MS)
  expect(lead.hasRoom(0, 'one')).toBe(false)
})

test('given one partition that is behind, then the others have room', async () => {
  lead.published('one', [at(5, 1)])
  await pass(MAX_BEHIND_MS)
  expect([lead.hasRoom(0, 'one'), lead.hasRoom(1, 'one')]).toEqual([true, false])
})

test('given several partitions, when one is shown, then the others are asked after all the same', async () => {
  lead.published('one', [at(5), at(5, 1)])
  index = graph = new Map([[0, 5]])
  await pass(MAX_BEHIND_MS)
  expect([lead.hasRoom(0, 'one'), lead.hasRoom(1, 'one')]).toEqual([true, false])
  index = graph = new Map([[1, 5]])
  await pass(100)
  expect(lead.hasRoom(1, 'one')).toBe(true)
})

test('given much that was committed, when the stores show a part, then what counts is the oldest that is left', async () => {
  lead.published('one', [at(5)])
  await pass(MAX_BEHIND_MS - 50)
  lead.published('one', [at(6)])
  await pass(60)
  expect(lead.hasRoom(0, 'one')).toBe(false)
  index = graph = new Map([[0, 5]])
  await pass(60)
  expect(lead.hasRoom(0, 'one')).toBe(true)
})

test('given a store that takes in nothing, when that lasts, then it is not waited for until it goes on', async () => {
  lead.published('one', [at(5)])
  const waiting = noted(lead.room(0, 'one'))
  await pass(MAX_BEHIND_MS)
  const late = noted(lead.room(0, 'one'))
  expect([waiting.isDone, late.isDone]).toEqual([true, false])
  await pass(PATIENCE_MS - MAX_BEHIND_MS)
  expect(lead.hasRoom(0, 'one')).toBe(false)
  await pass(100)
  expect([late.isDone, lead.hasRoom(0, 'one')]).toEqual([true, true])
  lead.published('one', [at(6)])
  await pass(MAX_BEHIND_MS)
  expect(lead.hasRoom(0, 'one')).toBe(true)
  index = graph = new Map([[0, 5]])
  await pass(100)
  expect(lead.hasRoom(0, 'one')).toBe(false)
})

test('given a store that cannot be asked, then it is as one that takes in nothing', async () => {
  index = new Error('it is down')
  graph = new Map([[0, 100]])
  lead.published('one', [at(5)])
  await pass(MAX_BEHIND_MS)
  expect(lead.hasRoom(0, 'one')).toBe(false)
  await pass(PATIENCE_MS)
  expect(lead.hasRoom(0, 'one')).toBe(true)
})

test('given a store that takes in nothing for hours, then what is ahead takes no more memory, and all of it must be shown', async () => {
  for (let position = 1; position <= 3_000; position++) lead.published('one', [at(position)])
  await pass(MAX_BEHIND_MS)
  index = graph = new Map([[0, 2_999]])
  await pass(100)
  expect(lead.hasRoom(0, 'one')).toBe(false)
  index = graph = new Map([[0, 3_000]])
  await pass(100)
  expect(lead.hasRoom(0, 'one')).toBe(true)
})

test('given as many that are not shown as are kept, when one is added, then it counts with the last of them', async () => {
  for (let position = 1; position < MAX_KEPT; position++) lead.published('one', [at(position)])
  await pass(100)
  lead.published('one', [at(MAX_KEPT)])
  await pass(100)
  lead.published('one', [at(MAX_KEPT + 1)])
  await pass(50)
  index = graph = new Map([[0, MAX_KEPT]])
  await pass(60)
  expect(lead.hasRoom(0, 'one')).toBe(true)
  await pass(50)
  expect(lead.hasRoom(0, 'one')).toBe(false)
})

test('given stores that show everything, then no store is asked until there is more, however long that takes', async () => {
  lead.published('one', [at(5)])
  index = graph = new Map([[0, 5]])
  await pass(200)
  const before = asked
  await pass(PATIENCE_MS)
  expect(asked).toBe(before)
  lead.published('one', [at(6)])
  await pass(MAX_BEHIND_MS)
  expect(lead.hasRoom(0, 'one')).toBe(false)
  index = graph = new Map([[0, 6]])
  await pass(100)
  expect(lead.hasRoom(0, 'one')).toBe(true)
})

test.each([
  [0, 10],
  [5, 20],
  [100, 50],
])(
  'given stores that take %s ms to answer, then they are asked again after %s ms',
  async (tookMs, pauseMs) => {
    nowMs = 1_000
    const slow = async () => {
      nowMs += tookMs
      return new Map()
    }
    createLead({ stores: [slow], signal: stopping.signal }, pacing).published('one', [at(5)])
    await turn()
    expect(sleepers.map(({ until }) => until - nowMs)).toEqual([pauseMs])
  },
)

test('given other topics than the facts, then they are not counted', async () => {
  lead.published('one', [{ topic: 'memory.facts.v1.dlq', partition: 0, position: 3 }])
  await pass(MAX_BEHIND_MS)
  expect(lead.hasRoom(0, 'one')).toBe(true)
})

test('given states that readers share, then what is committed is shown, and nothing is waited for', async () => {
  const shared = createLead({ stores: [], signal: stopping.signal }, pacing)
  shared.published('one', [at(5)])
  await turn()
  expect(sleepers).toEqual([])
  await pass(MAX_BEHIND_MS)
  expect(shared.hasRoom(0, 'one')).toBe(true)
})

test('given a service that stops, then no wait begins', async () => {
  lead.published('one', [at(5)])
  await pass(MAX_BEHIND_MS)
  const waiting = noted(lead.room(0, 'one'))
  stopping.abort()
  await turn()
  await turn()
  expect(waiting.isDone).toBe(true)
})

test('given a store that does not answer, when the service stops, then no wait goes on', async () => {
  const silent = () => new Promise<never>(() => undefined)
  const deaf = createLead({ stores: [silent], signal: stopping.signal }, pacing)
  deaf.published('one', [at(5)])
  await pass(MAX_BEHIND_ALONE_MS)
  const waiting = noted(deaf.room(0, 'one'))
  await turn()
  expect(waiting.isDone).toBe(false)
  stopping.abort()
  await turn()
  await turn()
  expect(waiting.isDone).toBe(true)
})

test('given facts of one app that are not shown, when another writes, then it does not wait for them; once it has, it does', async () => {
  lead.published('one', [at(5)])
  await pass(MAX_BEHIND_MS)
  expect([lead.hasRoom(0, 'one'), lead.hasRoom(0, 'other')]).toEqual([false, true])
  await lead.room(0, 'other')
  lead.published('other', [at(6)])
  expect(lead.hasRoom(0, 'other')).toBe(false)
  index = new Map([[0, 5]])
  graph = new Map([[0, 5]])
  await pass(100)
  expect([lead.hasRoom(0, 'one'), lead.hasRoom(0, 'other')]).toEqual([true, true])
})

test('given so much that is not shown that it counts together, when asked, then whose it is is still known', async () => {
  for (let position = 1; position <= MAX_KEPT; position++) lead.published('one', [at(position)])
  lead.published('other', [at(MAX_KEPT + 1)])
  await pass(MAX_BEHIND_MS)
  expect([lead.hasRoom(0, 'other'), lead.hasRoom(0, 'third')]).toEqual([false, true])
})
