// Gives names their capitals where a chat writes none at all: "i live in tampa", "left austin", "me n jess broke up". The
// rules then read them as elsewhere; the text keeps its length.
import { anyCase, rule } from '../../patterns.ts'
import { isFirstName, kindOfName } from './lexicon.ts'

const MAX_SENTENCE = 200
const WORD = String.raw`\p{Ll}[\p{Ll}'-]*\p{Ll}\b`
/** Behind these stands a name, whatever it is. */
const SURE = rule`(?<=\b(?:(?:live|lives|living) in|(?:is|was|'s) (?:called|named)) )(?!(?:an?|the|my|our|his|her|their|your|this|that|it|town|halls?|dorms?|fear|peace|sin|student|sheltered|shared|temporary|two|one)\b)${WORD}`
/** What stands behind these may be a name. */
const MAYBE = rule`(?<=\b(?:(?:moved|moving|relocated|off|back|over) to|back in|based in|from|left|dating|engaged to|married to|broke up with|split up with|me (?:and|n)) )${WORD}(?: ${WORD})?`
/** Names that are words as well. */
const A_WORD = anyCase`^(?:mark|will|may|bill|rose|hope|grace|joy|faith|jack|china|turkey|sue|pat|drew|nick|rich|art|dawn|ivy|daisy|ruby|pearl|june|april|august|summer|page|chance|frank|grant|chase|christian|guy|dean|gene|max|miles|norm|penny|reed|rusty|sunny|ward|bob|rob)$`

/** The sentence with capitals for its names; itself, if it has any. */
export function withNames(sentence: string): string {
  if (sentence.length > MAX_SENTENCE || /\p{Lu}/u.test(sentence)) return sentence
  const placed = sentence.replace(SURE, (word) => (mayBeName(word) ? capitalised(word) : word))
  return placed.replace(MAYBE, (phrase) => {
    const [word = ''] = phrase.split(' ')
    const name = [phrase, word].find(isName) ?? ''
    return capitalised(name) + phrase.slice(name.length)
  })
}

/** "In jeans", "in tents" */
function mayBeName(word: string): boolean {
  return !word.endsWith('s') || isName(word)
}

function isName(phrase: string): boolean {
  if (A_WORD.test(phrase)) return false
  const kind = kindOfName(phrase)
  return kind === 'place' || (kind === 'person' && (!phrase.includes(' ') || isFirstName(phrase)))
}

function capitalised(name: string): string {
  return name.replaceAll(/(?<![\p{L}'-])\p{Ll}/gu, (first) => first.toUpperCase())
}
