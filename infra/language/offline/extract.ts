// The offline extraction: finds facts in text with rules alone. Pure, synchronous and
// deterministic. Every word of every utterance ends up in exactly one fact, verbatim; slots, names
// and dates come on top.
import type {
  EntityMention,
  ExtractedFact,
  Extraction,
  ExtractionRequest,
  Utterance,
} from '../../ports/language-model.ts'
import { firstOf, lastOf, nth } from '../../runtime/certain.ts'
import { type CategorySet, categoryOf, categorySet } from './categories.ts'
import { confidenceOf } from './confidence.ts'
import { startOf } from './dates.ts'
import { withinLooks } from './names/lexicon.ts'
import { namesIn } from './names/names.ts'
import { type People, peopleAmong } from './names/people.ts'
import { relationsIn } from './names/relations.ts'
import { type Speaker, speakerOf } from './names/speakers.ts'
import { composedOf } from './sentences/composed.ts'
import { groupPieces } from './sentences/group.ts'
import { joinShortest } from './sentences/join.ts'
import { isOfEarlierYear } from './sentences/sentence-sense.ts'
import { readUtterance, type Statement } from './sentences/statements.ts'
import { asSentence, tellingGroups } from './sentences/telling.ts'
import type { Slot } from './slots/slot.ts'
import { expiryOf } from './slots/temporary.ts'
import { foldSpaces } from './words.ts'

const MAX_ENTITIES = 12

/** A request, with its speakers and categories prepared for look-ups. */
type Reading = ExtractionRequest & { people: People; set: CategorySet }

/** The facts of a passage, in the order of their spans. */
export function extractOffline(request: ExtractionRequest): Extraction {
  const composed = composedOf(request)
  const facts = withinLooks(() => factsOf(composed.request))
  return { facts: facts.map((fact) => ({ ...fact, span: composed.written(fact.span) })) }
}

function factsOf(request: ExtractionRequest): ExtractedFact[] {
  const statements = utterancesOf(request).flatMap((utterance, index) =>
    readUtterance(request, utterance, index),
  )
  const grouped = groupPieces(statements, { isDocument: request.contentType === 'document' })
  const groups =
    request.contentType === 'conversation'
      ? tellingGroups(grouped, statements, talkOf(request, statements))
      : grouped
  const bounded = joinShortest(
    groups,
    (index) => nth(statements, index).end - nth(statements, index).start,
  )
  const people = peopleAmong(request.speakers)
  const reading: Reading = { ...request, people, set: categorySet(request.categories) }
  const facts = bounded.map((group) =>
    toFact(
      reading,
      group.map((index) => nth(statements, index)),
    ),
  )
  return ofOneKind(facts)
}

/** What one sentence of the passage calls a place is no thing in the next. */
function ofOneKind(facts: readonly ExtractedFact[]): ExtractedFact[] {
  const mentions = facts.flatMap(({ entities }) => entities)
  const kinds = new Map(
    mentions.filter(({ type }) => type !== 'thing').map(({ name, type }) => [name, type]),
  )
  const kindOf = ({ name, type }: EntityMention) => ({ name, type: kinds.get(name) ?? type })
  return facts.map((fact) => ({
    ...fact,
    entities: fact.entities.map((each) => (each.type === 'thing' ? kindOf(each) : each)),
  }))
}

/** In a conversation with an assistant, questions are for the assistant. */
function talkOf({ text, speakers }: ExtractionRequest, statements: readonly Statement[]) {
  const amongPeople = !speakers.some((speaker) => speakerOf(speaker).role === 'assistant')
  const wordsOf = (n: number) => text.slice(nth(statements, n).start, nth(statements, n).end)
  return { amongPeople, wordsOf }
}

/** A text without utterances is one utterance without a speaker. */
function utterancesOf(request: ExtractionRequest): readonly Utterance[] {
  if (request.utterances.length > 0) return request.utterances
  return [{ speaker: null, at: request.at, start: 0, end: request.text.length }]
}

/** The year of a birth is a value: of two of them, the one said later holds. */
const OF_BIRTH = /^birth/

function toFact(request: Reading, statements: readonly Statement[]): ExtractedFact {
  const { start, at, speaker } = firstOf(statements)
  const end = lastOf(statements).end
  const words = foldSpaces(request.text.slice(start, end))
  const told = asSentence(words, {
    opens: firstOf(statements).opens,
    closes: lastOf(statements).closes,
  })
  const slots = statements.flatMap((statement) => statement.slots)
  const slot = slots.find((found) => found.exclusive) ?? slots[0] ?? null
  const names = namesOf(request, statements, slots)
  const seeks = statements.flatMap((statement) => statement.seeks)
  return {
    text: `${speaker.label}${told}`,
    category: categoryOf(words, {
      slot: slot?.category ?? null,
      hint: request.hints.category,
      categories: request.set,
    }),
    confidence: Math.max(...statements.map((statement) => confidence(request, statement))),
    validFrom: slot && !OF_BIRTH.test(slot.attribute) ? startOf(words, at) : at,
    validTo: expiryOf(toldBy(request, statements), at),
    ...slotFields(slot ?? habitOf(statements), request, speaker),
    ...names,
    span: { start, end },
    duplicateOf: null,
    contradicts: [],
    ...(seeks.length > 0 ? { seeks } : {}),
    ...(slot && isOfEarlierYear(words, at) ? { isOfEarlierYear: true } : {}),
  }
}

/** A habit becomes the slot only if the fact says nothing else but remarks: closing it hides all of its words. */
function habitOf(statements: readonly Statement[]): Place | null {
  const telling = statements.filter(tells)
  const habit = telling.length === 1 ? firstOf(telling).habit : null
  return habit && { ...habit, exclusive: false }
}

function tells({ filler, asks, remarks }: Statement): boolean {
  return !(filler || asks || remarks)
}

/** The sentences that tell something; all of them where none does. */
function toldBy({ text }: ExtractionRequest, statements: readonly Statement[]): string[] {
  const telling = statements.filter(tells)
  const told = telling.length > 0 ? telling : statements
  return told.map(({ start, end }) => foldSpaces(text.slice(start, end)))
}

type Place = Pick<Slot, 'subject' | 'attribute' | 'value' | 'exclusive'>

function slotFields(slot: Place | null, request: ExtractionRequest, speaker: Speaker) {
  if (slot === null) {
    const subject = request.contentType === 'document' ? null : speaker.key
    return { subject, attribute: null, value: null, exclusive: false }
  }
  const { subject, attribute, value, exclusive } = slot
  return { subject, attribute, value, exclusive }
}

function confidence(request: ExtractionRequest, statement: Statement): number {
  const text = request.text.slice(statement.start, statement.end)
  return confidenceOf(text, {
    slot: statement.slots.length > 0,
    filler: statement.filler,
    entities: /\s\p{Lu}\p{Ll}/u.test(text),
  })
}

/** The entities: the app's hints, the ends of relationships, the speaker, and the names in the words. */
function namesOf(request: Reading, statements: readonly Statement[], slots: readonly Slot[]) {
  const { speaker, start } = firstOf(statements)
  const text = request.text.slice(start, lastOf(statements).end)
  const { entities, relationships } = relationsIn(foldSpaces(text), slots, speaker)
  const limit = Math.max(MAX_ENTITIES, entities.length)
  const found = new Map<string, EntityMention>()
  for (const mention of [...(request.hints.entities ?? []), ...entities]) add(found, mention)
  if (speaker.name !== null) add(found, { name: speaker.name, type: 'person' })
  for (const statement of statements) {
    const words = foldSpaces(request.text.slice(statement.start, statement.end))
    const isRead = statement.english && found.size < limit
    for (const mention of isRead ? namesIn(words, request.people) : []) {
      add(found, mention)
      if (found.size === limit) break
    }
  }
  return { entities: [...found.values()].slice(0, limit), relationships }
}

/** Each name once; the first type given to it stays. */
function add(found: Map<string, EntityMention>, { name, type }: EntityMention): void {
  const key = name.toLowerCase()
  if (!found.has(key)) found.set(key, { name, type })
}
