// Relationships between entities, read from slots and from "my sister Anna". Both ends are always
// entities.
import type { EntityMention, RelationshipMention } from '../../../ports/language-model.ts'
import {
  type AttributeRelation,
  attributeRelation,
} from '../../../ports/rules/attribute-relations.ts'
import { nthGroupOf } from '../../match-groups.ts'
import type { Slot } from '../slots/slot.ts'
import { kindOfName } from './lexicon.ts'
import { saysOrganization } from './names.ts'
import type { Speaker } from './speakers.ts'

type Relations = { entities: EntityMention[]; relationships: RelationshipMention[] }

/** For people that a role names: their relation to the speaker. */
const BY_ROLE: readonly (readonly [RegExp, string])[] = [
  [/(?:^|\s)(?:manager|boss|supervisor|team lead)$/, 'reports_to'],
  [/(?:^|\s)(?:doctor|gp|dentist|therapist|psychologist|physio)$/, 'patient_of'],
  [/(?:^|\s)(?:teacher|tutor|coach|trainer|mentor|advisor|adviser)$/, 'learns_from'],
  [/^(?:roommate|flatmate)$/, 'lives_with'],
  [/^(?:landlord|landlady)$/, 'rents_from'],
  [/^(?:wife|husband)$/, 'married_to'],
  [/^(?:partner|girlfriend|boyfriend)$/, 'partner_of'],
  [/^(?:neighbou?r)$/, 'neighbour_of'],
  [/^(?:lawyer|accountant|hairdresser|assistant|cleaner|nanny|babysitter|agent)$/, 'client_of'],
]

const KIN: readonly (readonly [RegExp, string])[] = [
  [/^(?:wife|husband|spouse)$/, 'married_to'],
  [/^(?:partner|girlfriend|boyfriend|fianc)/, 'partner_of'],
  [/^(?:sister|brother)$/, 'sibling_of'],
  [/^(?:mother|mom|mum|father|dad)$/, 'child_of'],
  [/^(?:son|daughter)$/, 'parent_of'],
  [/^(?:colleague|coworker|co-worker|boss)$/, 'works_with'],
  [/friend$/, 'friend_of'],
  [/^neighbou?r$/, 'neighbour_of'],
  [/^(?:cousin|aunt|uncle|niece|nephew|grand\p{L}+)$/u, 'relative_of'],
]
const MY_KIN =
  /\b(?:[Mm]y|[Oo]ur) (?:(?:[a-z]+ ){0,2}?)(wife|husband|spouse|partner|girlfriend|boyfriend|fianc[eé]e?|sister|brother|mother|mom|mum|father|dad|son|daughter|colleague|coworker|co-worker|boss|friend|neighbou?r|cousin|aunt|uncle|niece|nephew|grandm\p{L}+|grandf\p{L}+|grandpa)(?:'s name(?: is|,)|,? (?:is )?(?:called|named)|,)? (\p{Lu}[\p{L}\p{M}-]+(?: \p{Lu}[\p{L}\p{M}-]+)?)/gu

const MY_PET =
  /\b(?:(?:[Mm]y|[Oo]ur) (?:[a-z]+ ){0,2}?|(?:[Ww]e|I)(?:'ve got| have| got|'ve| adopted) an? (?:[a-z]+ ){0,2}?)(?:dog|cat|puppy|kitten|parrot|hamster|rabbit|bunny|horse|turtle|tortoise)(?:'s name(?: is|,)|,? (?:called|named)|,(?= [\p{L}-]+(?: who\b|[.,;!]|$)))? (\p{Lu}[\p{L}\p{M}-]+)/gu

/** What a sentence and its slots say about how entities are related. */
export function relationsIn(sentence: string, slots: readonly Slot[], speaker: Speaker): Relations {
  const found: Relations = { entities: [], relationships: [] }
  for (const slot of slots) addSlot(found, { slot, sentence, speaker })
  if (speaker.key === null) return found
  const self = speaker.name ?? 'user'
  const plain = sentence.replaceAll('’', "'")
  // Searching costs a tenth of starting to match.
  for (const match of plain.search(MY_KIN) < 0 ? [] : plain.matchAll(MY_KIN)) {
    const kin = nthGroupOf(match, 1)
    const target = nthGroupOf(match, 2)
    const type = KIN.find(([pattern]) => pattern.test(kin))?.[1]
    if (type && kindOfName(target) !== 'verb') add(found, { source: self, type, target }, 'person')
  }
  for (const match of plain.search(MY_PET) < 0 ? [] : plain.matchAll(MY_PET)) {
    const target = nthGroupOf(match, 1)
    if (kindOfName(target) !== 'verb') add(found, { source: self, type: 'owns_pet', target }, 'pet')
  }
  return found
}

type FromSlot = { slot: Slot; sentence: string; speaker: Speaker }

function addSlot(found: Relations, { slot, sentence, speaker }: FromSlot): void {
  const relation = relationOf(slot)
  const source = sourceName(slot.subject, sentence, speaker)
  if (!relation || source === null) return
  const { type, target } = relation
  add(found, { source, type, target: target.name }, target.type)
}

function relationOf({ attribute, category, value }: Slot): AttributeRelation | null {
  const known = attributeRelation(attribute, value)
  if (known || category !== 'relationships') return known
  const type = BY_ROLE.find(([role]) => role.test(attribute))?.[1]
  return type && /^\p{Lu}/u.test(value) ? { type, target: { name: value, type: 'person' } } : null
}

/** How the subject is written: the name in the text for a third person, or null for "user's wife". */
function sourceName(subject: string, sentence: string, speaker: Speaker): string | null {
  if (subject === speaker.key) return speaker.name ?? 'user'
  if (subject === 'user') return 'user'
  const at = sentence.toLowerCase().indexOf(subject)
  return at < 0 ? null : sentence.slice(at, at + subject.length)
}

function add(found: Relations, relation: RelationshipMention, targetType: string): void {
  const isKnown = found.relationships.some(
    (other) => other.source === relation.source && other.target === relation.target,
  )
  if (isKnown || relation.source === relation.target) return
  found.relationships.push(relation)
  // A company too is based somewhere, and one name of two types would be two nodes.
  const isCompany = saysOrganization(relation.source)
  found.entities.push(
    { name: relation.source, type: isCompany ? 'organization' : 'person' },
    { name: relation.target, type: targetType },
  )
}
