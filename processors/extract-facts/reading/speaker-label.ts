// Tells a speaker's name in front of a line (`Ana: Hi`, `Support agent: Hello`) from words that only end in a colon
// (`Current city: Montreal`, `Ada has moved: she now lives in Madrid`). Pure. A label that is no name belongs to the
// words.
import { channelOfName, namesThePerson } from './speaker-channel.ts'

/** What forms, notes and lists begin with: no person has such a name. */
const FIELDS = new Set(
  `address addresses addendum age announcement aside clarification confession disclosure outcome spoiler verdict allergies allergy answer appointment attendees birthday birthdate bio blood budget car category
  change city company contact contents correction country date deadline decision description details diagnosis diet
  disclaimer dob doctor edit education email emails employer example facts favorites favourites food from fyi gender
  goal goals height hint hobbies hobby home hometown id important info interests items job key kids language languages
  list location meds medication medications meeting memo mobile mood name nationality news nickname note notes number
  occupation order password pet pets phone pin place plan plans preference preferences profession profile project ps
  purpose question reason remember reminder reminders reply result results role rule rules salary schedule school
  shopping size source spouse status subject summary system task tasks team telephone time timezone tip title tldr to typo
  todo todos topic translation update updates url username version warning website weight wifi work zip btw p.s
  conclusion background context symptoms hobbies wife husband partner dog cat children mother father mom dad address
  favorite favourite colour color drink movie film book song band breakfast lunch dinner monday tuesday wednesday
  thursday friday saturday sunday today tomorrow yesterday now first second third step`.split(
    /\s+/,
  ),
)
const PRONOUN = /^(?:me|you)$/
/** Small words that stand within names. */
const LINKS =
  /^(?:de|da|do|dos|del|della|der|den|di|van|von|zu|la|le|el|al|bin|ibn|ben|y|e|of|the)$/

export function isSpeakerLabel(label: string): boolean {
  // A label that names a role or an assistant is a speaker however it is written, and so is one that stands for the
  // user.
  const words = label.split(/\s/)
  // "I checked: ..." is a sentence.
  if (words[0] === 'I' && words.length > 1) return false
  // So is "Let me correct that: ..."
  if (words.length > 2 && words.some((word) => PRONOUN.test(word))) return false
  if (channelOfName(label) !== 'user' || namesThePerson(label)) return true
  if (words.some((word) => FIELDS.has(word.toLowerCase().replace(/[.,]+$/, '')))) return false
  // People write their names in lower case; sentences have more words.
  if (words.length === 1) return true
  return words.every((word, n) => isNamePart(word) || (n > 0 && LINKS.test(word)))
}

/** Capitalised, or of a script that has no capitals, or no letters at all. */
function isNamePart(word: string): boolean {
  return !/^\p{Ll}/u.test(word)
}
