// Fetches for the partitions of a subscription: a loop for each node that leads some of them, because a node answers
// the requests of a connection one after another, and waits with its answer while nothing is there.
import { setTimeout as sleep } from 'node:timers/promises'
import { failureOf, isPassing, labelOf } from './failures.ts'
import type { FetchedPartition } from './fetch-response.ts'
import type { PartitionWorker } from './partition-worker.ts'
import type { FetchFrom, RawClient } from './raw-client.ts'

export type FetchLoop = {
  /** To be called when the partitions have changed, or one of them wants more. */
  wake(): void
  /** When a node last answered or refused: silence is what the watchdog listens for. */
  lastSign(): number
  stop(): Promise<void>
}

type FetchLoopParts = {
  client: RawClient
  workers: () => readonly PartitionWorker[]
  failed: (error: Error) => void
  warn: (details: Record<string, unknown>, text: string) => void
}

/** Short, because a partition that wants more again waits for the answer under way. */
const MAX_WAIT_MS = 200
const LIMITS = {
  maxWaitMs: MAX_WAIT_MS,
  maxBytes: 8 * 1024 * 1024,
  maxBytesPerPartition: 1024 * 1024,
}
const FIRST_PAUSE_MS = 100
const MAX_PAUSE_MS = 3_000
const IDLE_MS = 1_000

const OFFSET_OUT_OF_RANGE = 1
/** Leaders have moved, or are about to. */
const LEADER_CODES = new Set([3, 5, 6, 7, 9, 56, 74, 75, 76, 77, 78, 100])

export function startFetchLoop(parts: FetchLoopParts): FetchLoop {
  const stopped = new AbortController()
  const loops = new Map<number, Promise<void>>()
  const bells = new Set<Bell>()
  let sign = Date.now()

  async function supervise(): Promise<void> {
    const bell = addBell(bells)
    let pause = FIRST_PAUSE_MS
    while (!stopped.signal.aborted) {
      try {
        const byNode = await workersByNode(parts)
        for (const node of byNode.keys()) {
          if (!loops.has(node))
            loops.set(
              node,
              follow(node).finally(() => loops.delete(node)),
            )
        }
        pause = FIRST_PAUSE_MS
        await bell.rung(IDLE_MS)
      } catch (error) {
        pause = await afterFailure(error, pause)
      }
    }
  }

  async function follow(node: number): Promise<void> {
    const bell = addBell(bells)
    let pause = FIRST_PAUSE_MS
    while (!stopped.signal.aborted) {
      try {
        const workers = (await workersByNode(parts)).get(node)
        if (!workers) break
        if (!(await fetchFor(node, workers))) await bell.rung(IDLE_MS)
        pause = FIRST_PAUSE_MS
      } catch (error) {
        pause = await afterFailure(error, pause)
      }
    }
    bells.delete(bell)
  }

  /** False where no partition wants anything. */
  async function fetchFor(node: number, workers: readonly PartitionWorker[]): Promise<boolean> {
    const from = workers.flatMap((worker) => {
      const offset = worker.wants()
      return offset === null ? [] : [{ worker, offset }]
    })
    if (from.length === 0) return false
    const fetched = await parts.client.fetch(node, from.map(placeOf), LIMITS)
    sign = Date.now()
    if (await handOut(from, fetched)) {
      await parts.client.refresh()
      await sleep(FIRST_PAUSE_MS)
    }
    return true
  }

  async function afterFailure(error: unknown, pause: number): Promise<number> {
    sign = Date.now()
    if (stopped.signal.aborted) return pause
    if (!isPassing(error)) {
      stopped.abort()
      parts.failed(failureOf(error, 'fetching'))
      return pause
    }
    parts.warn({ error: labelOf(error) }, 'fetching failed and is tried again')
    parts.client.reset()
    await sleep(pause, undefined, { signal: stopped.signal }).catch(() => undefined)
    return Math.min(pause * 2, MAX_PAUSE_MS)
  }

  const ringAll = () => {
    for (const bell of bells) bell.ring()
  }
  const supervising = supervise()
  return {
    wake: ringAll,
    lastSign: () => sign,
    stop: async () => {
      stopped.abort()
      ringAll()
      await supervising
      await Promise.all(loops.values())
    },
  }
}

type Asked = { worker: PartitionWorker; offset: number }

function placeOf({ worker: { topic, partition }, offset }: Asked): FetchFrom {
  return { topic: topic.kafka, partition, offset }
}

/** True where leaders have moved. */
async function handOut(
  asked: readonly Asked[],
  fetched: readonly FetchedPartition[],
): Promise<boolean> {
  // An answer without any bytes has left nothing out for want of room: up to its end there is nothing to read.
  const empty = fetched.every(({ bytes }) => bytes === 0)
  let moved = false
  for (const each of fetched) {
    const ask = asked.find(
      ({ worker }) => worker.topic.kafka === each.topic && worker.partition === each.partition,
    )
    if (!ask) continue
    if (each.errorCode === OFFSET_OUT_OF_RANGE) await ask.worker.outOfRange(ask.offset)
    else if (LEADER_CODES.has(each.errorCode)) moved = true
    else if (each.errorCode !== 0) throw new Error(`a fetch was refused: ${each.errorCode}`)
    else if (!empty) ask.worker.accept(ask.offset, each)
    else {
      const next = Math.max(each.next, each.lastStableOffset)
      ask.worker.accept(ask.offset, { ...each, next })
    }
  }
  return moved
}

async function workersByNode({ client, workers }: FetchLoopParts) {
  const byNode = new Map<number, PartitionWorker[]>()
  for (const worker of workers()) {
    const leader = (await client.leaders(worker.topic.kafka)).get(worker.partition)
    if (leader === undefined || leader < 0) continue
    byNode.set(leader, [...(byNode.get(leader) ?? []), worker])
  }
  return byNode
}

type Bell = { ring(): void; rung(atMostMs: number): Promise<void> }

/** Wakes its loop; a ring while the loop is busy is heard when it next waits. */
function addBell(bells: Set<Bell>): Bell {
  let rung = false
  let hear: () => void = () => undefined
  const bell: Bell = {
    ring: () => {
      rung = true
      hear()
    },
    rung: async (atMostMs) => {
      if (!rung) {
        await new Promise<void>((resolve) => {
          const late = setTimeout(resolve, atMostMs)
          hear = () => {
            clearTimeout(late)
            resolve()
          }
        })
      }
      rung = false
    },
  }
  bells.add(bell)
  return bell
}
