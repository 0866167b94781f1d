// Asks compromise what kind of name a phrase is: the only place that touches that library. It is
// slow (0.1 ms a phrase), so it sees names only, never whole sentences, and the answers are
// memoised.
import nlp from 'compromise'

export type NameKind = 'person' | 'place' | 'organization' | 'demonym' | 'verb' | 'unknown'

export type Gender = 'female' | 'male'

const MEMO_LIMIT = 5000
const MAX_PHRASE_CHARS = 80
const memo = new Map<string, NameKind>()

/** The kind of a short phrase by itself. Pure: the memo only saves time, and is bounded. */
export function kindOfName(phrase: string): NameKind {
  if (phrase.length > MAX_PHRASE_CHARS) return 'unknown'
  const known = memo.get(phrase)
  if (known !== undefined) return known
  if (memo.size >= MEMO_LIMIT) memo.clear()
  const kind = look(phrase)
  memo.set(phrase, kind)
  return kind
}

function look(phrase: string): NameKind {
  const doc = nlp(phrase)
  if (doc.has('^#Place+$')) return 'place'
  if (doc.has('^#Organization+$')) return 'organization'
  if (doc.has('^#Demonym+$')) return 'demonym'
  if (doc.has('^#Person+$')) return 'person'
  if (doc.has('^(#Verb|#Adverb|#Expression|#Conjunction|#Pronoun|#QuestionWord|#Date)'))
    return 'verb'
  return 'unknown'
}

/** Whose name a first name mostly is; null where it may be anybody's. */
export function genderOf(name: string): Gender | null {
  const doc = nlp(name.slice(0, MAX_PHRASE_CHARS))
  if (doc.has('#FemaleName')) return 'female'
  return doc.has('#MaleName') ? 'male' : null
}
