// Many callers cost one question, and no caller gets an answer that is older than allowed.
import { expect, test } from 'vitest'
import {
  createSharedAnswer,
  onceItWorks,
  oneAtATime,
} from '../../../../infra/runtime/wait/shared-answer.ts'

/** Questions that wait until the test answers them; the test controls time. */
function given() {
  const asked: { resolve: (answer: number) => void; reject: (error: Error) => void }[] = []
  const clock = { ms: 0 }
  const shared = createSharedAnswer(
    () => new Promise<number>((resolve, reject) => asked.push({ resolve, reject })),
    { holdsMs: 1_000, now: () => clock.ms },
  )
  return { asked, clock, shared }
}

const turn = () => new Promise((resolve) => setImmediate(resolve))

test('given many who ask within the time that an answer holds, when it comes, then all have it from one question', async () => {
  const { asked, clock, shared } = given()
  const answers = [shared.recent(), shared.recent()]
  await turn()
  asked[0]!.resolve(1)
  expect(await Promise.all(answers)).toEqual([1, 1])
  clock.ms = 999
  expect(await shared.recent()).toBe(1)
  expect(asked).toHaveLength(1)
})

test('given an answer that no longer holds, when a call comes, then it is asked again', async () => {
  const { asked, clock, shared } = given()
  const first = shared.recent()
  await turn()
  asked[0]!.resolve(1)
  await first
  clock.ms = 1_000
  expect(shared.held()).toBeNull()
  const second = shared.recent()
  await turn()
  asked[1]!.resolve(2)
  expect(await second).toBe(2)
  clock.ms = 1_999
  expect(shared.held()).toBe(2)
})

test('given a question under way, when a fresh answer is wanted, then it is asked after that one, once for all', async () => {
  const { asked, shared } = given()
  const first = shared.recent()
  await turn()
  const fresh = [shared.fresh(), shared.fresh()]
  await turn()
  expect(asked).toHaveLength(1)
  asked[0]!.resolve(1)
  expect(await first).toBe(1)
  await turn()
  expect(asked).toHaveLength(2)
  asked[1]!.resolve(2)
  expect(await Promise.all(fresh)).toEqual([2, 2])
  expect(await shared.recent()).toBe(2)
})

test('given a question that fails, when asked again, then each waiting call rejects and it is asked again', async () => {
  const { asked, shared } = given()
  const failing = Promise.allSettled([shared.fresh(), shared.fresh()])
  await turn()
  asked[0]!.reject(new Error('down'))
  const told = { status: 'rejected', reason: new Error('down') }
  expect(await failing).toEqual([told, told])
  expect(asked).toHaveLength(1)
  const again = shared.recent()
  await turn()
  asked[1]!.resolve(2)
  expect(await again).toBe(2)
})

test('given an answer, when it has not come or holds, then only one that has come is held', async () => {
  const { asked, shared } = given()
  const first = shared.recent()
  await turn()
  expect(shared.held()).toBeNull()
  asked[0]!.resolve(1)
  await first
  expect(shared.held()).toBe(1)
})

test('given a question that fails while a fresh one waits behind it, when one asks, then it shares the fresh one', async () => {
  const { asked, shared } = given()
  const failing = shared.recent().catch((error: Error) => error.message)
  await turn()
  const fresh = shared.fresh()
  asked[0]!.reject(new Error('down'))
  expect(await failing).toBe('down')
  await turn()
  const late = shared.recent()
  asked[1]!.resolve(2)
  expect(await Promise.all([fresh, late])).toEqual([2, 2])
  await turn()
  expect(asked).toHaveLength(2)
})

test('given no other clock, when asked twice in a moment, then it is asked once', async () => {
  let asked = 0
  const shared = createSharedAnswer(async () => ++asked, { holdsMs: 600_000 })
  expect([await shared.recent(), await shared.recent(), shared.held()]).toEqual([1, 1, 1])
})

/** The outcomes of work that fails the first time, and the number of that time after it. */
const failsFirst = () => {
  let times = 0
  return async () => {
    times++
    if (times === 1) throw new Error('not yet')
    return times
  }
}

test('given work that failed, when asked for once it works, then it is repeated until it does, and never after', async () => {
  const work = onceItWorks(failsFirst())
  const [first, beside] = await Promise.allSettled([work(), work()])
  expect([first.status, beside.status]).toEqual(['rejected', 'rejected'])
  expect([await work(), await work()]).toEqual([2, 2])
})

test('given work that is under way, when it is asked for again, then that one counts, and the next after it', async () => {
  const work = oneAtATime(failsFirst())
  const [first, beside] = await Promise.allSettled([work(), work()])
  expect([first.status, beside.status]).toEqual(['rejected', 'rejected'])
  expect(await Promise.all([work(), work()])).toEqual([2, 2])
  expect(await work()).toBe(3)
})
