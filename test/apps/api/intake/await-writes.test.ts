// Waiting for writes ends when they are processed, when the time is over, or when nobody waits any more.
import { expect, test } from 'vitest'
import { createAwaitWrites } from '../../../../apps/api/intake/await-writes.ts'
import type { MemoryStep } from '../../../../infra/ports/memory-store.ts'
import { createSqliteMemoryStore } from '../../../../infra/sqlite/memory-store.ts'
import { newScope } from '../../../contracts/given.ts'
import { resourceDocument } from '../../../contracts/memory-documents.ts'

const scope = newScope()
const staying = new AbortController().signal

/** A store, and a clock that passes only while somebody pauses; `meanwhile` happens after so many pauses. */
function given(meanwhile: Record<number, () => Promise<void>> = {}) {
  const store = createSqliteMemoryStore({ path: ':memory:' })
  const clock = { ms: 0, pauses: 0 }
  const pacing = {
    now: () => clock.ms,
    pause: async (ms: number) => {
      clock.ms += ms
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
  return { await: createAwaitWrites(store, pacing), clock, put }
}

test('given writes that are processed or refused, then nobody waits', async () => {
  const { await: wait, clock, put } = given()
  await put('a', 'processed')
  await put('b', 'failed')
  expect(await wait({ scope, ids: ['a', 'b'], waitMs: 1_000, gone: staying })).toEqual([])
  expect(clock.pauses).toBe(0)
})

test('given one that is processed meanwhile, then it is waited for, and no longer', async () => {
  const meanwhile: Record<number, () => Promise<void>> = {}
  const { await: wait, clock, put } = given(meanwhile)
  meanwhile[3] = () => put('a', 'processed')
  await put('a', 'queued')
  expect(await wait({ scope, ids: ['a'], waitMs: 60_000, gone: staying })).toEqual([])
  expect(clock.pauses).toBe(3)
})

test('given one that is never processed, then it is told when the time is over, to the millisecond', async () => {
  const { await: wait, clock, put } = given()
  await put('a', 'processed')
  expect(await wait({ scope, ids: ['a', 'never'], waitMs: 777, gone: staying })).toEqual(['never'])
  expect(clock.ms).toBe(777)
})

test('given one that is waited for long, then it is asked for seldom: others read the index too', async () => {
  const { await: wait, clock } = given()
  await wait({ scope, ids: ['never'], waitMs: 30_000, gone: staying })
  expect(clock.pauses).toBeLessThan(80)
})

test('given a client that has gone, then nothing more is asked', async () => {
  const gone = new AbortController()
  const { await: wait, clock } = given({ 2: async () => gone.abort() })
  expect(await wait({ scope, ids: ['never'], waitMs: 60_000, gone: gone.signal })).toEqual([
    'never',
  ])
  expect(clock.pauses).toBe(2)
})

test('given five hundred that wait, then one more is answered at once', async () => {
  let open: () => void = () => undefined
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  const resource = async () => null
  const stop = new AbortController()
  const wait = createAwaitWrites({ resource }, { now: () => 0, pause: () => opened })
  const asked = { scope, ids: ['never'], waitMs: 1_000 }
  const waiting = Array.from({ length: 500 }, () => wait({ ...asked, gone: stop.signal }))
  expect(await wait({ ...asked, gone: staying })).toEqual(['never'])
  stop.abort()
  open()
  await Promise.all(waiting)
})
