// A damaged file is no fault of an event: what work does when it meets one, and what operators are told.
import { expect, test } from 'vitest'
import {
  DamagedFile,
  DamagedState,
  maySoonPass,
} from '../../../../infra/runtime/fail/damaged-file.ts'
import { describeError } from '../../../../infra/runtime/fail/dead-letter.ts'
import { isFatal, isOutage, Outage, withRetry } from '../../../../infra/runtime/fail/retry.ts'
import { fromCrossed, toCrossed } from '../../../../infra/threads/cross-errors.ts'

const malformed = Object.assign(new Error('xylophone-canary'), { errcode: 267 })
const file = new DamagedFile('graph.db', malformed)
const state = new DamagedState('graph-3.db', malformed)
const retrying = {
  signal: new AbortController().signal,
  attempts: 2,
  firstDelayMs: 1,
  maxDelayMs: 1,
}

test('given a damaged file, when work meets it, then it waits beyond its attempts', async () => {
  let met = 0
  const work = async () => {
    if (++met < 10) throw file
    return 'done'
  }
  expect(await withRetry(work, retrying)).toBe('done')
})

test('given a start, when it meets an outage, then it may go on, but not over a damaged file or state', () => {
  expect([new Outage('down'), file, state, malformed].map(maySoonPass)).toEqual([
    true,
    false,
    false,
    false,
  ])
})

test('given a damaged state, when work meets it, then the processor fails at once, whatever the event is', async () => {
  let met = 0
  const work = async () => {
    met++
    throw state
  }
  expect(await withRetry(work, retrying).catch((error) => error)).toBe(state)
  expect([met, isFatal(state), isOutage(state)]).toEqual([1, true, false])
})

test.each([
  ['here', file],
  ['in another thread', fromCrossed(toCrossed(file))],
])('given a file that was damaged %s, when it is told, then with what to do', (_, error) => {
  expect(isOutage(error)).toBe(true)
  expect(describeError(error)).toEqual({
    errorClass: 'DamagedFile',
    reason: expect.stringMatching(/^graph\.db is damaged\. .*restore a backup$/),
  })
})

test('given a damaged state, when it is told, then with what to do', () => {
  expect(describeError(state).reason).toMatch(/^graph-3\.db, .*start the worker again/)
})
