// What extract-facts works with: its ports, and what it remembers of a partition while that is assigned to this
// process.
import type { GraphStore } from '../../../infra/ports/graph-store.ts'
import type { KeyStore } from '../../../infra/ports/key-store.ts'
import type { LanguageModel } from '../../../infra/ports/language-model.ts'
import type { DecidingMemory, MemoryStore } from '../../../infra/ports/memory-store.ts'
import type { ObjectStore } from '../../../infra/ports/object-store.ts'
import type { States } from '../../../infra/ports/states.ts'
import { createTurns, type Turns } from '../../../infra/runtime/turns/turns.ts'
import {
  type AwaitCheckpoint,
  createAwaitCheckpoint,
} from '../../../infra/runtime/wait/await-checkpoint.ts'
import type { Category } from '../../../schemas/categories.ts'
import type { Trustable } from '../../../schemas/channels.ts'
import { createRecentFacts, type RecentFacts } from '../known/recent-facts.ts'
import { type Reading, readHere } from '../reading/reading.ts'
import { createLead, type Lead, PATIENCE_MS } from './lead.ts'
import { createReadAhead, type ReadAhead } from './read-ahead.ts'

export type ExtractFactsPorts = {
  states: States
  /** The readers' stores: extraction stays close to them, and maintenance reads the summaries. */
  memory: Pick<MemoryStore, 'checkpoints' | 'summaries'>
  graph: Pick<GraphStore, 'checkpoints'>
  objects: ObjectStore
  keys: KeyStore
  language: LanguageModel
  settings: {
    categoriesOf: (appId: string) => readonly Category[]
    templateOf: (appId: string, eventType: string) => string | undefined
    trustOf: (appId: string) => readonly Trustable[]
  }
  signal: AbortSignal
  /** Where writes are read. Undefined: on this thread. */
  reading?: Reading | undefined
  /** CPU time that reading one write may take, in milliseconds. Undefined: unlimited. */
  cpuBudgetMs?: number | undefined
  /** Told of each long write that waits for its turn to publish. Undefined: no one asks. */
  longWaiting?: WaitingCount | undefined
}

export type WaitingCount = { inc(): void; dec(): void }

const MAX_LONG = 6

/**
 * When a short write was last read, on the process's clock; short writes should not wait for long ones. `pace`: whose
 * turn it is to publish a passage while others write. `patienceMs`: how long the index is waited for.
 */
type Others = { wroteAt: number; pace: Turns; patienceMs: number }

/** What all partitions of this process share. */
type Shared = { lead: Lead; others: Others }

/** What is remembered of a partition, from when it was assigned to this process. */
export type PartitionState = Omit<
  ExtractFactsPorts,
  'states' | 'graph' | 'reading' | 'cpuBudgetMs'
> & {
  partition: number
  /** Everything that was committed of the partition. */
  memory: DecidingMemory
  reading: Reading
  cpuBudgetMs: number
  /** What was decided and is not committed yet. */
  recent: RecentFacts
  /** Long writes publish their passages one at a time; while others write, those of all partitions (`others.pace`). */
  pace: Turns
  readAhead: ReadAhead
  /** What long writes have published and the index may not hold yet. */
  ahead: { events: number }
  /** Shared by all partitions, because these share the stores. */
  others: Others
  /** How many long writes are under way: each has a note, and a checkpoint has room for ten. */
  long: Turns
  indexed: AwaitCheckpoint
  /** Shared by all partitions. */
  lead: Lead
  /** The summaries that readers see: another processor writes them. */
  summaries: MemoryStore['summaries']
}

export function stateOf(
  ports: ExtractFactsPorts,
  partition: number,
  { lead, others }: Shared,
): PartitionState {
  return {
    ...ports,
    memory: ports.states.of(partition).memory,
    summaries: ports.memory.summaries,
    reading: ports.reading ?? readHere(ports.language),
    cpuBudgetMs: ports.cpuBudgetMs ?? Number.POSITIVE_INFINITY,
    recent: createRecentFacts(),
    pace: createTurns(1),
    readAhead: createReadAhead(),
    ahead: { events: 0 },
    others,
    long: createTurns(MAX_LONG),
    indexed: createAwaitCheckpoint(ports.memory, {
      topic: 'memory.facts.v1',
      signal: ports.signal,
    }),
    partition,
    lead,
  }
}

export function sharedOf(ports: ExtractFactsPorts): Shared {
  return {
    lead: leadOf(ports),
    others: { wroteAt: Number.NEGATIVE_INFINITY, pace: createTurns(1), patienceMs: PATIENCE_MS },
  }
}

/** There is no lead if readers share the states: they are shown what is committed. */
function leadOf({ states, memory, graph, signal }: ExtractFactsPorts): Lead {
  const stores = states.shared ? [] : [memory, graph]
  return createLead({
    stores: stores.map(
      ({ checkpoints }) =>
        () =>
          checkpoints('memory.facts.v1'),
    ),
    signal,
  })
}
