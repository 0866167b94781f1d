// Asks compromise what kind of name a phrase is: the only module that uses that library. It is slow (0.2 ms a phrase),
// so it gets names only, never whole sentences, and the answers are memoised.
import { createRequire } from 'node:module'
import { present } from '../../../runtime/certain.ts'

type NameKind = 'person' | 'place' | 'organization' | 'demonym' | 'verb' | 'unknown'

export type Gender = 'female' | 'male'

/**
 * Its single file for `require`: with the 400 files for `import`, each reading thread takes half as long again to load.
 * Its second of three parts: the third finds topics and numbers in sentences, and adds no tag.
 */
const nlp: typeof import('compromise/two').default = createRequire(import.meta.url)(
  'compromise/two',
)

const MEMO_LIMIT = 5000
const MAX_PHRASE_CHARS = 80
/** What one look-up returns; the look-up itself is the cost. */
type Looked = { kind: NameKind; gender: Gender | null; isFirst: boolean }
const memo = new Map<string, Looked>()

/** How many phrases are looked up while one passage is read: ordinary passages have fewer than thirty. */
export const MAX_LOOKS = 64
let looked: Set<string> | null = null

/**
 * Reads a passage with a limited number of look-ups in the lexicon; phrases beyond the limit count as no name. Known
 * phrases count towards it too, so that the same passage is always read in the same way.
 */
export function withinLooks<T>(read: () => T): T {
  looked = new Set()
  try {
    return read()
  } finally {
    looked = null
  }
}

/** True if the phrase may be looked up. */
function mayLook(phrase: string): boolean {
  if (looked === null || looked.has(phrase)) return true
  return looked.size < MAX_LOOKS && Boolean(looked.add(phrase))
}

/** The kind of a short phrase by itself. Pure: the memo only saves time, and is bounded. */
export function kindOfName(phrase: string): NameKind {
  if (phrase.length > MAX_PHRASE_CHARS) return 'unknown'
  return mayLook(phrase) ? lookedUp(phrase).kind : 'verb'
}

function lookedUp(phrase: string): Looked {
  const known = memo.get(phrase)
  if (known !== undefined) return known
  if (memo.size >= MEMO_LIMIT) memo.clear()
  const sentences = tagsOf(phrase)
  const found = {
    kind: kindIn(sentences),
    gender: genderIn(sentences),
    isFirst: isFirstIn(sentences),
  }
  memo.set(phrase, found)
  return found
}

function kindIn(sentences: Tags[][]): NameKind {
  const isAll = (tag: string) => sentences.some((words) => words.every((tags) => tags.has(tag)))
  if (isAll('Place')) return 'place'
  if (isAll('Organization')) return 'organization'
  if (isAll('Demonym')) return 'demonym'
  if (isAll('Person')) return 'person'
  return sentences.some(([first]) => LEADS.some((tag) => present(first, 'first').has(tag)))
    ? 'verb'
    : 'unknown'
}

function genderIn(sentences: Tags[][]): Gender | null {
  const isAny = (tag: string) => sentences.some((words) => words.some((tags) => tags.has(tag)))
  if (isAny('FemaleName')) return 'female'
  return isAny('MaleName') ? 'male' : null
}

function isFirstIn(sentences: Tags[][]): boolean {
  return sentences.some((words) => words.some((tags) => tags.has('FirstName')))
}

/** Parts of speech that cannot begin a name. */
const LEADS = ['Verb', 'Adverb', 'Expression', 'Conjunction', 'Pronoun', 'QuestionWord', 'Date']

type Tags = ReadonlySet<string>

/** The tags of each word, sentence by sentence. Read directly: matching patterns takes as long as tagging. */
function tagsOf(phrase: string): Tags[][] {
  const { docs } = nlp(phrase)
  return docs
    .map((words) => words.map(({ tags }) => present(tags, 'set of tags')))
    .filter((words) => words.length > 0)
}

/** The gender that a first name mostly has; null if it may be either. */
export function genderOf(name: string): Gender | null {
  const phrase = name.slice(0, MAX_PHRASE_CHARS)
  return mayLook(phrase) ? lookedUp(phrase).gender : null
}

/** True if a name is, or contains, one that parents give. */
export function isFirstName(name: string): boolean {
  return name.length <= MAX_PHRASE_CHARS && mayLook(name) && lookedUp(name).isFirst
}
