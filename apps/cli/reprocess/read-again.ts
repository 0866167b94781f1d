// Lets an engine read the raw content of users into the candidate, by the processor that reads it in the service. It
// goes on where it was killed: what it has read and how far it is are committed together.
import type { Checkpoints, EventLog } from '../../../infra/ports/event-log.ts'
import type { LanguageModel } from '../../../infra/ports/language-model.ts'
import { sharedStates } from '../../../infra/ports/states.ts'
import { lastRecords } from '../../../infra/runtime/replay/last-records.ts'
import type { Transformer } from '../../../infra/runtime/run/processor.ts'
import { runTransformer } from '../../../infra/runtime/run/run-transformer.ts'
import type { RuntimeParts } from '../../../infra/runtime/run/runtime-parts.ts'
import { waitFor } from '../../../infra/runtime/wait/wait-for.ts'
import { createSqliteGraphStore } from '../../../infra/sqlite/graph-store.ts'
import { createExtractFacts } from '../../../processors/extract-facts/processor.ts'
import type { Reading as TextReading } from '../../../processors/extract-facts/reading/reading.ts'
import { fencesOf } from '../../../processors/fences.ts'
import { followSettings } from '../../../processors/settings/settings-view.ts'
import type { Scope } from '../../../schemas/identifiers.ts'
import { WRITES } from '../../../schemas/topics.ts'
import type { WithCandidate } from './candidate-of.ts'

/** Writes in words; a client's own facts and corrections are no engine's to read. */
const READ = ['ContentStored', 'ActivityRecorded', 'MemoryForgotten'] as const
const IDLE_CHECKPOINT_MS = 50

export type Reading = {
  language: LanguageModel
  /** Undefined: texts are read on this thread, without a limit. */
  threads?: { reading: TextReading; cpuBudgetMs: number }
  isChosen(scope: Scope): boolean
  spent: NonNullable<RuntimeParts['spent']>
  /** How many positions of the writes have been read since it began, of how many. */
  progress(done: number, total: number): void
}

/** Reads up to what the log holds now; gives that position by partition. */
export async function readAgain(
  { ports, runtime, candidate, io }: Pick<WithCandidate, 'ports' | 'runtime' | 'candidate' | 'io'>,
  { language, threads, isChosen, spent, progress }: Reading,
): Promise<Record<string, number>> {
  const stopping = new AbortController()
  const signal = AbortSignal.any([io.signal, stopping.signal])
  const failure = Promise.withResolvers<never>()
  failure.promise.catch(() => undefined)
  const failed = (_: string, error: Error) => {
    if (!signal.aborted) failure.reject(error)
  }
  const log = candidate.beside(ports.log)
  const settings = await followSettings({ ...ports, failed: (error) => failed('settings', error) })
  let handled = 0
  const transformer = reader(
    createExtractFacts({
      ...portsOf(candidate, language),
      objects: ports.objects,
      keys: ports.keys,
      settings,
      signal,
      ...threads,
    }),
    candidate,
    {
      isChosen,
      handled: (count) => {
        handled += count
      },
    },
  )
  const ends = await lastRecords(log, WRITES)
  const began = await standsOf(log, transformer.name)
  // Not by what is done beyond it: every write before the end counts.
  const isDone = async () => {
    const stands = await standsOf(log, transformer.name)
    const total = distance(began, ends, ends)
    // A long write holds the place, and those of others are read meanwhile.
    progress(Math.min(total, Math.max(handled, distance(began, stands, ends))), total)
    return [...ends].every(([partition, end]) => (stands.get(partition) ?? -1) >= end)
  }
  const parts = {
    ...runtime,
    log,
    spent,
    signal,
    failed,
    idleCheckpointMs: IDLE_CHECKPOINT_MS,
    readsCarried: true,
  }
  const subscription = await runTransformer(parts, transformer)
  try {
    await Promise.race([waitFor(isDone, signal), failure.promise])
  } finally {
    stopping.abort(new Error('stopping'))
    await subscription.close()
    await settings.close()
  }
  return Object.fromEntries(ends)
}

/** The candidate's memory is what the engine's facts are decided from, and no other store waits for them. */
function portsOf({ memory }: WithCandidate['candidate'], language: LanguageModel) {
  const graph = createSqliteGraphStore({ path: ':memory:' })
  return { states: sharedStates({ memory, graph }), memory, graph, language }
}

/** The processor without what only the service does; a forget also removes records of the candidate. */
function reader(
  processor: Transformer,
  candidate: WithCandidate['candidate'],
  { isChosen, handled }: Pick<Reading, 'isChosen'> & { handled(count: number): void },
): Transformer {
  return {
    ...processor,
    handles: READ,
    handle: async (group, hand) => {
      for (const fence of fencesOf(group)) {
        const recordedAt = group[0]?.event.recordedAt ?? ''
        await candidate.forget({ ...fence, recordedAt })
      }
      const chosen = group.filter(({ event }) => isChosen(event))
      const none = { outcome: 'emit', events: [] } as const
      const outcome = chosen.length === 0 ? none : await processor.handle(chosen, hand)
      handled(group.length)
      return outcome
    },
  }
}

async function standsOf(log: EventLog, group: string): Promise<Checkpoints> {
  const standing = (await log.standing(group, [WRITES])).get(WRITES) ?? new Map()
  return new Map([...standing].map(([partition, { position }]) => [partition, position]))
}

/** How many positions lie between, up to the ends. */
function distance(from: Checkpoints, to: Checkpoints, ends: Checkpoints): number {
  return [...ends].reduce((sum, [partition, end]) => {
    const reached = Math.min(end, to.get(partition) ?? -1)
    return sum + Math.max(0, reached - (from.get(partition) ?? -1))
  }, 0)
}
