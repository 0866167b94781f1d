// Replays run one at a time, and the outcome of each can be queried.
import { expect, test } from 'vitest'
import { createReplays, type ReplayResult, type RunReplay } from '../../../apps/api/replays.ts'

const now = () => new Date('2026-03-01T10:00:00.000Z')
const order = { what: 'projection', projection: 'graph', check: true } as const

/** A replay that ends on command. */
function given() {
  const ends: { resolve: (result: ReplayResult) => void; reject: (error: Error) => void }[] = []
  const orders: unknown[] = []
  let told: (line: string) => void = () => undefined
  const run: RunReplay = (asked, parts) =>
    new Promise((resolve, reject) => {
      orders.push(asked)
      told = parts.told
      ends.push({ resolve, reject })
      parts.signal.addEventListener('abort', () => reject(new DOMException('x', 'AbortError')))
    })
  const replays = createReplays(run, now)
  return { replays, ends, orders, tell: (line: string) => told(line) }
}

/** Lets resolved promises run their continuations. */
const settled = () => new Promise((resolve) => setImmediate(resolve))

test('given an order, then it is carried out, tells how far it is, and what came of it', async () => {
  const { replays, ends, orders, tell } = given()
  const { id } = replays.start(order)!
  expect(orders).toEqual([order])
  tell('50 %')
  expect(replays.find(id)).toMatchObject({
    status: 'running',
    projection: 'graph',
    progress: '50 %',
    endedAt: null,
  })
  ends[0]!.resolve({ records: 7 })
  await settled()
  expect(replays.find(id)).toMatchObject({
    status: 'done',
    result: { records: 7 },
    endedAt: '2026-03-01T10:00:00.000Z',
  })
})

test('given one that runs, then no other is begun until it has ended', async () => {
  const { replays, ends, orders } = given()
  replays.start(order)
  expect(replays.start({ what: 'dead-letters', ids: null })).toBeNull()
  ends[0]!.resolve({})
  await settled()
  expect(replays.start({ what: 'dead-letters', ids: null })).toMatchObject({ projection: null })
  expect(orders).toHaveLength(2)
})

test('given one that fails, then its class is told and nothing that it said', async () => {
  const { replays, ends } = given()
  const { id } = replays.start(order)!
  ends[0]!.reject(Object.assign(new Error('anna likes tea'), { name: 'ObjectMissing' }))
  await settled()
  const replay = replays.find(id)
  expect(replay).toMatchObject({ status: 'failed', errorClass: 'ObjectMissing', result: null })
  expect(JSON.stringify(replay)).not.toContain('tea')
})

test('given a service that stops, then the replay is stopped and waited for', async () => {
  const { replays } = given()
  const { id } = replays.start(order)!
  await replays.stop()
  expect(replays.find(id)).toMatchObject({ status: 'failed', errorClass: 'AbortError' })
})

test('given more replays than are kept, then the oldest are known no more', async () => {
  const { replays, ends } = given()
  const ids: string[] = []
  for (let n = 0; n < 101; n++) {
    ids.push(replays.start(order)!.id)
    ends[n]!.resolve({})
    await settled()
  }
  expect(replays.find(ids[0]!)).toBeNull()
  expect(replays.find(ids[1]!)).not.toBeNull()
})
