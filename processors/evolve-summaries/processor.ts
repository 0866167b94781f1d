// evolve-summaries: rewrites the summary of each category in which something changed. The texts are events, so a
// replay asks no model. All that came of a user in one delivery makes one new version a category.
import type { LanguageModel } from '../../infra/ports/language-model.ts'
import type { MemoryStore } from '../../infra/ports/memory-store.ts'
import { isFenced } from '../../infra/ports/projection.ts'
import type { Emitted, Transformer } from '../../infra/runtime/processor.ts'
import { createReached } from '../../infra/runtime/reached.ts'
import type { Category } from '../../schemas/categories.ts'
import type { FactEvent } from '../../schemas/events/catalogue.ts'
import { decide, FACTS_PER_SUMMARY, summaryRequest } from './decide.ts'
import { topology } from './topology.ts'

export type EvolveSummariesPorts = {
  memory: MemoryStore
  language: LanguageModel
  settings: { categoriesOf: (appId: string) => readonly Category[] }
  signal: AbortSignal
}

type Processed = Extract<FactEvent, { type: 'ResourceProcessed' }>

export function createEvolveSummaries(ports: EvolveSummariesPorts): Transformer {
  const indexed = createReached(ports.memory, 'memory.facts.v1', ports.signal)
  return {
    ...topology,
    kind: 'transformer',
    grouping: 'user',
    concurrency: ports.language.concurrency,
    handle: async function evolveSummaries(group) {
      const newest = group.at(-1)!
      // The summary is of what the index holds, so the index must hold what led here.
      await indexed(newest)
      const changed = new Set(group.flatMap(({ event }) => (event as Processed).open.categories))
      const cause = newest.event as Processed
      const events: Emitted[] = []
      for (const category of [...changed].sort()) {
        events.push(...(await evolveOne(ports, cause, category)))
      }
      return { outcome: 'emit', events }
    },
  }
}

async function evolveOne(
  { memory, language, settings }: EvolveSummariesPorts,
  cause: Processed,
  name: string,
): Promise<Emitted[]> {
  const items = await memory.topItems(cause, { category: name, limit: FACTS_PER_SUMMARY })
  const previous = (await memory.summaries(cause)).find((summary) => summary.category === name)
  const category = settings.categoriesOf(cause.appId).find((each) => each.name === name)
  const text = await language.summarize(
    summaryRequest(category ?? { name, description: name }, items, previous),
  )
  const { source, keyGeneration } = cause.open
  // The category may have been forgotten while the engine wrote.
  const fences = await memory.fences([cause])
  if (isFenced(fences, { ...scopeOf(cause), source, category: name })) return []
  const event = decide(
    cause,
    { id: cause.id, occurredAt: cause.occurredAt, source },
    { category: name, text, engine: language.name },
    previous,
  )
  return event ? [{ event, keyGeneration }] : []
}

function scopeOf({ appId, userId }: Processed) {
  return { appId, userId }
}
