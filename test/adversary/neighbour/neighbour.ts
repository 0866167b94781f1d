// A neighbour at work: writes, waits until its writes are processed, retrieves and forgets, and notes how long each
// step took. It rotates between several apps, so that its own rate limits never count in what it measures.
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Call } from './under-attack.ts'

export const steps = ['acknowledge', 'process', 'retrieve', 'forget'] as const
export type Times = Record<(typeof steps)[number], number[]>

const APPS = 12
const POLL_MS = 15
/** Polls less often the longer it has waited, as a client would: polling must not be what holds the neighbour up. */
const ASKS_PER_WAIT = 20
const FORGET_EVERY = 4
const LOST_AFTER_MS = 60_000

/**
 * Works for `durationMs`, and begins a round every `everyMs`; returns the milliseconds of each step. Throws where any
 * of its writes was lost.
 */
export async function neighbourAtWork(
  call: Call,
  { durationMs, everyMs }: { durationMs: number; everyMs: number },
): Promise<Times> {
  const times: Times = { acknowledge: [], process: [], retrieve: [], forget: [] }
  const rounds: Promise<void>[] = []
  const until = performance.now() + durationMs
  for (let n = 0; performance.now() < until; n++) {
    // Rounds overlap: the neighbour does not slow down when it is held up.
    rounds.push(round(call, times, n))
    await sleep(everyMs)
  }
  await Promise.all(rounds)
  return times
}

async function round(call: Call, times: Times, n: number): Promise<void> {
  const scope = { appId: `neighbour-${n % APPS}`, userId: `user-${randomUUID()}` }
  const word = `w${randomUUID().slice(0, 8)}`
  const content = `Anna: I live in ${word} and I like chess.`
  const written = await timed(times.acknowledge, () =>
    call(
      'POST',
      '/v1/memorize',
      JSON.stringify({ ...scope, content, contentType: 'conversation' }),
    ),
  )
  if (written.status !== 202)
    throw new Error(`the neighbour's write was answered ${written.status}`)
  const { resourceId } = written.body as { resourceId: string }
  const path = `/v1/resources/${scope.appId}/${scope.userId}/${resourceId}`
  await timed(times.process, () => processed(call, path))
  const query = JSON.stringify({ ...scope, query: `Where does Anna live?` })
  const found = await timed(times.retrieve, () => call('POST', '/v1/retrieve', query))
  if (!JSON.stringify(found.body).includes(word))
    throw new Error('what the neighbour wrote is lost')
  if (n % FORGET_EVERY !== 0) return
  const confirmed = JSON.stringify({ ...scope, confirm: true })
  const forgotten = await timed(times.forget, () => call('POST', '/v1/forget', confirmed))
  if (forgotten.status !== 200)
    throw new Error(
      `the neighbour's forget was answered ${forgotten.status}: ${JSON.stringify(forgotten.body)}`,
    )
}

async function processed(call: Call, path: string): Promise<void> {
  const began = performance.now()
  for (let waitedMs = 0; waitedMs < LOST_AFTER_MS; waitedMs = performance.now() - began) {
    const { status, body } = await call('GET', path)
    const resource = body as { resource?: { status?: string }; status?: string }
    if (status === 200 && (resource.resource?.status ?? resource.status) === 'processed') return
    await sleep(Math.max(POLL_MS, waitedMs / ASKS_PER_WAIT))
  }
  throw new Error("the neighbour's write was not processed in a minute")
}

async function timed<T>(into: number[], work: () => Promise<T>): Promise<T> {
  const began = performance.now()
  const result = await work()
  into.push(performance.now() - began)
  return result
}
