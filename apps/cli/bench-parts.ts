// The parts of the bench that a running service is measured by. Each gives its figures beside
// their targets.
import { setTimeout as sleep } from 'node:timers/promises'
import {
  CLIENTS,
  type Message,
  type Subject,
  untilProcessed,
  writeAll,
  writeFor,
} from './bench-load.ts'
import { createTexts, userOf } from './bench-texts.ts'
import { inParallel, percentile } from './measures.ts'

export type Figure = {
  part: string
  measure: string
  value: number
  unit: 'ms' | '/s'
  /** None where the figure is only for information. */
  target?: { at: 'least' | 'below'; value: number }
}

/** How much each part does. */
export type Sizes = {
  ackMs: number
  manyUsersWrites: number
  oneUserWrites: number
  freshWrites: number
  itemCounts: readonly number[]
  /** Items of other users, a thousand each, that are there beside those who are asked. */
  otherItems: number
  queries: number
  /** How long many clients retrieve side by side. */
  retrievalsMs: number
}

/** What is aimed at, where there is an aim. */
export type Targets = {
  ackRate: number
  ackP99Ms?: number
  processedRate?: number
  freshP99Ms?: number
  /** For 10,000 items. */
  retrievalP99Ms: number
}

export const embeddedTargets: Targets = {
  ackRate: 1_000,
  ackP99Ms: 25,
  processedRate: 300,
  freshP99Ms: 300,
  retrievalP99Ms: 30,
}

export const distributedTargets: Targets = { ackRate: 1_500, retrievalP99Ms: 60 }

export const fullSizes: Sizes = {
  ackMs: 10_000,
  manyUsersWrites: 3_000,
  oneUserWrites: 1_500,
  freshWrites: 50,
  itemCounts: [100, 1_000, 10_000],
  otherItems: 0,
  queries: 300,
  retrievalsMs: 9_000,
}

/** Where users are many, and an index holds all of theirs. */
export const distributedSizes: Sizes = { ...fullSizes, otherItems: 188_900 }

export const quickSizes: Sizes = {
  ackMs: 3_000,
  manyUsersWrites: 600,
  oneUserWrites: 300,
  freshWrites: 15,
  itemCounts: [100, 1_000],
  otherItems: 0,
  queries: 100,
  retrievalsMs: 3_000,
}

const MANY_USERS = 100
const ACK_USERS = 500
const FRESH_POLL_MS = 5
const FRESH_PAUSE_MS = 30
const WARM_UP_QUERIES = 30
const LINES_A_SESSION = 100

/** How fast writes are acknowledged while processing runs beside. */
export async function measureAck(
  subject: Subject,
  sizes: Sizes,
  targets: Targets,
): Promise<Figure[]> {
  const texts = createTexts(1)
  let written = 0
  const next = (): Message => ({
    userId: userOf(written++, ACK_USERS),
    content: texts.sentence(),
  })
  // The first write of a user makes its data key, which is not what is measured here.
  await writeAll(subject, Array.from({ length: ACK_USERS }, next))
  await writeFor(subject, sizes.ackMs / 10, next)
  const { latenciesMs, elapsedMs } = await writeFor(subject, sizes.ackMs, next)
  const rate = latenciesMs.length / (elapsedMs / 1000)
  const of = `${CLIENTS} clients`
  return [
    {
      part: 'ack',
      measure: `writes acknowledged, ${of}`,
      value: rate,
      unit: '/s',
      target: { at: 'least', value: targets.ackRate },
    },
    ...spread('ack', `acknowledgement, ${of}`, latenciesMs, targets.ackP99Ms),
  ]
}

/** How fast writes are processed, from the first of them to the last being retrievable. */
export async function measureProcessed(
  subject: Subject,
  sizes: Sizes,
  { processedRate: least }: Targets,
): Promise<Figure[]> {
  const target = least === undefined ? undefined : ({ at: 'least', value: least } as const)
  const measured = [
    { writes: sizes.manyUsersWrites, users: MANY_USERS, prefix: 'many' },
    { writes: sizes.oneUserWrites, users: 1, prefix: 'one' },
  ]
  const figures: Figure[] = []
  for (const [seed, { writes, users, prefix }] of measured.entries()) {
    const value = await processedRate(subject, { writes, users, prefix, seed })
    const measure = `writes processed, ${writes} over ${users} user${users > 1 ? 's' : ''}`
    figures.push({ part: 'processed', measure, value, unit: '/s', target })
  }
  return figures
}

type Writes = { writes: number; users: number; prefix: string; seed: number }

async function processedRate(subject: Subject, { writes, users, prefix, seed }: Writes) {
  const texts = createTexts(100 + seed)
  const messages = Array.from({ length: writes }, (_, i) => ({
    userId: `${prefix}-${userOf(i, users)}`,
    content: texts.sentence(),
  }))
  const startedAt = performance.now()
  await writeAll(subject, messages)
  await untilProcessed(subject, messages)
  return writes / ((performance.now() - startedAt) / 1000)
}

/** How long after its acknowledgement a single write is retrievable, when nothing else runs. */
export async function measureFreshness(
  subject: Subject,
  sizes: Sizes,
  { freshP99Ms }: Targets,
): Promise<Figure[]> {
  const latenciesMs: number[] = []
  for (let i = 0; i < sizes.freshWrites; i++) {
    const word = `zq${i}x${(i * 7919) % 1000}`
    latenciesMs.push(await freshnessOf(subject, `fresh-${userOf(i, 5)}`, word))
    await sleep(FRESH_PAUSE_MS)
  }
  return spread('freshness', 'acknowledged to retrievable, idle', latenciesMs, freshP99Ms)
}

async function freshnessOf({ client, appId, signal }: Subject, userId: string, word: string) {
  const content = `The parcel for Anna Keller in Lisbon is registered under the code ${word}.`
  await client.memorize({ appId, userId, content, contentType: 'conversation' })
  const acknowledgedAt = performance.now()
  for (;;) {
    const { body } = await client.retrieve({ appId, userId, query: `the code ${word}` })
    if (body.relevantItems.some((item) => item.content.includes(word))) break
    await sleep(FRESH_POLL_MS, undefined, { signal })
  }
  return performance.now() - acknowledgedAt
}

/** How long retrieval takes, one query after another, by how much the user has in memory. */
export async function measureRetrieval(
  subject: Subject,
  sizes: Sizes,
  { retrievalP99Ms }: Targets,
): Promise<Figure[]> {
  await fillOthers(subject, sizes.otherItems)
  for (const count of sizes.itemCounts) await fillUser(subject, count)
  const figures: Figure[] = []
  for (const count of sizes.itemCounts) {
    const latenciesMs = await queryUser(subject, count, sizes.queries)
    const target = count === 10_000 ? retrievalP99Ms : undefined
    const among = sizes.itemCounts.reduce((sum, each) => sum + each, sizes.otherItems)
    const of = `${count.toLocaleString('en')} items`
    const measure = `retrieval, ${of} among ${among.toLocaleString('en')}`
    figures.push(...spread('retrieval', measure, latenciesMs, target))
  }
  return figures
}

const ITEMS_OF_OTHERS = 1_000

async function fillOthers(subject: Subject, items: number): Promise<void> {
  const users = Array.from({ length: Math.ceil(items / ITEMS_OF_OTHERS) }, (_, n) => `other-${n}`)
  // A few at a time, so that what is written does not get far ahead of what is processed.
  await inParallel(users, OTHERS_AT_A_TIME, (userId, n) =>
    fillUser(subject, Math.min(ITEMS_OF_OTHERS, items - n * ITEMS_OF_OTHERS), userId),
  )
}
const OTHERS_AT_A_TIME = 16

/** Sessions of a hundred lines, each line a fact. */
export async function fillUser(
  subject: Subject,
  items: number,
  userId = `items-${items}`,
): Promise<void> {
  const { appId, client } = subject
  const texts = createTexts(items)
  const lines = Array.from(
    { length: items },
    (_, i) => `${i % 2 ? 'Mia' : 'Noah'}: ${texts.sentence()}`,
  )
  const sessions = Math.ceil(items / LINES_A_SESSION)
  const messages = Array.from({ length: sessions }, (_, i) => ({
    userId,
    content: lines.slice(i * LINES_A_SESSION, (i + 1) * LINES_A_SESSION).join('\n'),
  }))
  await writeAll(subject, messages)
  await untilProcessed(subject, messages)
  const { pagination } = await client.items({ appId, userId }, { limit: 1 })
  if (pagination.total < items * 0.99) {
    throw new Error(`only ${pagination.total} of ${items} sentences became items`)
  }
}

async function queryUser({ client, appId }: Subject, items: number, queries: number) {
  const texts = createTexts(items + 1)
  const latenciesMs: number[] = []
  for (let i = -WARM_UP_QUERIES; i < queries; i++) {
    const query = texts.question()
    const { elapsedMs } = await client.retrieve({ appId, userId: `items-${items}`, query })
    if (i >= 0) latenciesMs.push(elapsedMs)
  }
  return latenciesMs
}

/** Median and 99th percentile; the target is for the latter. */
export function spread(
  part: string,
  measure: string,
  ms: readonly number[],
  below?: number,
): Figure[] {
  const target = below === undefined ? undefined : ({ at: 'below', value: below } as const)
  return [
    { part, measure: `${measure}, p50`, value: percentile(ms, 0.5), unit: 'ms' },
    { part, measure: `${measure}, p99`, value: percentile(ms, 0.99), unit: 'ms', target },
  ]
}
