// The part of the bench that measures retrieval under load: how many answers a second many clients get, and what that
// costs a writer beside them.

import type { Subject } from './bench-load.ts'
import { type Figure, fillUser, type Sizes, spread } from './bench-parts.ts'
import { createTexts } from './bench-texts.ts'

const CLIENTS = 16
const ITEMS = 1_000
const WRITER = 'beside'

/** Every client asks again as soon as it has its answer; the last third of the time, one writer writes beside. */
export async function measureRetrievals(subject: Subject, sizes: Sizes): Promise<Figure[]> {
  const userId = `load-${ITEMS}`
  await fillUser(subject, ITEMS, userId)
  await retrieving(subject, userId, sizes.retrievalsMs / 5)
  const alone = await retrieving(subject, userId, sizes.retrievalsMs)
  const [, acknowledged] = await Promise.all([
    retrieving(subject, userId, sizes.retrievalsMs / 3),
    writing(subject, sizes.retrievalsMs / 3),
  ])
  const part = 'retrievals'
  const of = `${CLIENTS} clients, ${ITEMS.toLocaleString('en')} items`
  return [
    { part, measure: `retrievals, ${of}`, value: alone.perSecond, unit: '/s' },
    ...spread(part, `retrieval, ${of}`, alone.latenciesMs),
    ...spread(part, `acknowledgement beside ${CLIENTS} who retrieve`, acknowledged.latenciesMs),
  ]
}

function retrieving({ client, appId }: Subject, userId: string, durationMs: number) {
  const texts = createTexts(ITEMS + 1)
  const ask = () => client.retrieve({ appId, userId, query: texts.question() })
  return during(durationMs, CLIENTS, async () => (await ask()).elapsedMs)
}

function writing({ client, appId }: Subject, durationMs: number) {
  const texts = createTexts(ITEMS + 2)
  const contentType = 'conversation' as const
  const write = () =>
    client.memorize({ appId, userId: WRITER, content: texts.sentence(), contentType })
  return during(durationMs, 1, async () => (await write()).elapsedMs)
}

/** Runs `call` in so many lanes until the time is over; `call` gives its milliseconds. */
async function during(durationMs: number, lanes: number, call: () => Promise<number>) {
  const latenciesMs: number[] = []
  const startedAt = performance.now()
  const lane = async () => {
    while (performance.now() - startedAt < durationMs) latenciesMs.push(await call())
  }
  await Promise.all(Array.from({ length: lanes }, lane))
  const perSecond = latenciesMs.length / ((performance.now() - startedAt) / 1000)
  return { latenciesMs, perSecond }
}
