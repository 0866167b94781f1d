// Turns the model's answer into facts that keep the port's contract, whatever the model wrote: no part of an answer is
// trusted. Pure.
import { FALLBACK_CATEGORY } from '../../../../schemas/categories.ts'
import type {
  EntityMention,
  ExtractedFact,
  ExtractionRequest,
  KnownFact,
  RelationshipMention,
} from '../../../ports/language-model.ts'
import type { Answer, AnswerFact } from './answer.ts'
import { clean } from './clean.ts'
import { readValidFrom, readValidTo } from './dates.ts'
import { createLocate, type Locate } from './locate.ts'

export const MAX_FACTS = 100
export const MAX_ENTITIES = 24
export const MAX_RELATIONSHIPS = 24
const MAX_FACT_CHARS = 2000
const MAX_NAME_CHARS = 200

type Adoption = {
  answer: Answer
  request: ExtractionRequest
  terms: (text: string) => string[]
}

/** `people` are the lower-case names known to be a person's. */
type Adopting = { request: ExtractionRequest; locate: Locate; people: ReadonlySet<string> }

export function adopt({ answer, request, terms }: Adoption): ExtractedFact[] {
  const { text, utterances } = request
  const adopting: Adopting = {
    request,
    locate: createLocate({ text, utterances, terms }),
    people: new Set(['user', ...request.speakers.map((speaker) => speaker.toLowerCase())]),
  }
  const seen = new Set<string>()
  const facts: ExtractedFact[] = []
  for (const found of answer.facts) {
    if (facts.length === MAX_FACTS) break
    const text = clean(found.text, MAX_FACT_CHARS)
    const key = text.toLowerCase()
    // Before its quote is sought, which costs most.
    if (key === '' || seen.has(key)) continue
    seen.add(key)
    facts.push(adoptFact({ ...found, text }, adopting))
  }
  return facts
}

function adoptFact(found: AnswerFact, { request, locate, people }: Adopting): ExtractedFact {
  const validFrom = readValidFrom(found.validFrom, request.at)
  return {
    text: found.text,
    category: adoptCategory(found.category, request),
    confidence: Math.min(1, Math.max(0, found.confidence)),
    validFrom,
    validTo: readValidTo(found.validTo, validFrom),
    ...adoptProperty(found),
    ...adoptGraph(found, people),
    span: locate(found.quote, found.utterance),
    ...adoptLinks(found, request.known),
  }
}

/** The named category, otherwise the hinted one, otherwise the fallback: always one that the app has. */
function adoptCategory(named: string, { categories, hints }: ExtractionRequest): string {
  const names = categories.map(({ name }) => name)
  const wanted = [named, plainName(named), hints.category, FALLBACK_CATEGORY]
  return wanted.find((name) => name !== undefined && names.includes(name)) ?? names[0] ?? named
}

/** ` Work Life ` is meant to be `work-life` or `work_life`; the former is more common. */
function plainName(name: string): string {
  return name.trim().toLowerCase().replace(/\s+/g, '-')
}

/** Only a complete property can be exclusive: without a key there is nothing that it could replace. */
function adoptProperty(found: AnswerFact) {
  const subject = orNull(userOr(clean(found.subject ?? '', MAX_NAME_CHARS)))
  const attribute = orNull(clean(found.attribute ?? '', MAX_NAME_CHARS).toLowerCase())
  const value = orNull(clean(found.value ?? '', MAX_NAME_CHARS))
  const isWhole = subject !== null && attribute !== null && value !== null
  return { subject, attribute, value, exclusive: found.exclusive && isWhole }
}

/** Entities under one spelling each, and relationships with both ends among them. */
function adoptGraph(found: AnswerFact, people: ReadonlySet<string>) {
  const entities = new Map<string, EntityMention>()
  const mention = (rawName: string, rawType: string): string | null => {
    const name = userOr(clean(rawName, MAX_NAME_CHARS))
    const known = entities.get(name.toLowerCase())
    if (known) return known.name
    if (name === '' || entities.size === MAX_ENTITIES) return null
    const type = clean(rawType, MAX_NAME_CHARS).toLowerCase() || typeOf(name, people)
    entities.set(name.toLowerCase(), { name, type })
    return name
  }
  for (const { name, type } of found.entities) mention(name, type)
  const relationships = adoptRelationships(found, mention)
  return { entities: [...entities.values()], relationships }
}

function adoptRelationships(
  found: AnswerFact,
  mention: (name: string, type: string) => string | null,
): RelationshipMention[] {
  const relationships: RelationshipMention[] = []
  for (const link of found.relationships.slice(0, MAX_RELATIONSHIPS)) {
    const type = clean(link.type, MAX_NAME_CHARS).toLowerCase().replaceAll(' ', '_')
    if (type === '' || isBlank(link.source) || isBlank(link.target)) continue
    const source = mention(link.source, '')
    const target = mention(link.target, '')
    if (source !== null && target !== null && source !== target)
      relationships.push({ source, type, target })
  }
  return relationships
}

/** An entity that only a relationship names has no type of its own. */
function typeOf(name: string, people: ReadonlySet<string>): string {
  return people.has(name.toLowerCase()) ? 'person' : 'thing'
}

/** Turns numbers back into ids and drops those of no known fact. A duplicate is not a contradiction as well. */
function adoptLinks(found: AnswerFact, known: readonly KnownFact[]) {
  const idOf = (number: number) => known[number - 1]?.id
  const duplicateOf = found.duplicates.map(idOf).find((id) => id !== undefined) ?? null
  const contradicted = found.contradictions.map(idOf).filter((id) => id !== undefined)
  return {
    duplicateOf,
    contradicts: [...new Set(contradicted)].filter((id) => id !== duplicateOf),
  }
}

function userOr(name: string): string {
  return /^(the )?user$/i.test(name) ? 'user' : name
}

function orNull(text: string): string | null {
  return text === '' ? null : text
}

function isBlank(text: string): boolean {
  return clean(text, MAX_NAME_CHARS) === ''
}
