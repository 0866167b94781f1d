// How long a caller waits for an answer; afterwards no timer is left.
import { getEventListeners } from 'node:events'
import { stat } from 'node:fs/promises'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { Outage } from '../../../../infra/runtime/fail/retry.ts'
import { nextTurn } from '../../../../infra/runtime/turns/next-turn.ts'
import { atMost, orNull, within } from '../../../../infra/runtime/wait/within.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const never = new Promise<never>(() => undefined)

describe('within', () => {
  test('given work that ends in time, when waited for, then it is what the work gives, and no timer is left', async () => {
    expect(await within(Promise.resolve('done'), 10, 'a store')).toBe('done')
    const failed = new Error('refused')
    await expect(within(Promise.reject(failed), 10, 'a store')).rejects.toBe(failed)
    expect(vi.getTimerCount()).toBe(0)
  })

  test('given work that takes longer, when the time is over, then it is an outage that names what is late', async () => {
    const waiting = within(never, 10, 'a store').catch((error: unknown) => error)
    await vi.advanceTimersByTimeAsync(9)
    expect(vi.getTimerCount()).toBe(1)
    await vi.advanceTimersByTimeAsync(1)
    expect(await waiting).toEqual(new Outage('a store did not answer in time'))
    expect(await waiting).toBeInstanceOf(Outage)
  })
})

describe('at most', () => {
  test('given work that ends or fails in time, when waited for, then that is the end, and no timer is left', async () => {
    await atMost(Promise.resolve('done'), 10)
    const failed = new Error('refused')
    await expect(atMost(Promise.reject(failed), 10)).rejects.toBe(failed)
    expect(vi.getTimerCount()).toBe(0)
  })

  test('given work that takes longer, when the time is over, then it is left', async () => {
    let isOver = false
    const waiting = atMost(never, 10).then(() => {
      isOver = true
    })
    await vi.advanceTimersByTimeAsync(9)
    expect(isOver).toBe(false)
    await vi.advanceTimersByTimeAsync(1)
    await waiting
  })

  test('given a signal, when it aborts, then the work is left at once, and neither a timer nor a listener is left', async () => {
    const stopping = new AbortController()
    const { signal } = stopping
    await atMost(Promise.resolve('done'), 10, signal)
    const waiting = [atMost(never, 10, signal), atMost(never, 10, signal)]
    stopping.abort()
    await Promise.all(waiting)
    await atMost(never, 10, signal)
    expect([vi.getTimerCount(), getEventListeners(signal, 'abort')]).toEqual([0, []])
  })
})

describe('or null', () => {
  test('given work that ends in time, when waited for, then it is what the work gives; where it fails, null', async () => {
    expect(await orNull(Promise.resolve('done'), 10)).toBe('done')
    expect(await orNull(Promise.reject(new Error('refused')), 10)).toBeNull()
    expect(vi.getTimerCount()).toBe(0)
  })

  test('given work that takes longer, when the time is over, then it is null', async () => {
    const waiting = orNull(never, 10)
    await vi.advanceTimersByTimeAsync(10)
    expect(await waiting).toBeNull()
  })

  test('given a signal, when it aborts, then it is null at once', async () => {
    expect(await orNull(never, 10, AbortSignal.abort())).toBeNull()
  })
})

describe('a process that did nothing else for longer than the limit', () => {
  test.each([
    ['within', (work: Promise<string>) => within(work, 40, 'a store')],
    ['or null', (work: Promise<string>) => orNull(work, 40)],
  ])('%s: what had arrived meanwhile is not late', async (_, limited) => {
    vi.useRealTimers()
    // What follows is done before timers are looked at, and those before anything is read.
    await nextTurn()
    // The answer is there long before the process can read it.
    const answer = stat('.').then(() => 'done')
    const waiting = limited(answer)
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 120)
    expect(await waiting).toBe('done')
  })
})
