// Reads a value that is said not to hold beside the one that does: "2027, not 2028", "not on Wednesday, he's coming on
// Friday". In the texts each value is a mark with its number.
import type { ShapedValue } from '../../../../../../schemas/value-shapes.ts'
import type { Sought } from '../../../../../ports/language-model.ts'
import { CORRECTING, topicWords } from '../../../sentences/sentence-sense.ts'
import { eachTopic } from '../ending-words.ts'

/** "Not on Wednesday, he's coming on Friday": the value that no longer holds is named. */
const NOT_BUT =
  /(?:^|[,;:] )(?:[Mm]y |[Oo]ur |[Tt]he )?(?<what>[^.,;:!?]{2,50}?) (?:can't|cannot|can not|couldn't|won't|isn't|is not|aren't|doesn't|does not|is no longer)(?: make it| do it| come| be)?(?: coming| until)?(?: on| at| in)? §(?<old>\d)[^§]{0,12}[,;]? (?:but |so |and )?(?:(?:he|she|it|they|we)(?:'s|'re| is| are|'ll be|'ll| will be| will| can)? )(?:now )?(?:coming|come|comes|be|moved|rescheduled)?(?: on| at| in| to| here)* §(?<now>\d)/u

export function deniedValues(marked: string, values: readonly ShapedValue[]): Sought[] {
  return [...denied(marked, values), ...notThat(marked, values)]
}

function denied(marked: string, values: readonly ShapedValue[]): Sought[] {
  const found = changeIn(NOT_BUT, marked, values)
  const words = topicWords(found?.what ?? '')
  if (!found || words.length === 0) return []
  return [soughtBy([...words, ...topicWords(found.before.value)], found.after)]
}

/** "It runs out in 2027, not 2028": of what the sentence is about. */
const THIS_NOT_THAT = /§(?<now>\d),? (?:and )?not (?:in |on |at |the )?§(?<old>\d)/u

function notThat(marked: string, values: readonly ShapedValue[]): Sought[] {
  const found = changeIn(THIS_NOT_THAT, marked, values)
  const about = topicWords(marked.replace(CORRECTING, '').replaceAll(/§\d/gu, ' '))
  if (!found || found.after.shape === 'place' || about.length === 0) return []
  const { shape, value } = found.after
  const words = [...eachTopic(found.before.value), about]
  return [{ kind: 'replaces', subject: null, words, value: null, by: { shape, value } }]
}

/** The value that does not hold, and the one that does, if they are of one shape. */
function changeIn(told: RegExp, marked: string, values: readonly ShapedValue[]) {
  const { what = '', old, now } = told.exec(marked)?.groups ?? {}
  const [before, after] = [values[Number(old)], values[Number(now)]]
  return before && after && before.shape === after.shape ? { what, before, after } : null
}

/** What is known of a thing by these words, where it has another value of the shape. */
export function soughtBy(words: readonly string[], { shape, value }: ShapedValue): Sought {
  const found = { subject: null, words: words.map(spellings), value: null, by: { shape, value } }
  // "The car has a scratch on the door" is not where the car is.
  const where = shape === 'place' && SPOT.test(value) ? { attribute: 'is' } : {}
  return { kind: 'replaces', ...found, ...where }
}

const SPOT = /^(?:the|my|our|an?) \p{L}/u

function spellings(word: string): string[] {
  return word === 'mail' || word === 'email' ? ['mail', 'email'] : [word]
}
