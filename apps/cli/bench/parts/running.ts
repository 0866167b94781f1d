// The parts of the bench that measure a running service. Each returns its figures beside their targets.
import { inParallel } from '../../../../infra/runtime/in-parallel.ts'
import { Unavailable } from '../../command/api-client.ts'
import { CommandFailed } from '../../command/command.ts'
import {
  acknowledged,
  CLIENTS,
  called,
  during,
  type Message,
  paced,
  type Subject,
  untilHandled,
  write,
  writeAll,
} from '../load/load.ts'
import { createTexts, userOf } from '../load/texts.ts'
import { type Measured, rateOf, type Sizes, type Window, windowsOf } from '../measure/windows.ts'

export type Targets = {
  ackRate: number
  ackP99Ms?: number
  processedRate?: number
  freshP99Ms?: number
  /** For 10,000 items. */
  retrievalP99Ms: number
  /** Of 16 clients. */
  retrievalsRate?: number
  /** On real talk. */
  talk?: { p50Ms: number; p99Ms: number }
}

type Measure = (subject: Subject, sizes: Sizes, targets: Targets) => Promise<Measured[]>

export const embeddedTargets: Targets = {
  ackRate: 1_000,
  ackP99Ms: 25,
  processedRate: 300,
  freshP99Ms: 300,
  retrievalP99Ms: 12,
  retrievalsRate: 400,
  talk: { p50Ms: 4, p99Ms: 10 },
}

export const distributedTargets: Targets = { ackRate: 1_500, retrievalP99Ms: 40 }

/** As much as can be measured in the first minute. */
export const coldSizes: Sizes = {
  state: 'cold',
  windows: 1,
  windowMs: 3_000,
  manyUsersWrites: 600,
  oneUserWrites: 300,
  itemCounts: [100, 1_000],
  otherItems: 0,
}

export const warmSizes: Sizes = {
  ...coldSizes,
  state: 'warm',
  windows: 3,
  windowMs: 10_000,
  itemCounts: [100, 1_000, 10_000],
}

/** For many users who share one index. */
export const distributedSizes: Sizes = { ...warmSizes, otherItems: 188_900 }

const MANY_USERS = 100
const ACK_USERS = 500
const PROBES_A_SECOND = 5
const LINES_A_SESSION = 100

/** How fast writes are acknowledged while processing runs beside them. */
export const measureAck: Measure = async (subject, sizes, targets) => {
  const next = messages(sizes.state === 'cold' ? 1 : 2, 'ack', ACK_USERS)
  // The first write of a user makes its data key, which this part does not measure.
  const firsts = Array.from({ length: ACK_USERS }, next)
  await inParallel(firsts, CLIENTS, (message) => write(subject, message))
  const windows = await windowsOf(subject, sizes, async () =>
    called(await during(sizes.windowMs, CLIENTS, () => write(subject, next()))),
  )
  const call = `acknowledged writes, ${CLIENTS} clients`
  const aims = { rate: targets.ackRate, p99Ms: targets.ackP99Ms }
  return [{ call, windows, tells: ['rate', 'latency', 'cost'], targets: aims }]
}

/** How fast writes are processed, from the first of them to the last being retrievable. */
export const measureProcessed: Measure = async (subject, sizes, { processedRate }) => {
  const measured: Measured[] = []
  for (const users of [MANY_USERS, 1]) {
    const first = users > 1 ? sizes.manyUsersWrites : sizes.oneUserWrites
    const windows = await windowsOf(subject, sizes, async (before, index) => {
      const writes = before ? writesFor(before, sizes.windowMs) : first
      await process(subject, { writes, users, prefix: `${sizes.state}-${users}-${index}` })
      return { calls: writes, latenciesMs: [] }
    })
    const call = `processed writes, ${users} user${users > 1 ? 's' : ''}`
    measured.push({ call, windows, tells: ['rate', 'cost'], targets: { rate: processedRate } })
  }
  return measured
}

/** How many writes a window processes, judging by the window before. */
export function writesFor(before: Pick<Window, 'calls' | 'elapsedMs'>, windowMs: number): number {
  return Math.ceil((rateOf(before) * windowMs) / 1000)
}

/** Processes writes until a time of `performance.now`. */
export async function warmUp(subject: Subject, until: number): Promise<void> {
  for (let round = 0; performance.now() < until; round++) {
    const writes = coldSizes.manyUsersWrites
    await process(subject, { writes, users: MANY_USERS, prefix: `warm-up-${round}` })
  }
}

/** `prefix` makes the users new: the writes of earlier users could not be told apart from these. */
type Writes = { writes: number; users: number; prefix: string }

function process(subject: Subject, { writes, users, prefix }: Writes): Promise<void> {
  const next = messages(users, prefix, users)
  return writeAll(subject, Array.from({ length: writes }, next))
}

/** A different sentence each time, for the users in turn. */
function messages(seed: number, prefix: string, users: number): () => Message {
  const texts = createTexts(seed)
  let made = 0
  return () => ({ userId: `${prefix}-${userOf(made++, users)}`, content: texts.sentence() })
}

/** How long after its acknowledgement a write is retrievable, on an idle and on a busy service. */
export const measureFreshness: Measure = async (subject, sizes, { freshP99Ms }) => {
  const measured: Measured[] = []
  for (const perSecond of [PROBES_A_SECOND, 50]) {
    const others = messages(perSecond, `beside-${sizes.state}`, MANY_USERS)
    const prefix = `fresh-${sizes.state}-${perSecond}`
    const windows = await windowsOf(subject, sizes, async (_, window) => {
      const calls = (sizes.windowMs * perSecond) / 1000
      const latenciesMs = await paced(subject, { calls, perSecond }, async (index) => {
        if (index % (perSecond / PROBES_A_SECOND) === 0) {
          return freshnessOf(subject, `${prefix}-${userOf(index, 5)}`, `zq${window}x${index}`)
        }
        await write(subject, others())
        return null
      })
      return { calls, latenciesMs: latenciesMs.filter((ms) => ms !== null) }
    })
    const call = `acknowledged to retrievable, ${perSecond} writes/s`
    const targets = { p99Ms: perSecond === PROBES_A_SECOND ? freshP99Ms : undefined }
    measured.push({ call, windows, tells: ['latency', 'cost'], targets })
  }
  return measured
}

/** A query that must include the write (`after`) is answered as soon as it can be: a client that polls is a load. */
async function freshnessOf(subject: Subject, userId: string, word: string) {
  const { client, appId } = subject
  const content = `The parcel for Anna Keller in Lisbon is registered under the code ${word}.`
  const { resourceId } = (await acknowledged(subject, { userId, content })).body
  const acknowledgedAt = performance.now()
  const asked = { appId, userId, query: `the code ${word}`, after: [resourceId] }
  const { body } = await client.retrieve(asked).catch(async (error: unknown) => {
    if (!(error instanceof Unavailable)) throw error
    // Longer than a query waits, as on a small machine where everything has just started: that is a figure, too.
    await untilHandled(subject, userId, resourceId)
    return client.retrieve(asked)
  })
  const waitedMs = performance.now() - acknowledgedAt
  if (body.relevantItems.some((item) => item.content.includes(word))) return waitedMs
  throw new CommandFailed(`resource ${resourceId} was handled and cannot be retrieved`)
}

/** How long retrieval takes, one query after another, by the size of the user's memory. */
export const measureRetrieval: Measure = async (subject, sizes, { retrievalP99Ms }) => {
  await fillOthers(subject, sizes.otherItems)
  const userOfItems = (count: number) => `${sizes.state}-items-${count}`
  for (const count of sizes.itemCounts) await fillUser(subject, count, userOfItems(count))
  const among = sizes.itemCounts.reduce((sum, each) => sum + each, sizes.otherItems)
  const measured: Measured[] = []
  for (const count of sizes.itemCounts) {
    const windows = await windowsOf(subject, sizes, async (_, seed) =>
      called(await during(sizes.windowMs / 3, 1, asking(subject, userOfItems(count), seed))),
    )
    const of = `${count.toLocaleString('en')} items`
    const call = `retrieval, ${of} among ${among.toLocaleString('en')}`
    const targets = { p99Ms: count === 10_000 ? retrievalP99Ms : undefined }
    measured.push({ call, windows, tells: ['latency', 'cost'], targets })
  }
  return measured
}

const RETRIEVERS = 16
const RETRIEVED_ITEMS = 1_000

/** How many answers a second many polling clients get, and what that costs a writer beside them. */
export const measureRetrievals: Measure = async (subject, sizes, { retrievalsRate }) => {
  const userId = `${sizes.state}-load-${RETRIEVED_ITEMS}`
  await fillUser(subject, RETRIEVED_ITEMS, userId)
  const retrieve = (seed: number) =>
    during(sizes.windowMs / 3, RETRIEVERS, asking(subject, userId, seed))
  const alone = await windowsOf(subject, sizes, async (_, seed) => called(await retrieve(seed)))
  const next = messages(RETRIEVED_ITEMS, `beside-${sizes.state}`, 1)
  const beside = await windowsOf(subject, sizes, async (_, seed) => {
    const writing = during(sizes.windowMs / 3, 1, () => write(subject, next()))
    const [acknowledged] = await Promise.all([writing, retrieve(seed)])
    return called(acknowledged)
  })
  const of = `${RETRIEVERS} clients, ${RETRIEVED_ITEMS.toLocaleString('en')} items`
  const aims = { rate: retrievalsRate }
  const call = `acknowledgement beside ${RETRIEVERS} who retrieve`
  return [
    {
      call: `retrievals, ${of}`,
      windows: alone,
      tells: ['rate', 'latency', 'cost'],
      targets: aims,
    },
    { call, windows: beside, tells: ['latency'] },
  ]
}

function asking({ client, appId }: Subject, userId: string, seed: number) {
  const texts = createTexts(seed + 1)
  return async () => (await client.retrieve({ appId, userId, query: texts.question() })).elapsedMs
}

const ITEMS_OF_OTHERS = 1_000
const OTHERS_AT_A_TIME = 16

async function fillOthers(subject: Subject, items: number): Promise<void> {
  const users = Array.from({ length: Math.ceil(items / ITEMS_OF_OTHERS) }, (_, n) => `other-${n}`)
  // A few at a time, so that writing does not get far ahead of processing.
  await inParallel(users, OTHERS_AT_A_TIME, (userId, n) =>
    fillUser(subject, Math.min(ITEMS_OF_OTHERS, items - n * ITEMS_OF_OTHERS), userId),
  )
}

/** Sessions of a hundred lines, each line a fact. */
async function fillUser(subject: Subject, items: number, userId: string): Promise<void> {
  const texts = createTexts(items)
  const lines = Array.from(
    { length: items },
    (_, i) => `${i % 2 ? 'Mia' : 'Noah'}: ${texts.sentence()}`,
  )
  const sessions = Array.from({ length: Math.ceil(items / LINES_A_SESSION) }, (_, i) => ({
    userId,
    content: lines.slice(i * LINES_A_SESSION, (i + 1) * LINES_A_SESSION).join('\n'),
  }))
  await writeAll(subject, sessions)
  const { appId, client } = subject
  const { pagination } = await client.items({ appId, userId }, { limit: 1 })
  if (pagination.total < items * 0.99) {
    throw new Error(`only ${pagination.total} of ${items} sentences became items`)
  }
}
