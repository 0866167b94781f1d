// What models have used in every process of the service since its first start: each process keeps its own counts as an
// object, and the API adds up the newest object of each. Counts of one process are never added to those of another
// before they are read, so that writing them twice counts once.
import { z } from 'zod'
import type { ObjectStore } from '../ports/object-store.ts'
import { firstOf, lastOf } from './certain.ts'
import { uuidV7 } from './envelope/ids.ts'
import { type AppUse, addUse, type Spending, told } from './spending.ts'
import type { Telemetry } from './telemetry.ts'
import { every } from './wait/every.ts'
import { createSharedAnswer } from './wait/shared-answer.ts'
import { orNull } from './wait/within.ts'

type KeptSpending = Pick<Spending, 'totals' | 'ofApps'> & {
  /** Keeps what was counted since the last time, if anything. */
  keep(): Promise<void>
  /** Keeps the rest, then stops. */
  stop(): Promise<void>
}

/** No app can be called this: identifiers never begin with ~. */
const FOLDER = '~spending/'
const KEEP_EVERY_MS = 10_000
/** A scrape a second costs the store one request every few seconds. */
const LOOK_EVERY_MS = 3_000
/** A scrape waits no longer: then the answer is what was seen before. */
const LOOK_MS = 2_000
const NAMES_AT_ONCE = 1_000

const tokens = z.number().nonnegative()
const kept = z.array(
  z.object({
    app: z.string(),
    model: z.string(),
    input: tokens,
    cached: tokens,
    output: tokens,
    cost: z.number().nullable(),
  }),
)

type Parts = {
  objects: ObjectStore
  spending: Spending
  logger: Telemetry['logger']
}

export function createKeptSpending({ objects, spending, logger }: Parts): KeptSpending {
  const process = uuidV7(Date.now())
  const unreadable = () => logger.warn('what another process has spent cannot be read')
  const others = createOthers(objects, { own: process, unreadable })
  const keeper = createKeeper(objects, { process, uses: spending.uses })
  let keeping: Promise<void> = Promise.resolve()
  const keep = () => {
    keeping = keeping
      .then(keeper)
      .catch(({ name }: Error) => logger.warn({ errorClass: name }, 'spending is not kept yet'))
    return keeping
  }
  const stopKeeping = every(KEEP_EVERY_MS, keep)
  const all = told('palimpsest_service', ', by all processes, also before they last started', () =>
    sums([...others.seen(), spending.uses()]),
  )
  return {
    totals: async () => `${await spending.totals()}\n${await others.look().then(all.totals)}`,
    ofApps: async () => `${await spending.ofApps()}\n${await others.look().then(all.ofApps)}`,
    keep,
    stop: () => {
      stopKeeping()
      return keep()
    },
  }
}

function sums(processes: Iterable<readonly AppUse[]>): Iterable<AppUse> {
  const all = new Map<string, AppUse>()
  for (const uses of processes) for (const use of uses) addUse(all, use)
  return all.values()
}

/** An object is never overwritten: the next one has the next number, and the one before is deleted. */
function createKeeper(
  objects: ObjectStore,
  { process, uses }: { process: string; uses: Spending['uses'] },
) {
  let number = 0
  let last = '[]'
  let old: string[] = []
  return async () => {
    const body = JSON.stringify(uses())
    if (body === last) return
    const key = `${FOLDER}${process}/${String(number++).padStart(12, '0')}`
    const before = old
    // Noted first: a write that failed may have stored it.
    old = [...old, key]
    await objects.putMany([{ key, body: Buffer.from(body) }])
    last = body
    await objects.deleteMany(before)
    old = [key]
  }
}

/** What other processes have kept, living or not. */
function createOthers(
  objects: ObjectStore,
  { own, unreadable }: { own: string; unreadable: () => void },
) {
  const known = new Map<string, { key: string; uses: readonly AppUse[] }>()
  const read = async () => {
    const newest = new Map<string, string>()
    // In order: the last one of each process stays.
    for await (const key of namesIn(objects)) newest.set(processOf(key), key)
    newest.delete(own)
    await Promise.all(
      [...newest].map(async ([process, key]) => {
        if (known.get(process)?.key === key) return
        const body = await objects.get(key)
        // Replaced meanwhile: what was known of it stays until the next look.
        if (!body) return
        const uses = usesIn(body)
        if (!uses) unreadable()
        // One that cannot be read costs the others nothing, and is not read again.
        known.set(process, { key, uses: uses ?? known.get(process)?.uses ?? [] })
      }),
    )
  }
  const reading = createSharedAnswer(read, { holdsMs: LOOK_EVERY_MS })
  return {
    look: async () => void (await orNull(reading.recent(), LOOK_MS)),
    seen: () => [...known.values()].map(({ uses }) => uses),
  }
}

/** Null: another version wrote it in another form, or it is damaged. */
function usesIn(body: Uint8Array): AppUse[] | null {
  try {
    return kept.parse(JSON.parse(Buffer.from(body).toString()))
  } catch {
    return null
  }
}

const processOf = (key: string) => firstOf(key.slice(FOLDER.length).split('/'))

async function* namesIn(objects: ObjectStore): AsyncGenerator<string> {
  let after: string | undefined
  do {
    const names = await objects.list({
      prefix: FOLDER,
      limit: NAMES_AT_ONCE,
      ...(after && { after }),
    })
    yield* names
    after = names.length < NAMES_AT_ONCE ? undefined : lastOf(names)
  } while (after)
}
