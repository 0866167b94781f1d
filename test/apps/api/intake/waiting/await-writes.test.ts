// Waiting for writes ends when they are processed, when the time is over, or when the client has gone.
import { expect, test, vi } from 'vitest'
import { createAwaitWrites } from '../../../../../apps/api/intake/waiting/await-writes.ts'
import {
  createWaitingShares,
  type WaitingLimits,
} from '../../../../../apps/api/intake/waiting/waiting-shares.ts'
import type { MemoryStep } from '../../../../../infra/ports/memory-store.ts'
import { createSqliteMemoryStore } from '../../../../../infra/sqlite/memory-store.ts'
import { newScope } from '../../../../contracts/given.ts'
import { resourceDocument } from '../../../../contracts/memory-documents.ts'

const scope = newScope()
const staying = new AbortController().signal

/** A store, and a clock that passes only during pauses; `meanwhile` happens after so many pauses. */
function given(meanwhile: Record<number, () => Promise<void>> = {}, limits?: WaitingLimits) {
  const shares = createWaitingShares(limits)
  const store = createSqliteMemoryStore({ path: ':memory:' })
  const clock = { ms: 0, pauses: 0, slept: [] as number[] }
  const pacing = {
    now: () => clock.ms,
    pause: async (ms: number) => {
      clock.ms += ms
      clock.slept.push(ms)
      await meanwhile[++clock.pauses]?.()
    },
  }
  let position = 0
  const put = (id: string, status: 'queued' | 'processed' | 'failed') => {
    position++
    const documents = [resourceDocument(scope, { id, version: position, resource: { status } })]
    const checkpoint: MemoryStep['checkpoint'] = {
      topic: 'memory.facts.v1',
      partition: 0,
      position,
    }
    return store.apply({ checkpoint, fences: [], documents, erasedResources: [], erasures: [] })
  }
  /** The requests to the store, read by read. */
  const reads: string[][] = []
  const resources: typeof store.resources = async (refs) => {
    reads.push(refs.map(({ appId, id }) => `${appId === scope.appId ? 'ours' : 'theirs'} ${id}`))
    return store.resources(refs)
  }
  return { await: createAwaitWrites({ resources }, shares, pacing), clock, put, reads, shares }
}

test('given writes that are processed or refused, then no wait begins', async () => {
  const { await: wait, clock, put } = given()
  await put('a', 'processed')
  await put('b', 'failed')
  expect(await wait({ scope, ids: ['a', 'b'], waitMs: 1_000, gone: staying })).toEqual({
    left: [],
    failed: ['b'],
  })
  expect(clock.pauses).toBe(0)
})

test('given one that is processed meanwhile, then it is waited for, and no longer', async () => {
  const meanwhile: Record<number, () => Promise<void>> = {}
  const { await: wait, clock, put } = given(meanwhile)
  meanwhile[3] = () => put('a', 'processed')
  await put('a', 'queued')
  expect(await wait({ scope, ids: ['a'], waitMs: 60_000, gone: staying })).toEqual({
    left: [],
    failed: [],
  })
  expect(clock.pauses).toBe(3)
})

test('given one that fails meanwhile beside one that had failed, then both are told', async () => {
  const meanwhile: Record<number, () => Promise<void>> = {}
  const { await: wait, put } = given(meanwhile)
  meanwhile[2] = () => put('b', 'failed')
  meanwhile[3] = () => put('c', 'processed')
  await put('a', 'failed')
  const ids = ['a', 'b', 'c']
  expect(await wait({ scope, ids, waitMs: 60_000, gone: staying })).toEqual({
    left: [],
    failed: ['a', 'b'],
  })
})

test('given one that is never processed, then it is told when the time is over, to the millisecond', async () => {
  const { await: wait, clock, put } = given()
  await put('a', 'processed')
  expect(await wait({ scope, ids: ['a', 'never'], waitMs: 777, gone: staying })).toEqual({
    left: ['never'],
    failed: [],
  })
  expect(clock.ms).toBe(777)
})

test('given one that is waited for long, then it is asked for seldom: others read the index too', async () => {
  const { await: wait, clock } = given()
  await wait({ scope, ids: ['never'], waitMs: 30_000, gone: staying })
  expect(clock.pauses).toBeLessThan(90)
})

test.each([
  ['one write', 1, 2],
  ['ten writes', 10, 20],
])(
  'given %s, then the pauses grow by a quarter up to half a second, and the last ends with the time',
  async (_, count, firstMs) => {
    const { await: wait, clock } = given()
    const ids = Array.from({ length: count }, (_, n) => `w${n}`)
    await wait({ scope, ids, waitMs: 5_000, gone: staying })
    const { slept } = clock
    expect(slept.slice(0, 3)).toEqual([firstMs, firstMs * 1.25, firstMs * 1.5625])
    for (const [n, ms] of slept.slice(1, -1).entries()) {
      expect(ms).toBeCloseTo(Math.min(firstMs * 1.25 ** (n + 1), 500), 6)
    }
    expect(clock.ms).toBe(5_000)
    expect(slept.at(-1)).toBeGreaterThan(0)
  },
)

test('given calls that got their writes after a while, then the next one asks first after half of the shortest', async () => {
  const meanwhile: Record<number, () => Promise<void>> = {}
  const { await: wait, clock, put } = given(meanwhile)
  const callFor = async (id: string, looks: number) => {
    meanwhile[clock.pauses + looks] = () => put(id, 'processed')
    const before = clock.slept.length
    expect(await wait({ scope, ids: [id], waitMs: 60_000, gone: staying })).toEqual({
      left: [],
      failed: [],
    })
    return clock.slept.slice(before)
  }
  const tookMs = (slept: number[]) => slept.reduce((sum, ms) => sum + ms, 0)
  const first = tookMs(await callFor('a', 12))
  const second = await callFor('b', 2)
  expect(second).toEqual([first / 2, 2 + first / 8])
  expect(await callFor('c', 1)).toEqual([tookMs(second) / 2])
})

test('given calls that waited for seconds, then the next one asks first after a quarter of a second, and another app’s as early as ever', async () => {
  const meanwhile: Record<number, () => Promise<void>> = {}
  const { await: wait, clock, put } = given(meanwhile)
  meanwhile[30] = () => put('a', 'processed')
  await wait({ scope, ids: ['a'], waitMs: 60_000, gone: staying })
  const before = clock.slept.length
  await wait({ scope, ids: ['never'], waitMs: 1_000, gone: staying })
  expect(clock.slept[before]).toBe(250)
  clock.slept.length = 0
  await wait({ scope: newScope(), ids: ['never'], waitMs: 1_000, gone: staying })
  expect(clock.slept[0]).toBe(2)
})

test('given calls that got nothing, then the next one asks as early as the first', async () => {
  const { await: wait, clock } = given()
  for (const _ of [1, 2]) {
    clock.slept.length = 0
    await wait({ scope, ids: ['never'], waitMs: 1_000, gone: staying })
    expect(clock.slept[0]).toBe(2)
  }
})

test('given a client that has gone already, then no wait begins', async () => {
  const { await: wait, clock } = given()
  const gone = AbortSignal.abort()
  expect(await wait({ scope, ids: ['never'], waitMs: 60_000, gone })).toEqual({
    left: ['never'],
    failed: [],
  })
  expect(clock.pauses).toBe(0)
})

test('given no other pacing, then it waits by the clock of the process', async () => {
  const resources = async (refs: readonly unknown[]) => refs.map(() => null)
  const wait = createAwaitWrites({ resources }, createWaitingShares())
  expect(await wait({ scope, ids: ['never'], waitMs: 1, gone: staying })).toEqual({
    left: ['never'],
    failed: [],
  })
})

test('given nothing to wait for, or no time to wait, then no place is taken', async () => {
  // Refuses even a call that waits for nothing.
  const { await: wait, put, shares } = given({}, { most: 0, mostOfApp: -1 })
  await put('a', 'processed')
  expect(await wait({ scope, ids: ['a'], waitMs: 1_000, gone: staying })).toEqual({
    left: [],
    failed: [],
  })
  expect(await wait({ scope, ids: ['never'], waitMs: 0, gone: staying })).toEqual({
    left: ['never'],
    failed: [],
  })
  expect(shares.counts().refused).toBe(0)
})

test('given a client that has gone, then nothing more is asked', async () => {
  const gone = new AbortController()
  const { await: wait, clock, reads } = given({ 2: async () => gone.abort() })
  expect(await wait({ scope, ids: ['never'], waitMs: 60_000, gone: gone.signal })).toEqual({
    left: ['never'],
    failed: [],
  })
  expect(clock.pauses).toBe(2)
  expect(reads).toHaveLength(2)
})

test('given many calls that wait for many writes, then a round of all of them is one read, each write once', async () => {
  const { await: wait, reads } = given()
  const call = (ids: string[]) => wait({ scope, ids, waitMs: 0, gone: staying })
  await Promise.all([call(['a', 'b']), call(['b', 'c']), call(['a'])])
  expect(reads).toEqual([['ours a', 'ours b', 'ours c']])
})

test('given the same id in two apps, then each is told of its own', async () => {
  const { await: wait, put } = given()
  await put('a', 'processed')
  const other = newScope()
  const [ours, theirs] = await Promise.all(
    [scope, other].map((of) => wait({ scope: of, ids: ['a'], waitMs: 0, gone: staying })),
  )
  expect({ ours, theirs }).toEqual({
    ours: { left: [], failed: [] },
    theirs: { left: ['a'], failed: [] },
  })
})

test('given more writes than a read may ask for, then others’ reads are not held up by one', async () => {
  const { await: wait, reads } = given()
  const ids = Array.from({ length: 250 }, (_, n) => `w${n}`)
  await wait({ scope, ids, waitMs: 0, gone: staying })
  expect(reads.map((each) => each.length)).toEqual([100, 100, 50])
})

test('given a call that waits for many, then it asks as seldom as it asks much', async () => {
  const { await: wait, reads } = given()
  const ids = Array.from({ length: 100 }, (_, n) => `w${n}`)
  await wait({ scope, ids, waitMs: 10_000, gone: staying })
  expect(reads.length).toBeLessThan(25)
})

test('given an app without a place, then what can be retrieved is reported at once, without a wait', async () => {
  const { await: wait, clock, put } = given({}, { most: 1, mostOfApp: 1 })
  await put('a', 'processed')
  const ids = ['a', 'never', 'nor this']
  expect(await wait({ scope, ids, waitMs: 1_000, gone: staying })).toEqual({
    left: ['never', 'nor this'],
    failed: [],
  })
  expect(clock.pauses).toBe(0)
})

test('given calls that ended, were left or failed, then their places are free', async () => {
  const gone = new AbortController()
  const { await: wait, shares } = given({ 1: async () => gone.abort() })
  await wait({ scope, ids: ['never'], waitMs: 1_000, gone: gone.signal })
  await wait({ scope, ids: ['never'], waitMs: 1, gone: staying })
  expect(shares.counts()).toMatchObject({ apps: 0, calls: 0, writes: 0 })
})

test('given all places taken by one app, then another waits, and the newest of the first is answered', async () => {
  const pauses: (() => void)[] = []
  const pause = (_: number, signal: AbortSignal) =>
    new Promise<void>((resolve) => {
      pauses.push(resolve)
      signal.addEventListener('abort', () => resolve())
    })
  const shares = createWaitingShares({ most: 3, mostOfApp: 3 })
  const resources = async (refs: readonly unknown[]) => refs.map(() => null)
  const wait = createAwaitWrites({ resources }, shares, { now: () => 0, pause })
  const stop = new AbortController()
  const call = (id: string, of = scope) =>
    wait({ scope: of, ids: [id], waitMs: 1_000, gone: stop.signal })
  const ours = ['a', 'b', 'c'].map((id) => call(id))
  await vi.waitUntil(() => pauses.length === 3)
  const theirs = call('d', newScope())
  expect(await ours[2]).toEqual({ left: ['c'], failed: [] })
  expect(shares.counts()).toMatchObject({ apps: 2, calls: 3, writes: 3, displaced: 1 })
  stop.abort()
  expect(await theirs).toEqual({ left: ['d'], failed: [] })
})

/** Each read of the index takes so long by the clock; `rests` are the pauses of that clock, which the test ends. */
function givenSlowIndex(readMs = 10) {
  const rests: { ms: number; over: () => void }[] = []
  let now = 0
  const read = vi.fn(async (refs: readonly unknown[]) => {
    now += readMs
    return refs.map(() => null)
  })
  const pacing = {
    now: () => now,
    pause: (ms: number) => new Promise<void>((over) => void rests.push({ ms, over })),
  }
  const wait = createAwaitWrites({ resources: read }, createWaitingShares(), pacing)
  return { await: wait, rests, read }
}

test('given a call that waits, when the index was read for it, then it rests for three times as long, and only who looks once reads it meanwhile', async () => {
  const { await: wait, rests, read } = givenSlowIndex()
  const waitFor = (id: string, waitMs: number) => wait({ scope, ids: [id], waitMs, gone: staying })
  void waitFor('a', 20)
  await vi.waitFor(() => expect(rests.map(({ ms }) => ms)).toEqual([30, 2]))
  void waitFor('b', 20)
  expect(await waitFor('c', 0)).toEqual({ left: ['c'], failed: [] })
  expect(read).toHaveBeenCalledTimes(2)
  rests[0]!.over()
  await vi.waitFor(() => expect(read).toHaveBeenCalledTimes(3))
})

test('given an index that takes long to answer, when it has, then what waits is not held back for long as well', async () => {
  const { await: wait, rests } = givenSlowIndex(5_000)
  void wait({ scope, ids: ['a'], waitMs: 20, gone: staying })
  await vi.waitFor(() => expect(rests[0]?.ms).toBe(100))
})
