// The facts that clients give: those that they write as they stand, and those that correct another fact. Pure.
import { attributeRelation } from '../../../infra/ports/rules/attribute-relations.ts'
import { traitsOf } from '../../../infra/ports/rules/traits.ts'
import { givenIdOf, shortId } from '../../../infra/runtime/envelope/ids.ts'
import { type GivenFact, givenFact, type Revision } from '../../../schemas/api/reading/items.ts'
import { FALLBACK_CATEGORY } from '../../../schemas/categories.ts'
import type { Importance } from '../../../schemas/identifiers.ts'
import type { CurrentFact } from '../known/current-fact.ts'
import { foldedWords } from '../known/fingerprint.ts'
import type { ReadFact } from '../read-fact.ts'
import { denies, reworded, says } from './reworded.ts'

/** A fact without its embedding, which is the engine's. */
export type Unembedded = Omit<ReadFact, 'embedding' | 'given'> & {
  given: NonNullable<ReadFact['given']>
  importance: Importance
}

type Written = { id: string; occurredAt: string }

const nothingUnderstood = { duplicateOf: null, contradicts: [], saidBy: null } as const

export function readGiven(raw: unknown, { id, occurredAt }: Written): Unembedded {
  const fact = givenFact.parse(raw)
  const { text, supersedes = [] } = fact
  const slot = slotOf(fact)
  return {
    ...nothingUnderstood,
    ...slot,
    ...relatedBy(slot, slot.subject),
    text,
    category: fact.category ?? FALLBACK_CATEGORY,
    confidence: 1,
    importance: fact.importance ?? 'medium',
    validFrom: fact.validFrom ?? occurredAt,
    validTo: fact.validTo ?? null,
    span: { start: 0, end: text.length },
    channel: 'user',
    given: { ...traitsOf(fact), id: givenIdOf(id), supersedes, corrects: null },
  }
}

function slotOf({ subject, attribute, value }: GivenFact) {
  const isPlaced = attribute !== undefined
  return {
    subject: subject ?? (isPlaced ? 'user' : null),
    attribute: attribute ?? null,
    value: value ?? null,
    exclusive: isPlaced,
  }
}

type Placed = { attribute: string | null; value: string | null }

/** A value that is an entity is related to the one whom the fact is about. Other words of a given fact are not read. */
function relatedBy(
  { attribute, value }: Placed,
  subject: string | null,
): Pick<Unembedded, 'entities' | 'relationships'> {
  const relation = attribute !== null && value !== null && attributeRelation(attribute, value)
  if (!relation || subject === null) return { entities: [], relationships: [] }
  const { type, target } = relation
  return {
    entities: [{ name: subject, type: 'person' }, target],
    relationships: [{ source: subject, type, target: target.name }],
  }
}

/** As the fact names the one whom it is about. */
function nameOfSubject({ subject, value, entities, relationships }: CurrentFact): string | null {
  const related = relationships.find(
    ({ target }) => value !== null && foldedWords(target) === foldedWords(value),
  )
  if (related) return related.source
  const people = entities.filter(({ name, type }) => type === 'person' && name !== value)
  const itself = people.find(
    ({ name }) => subject !== null && foldedWords(name) === foldedWords(subject),
  )
  return (itself ?? people[0])?.name ?? subject
}

/**
 * What the client does not change stays as it was. New words are the user's, and sure, and tell another value where it
 * stands in the spot of the former one; if a fact is only filed
 * otherwise, its original speaker still counts as having said it. A correction holds since when the wrong fact was said
 * to hold, because the wrong one was never true.
 */
export function correctedFact(
  fact: CurrentFact,
  changes: Revision,
  { id }: Pick<Written, 'id'>,
): Unembedded {
  const { text = fact.text, category, importance, validFrom, validTo } = changes
  const isReworded = text !== fact.text
  const told = isReworded ? reworded(fact, text) : fact
  const { attribute } = changes.value === undefined ? told : fact
  const value = changes.value ?? told.value
  const related = relatedBy({ attribute, value }, nameOfSubject(fact))
  const kept = keptRelationships(fact, { text, value })
  const ends = new Set(kept.flatMap(({ source, target }) => [source, target].map(foldedWords)))
  const others = fact.entities.filter(
    ({ name }) =>
      (saysStill(name) || ends.has(foldedWords(name))) &&
      !related.entities.some((each) => foldedWords(each.name) === foldedWords(name)),
  )
  return {
    ...nothingUnderstood,
    text,
    category: category ?? fact.category,
    confidence: isReworded ? 1 : fact.confidence,
    importance: importance ?? fact.importance,
    validFrom: validFrom ?? fact.validFrom,
    // The end that a plan gives it is the plan's to give.
    validTo: validTo ?? (fact.followed ? fact.followed.ownEnd : fact.validTo),
    subject: fact.subject,
    attribute,
    value,
    exclusive: fact.slot !== null && attribute !== null,
    entities: [...related.entities, ...others],
    relationships: [
      ...related.relationships,
      ...kept.filter((each) => !related.relationships.some((other) => isSameLink(each, other))),
    ],
    span: { start: 0, end: isReworded ? text.length : 0 },
    channel: isReworded ? 'user' : fact.channel,
    saidBy: isReworded ? null : fact.saidBy,
    given: {
      ...traitsOf({ ...fact.traits, ...changed(changes) }),
      id: givenIdOf(id),
      supersedes: [fact.id],
      corrects: { id: fact.id, createdAt: fact.createdAt, stands: fact.stands },
    },
  }

  /** A value or a name that the new words do not contain is dropped with the old words. */
  function saysStill(words: string): boolean {
    return !isReworded || says(text, words)
  }
}

/**
 * A fact whose place another was to take, which will not, or later: it holds on, as it would have without that. `nth`: of
 * the facts that the write tells.
 */
export function continuedFact(
  { followed, ...ending }: CurrentFact,
  { id, nth }: Pick<Written, 'id'> & { nth: number },
): Unembedded {
  const fact = correctedFact({ ...ending, validTo: followed?.ownEnd ?? null }, {}, { id })
  if (nth === 0) return fact
  return { ...fact, given: { ...fact.given, id: shortId(`${id} ${nth}`) } }
}

/**
 * Relationships that were read in the old words and that the new ones still tell: they name both ends, and do not deny
 * what the old ones affirmed. An end that the old words do not name is the speaker, who stays. A relationship to the
 * former value is told by the new value.
 */
function keptRelationships(
  fact: CurrentFact,
  { text, value }: { text: string; value: string | null },
): CurrentFact['relationships'] {
  const former = value === fact.value ? null : fact.value
  if (denies(text, fact.text)) return []
  const isNamed = (end: string) => !says(fact.text, end) || says(text, end)
  const isOfFormer = (end: string) => former !== null && foldedWords(end) === foldedWords(former)
  return fact.relationships.filter(({ source, target }) =>
    [source, target].every((end) => isNamed(end) && !isOfFormer(end)),
  )
}

type Link = CurrentFact['relationships'][number]

function isSameLink(a: Link, b: Link): boolean {
  const parts = ['source', 'type', 'target'] as const
  return parts.every((part) => foldedWords(a[part]) === foldedWords(b[part]))
}

function changed({ type, scopes, aliases, pinned }: Revision) {
  return Object.fromEntries(
    Object.entries({ type, scopes, aliases, pinned }).filter(([, value]) => value !== undefined),
  )
}
