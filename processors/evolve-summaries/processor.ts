// evolve-summaries: rewrites the summary of each category in which something changed, from a state of its own. The
// texts are events, so a replay asks no model. All changes of a user in one delivery make one new version per category.
import type { LanguageModel } from '../../infra/ports/language-model.ts'
import type { MemoryStore } from '../../infra/ports/memory-store.ts'
import { isFenced } from '../../infra/ports/projection.ts'
import { latest } from '../../infra/ports/rules/time.ts'
import type { States } from '../../infra/ports/states.ts'
import { firstOf, lastOf, nth } from '../../infra/runtime/certain.ts'
import type { Emitted, Transformer, Work } from '../../infra/runtime/run/processor.ts'
import type { Category } from '../../schemas/categories.ts'
import type { FactEvent } from '../../schemas/events/catalogue.ts'
import { scopeOf } from '../../schemas/identifiers.ts'
import { paidOnce } from '../paid-once.ts'
import { memoryStates } from '../states.ts'
import { decide, maintenanceCompleted, summaryRequest } from './decide.ts'
import { summaryFacts } from './summary-facts.ts'
import { topology } from './topology.ts'

type EvolveSummariesPorts = {
  states: States
  language: LanguageModel
  settings: { categoriesOf: (appId: string) => readonly Category[] }
}
type Parts = Omit<EvolveSummariesPorts, 'states'> & { memory: MemoryStore } & Pick<
    Work,
    'signal' | 'paid'
  >

type Cause = Extract<FactEvent, { type: 'ResourceProcessed' | 'FactsMaintained' }>

/** A summary that is rewritten with each write of a busy user costs as much as the write. */
const REST_MS = 500

export function createEvolveSummaries(ports: EvolveSummariesPorts): Transformer {
  return {
    ...topology,
    kind: 'transformer',
    grouping: 'user',
    restMs: REST_MS,
    concurrency: ports.language.concurrency,
    states: memoryStates(ports),
    handle: async function evolveSummaries(group, { signal, paid }) {
      const { memory } = ports.states.of(firstOf(group).partition)
      const parts = { ...ports, memory, signal, paid }
      const causes = group.map(({ event }) => event as Cause)
      const cause = lastOf(causes)
      const maintained = causes.filter((each) => each.type === 'FactsMaintained')
      const stale = new Set(maintained.flatMap(({ open }) => open.categories))
      const changed = new Set(causes.flatMap(({ open }) => open.categories))
      const summaries = await evolveAll(parts, cause, { names: [...changed].sort(), stale })
      const written = new Set(summaries.map(({ category }) => category))
      const events: Emitted[] = summaries.map(({ emitted }) => emitted)
      for (const each of maintained) events.push(...(await completed(parts, each, written)))
      return { outcome: 'emit', events }
    },
  }
}

/** Reads run side by side; the engine writes one summary after another. */
async function evolveAll(
  { memory, language, settings, signal, paid }: Parts,
  cause: Cause,
  { names, stale }: { names: readonly string[]; stale: ReadonlySet<string> },
): Promise<{ category: string; emitted: Emitted }[]> {
  if (names.length === 0) return []
  const { recordedAt } = cause
  // Maintenance may look ahead.
  const at = cause.type === 'FactsMaintained' ? latest(recordedAt, cause.open.asOf) : recordedAt
  const [known, ...rests] = await Promise.all([
    memory.summaries(cause),
    ...names.map((category) =>
      summaryFacts(memory, cause, { category, at, most: language.factsPerSummary }),
    ),
  ])
  const categories = settings.categoriesOf(cause.appId)
  const previousOf = (name: string) => known.find(({ category }) => category === name)
  const texts: string[] = []
  for (const [n, name] of names.entries()) {
    const category = categories.find((each) => each.name === name)
    const request = summaryRequest(
      category ?? { name, description: name },
      nth(rests, n),
      previousOf(name),
    )
    texts.push(
      await paidOnce(paid, JSON.stringify(request), () => language.summarize(request, signal)),
    )
  }
  const { source, keyGeneration } = cause.open
  // A category may have been forgotten while the engine wrote.
  const fences = await memory.fences([cause])
  return names.flatMap((category, n) => {
    if (isFenced(fences, { ...scopeOf(cause), source, category })) return []
    const event = decide(
      cause,
      { id: cause.id, occurredAt: cause.occurredAt, source },
      {
        summary: {
          category,
          text: nth(texts, n),
          engine: language.name,
          refreshed: stale.has(category),
        },
        previous: previousOf(category),
      },
    )
    return event ? [{ category, emitted: { event, keyGeneration } }] : []
  })
}

/** No event for a user who has been forgotten since. */
async function completed(
  { memory }: Pick<Parts, 'memory'>,
  event: Extract<FactEvent, { type: 'FactsMaintained' }>,
  written: ReadonlySet<string>,
): Promise<Emitted[]> {
  const { source, keyGeneration, categories } = event.open
  if (isFenced(await memory.fences([event]), { ...scopeOf(event), source, keyGeneration }))
    return []
  const refreshed = categories.filter((category) => written.has(category)).length
  return [{ event: maintenanceCompleted(event, refreshed), keyGeneration }]
}
