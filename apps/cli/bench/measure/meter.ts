// What work costs: processor time of every process that takes part, as far as it runs on this machine, events in the
// log, and requests to the servers.
import { readdirSync, readFileSync } from 'node:fs'
import { constants } from 'node:os'
import type { EventLog } from '../../../../infra/ports/event-log.ts'
import { topicNames } from '../../../../schemas/topics.ts'

/** So much of each, by name. */
export type Amounts = Readonly<Record<string, number>>
export type Spent = { cpuMs: Amounts; counts: Amounts }
/** Starts measuring; the returned function tells what was spent since. */
export type Meter = () => Promise<() => Promise<Spent>>

/** The servers that a service runs on: their processes, and how often any client called them. */
export type Servers = {
  pids: Readonly<Record<string, number>>
  counts(): Promise<Amounts>
  close(): Promise<void>
}

export const noServers: Servers = { pids: {}, counts: async () => ({}), close: async () => {} }

type Sources = { pids: Servers['pids']; servers: Servers; log: EventLog }

/** Reads processor times first and last, so that the cost of counting is left out. */
export function createMeter({ pids: own, servers, log }: Sources): Meter {
  const pids = { ...own, 'load generator': process.pid, ...servers.pids }
  const cpuMs = () => readCpuMs(pids)
  return async () => {
    const [ends, counts] = [await endsOf(log), await servers.counts()]
    const cpuBefore = cpuMs()
    return async () => {
      const spent = grown(cpuBefore, cpuMs())
      const asked = grown(counts, await servers.counts())
      const written = await writtenBetween(log, ends, await endsOf(log))
      return { cpuMs: spent, counts: { ...written, ...asked } }
    }
  }
}

type Ends = readonly { topic: (typeof topicNames)[number]; partition: number; end: number }[]

async function endsOf(log: EventLog): Promise<Ends> {
  const ends = topicNames.map(async (topic) =>
    [...(await log.ends(topic))].map(([partition, end]) => ({ topic, partition, end })),
  )
  return (await Promise.all(ends)).flat()
}

/** Where positions are not contiguous, the gap between two events is the end of a transaction. */
async function writtenBetween(log: EventLog, before: Ends, ends: Ends): Promise<Amounts> {
  let [events, positions] = [0, 0]
  for (const { topic, partition, end } of ends) {
    const same = before.find((each) => each.topic === topic && each.partition === partition)
    positions += end - (same?.end ?? 0)
    const stretch = { topic, partition, after: same?.end, upTo: end }
    for await (const records of log.read(stretch)) events += records.length
  }
  return { events, 'transaction ends': Math.max(0, positions - events) }
}

/** Clock ticks of Linux, as /proc tells them: a hundred a second. */
const TICK_MS = 10

/** Leaves out a process that has ended, and a system without /proc. */
function readCpuMs(pids: Readonly<Record<string, number>>): Amounts {
  let together = 0
  const read = Object.entries(pids).flatMap(([name, pid]) => {
    const stat = statOf(`/proc/${pid}/stat`)
    if (!stat) return []
    together += stat.cpuMs
    return [[name, stat.cpuMs] as const, ...(name === EMBEDDED ? threadsOf(pid) : [])]
  })
  return { together, ...Object.fromEntries(read) }
}

/** The one process whose threads are told apart by their priority. */
const EMBEDDED = 'service'
const threadsByPriority = new Map([
  [constants.priority.PRIORITY_BELOW_NORMAL, 'processing'],
  [constants.priority.PRIORITY_LOW, 'reading'],
])

function threadsOf(pid: number): [string, number][] {
  const spent = new Map<string, number>()
  for (const thread of readdirSync(`/proc/${pid}/task`)) {
    const stat = statOf(`/proc/${pid}/task/${thread}/stat`)
    const ordinary = Number(thread) === pid ? 'answering' : 'others'
    const name = `${EMBEDDED}: ${threadsByPriority.get(stat?.nice ?? 0) ?? ordinary}`
    spent.set(name, (spent.get(name) ?? 0) + (stat?.cpuMs ?? 0))
  }
  return [...spent]
}

function statOf(path: string) {
  try {
    return parseStat(readFileSync(path, 'utf8'))
  } catch {
    return null
  }
}

/** The name in the second field may hold spaces and brackets: fields are counted from the last bracket. */
export function parseStat(stat: string): { cpuMs: number; nice: number } {
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const at = (n: number) => Number(fields[n])
  const [user, system, nice] = [at(11), at(12), at(16)]
  return { cpuMs: (user + system) * TICK_MS, nice }
}

/** How much each amount grew; one that was missing before starts at zero, and one that is gone is left out. */
export function grown(before: Amounts, after: Amounts): Amounts {
  const more = Object.entries(after).map(([name, amount]) => [name, amount - (before[name] ?? 0)])
  return Object.fromEntries(more)
}

/** The amount spent per call; amounts of zero are left out. */
export function perCall(spent: readonly Amounts[], calls: number): Amounts {
  const sums = new Map<string, number>()
  for (const [name, amount] of spent.flatMap((amounts) => Object.entries(amounts))) {
    sums.set(name, (sums.get(name) ?? 0) + amount)
  }
  const some = [...sums].filter(([, sum]) => sum > 0)
  return Object.fromEntries(some.map(([name, sum]) => [name, sum / calls]))
}
