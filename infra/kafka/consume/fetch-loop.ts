// Fetches for the partitions of all subscriptions of a process, so that a record is fetched and read once for all of
// them. Each node that leads any partition gets two requests side by side: one that waits at the end of the log, and
// one for the partitions that are behind. They use two connections, because a node answers the requests of one
// connection one after another. The states of each loop: fetch-state.ts.
import { getOrMake } from '../../runtime/certain.ts'
import { type Bell, createBell } from '../../runtime/wait/bell.ts'
import { pause, sleep } from '../../runtime/wait/pause.ts'
import { failureOf, isPassing, labelOf } from '../client/failures.ts'
import type { FetchLimits, RawClient } from '../client/raw-client.ts'
import type { FetchedPartition } from './fetch-response.ts'
import { type FetchEvent, type FetchState, LOOKING, transition } from './fetch-state.ts'
import { keyOf, type PartitionWorker } from './partition-worker.ts'
import { type Asking, atEnd, behind } from './what-to-fetch.ts'

export type FetchLoop = {
  /** Also fetches for this subscription from now on. */
  add(member: Member): void
  remove(member: Member): void
  /** Call it when a subscription's partitions have changed. */
  changed(): void
  /** Call it when a partition wants more. */
  wake(worker: PartitionWorker): void
  /** When the oldest unanswered request was sent, or now if none is under way: the watchdog listens for silence. */
  lastSign(): number
  stop(): Promise<void>
}

/** What fetching needs to know of a subscription. */
export type Member = {
  workers(): readonly PartitionWorker[]
  failed(error: Error): void
}

type FetchLoopParts = {
  newClient: () => RawClient
  warn: (details: Record<string, unknown>, text: string) => void
}

const LIMITS: FetchLimits = {
  maxWaitMs: 0,
  maxBytes: 8 * 1024 * 1024,
  maxBytesPerPartition: 1024 * 1024,
}
/**
 * Short, because when a partition that no subscription is ahead in wants more again, it waits for the answer under way.
 */
const MAX_WAIT_MS = 200
const REFRESH_PAUSE_MS = 100
const IDLE_MS = 1_000

const OFFSET_OUT_OF_RANGE = 1
/** Leaders have moved or are about to move. */
const LEADER_CODES = new Set([3, 5, 6, 7, 9, 56, 74, 75, 76, 77, 78, 100])

/** One of the two kinds of requests that every node gets. */
type Lane = {
  client: RawClient
  limits: FetchLimits
  choose(node: number, workers: readonly PartitionWorker[]): Asking
  /** By node. */
  loops: Map<number, Promise<void>>
  /** How many requests it has sent. */
  requests: number
}

/** What a loop does in the two states that its node decides. */
type LoopWork = {
  look(): Promise<FetchEvent>
  ask(asking: Asking): Promise<FetchEvent>
}

const DONE: FetchEvent = { name: 'done' }
const ENDED: FetchEvent = { name: 'ended' }

export function startFetchLoop({ newClient, warn }: FetchLoopParts): FetchLoop {
  const stopped = new AbortController()
  let broken: Error | null = null
  const members = new Set<Member>()
  const bells = new Set<Bell>()
  const hasChanged = createBell()
  /** Requests under way, and when each was sent. */
  const asked = new Map<Asking, number>()
  /** The unanswered request of each node at the end of the log. */
  const waiting = new Map<number, Asking>()
  const workers = () => [...members].flatMap((member) => member.workers())
  const ends: Lane = {
    client: newClient(),
    limits: { ...LIMITS, maxWaitMs: MAX_WAIT_MS },
    choose: (_, some) => atEnd(some),
    loops: new Map(),
    requests: 0,
  }
  const others: Lane = {
    client: newClient(),
    limits: LIMITS,
    choose: (node, some) => behind(some, waiting.get(node), Math.random),
    loops: new Map(),
    requests: 0,
  }

  async function run({ client }: Lane, bell: Bell, work: LoopWork): Promise<void> {
    async function perform(now: FetchState): Promise<FetchEvent> {
      if (now.name === 'looking') return work.look()
      if (now.name === 'asking') return work.ask(now.asking)
      if (now.name === 'resting') await bell.rung(IDLE_MS)
      if (now.name === 'refreshing') await refresh(client)
      if (now.name === 'pausing') await pause(now.pauseMs, stopped.signal)
      return DONE
    }
    function eventOf(error: unknown): FetchEvent {
      if (stopped.signal.aborted) return ENDED
      if (!isPassing(error)) return breakDown(error)
      warn({ error: labelOf(error) }, 'fetching failed and is tried again')
      client.reset()
      return { name: 'outage' }
    }
    let state = LOOKING
    while (state.name !== 'over') {
      const event = await perform(state).catch(eventOf)
      state = transition(state, stopped.signal.aborted ? ENDED : event)
    }
  }

  /** Starts a loop for each node and lane. */
  const supervisor: LoopWork = {
    look: async () => {
      const byNode = await workersByNode(ends.client, workers())
      for (const node of byNode.keys()) for (const lane of [ends, others]) begin(node, lane)
      return { name: 'nothing' }
    },
    ask: async () => DONE,
  }

  /** Starts a loop unless it runs: each ends by itself when it finds that the node leads nothing any more. */
  function begin(node: number, lane: Lane): void {
    if (lane.loops.has(node)) return
    const bell = createBell()
    bells.add(bell)
    const loop = run(lane, bell, fetchingFor(node, lane)).finally(() => {
      bells.delete(bell)
      lane.loops.delete(node)
    })
    lane.loops.set(node, loop)
  }

  function fetchingFor(node: number, lane: Lane): LoopWork {
    return {
      look: async () => {
        const some = (await workersByNode(lane.client, workers())).get(node)
        if (!some) return ENDED
        const asking = lane.choose(node, some)
        return asking.size === 0 ? { name: 'nothing' } : { name: 'wanted', asking }
      },
      ask: async (from) => {
        asked.set(from, Date.now())
        if (lane === ends) waiting.set(node, from)
        const places = beginningWith(lane.requests++, [...from.values()])
        const fetched = await lane.client.fetch(node, places, lane.limits).finally(() => {
          asked.delete(from)
          if (lane === ends) waiting.delete(node)
        })
        return (await handOut(from, fetched, workers())) ? { name: 'moved' } : DONE
      },
    }
  }

  function breakDown(error: unknown): FetchEvent {
    stopped.abort()
    broken = failureOf(error, 'fetching')
    for (const member of members) member.failed(broken)
    return ENDED
  }

  const isAwaited = (worker: PartitionWorker, offset: number) =>
    [...waiting.values()].some((from) => from.get(worker.key)?.offset === offset)
  const ringAll = () => {
    for (const bell of bells) bell.ring()
  }
  const supervising = run(ends, hasChanged, supervisor)
  return {
    add: (member) => {
      members.add(member)
      if (broken) member.failed(broken)
    },
    remove: (member) => void members.delete(member),
    changed: () => {
      hasChanged.ring()
      ringAll()
    },
    wake: (worker) => {
      const offset = worker.wants()
      // Usually the partition had enough all the time, and the request under way already waits for what it wants.
      if (offset !== null && !isAwaited(worker, offset)) ringAll()
    },
    lastSign: () => Math.min(Date.now(), ...asked.values()),
    stop: async () => {
      stopped.abort()
      hasChanged.ring()
      ringAll()
      await supervising
      await Promise.all([...ends.loops.values(), ...others.loops.values()])
      await Promise.all([ends.client.close(), others.client.close()])
    },
  }
}

async function refresh(client: RawClient): Promise<void> {
  await client.refresh()
  await sleep(REFRESH_PAUSE_MS)
}

/**
 * Each request begins with another partition: when much is to be fetched, the answer has room for the first one only.
 */
function beginningWith<T>(n: number, places: readonly T[]): T[] {
  const first = n % places.length
  return [...places.slice(first), ...places.slice(0, first)]
}

/** Gives what arrived to every worker that stands in it. True when leaders have moved. */
async function handOut(
  from: Asking,
  fetched: readonly FetchedPartition[],
  workers: readonly PartitionWorker[],
): Promise<boolean> {
  // An answer without any bytes has left nothing out for lack of room: there is nothing to read up to its end.
  const empty = fetched.every(({ bytes }) => bytes === 0)
  const byKey = Map.groupBy(workers, ({ key }) => key)
  let moved = false
  for (const each of fetched) {
    const key = keyOf(each.topic, each.partition)
    const [offset, theirs] = [from.get(key)?.offset, byKey.get(key)]
    if (offset === undefined || !theirs) continue
    if (each.errorCode === OFFSET_OUT_OF_RANGE) {
      await Promise.all(theirs.map((worker) => worker.outOfRange(offset)))
    } else if (LEADER_CODES.has(each.errorCode)) moved = true
    else if (each.errorCode !== 0) throw new Error(`a fetch was refused: ${each.errorCode}`)
    else {
      const next = empty ? Math.max(each.next, each.lastStableOffset) : each.next
      for (const worker of theirs) worker.accept(offset, { ...each, next })
    }
  }
  return moved
}

async function workersByNode(client: RawClient, workers: readonly PartitionWorker[]) {
  const byNode = new Map<number, PartitionWorker[]>()
  const leaders = new Map<string, ReadonlyMap<number, number>>()
  for (const worker of workers) {
    const topic = worker.topic.kafka
    const known = leaders.get(topic) ?? (await client.leaders(topic))
    leaders.set(topic, known)
    const leader = known.get(worker.partition)
    if (leader === undefined || leader < 0) continue
    getOrMake(byNode, leader, () => []).push(worker)
  }
  return byNode
}
