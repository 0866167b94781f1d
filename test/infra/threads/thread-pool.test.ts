// What a pool of threads promises: no request can harm another, whatever it does.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Registry } from 'prom-client'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { LanguageModelRefused } from '../../../infra/ports/language-model.ts'
import { isOutage } from '../../../infra/runtime/fail/retry.ts'
import { measurePool } from '../../../infra/threads/measure-pool.ts'
import { createThreadPool, type ThreadPoolOptions } from '../../../infra/threads/thread-pool.ts'
import type { Asked, ServedData } from './served.ts'

const BUDGET_MS = 100
const scope = { appId: 'app', userId: 'user' }

async function given(options: Partial<ThreadPoolOptions> & { broken?: boolean } = {}) {
  const { broken = false, ...others } = options
  const directory = mkdtempSync(join(tmpdir(), 'palimpsest-threads-'))
  const notes = join(directory, 'notes')
  writeFileSync(notes, '')
  const gate = new Int32Array(new SharedArrayBuffer(4))
  const lost: string[] = []
  onTestFinished(() => rmSync(directory, { recursive: true }))
  const pool = await createThreadPool<Asked, unknown>({
    module: new URL('./served.ts', import.meta.url),
    data: { gate, notes, broken } satisfies ServedData,
    size: 1,
    maxWaiting: 100,
    lost: (error) => lost.push(error.name),
    ...others,
  })
  onTestFinished(() => pool.close())
  return {
    pool,
    lost,
    noted: () => readFileSync(notes, 'utf8').split('\n').filter(Boolean),
    ask: (asked: Asked, more: object = {}) => pool.run(asked, { scope, ...more }),
    /** Lets every held request end, now and from now on. */
    open: () => {
      Atomics.store(gate, 0, 1)
      Atomics.notify(gate, 0)
    },
  }
}

/** Fails the test where the promise fulfils. */
function failureOf(promise: Promise<unknown>): Promise<Error & Record<string, unknown>> {
  return promise.then(
    () => expect.fail('fulfilled'),
    (error) => error,
  )
}

/** What `burn` computes for. */
const BURNT_MS = 20
const spin = { do: 'spin' } as const
const echo = (value: unknown) => ({ do: 'echo', value }) as const
const hold = (value: string) => ({ do: 'hold', value }) as const

describe('a pool of threads', () => {
  it('lets every thread drop what it holds, also one that is idle', async () => {
    const { ask, open, pool, noted } = await given({ size: 2 })
    const both = [ask(hold('a')), ask(hold('b'))]
    await vi.waitFor(() => expect(noted()).toEqual(['a', 'b']), { timeout: 20_000 })
    open()
    await Promise.all(both)
    pool.letGo()
    await vi.waitFor(() => expect(noted().slice(2)).toEqual(['let go', 'let go']))
  })

  it('answers, and says how much CPU time that took', async () => {
    const { ask } = await given()
    const bytes = new Uint8Array([1, 2])
    expect((await ask(echo({ bytes }))).answer).toEqual({ bytes })
    const { answer, cpuMs } = await ask({ do: 'burn' })
    expect(cpuMs).toBeGreaterThan((answer as number) - 0.01)
  })

  it.each(['spin', 'regexp'] as const)(
    'ends a thread whose request goes over its budget (%s), and everybody else goes on',
    async (what) => {
      const { ask, pool, lost } = await given({ size: 2 })
      const over = failureOf(ask({ do: what }, { cpuBudgetMs: BUDGET_MS }))
      const others = Array.from({ length: 20 }, (_, n) => ask(echo(n)))
      expect((await Promise.all(others)).map(({ answer }) => answer)).toEqual([...others.keys()])
      const error = await over
      expect(error.name).toBe('OverBudget')
      expect(error.cpuMs).toBeGreaterThanOrEqual(BUDGET_MS)
      expect(isOutage(error)).toBe(false)
      expect(pool.counts()).toMatchObject({ killed: 1, died: 0, waiting: 0, running: 0 })
      expect(lost).toEqual(['OverBudget'])
    },
  )

  it('replaces the thread that was ended, so that what waited is answered', async () => {
    const { ask, pool } = await given()
    const over = failureOf(ask(spin, { cpuBudgetMs: BUDGET_MS }))
    const waiting = ask(echo('after'))
    expect((await over).name).toBe('OverBudget')
    expect(pool.counts()).toMatchObject({ threads: 1, waiting: 1 })
    expect((await waiting).answer).toBe('after')
  })

  it('counts CPU time alone: a request that waits is not ended', async () => {
    const { ask, open, noted, pool } = await given()
    const waiting = ask(hold('a'), { cpuBudgetMs: BUDGET_MS })
    await vi.waitFor(() => expect(noted()).toEqual(['a']))
    // Another request exceeds twice that budget meanwhile, so it has passed on the clock.
    const other = await given()
    await failureOf(other.ask(spin, { cpuBudgetMs: 2 * BUDGET_MS }))
    expect(pool.counts()).toMatchObject({ killed: 0, running: 1 })
    open()
    expect((await waiting).answer).toBe('a')
  })

  it('has one thread until requests wait, and never more than it may', async () => {
    const { ask, open, noted, pool } = await given({ size: 2 })
    await ask(echo('one after another'))
    await ask(echo('needs one thread'))
    expect(pool.counts().threads).toBe(1)
    const held = ['a', 'b', 'c'].map((name) => ask(hold(name)))
    await vi.waitFor(() => expect(noted()).toEqual(['a', 'b']), { timeout: 20_000 })
    expect(pool.counts()).toMatchObject({ threads: 2, running: 2, waiting: 1 })
    open()
    await Promise.all(held)
    expect(pool.counts()).toMatchObject({ threads: 2, died: 0 })
  })

  it('starts all its threads where it is told to start ahead, although no request waits', async () => {
    const { ask, pool } = await given({ size: 3, startsAhead: true })
    expect(pool.counts().threads).toBe(1)
    const oneAtATime = async () => {
      await ask(echo('one at a time'))
      expect(pool.counts().threads).toBe(3)
    }
    await vi.waitFor(oneAtATime, { timeout: 20_000 })
    await oneAtATime()
  })

  it('is there before its first thread serves, where that starts beside', async () => {
    const { ask, pool } = await given({ size: 2, starts: 'beside' })
    expect(pool.counts().threads).toBe(1)
    expect((await ask(echo('first'))).answer).toBe('first')
    expect(pool.counts().threads).toBe(1)
  })

  it('is there although its first thread cannot start, where that starts beside', async () => {
    const { ask } = await given({ starts: 'beside', broken: true })
    expect((await failureOf(ask(echo('first')))).name).toBe('ThreadsUnavailable')
  })

  it('has no other thread for requests that their app may not run yet, and one as soon as another app asks', async () => {
    const { ask, noted, open, pool } = await given({ size: 2, maxRunningOfApp: 1 })
    const held = ['a', 'b'].map((name) => ask(hold(name)))
    await vi.waitFor(() => expect(noted()).toEqual(['a']))
    expect(pool.counts()).toMatchObject({ threads: 1, running: 1, waiting: 1 })
    held.push(ask(hold('c'), { scope: { appId: 'other', userId: 'user' } }))
    expect(pool.counts().threads).toBe(2)
    await vi.waitFor(() => expect(noted()).toEqual(['a', 'c']), { timeout: 20_000 })
    open()
    await Promise.all(held)
  })

  it('has no other thread for requests that share one and wait', async () => {
    const { ask, noted, open, pool } = await given({ size: 2, perThread: 8 })
    const held = ['a', 'b', 'c'].map((name) => ask(hold(name)))
    await vi.waitFor(() => expect(noted()).toEqual(['a', 'b', 'c']))
    open()
    await Promise.all(held)
    expect(pool.counts().threads).toBe(1)
  })

  it('has no other thread for requests that come one at a time, however much they compute', async () => {
    let clock = 0
    const { ask, pool } = await given({ size: 2, now: () => clock })
    for (let n = 0; n < 40; n++) {
      await ask({ do: 'burn' })
      clock += BURNT_MS
    }
    expect(pool.counts().threads).toBe(1)
  })

  it('has another thread when requests keep the one that they share computing', async () => {
    let clock = 0
    const { ask, pool } = await given({ size: 2, perThread: 8, now: () => clock })
    for (let n = 0; n < 20; n++) {
      await Promise.all([ask({ do: 'burn' }), ask({ do: 'burn' })])
      clock += 2 * BURNT_MS
    }
    expect(pool.counts().threads).toBe(2)
  })

  it('gives each app and each user a turn', async () => {
    const { ask, open, noted } = await given()
    const first = ask(hold('first'))
    const runs = [
      ['a', 'u', 'a1'],
      ['a', 'u', 'a2'],
      ['a', 'v', 'a3'],
      ['b', 'u', 'b1'],
    ].map(([appId, userId, value]) => ask(hold(value!), { scope: { appId, userId } }))
    open()
    await Promise.all([first, ...runs])
    expect(noted()).toEqual(['first', 'a1', 'b1', 'a3', 'a2'])
  })

  it('hands a thread as many requests at a time as it may take', async () => {
    const { ask, noted, open, pool } = await given({ perThread: 3 })
    const runs = ['1', '2', '3', '4'].map((value) => ask(hold(value)))
    await vi.waitFor(() => expect(noted()).toEqual(['1', '2', '3']))
    expect(pool.counts()).toMatchObject({ running: 3, waiting: 1 })
    open()
    await Promise.all(runs)
    expect(noted()).toEqual(['1', '2', '3', '4'])
  })

  it('refuses what is too much, of one app and in all', async () => {
    const { ask, open, pool } = await given({ maxWaiting: 3, maxWaitingOfApp: 2 })
    const of = (appId: string) => ask(hold(appId), { scope: { appId, userId: 'u' } })
    const taken = [of('a'), of('a'), of('a')]
    const error = await failureOf(of('a'))
    expect([error.name, isOutage(error)]).toEqual(['TooManyWaiting', true])
    taken.push(of('b'))
    expect((await failureOf(of('c'))).name).toBe('TooManyWaiting')
    expect(pool.counts()).toMatchObject({ waiting: 3, running: 1, refused: 2 })
    open()
    await Promise.all(taken)
    expect((await of('a')).answer).toBe('a')
  })
})

describe('an abort', () => {
  it('drops a request that waits: no thread ever sees it', async () => {
    const { ask, open, noted, pool } = await given()
    const first = ask(hold('first'))
    const aborting = new AbortController()
    const dropped = failureOf(ask(hold('dropped'), { signal: aborting.signal }))
    const last = ask(hold('last'))
    aborting.abort(new Error('gone'))
    expect((await dropped).message).toBe('gone')
    expect(pool.counts()).toMatchObject({ dropped: 1, abandoned: 0, waiting: 1 })
    open()
    await Promise.all([first, last])
    expect(noted()).toEqual(['first', 'last'])
  })

  it('tells the handler of a request that runs, and the thread is free when that ends', async () => {
    const { ask, noted, pool } = await given()
    const aborting = new AbortController()
    const abandoned = failureOf(ask({ do: 'wait' }, { signal: aborting.signal }))
    await vi.waitFor(() => expect(noted()).toEqual(['waits']))
    aborting.abort(new Error('gone'))
    expect((await abandoned).message).toBe('gone')
    expect((await ask(echo('next'))).answer).toBe('next')
    expect(noted()).toEqual(['waits', 'told'])
    expect(pool.counts()).toMatchObject({ abandoned: 1, dropped: 0, running: 0 })
  })

  it('that came before hands nothing over', async () => {
    const { ask, noted } = await given()
    expect((await failureOf(ask(hold('x'), { signal: AbortSignal.abort() }))).name).toBe(
      'AbortError',
    )
    expect(noted()).toEqual([])
  })
})

describe('a thread that dies', () => {
  it.each([
    ['fill', 'ERR_WORKER_OUT_OF_MEMORY'],
    ['crash', 'RangeError'],
    ['exit', 'exit'],
  ] as const)('rejects what it did, and no other (%s)', async (what, reason) => {
    const resourceLimits = { maxOldGenerationSizeMb: 32 }
    const { ask, pool, lost } = await given({ size: 2, resourceLimits })
    const died = failureOf(ask({ do: what }))
    const others = Array.from({ length: 10 }, (_, n) => ask(echo(n)))
    await Promise.all(others)
    expect(await died).toMatchObject({ name: 'ThreadDied', reason })
    expect((await died).message).not.toContain('secret')
    expect((await ask(echo('after'))).answer).toBe('after')
    expect(pool.counts()).toMatchObject({ died: 1, killed: 0 })
    expect(lost).toEqual(['ThreadDied'])
  })

  it('gives back the share of its app, so that a thread that is free takes what waited for that', async () => {
    const { ask, pool, noted, open } = await given({ size: 2, maxRunningOfApp: 1 })
    const both = [ask(hold('a')), ask(hold('b'), { scope: { appId: 'another', userId: 'user' } })]
    await vi.waitFor(() => expect(noted()).toEqual(['a', 'b']), { timeout: 20_000 })
    open()
    await Promise.all(both)
    const died = failureOf(ask({ do: 'exit' }))
    const next = ask(echo('next'))
    expect(pool.counts()).toMatchObject({ running: 1, waiting: 1 })
    await died
    // Not when another thread has started in its place, which may fail.
    expect(pool.counts()).toMatchObject({ running: 1, waiting: 0 })
    expect((await next).answer).toBe('next')
  })

  it('before it serves lets nothing start', async () => {
    expect(await failureOf(given({ broken: true }))).toMatchObject({ reason: 'TypeError' })
  })
})

describe('an error of the handler', () => {
  it('that is a refusal of the model is one again', async () => {
    const { ask } = await given()
    const error = await failureOf(ask({ do: 'throw', what: 'refused' }))
    expect(error).toBeInstanceOf(LanguageModelRefused)
    expect(error.message).toBe('extraction: too long')
  })

  it.each([
    ['outage', { name: 'Outage', message: 'not for now' }, true],
    ['store', { name: 'StoreError', code: 'Neo.Oops' }, true],
    ['busy', { name: 'Error', errcode: 5 }, true],
    ['foreign', { name: 'TypeError', code: 'ERR_ODD' }, false],
    ['nothing', { name: 'Error' }, false],
  ] as const)('keeps what tells it apart: %s', async (what, fields, outage) => {
    const { ask } = await given()
    const error = await failureOf(ask({ do: 'throw', what }))
    expect(error).toMatchObject(fields)
    expect(isOutage(error)).toBe(outage)
    expect(`${error.message}${error.stack}`).not.toContain('secret')
  })

  it('says where it was thrown', async () => {
    const { ask } = await given()
    expect((await failureOf(ask({ do: 'throw', what: 'foreign' }))).stack).toMatch(
      /at .*served\.ts/,
    )
  })

  it('comes also for what cannot cross, either way', async () => {
    const { ask, pool } = await given()
    expect((await failureOf(ask({ do: 'function' }))).name).toBe('DataCloneError')
    expect((await failureOf(ask(echo(() => 1)))).name).toBe('DataCloneError')
    expect(pool.counts()).toMatchObject({ running: 0, died: 0 })
  })
})

describe('closing', () => {
  it('lets what runs finish, refuses what waits and what comes, and closes what the module opened', async () => {
    const { ask, pool, open, noted } = await given({ closeGraceMs: 60_000 })
    const running = ask(hold('running'))
    const waiting = failureOf(ask(hold('waiting')))
    await vi.waitFor(() => expect(noted()).toEqual(['running']))
    const closed = pool.close()
    expect((await waiting).name).toBe('ThreadsUnavailable')
    expect((await failureOf(ask(echo(1)))).name).toBe('ThreadsUnavailable')
    open()
    expect((await running).answer).toBe('running')
    await closed
    expect(noted()).toEqual(['running', 'closed'])
  })

  it('does not wait for a thread that has not started', async () => {
    const { ask, pool, noted } = await given({ starts: 'beside', closeGraceMs: 60_000 })
    const waiting = failureOf(ask(echo('waiting')))
    await pool.close()
    expect((await waiting).name).toBe('ThreadsUnavailable')
    expect(noted()).toEqual([])
  })

  it('ends whatever runs', async () => {
    const { ask, pool, lost } = await given({ closeGraceMs: 10 })
    const spinning = failureOf(ask(spin))
    await pool.close()
    expect(await spinning).toMatchObject({ name: 'ThreadDied', reason: 'closed' })
    expect(lost).toEqual([])
  })
})

it('the metrics of a pool are those counts, under names of its own', async () => {
  const { ask, pool } = await given()
  await failureOf(ask(spin, { cpuBudgetMs: BUDGET_MS }))
  const registry = new Registry()
  measurePool(registry, 'test', pool.counts)
  await registry.metrics()
  const text = await registry.metrics()
  expect(text).toContain('palimpsest_test_threads_waiting 0')
  expect(text).toContain('palimpsest_test_threads_running 0')
  expect(text).toContain('palimpsest_test_threads_killed_total 1')
  expect(text).not.toContain('user')
})
