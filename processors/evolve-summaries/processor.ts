// evolve-summaries: rewrites the summary of each category in which something changed. The texts are events, so a
// replay asks no model. All that came of a user in one delivery makes one new version a category.
import type { LanguageModel } from '../../infra/ports/language-model.ts'
import type { MemoryStore } from '../../infra/ports/memory-store.ts'
import { isFenced } from '../../infra/ports/projection.ts'
import type { Emitted, Transformer } from '../../infra/runtime/processor.ts'
import { createReached } from '../../infra/runtime/reached.ts'
import type { Category } from '../../schemas/categories.ts'
import type { FactEvent } from '../../schemas/events/catalogue.ts'
import { decide, FACTS_PER_SUMMARY, maintenanceCompleted, summaryRequest } from './decide.ts'
import { topology } from './topology.ts'

export type EvolveSummariesPorts = {
  memory: MemoryStore
  language: LanguageModel
  settings: { categoriesOf: (appId: string) => readonly Category[] }
  signal: AbortSignal
}

type Cause = Extract<FactEvent, { type: 'ResourceProcessed' | 'FactsMaintained' }>
type Maintained = Extract<FactEvent, { type: 'FactsMaintained' }>

export function createEvolveSummaries(ports: EvolveSummariesPorts): Transformer {
  const indexed = createReached(ports.memory, 'memory.facts.v1', ports.signal)
  return {
    ...topology,
    kind: 'transformer',
    grouping: 'user',
    concurrency: ports.language.concurrency,
    handle: async function evolveSummaries(group) {
      // The summary is of what the index holds, so the index must hold what led here.
      await indexed(group.at(-1)!)
      const causes = group.map(({ event }) => event as Cause)
      const cause = causes.at(-1)!
      const maintained = causes.filter((each) => each.type === 'FactsMaintained')
      const stale = new Set(maintained.flatMap(({ open }) => open.categories))
      const changed = new Set(causes.flatMap(({ open }) => open.categories))
      const events: Emitted[] = []
      const written = new Set<string>()
      for (const category of [...changed].sort()) {
        const event = await evolveOne(ports, cause, { category, refreshed: stale.has(category) })
        if (!event) continue
        written.add(category)
        events.push(event)
      }
      for (const each of maintained) events.push(...(await completed(ports, each, written)))
      return { outcome: 'emit', events }
    },
  }
}

async function evolveOne(
  { memory, language, settings }: EvolveSummariesPorts,
  cause: Cause,
  { category: name, refreshed }: { category: string; refreshed: boolean },
): Promise<Emitted | null> {
  const items = await memory.topItems(cause, { category: name, limit: FACTS_PER_SUMMARY })
  const previous = (await memory.summaries(cause)).find((summary) => summary.category === name)
  const category = settings.categoriesOf(cause.appId).find((each) => each.name === name)
  const text = await language.summarize(
    summaryRequest(category ?? { name, description: name }, items, previous),
  )
  const { source, keyGeneration } = cause.open
  // The category may have been forgotten while the engine wrote.
  const fences = await memory.fences([cause])
  if (isFenced(fences, { ...scopeOf(cause), source, category: name })) return null
  const event = decide(
    cause,
    { id: cause.id, occurredAt: cause.occurredAt, source },
    { category: name, text, engine: language.name, refreshed },
    previous,
  )
  return event && { event, keyGeneration }
}

/** Nothing is told of a user who has been forgotten since. */
async function completed(
  { memory }: EvolveSummariesPorts,
  event: Maintained,
  written: ReadonlySet<string>,
): Promise<Emitted[]> {
  const { source, keyGeneration, categories } = event.open
  if (isFenced(await memory.fences([event]), { ...scopeOf(event), source, keyGeneration }))
    return []
  const refreshed = categories.filter((category) => written.has(category)).length
  return [{ event: maintenanceCompleted(event, refreshed), keyGeneration }]
}

function scopeOf({ appId, userId }: Cause) {
  return { appId, userId }
}
