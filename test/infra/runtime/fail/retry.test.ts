// When work is retried: it waits for the end of an outage, and gives up on any other failure after a few attempts.
import { expect, onTestFinished, test, vi } from 'vitest'
import { LanguageModelUnavailable } from '../../../../infra/ports/language-model.ts'
import {
  defaultRetry,
  GaveUp,
  isFatal,
  isOutage,
  Outage,
  withRetry,
} from '../../../../infra/runtime/fail/retry.ts'

const options = () => ({
  signal: new AbortController().signal,
  attempts: 3,
  firstDelayMs: 1,
  maxDelayMs: 2,
})

function failing(times: number, error: () => Error) {
  let attempts = 0
  return {
    work: async () => {
      if (++attempts <= times) throw error()
      return 'done'
    },
    attempts: () => attempts,
  }
}

test('given work that succeeds, when run, then it runs once', async () => {
  const { work, attempts } = failing(0, () => new Error())
  expect(await withRetry(work, options())).toBe('done')
  expect(attempts()).toBe(1)
})

test('given work that fails a little, when run, then it is tried again and each time is told', async () => {
  const { work, attempts } = failing(2, () => new Error('flaky'))
  const told: [string, number][] = []
  const onRetry = (error: Error, attempt: number) => told.push([error.message, attempt])
  expect(await withRetry(work, { ...options(), onRetry })).toBe('done')
  expect(attempts()).toBe(3)
  expect(told).toEqual([
    ['flaky', 1],
    ['flaky', 2],
  ])
})

test('given work that always fails, when run, then it is given up with its cause and its attempts', async () => {
  const cause = new Error('a bug')
  const { work, attempts } = failing(99, () => cause)
  const error = await withRetry(work, options()).catch((thrown) => thrown)
  expect(error).toBeInstanceOf(GaveUp)
  expect(error).toMatchObject({ cause, attempts: 3 })
  expect(attempts()).toBe(3)
})

test('given an outage, when run, then it is waited for far beyond the attempts', async () => {
  const { work, attempts } = failing(40, () => new Outage('down'))
  expect(await withRetry(work, options())).toBe('done')
  expect(attempts()).toBe(41)
})

test('given an outage and a bug in turn, when run, then only the bugs count', async () => {
  let attempts = 0
  const work = async () => {
    attempts++
    throw attempts % 2 ? new Outage('down') : new Error('a bug')
  }
  const error = await withRetry(work, options()).catch((thrown) => thrown)
  expect(error).toMatchObject({ name: 'GaveUp', attempts: 6 })
})

test('given an outage, when the service stops, then the reason of the signal is thrown', async () => {
  const stopping = new AbortController()
  const work = async () => {
    throw new Outage('down')
  }
  const run = withRetry(work, {
    ...options(),
    firstDelayMs: 60_000,
    maxDelayMs: 60_000,
    signal: stopping.signal,
  })
  setTimeout(() => stopping.abort(new Error('stopping')), 5)
  await expect(run).rejects.toThrow('stopping')
})

test('given a delay, when it grows, then it stays between half of it and the longest', async () => {
  const delays: number[] = []
  await withRetry(failing(8, () => new Outage()).work, {
    ...options(),
    firstDelayMs: 1,
    maxDelayMs: 8,
    onRetry: (_, __, delayMs) => delays.push(delayMs),
  })
  for (const [n, delay] of delays.entries()) {
    const full = Math.min(8, 2 ** n)
    expect(delay).toBeGreaterThanOrEqual(full / 2)
    expect(delay).toBeLessThanOrEqual(full)
  }
})

test.each([
  ['Outage', new Outage(), true],
  ['a model that is away', new LanguageModelUnavailable(), true],
  ['a refused connection', Object.assign(new Error(), { code: 'ECONNREFUSED' }), true],
  ['a busy database', Object.assign(new Error(), { errcode: 5 }), true],
  ['an error that says so', Object.assign(new Error(), { outage: true }), true],
  ['a bug', new TypeError('x is not a function'), false],
  ['a full disk', Object.assign(new Error(), { errcode: 13 }), true],
  ['a disk that fails to write', Object.assign(new Error(), { errcode: 778 }), true],
  ['a broken constraint', Object.assign(new Error(), { errcode: 2067 }), false],
  ['no error at all', 'Outage', false],
])('given %s, when asked whether it is an outage, then the answer is %s', (_, error, expected) => {
  expect(isOutage(error)).toBe(expected)
})

test.each([5, 6, 8, 10, 13, 14])('given SQLite’s code %i, then it is an outage', (errcode) => {
  expect(isOutage(Object.assign(new Error(), { errcode }))).toBe(true)
})

test.each(['ECONNREFUSED', 'ECONNRESET', 'ETIMEDOUT', 'EPIPE', 'ENOTFOUND'])(
  'given the code %s, then it is an outage',
  (code) => {
    expect(isOutage(Object.assign(new Error(), { code }))).toBe(true)
  },
)

test('given an error of another thread, which has kept its name alone, then it is an outage by its name', () => {
  for (const name of ['Outage', 'LanguageModelUnavailable']) {
    expect(isOutage(Object.assign(new Error(), { name })), name).toBe(true)
  }
})

test('given a service that stops in a pause, when the pause ends, then the work is not tried again', async () => {
  const stopping = new AbortController()
  const { work, attempts } = failing(9, () => new Outage())
  const onRetry = () => void setImmediate(() => stopping.abort(new Error('stopping')))
  const slow = { firstDelayMs: 60_000, maxDelayMs: 60_000, onRetry, signal: stopping.signal }
  await expect(withRetry(work, { ...options(), ...slow })).rejects.toThrow('stopping')
  expect(attempts()).toBe(1)
})

test.each([
  ['another code', Object.assign(new Error(), { code: 'EACCES' })],
  ['an outage that is none', Object.assign(new Error(), { outage: 'yes' })],
  ['nothing', undefined],
  ['an object', { outage: true }],
])('given %s, then it is no outage', (_, error) => {
  expect(isOutage(error)).toBe(false)
})

test('given a fatal error, when run, then it is thrown as it is, at once', async () => {
  const fatal = Object.assign(new Error('a wrong key'), { fatal: true, outage: true })
  const { work, attempts } = failing(9, () => fatal)
  await expect(withRetry(work, options())).rejects.toBe(fatal)
  expect(attempts()).toBe(1)
  expect(isFatal(fatal)).toBe(true)
  expect(isFatal(Object.assign(new Error(), { fatal: 'yes' }))).toBe(false)
  expect(isFatal({ fatal: true })).toBe(false)
})

test('given a service that has stopped, when the work fails, then it is not tried again', async () => {
  const stopped = new AbortController()
  const told: number[] = []
  const work = async () => {
    stopped.abort(new Error('stopping'))
    throw new Error('flaky')
  }
  const onRetry = (_: Error, attempt: number) => told.push(attempt)
  const run = withRetry(work, { ...options(), signal: stopped.signal, onRetry })
  await expect(run).rejects.toThrow('stopping')
  expect(told).toEqual([])
})

test('given chance, when it delays, then by half of the delay and a part of the other half', async () => {
  const delaysAt = async (chance: number) => {
    vi.spyOn(Math, 'random').mockReturnValue(chance)
    onTestFinished(() => void vi.restoreAllMocks())
    const delays: number[] = []
    await withRetry(failing(5, () => new Outage()).work, {
      ...options(),
      firstDelayMs: 1,
      maxDelayMs: 6,
      onRetry: (_, __, delayMs) => delays.push(delayMs),
    })
    return delays
  }
  expect(await delaysAt(0)).toEqual([0.5, 1, 2, 3, 3])
  expect(await delaysAt(0.5)).toEqual([0.75, 1.5, 3, 4.5, 4.5])
})

test('giving up is reported, and the defaults', () => {
  expect(new GaveUp('why', 3)).toMatchObject({
    message: 'tried often enough',
    name: 'GaveUp',
    cause: 'why',
    attempts: 3,
  })
  expect(new Outage('down')).toMatchObject({ name: 'Outage', outage: true, message: 'down' })
  expect(defaultRetry).toEqual({ attempts: 4, firstDelayMs: 50, maxDelayMs: 15_000 })
})
