// Corrects what a single sentence gets wrong about endings: a job that was quit for the next one, and the end of
// something that may not be what holds now.
import type { Sought } from '../../../../ports/language-model.ts'
import { any } from '../../../patterns.ts'
import { kindOfName } from '../../names/lexicon.ts'
import { wordsOf } from '../../words.ts'
import { countOf } from '../rules/counts.ts'
import { CAR_MAKES } from '../rules/things.ts'
import type { Slot } from '../slot.ts'
import { isKinName, type Persons } from '../slot-subjects.ts'
import { PROFESSION_WORDS } from '../slot-words.ts'
import { actorIn, each, eachTopic, endOf, wasWrong } from './ending-words.ts'
import { WITHOUT_ONE } from './over/resolved.ts'

/** True if `slot` ends a job and one of the slots right after it names the next. */
export function isReplaced(slot: Slot, following: readonly Slot[]): boolean {
  return (
    slot.value === 'none' &&
    following.some((next) => next.subject === slot.subject && next.attribute === slot.attribute)
  )
}

/** "Not in Berlin any more" ends only what is said of Berlin: the decision knows whether that holds. */
export function endedValues(slots: readonly Slot[]): Sought[] {
  return slots.flatMap(({ value, ended, subject }): Sought[] => {
    if (value !== 'none' || ended === null) return []
    const words = each(ended)
    return words.length === 0 ? [] : [endOf(subject, words)]
  })
}

const UNPARTNERED = new Set(['single', 'divorced', 'widowed', 'separated'])
const PARTNERS = any`girlfriend boyfriend partner wife husband spouse fiance fiancee dating married engaged`
const SUITORS = any`girlfriend boyfriend fiance fiancee fiancé fiancée`
const COURTED = any`girlfriend boyfriend`
/** Of these one has one, who has a name of her own: "my boss is called Ada". */
const ROLES =
  /^(?:manager|boss|supervisor|landlord|landlady|dentist|therapist|flatmate|roommate|trainer|tutor|vet|accountant|lawyer|hairdresser)$/
const JOB = any`job jobs work unemployed jobless hunting`
const TEACHING = any`teach teaches teaching lecture lectures nurse intern interning drive drives cook cooks clean cleans fly flies write writes wait waits code codes report reports deliver delivers temp temps`
/** Of a job that is told together with its employer: "I'm a waiter at the Grand Hotel". */
const JOB_TITLES = PROFESSION_WORDS
/** With the same title, another rank is another job. */
const RANKS = any`junior trainee intern apprentice assistant associate senior lead principal`
const MEATLESS = new Set(['vegan', 'vegetarian'])
const MEATS = any`everything anything meat steak chicken beef pork bacon burgers omnivore fish seafood salmon tuna prawns shrimp lamb sausages ham turkey`
const EATERS = any`eater carnivore omnivore`

/** Of the same measure in another unit: "I run 4 miles a day". */
const SCALES = [any`km kilometres kilometers miles`, any`hours minutes`]

const BEARING = ['wife', 'girlfriend', 'partner']

/** What ends with a new state under another attribute: who is single has no partner. */
export function alsoEnded(slots: readonly Slot[]): Sought[] {
  return slots.flatMap(({ subject, attribute, value, exclusive }): Sought[] => {
    if (attribute === 'relationship status' && UNPARTNERED.has(value))
      return [endOf(subject, [PARTNERS], { attribute: 'partner' })]
    if (attribute === 'relationship status' && value === 'married')
      return [endOf(subject, [SUITORS], { attribute: 'partner' })]
    if (attribute === 'relationship status' && value === 'engaged')
      return [endOf(subject, [COURTED], { attribute: 'partner' })]
    const [, liked] = /^opinion of (?<what>.+)$/u.exec(attribute) ?? []
    if (liked && value === 'likes') {
      const words = [...eachTopic(liked), ['thing', 'tea']]
      return [endOf(subject, words, { attribute: 'is', value: 'no' })]
    }
    if (attribute === 'preferred name')
      return [
        endOf(subject, [['call', 'called'], ['me']], { attribute: 'name' }),
        endOf(subject, [['nickname']], { attribute: 'nickname' }),
      ]
    if (attribute === 'expecting' && value === 'none')
      return [subject, ...BEARING.map((role) => `${subject}'s ${role}`)].map((mother) =>
        endOf(mother, [['due']], { attribute: 'due date' }),
      )
    if (attribute === 'expecting' && value === 'yes')
      return [endOf(subject, [['trying'], ['baby', 'child', 'kid']])]
    if (attribute === 'bank')
      return [
        {
          kind: 'replaces',
          subject,
          words: [any`bank banks banking`],
          value: null,
          by: { shape: 'place', value },
        },
      ]
    if (attribute === 'home' && value !== 'none')
      return [wasWrong(subject, [], { attribute: 'whereabouts' })]
    if (attribute === 'working hours' && /^(?:full|part)-time$/.test(value)) {
      const other = value === 'full-time' ? 'part' : 'full'
      const words = [[other], ['time']]
      return [endOf(subject, words, { attribute: 'employer' })]
    }
    if (ROLES.test(attribute))
      return [endOf(`${subject}'s ${attribute}`, [[attribute]], { attribute: 'name' })]
    if (attribute === 'employer' && value !== 'none')
      return [
        endOf(subject, [JOB, WITHOUT_ONE]),
        ...(value === 'self-employed'
          ? []
          : [endOf(subject, [any`freelance freelancer freelancing`], { attribute: 'occupation' })]),
        {
          kind: 'replaces',
          subject,
          words: [TEACHING],
          value: null,
          by: { shape: 'place', value },
        },
      ]
    // Who was up to 20 push-ups can do more of them.
    const [, reps] = /^can \p{L}+ (?<reps>.+)$/u.exec(attribute) ?? []
    if (reps) {
      const words = [reps.split(/[ -]/u).slice(-1)]
      return [`up to ${reps}`, countOf(reps), 'does do'].map((former) =>
        endOf(subject, words, { attribute: former }),
      )
    }
    const {
      verb,
      unit = '',
      period,
    } = /^(?<verb>\p{L}+) (?<unit>\p{L}+) a (?<period>\p{L}+)$/u.exec(attribute)?.groups ?? {}
    const scale = verb && exclusive ? SCALES.find((units) => units.includes(unit)) : undefined
    if (scale)
      return scale
        .filter((other) => other !== unit)
        .map((other) => endOf(subject, [[other]], { attribute: `${verb} ${other} a ${period}` }))
    if (attribute === 'diet' && MEATLESS.has(value))
      return [
        endOf(subject, [['eat', 'eats', 'eating'], MEATS]),
        endOf(subject, [EATERS], { attribute: 'is' }),
      ]
    return []
  })
}

const WITH_PARTNER =
  /\b(?:dating|going out with|(?:married|engaged) to) (?<name>\p{Lu}[\p{L}.'-]*\p{L})(?! and\b)/u
const SEEING =
  /(?:'m|'s| am| is) (?:seeing (?<name>\p{Lu}[\p{L}'-]+) (?:now|these days|nowadays)|now seeing (?<other>\p{Lu}[\p{L}'-]+))(?=\s*(?:[.!]|$))/u

/** "Jill is dating Steve now": of one status with another partner nothing else tells that it has changed. */
export function otherPartner(sentence: string, slots: readonly Slot[]): Sought[] {
  const { name: value } = WITH_PARTNER.exec(sentence)?.groups ?? {}
  if (!value) return []
  return slots
    .filter(({ attribute, exclusive }) => attribute === 'relationship status' && exclusive)
    .map(({ subject, attribute }) => ({
      kind: 'replaces',
      subject,
      attribute,
      words: [['dating', 'going', 'married', 'engaged']],
      value: null,
      by: { shape: 'place', value },
    }))
}

/** "I'm seeing Ada now" may be a visit to her, but not to one who is said to date another. */
export function seesAnother(sentence: string, persons: Persons): Sought[] {
  const found = SEEING.exec(sentence)
  const value = found?.groups?.name ?? found?.groups?.other ?? ''
  if (!found || !/^(?:person|unknown)$/.test(kindOfName(value)) || isKinName(value)) return []
  const subject = actorIn(sentence, persons)
  const words = [any`dating going seeing relationship`]
  const by = { shape: 'place', value }
  return [
    { kind: 'replaces', subject, attribute: 'relationship status', words, value: null, by },
    { kind: 'replaces', subject, attribute: 'does seeing', words, value: null, by },
  ]
}

const CHANGED =
  /\b(?:now|these days|nowadays|new|instead|started|moved|switched|changed|became|become|turned|promoted|no longer|sold|bought|got|downsized|upsized|upped|signed|swapped|traded|gone into|went into|settled|ended up|put down roots|set up home|made|appointed|qualified|retrained|hired|joined|left|found|took)\b/i

/** "My son is in fourth grade now": the son of whom another grade was said, though there may be several. */
export function changedOfOne(sentence: string, slots: readonly Slot[]): Sought[] {
  if (slots.length === 0 || !CHANGED.test(sentence)) return []
  return [
    ...slots.flatMap(formerJob),
    ...slots.flatMap((slot) => formerTitle(sentence, slot)),
    ...slots.flatMap(ofOne),
    ...slots.flatMap(sameRole),
    ...slots.flatMap(formerCar),
  ]
}

/** Who was made a manager is a waiter no longer, wherever that was. */
function formerJob({ subject, attribute, value, exclusive, ofOneOfMany }: Slot): Sought[] {
  if (attribute !== 'occupation' || !(exclusive || ofOneOfMany)) return []
  const now = new Set(value.split(/[ -]/u))
  const titles = [...RANKS, ...JOB_TITLES].filter((title) => !now.has(title))
  return [endOf(subject, [titles], { attribute: 'employer' })]
}

/** "I'm a senior developer at SAP now": no junior there any more. */
function formerTitle(sentence: string, { subject, attribute, value, exclusive }: Slot): Sought[] {
  if (attribute !== 'employer' || value === 'none' || !exclusive) return []
  const told = new Set(wordsOf(sentence))
  if (![...JOB_TITLES, ...RANKS].some((title) => told.has(title))) return []
  const others = [...RANKS, ...JOB_TITLES].filter((title) => !told.has(title))
  return [attribute, 'occupation'].map((each) => endOf(subject, [others], { attribute: each }))
}

/** Who drives another car now does so no longer with the only one that was told as owned. */
function formerCar({ subject, attribute, value, exclusive }: Slot): Sought[] {
  if (attribute !== 'car' || !exclusive || value === 'none') return []
  const now = new Set(wordsOf(value))
  const makes = CAR_MAKES.filter((make) => !now.has(make))
  return ['owns', 'does have', 'does own'].map((owned) =>
    wasWrong(subject, [makes], { attribute: owned }),
  )
}

/** One has one of these, whatever he is called. */
const SAME_ROLES = [
  'landlord landlady',
  'boss manager supervisor',
  'doctor gp',
  'flatmate roommate housemate',
].map((roles) => roles.split(' '))

/** Who has a new landlord has the landlady no longer. */
function sameRole({ subject, attribute, value, exclusive }: Slot): Sought[] {
  if (!exclusive || value === 'none') return []
  const others = SAME_ROLES.find((roles) => roles.includes(attribute)) ?? []
  return others
    .filter((other) => other !== attribute)
    .map((other) => endOf(subject, [[other]], { attribute: other }))
}

function ofOne({ subject, attribute, exclusive, ofOneOfMany }: Slot): Sought[] {
  const relation = /'s (?<relation>\p{L}[\p{L} -]*)$/u.exec(subject)?.groups?.relation
  // "Grandma" by herself is the one; "my grandma" may be either of two. "He" is the brother that was named before.
  if (relation === undefined || !(exclusive || ofOneOfMany || /^(?:gran|nan)/.test(relation)))
    return []
  return [endOf(subject, [relation.split(' ').slice(-1)], { attribute })]
}
