// Everything that a request costs before a store is called: validating, reading, understanding, embedding and deciding,
// as the API and extract-facts do it. Pure, so that its cost is the processor's alone.
import { createOfflineLanguageModel } from '../../infra/language/offline/offline-language-model.ts'
import { foldName } from '../../infra/ports/rules/entity-name.ts'
import { quantise, toBase64 } from '../../infra/runtime/envelope/vectors.ts'
import type { Delivered } from '../../infra/runtime/run/processor.ts'
import {
  candidateOf,
  type Decision,
  decide,
  factIdOf,
} from '../../processors/extract-facts/decide.ts'
import type { ReadFact, Source } from '../../processors/extract-facts/read-fact.ts'
import { rawActivity, readContent } from '../../processors/extract-facts/reading/content.ts'
import { splitPassages } from '../../processors/extract-facts/reading/passages.ts'
import { saidBy } from '../../processors/extract-facts/reading/said.ts'
import { evolve } from '../../processors/index-memory/evolve.ts'
import { graphFactOf } from '../../processors/update-graph/evolve.ts'
import { retrieveRequest } from '../../schemas/api/reading/retrieve.ts'
import { templateConfig } from '../../schemas/api/settings/config.ts'
import { eventRequest } from '../../schemas/api/writing/events.ts'
import { memorizeRequest } from '../../schemas/api/writing/memorize.ts'
import { defaultCategories } from '../../schemas/categories.ts'
import type { KindRequest } from './kinds/kind.ts'

const AT = '2026-05-08T09:00:00.000Z'
const RESOURCE = '11111111-1111-4111-8111-111111111111'
const language = createOfflineLanguageModel()

/** The outcome of a request in numbers; `refused` where the API would not take it. */
export type Reach = {
  outcome: 'refused' | 'done'
  facts: number
  events: number
  terms: number
  entities: number
  relationships: number
  /** UTF-16 units of all words in the facts. */
  words: number
}

const nothing: Omit<Reach, 'outcome'> = {
  facts: 0,
  events: 0,
  terms: 0,
  entities: 0,
  relationships: 0,
  words: 0,
}

/** Runs every computation for a request. `template` is the app's own, where it has one. */
export async function runPurePath(
  { path, body }: KindRequest,
  template: string | undefined,
): Promise<Reach> {
  if (path === '/v1/memorize') return memorized(body)
  if (path === '/v1/events') return recorded(body, template)
  if (path === '/v1/retrieve') return retrieved(body)
  return { outcome: templateConfig.safeParse(body).success ? 'done' : 'refused', ...nothing }
}

async function memorized(body: unknown): Promise<Reach> {
  const parsed = memorizeRequest.safeParse(body)
  if (!parsed.success) return { outcome: 'refused', ...nothing }
  const { content, contentType } = parsed.data
  return read(content, { type: 'ContentStored', contentType }, undefined)
}

async function recorded(body: unknown, template: string | undefined): Promise<Reach> {
  const parsed = eventRequest.safeParse(body)
  if (!parsed.success) return { outcome: 'refused', ...nothing }
  const { eventType, source, timestamp, data } = parsed.data
  const raw = JSON.stringify(
    rawActivity.parse({
      eventType,
      source,
      timestamp,
      data,
      suggestedCategory: parsed.data.suggestedCategory ?? null,
      suggestedEntities: parsed.data.suggestedEntities ?? [],
    }),
  )
  return read(raw, { type: 'ActivityRecorded', contentType: 'event' }, template)
}

async function retrieved(body: unknown): Promise<Reach> {
  const parsed = retrieveRequest.safeParse(body)
  if (!parsed.success) return { outcome: 'refused', ...nothing }
  const { query } = parsed.data
  const [vector] = await language.embed([query])
  quantise(vector!)
  const names = foldName(query).split(' ').filter(Boolean)
  return { outcome: 'done', ...nothing, terms: language.terms(query).length + names.length }
}

type Read = { type: 'ContentStored' | 'ActivityRecorded'; contentType: Source['contentType'] }

async function read(raw: string, kind: Read, template: string | undefined): Promise<Reach> {
  const source: Source = {
    appId: 'app',
    userId: 'user',
    resourceId: RESOURCE,
    position: 1,
    keyGeneration: 1,
    occurredAt: AT,
    receivedAt: AT,
    contentType: kind.contentType,
    threadId: null,
    contentBytes: raw.length,
    importance: 'medium',
    engine: language.name,
    trusted: [],
  }
  const event = { type: kind.type, occurredAt: AT, open: { ...source, entry: 'api' } }
  const facts = await factsOf(event as never, raw, template)
  const candidates = facts.map((fact, n) => candidateOf(source, fact, factIdOf(RESOURCE, n)))
  const decision = decide(source, facts, {
    known: new Map(candidates.slice(0, 0).map((f) => [f.id, f])),
    forgotten: new Set(),
  })
  return reachOf(facts, decision)
}

async function factsOf(
  event: Parameters<typeof readContent>[0],
  raw: string,
  template: string | undefined,
): Promise<ReadFact[]> {
  const content = readContent(event, raw, () => template)
  const facts: Omit<ReadFact, 'embedding'>[] = []
  for (const { text, utterances } of splitPassages(content.transcript, language.maxPassageChars)) {
    const extraction = await language.extract({
      contentType: content.contentType,
      text,
      utterances,
      at: AT,
      speakers: content.transcript.speakers,
      known: [],
      categories: defaultCategories,
      hints: content.hints,
    })
    for (const fact of extraction.facts) {
      facts.push({ ...fact, ...saidBy({ ...content, transcript: { utterances } }, fact.span) })
    }
  }
  const vectors = await language.embed(facts.map((fact) => fact.text))
  return facts.map((fact, n) => ({
    ...fact,
    embedding: toBase64(quantise(vectors[n]!)),
  }))
}

const vectors = { generation: 1, dimensions: language.dimensions }
const indexing = { terms: language.terms, vectors }

/** Computes what the projections make of the decision, too. */
function reachOf(facts: readonly ReadFact[], { events }: Decision): Reach {
  let terms = 0
  for (const [n, event] of events.entries()) {
    const delivered = { event: { ...event, recordedAt: AT }, position: n } as Delivered
    for (const document of evolve(delivered, () => undefined, indexing)) {
      if (document.kind === 'item') terms += document.terms.length
    }
    graphFactOf(delivered.event)
  }
  const sum = (of: (fact: ReadFact) => number) => facts.reduce((all, fact) => all + of(fact), 0)
  return {
    outcome: 'done',
    facts: facts.length,
    events: events.length,
    terms,
    entities: sum((fact) => fact.entities.length),
    relationships: sum((fact) => fact.relationships.length),
    words: sum(
      (fact) => fact.text.length + (fact.value?.length ?? 0) + (fact.subject?.length ?? 0),
    ),
  }
}
