// What a slot rule is. A rule recognises the words in front of a value (its head); a subject finder and a value reader
// read its subject and value, so a rule is one line of data.
import { getOrMake, nth } from '../../../runtime/certain.ts'
import { any } from '../../patterns.ts'
import { wordsOf } from '../words.ts'
import type { Reader } from './slot-values.ts'

/** What shows at little cost that a rule may be in a sentence: both, if it has both; any sentence, if it has neither. */
export type Cued = {
  /** Every sentence that contains the rule contains one of these words, in lower case. */
  words?: readonly string[]
  /** Matches every sentence that contains the rule, and costs little to search for. */
  cue?: RegExp
}

export type SlotRule = Cued & {
  /** A stable key, or a function of the head's named groups and the value. */
  attribute: string | ((groups: Record<string, string>, value: string) => string)
  /** Global, and linear-time. Ends right where the value begins. */
  head: RegExp
  /**
   * verb: a subject stands before the head ("I | live in");
   * owner: an owner does ("my | phone number is");
   * thing: an owner, or "the": what is meant is clear ("the | wifi password is");
   * speaker: it is about who speaks, whatever stands before ("reach me at").
   */
  by: 'verb' | 'owner' | 'thing' | 'speaker'
  read: Reader
  exclusive: boolean
  category: string
  /** The head is in the perfect tense: only "have lived ... since" is still true. */
  perfect?: boolean
  /** The statement ends what held before: the value is read, and then becomes 'none'. */
  ends?: boolean
  /** "no longer" and "not ... any more" give the value 'none'. */
  endable?: boolean
  /** True if the head's named groups show that the statement is about something else. */
  isOther?: (groups: Record<string, string>) => boolean
  /** Derives the value from the polarity, for attributes that name the thing itself. */
  polarity?: (groups: Record<string, string>, verb: { negated: boolean }) => string
}

const USUAL = { by: 'verb', exclusive: true } as const

/** A rule says what is unusual in it: what is behind a verb, of which there is one, in the category of its list. */
export type WrittenRule = Omit<SlotRule, Usual> & Partial<Pick<SlotRule, Usual>>
type Usual = keyof typeof USUAL | 'category'

export function slotRules(category: string, written: readonly WrittenRule[]): readonly SlotRule[] {
  return written.map((each) => ({ ...USUAL, category, ...each }))
}

export const BE = String.raw`(?<=(?:\bam|\bis|\bare|'m|'s|'re|\bbeen|\bbecame|\bbecome)(?: actually(?= not\b))?(?: (?:now|currently|still|also|actually|already|officially|just|newly|happily|recently|finally|a|strictly|fully|completely|really|no longer|not|currently a))? )`

/** One of these is in every sentence with BE. */
export const BE_WORDS: readonly string[] = any`am is are m s re been became become`

/** Behind what is owned: "my number | is now". */
export const IS =
  "(?:'s| is| are| has changed to| changed to| was changed to|:(?= ))(?: now| currently| still)?:? ?"

/**
 * Chooses the rules that may be in a sentence, in their order. Rules are looked up by the words of the sentence, because
 * most rules find nothing in most sentences, and to search for a rule costs far more.
 */
export function createChooser<Rule extends Cued>(
  rules: readonly Rule[],
): (sentence: string) => readonly Rule[] {
  const byWord = new Map<string, number[]>()
  /** Rules that share a cue search for it once. */
  const byCue = new Map<RegExp, number[]>()
  const always: number[] = []
  for (const [n, { words, cue }] of rules.entries()) {
    for (const word of words ?? []) getOrMake(byWord, word, () => []).push(n)
    if (cue && !words) getOrMake(byCue, cue, () => []).push(n)
    if (!cue && !words) always.push(n)
  }
  return (sentence) => {
    const chosen: number[] = [...always]
    for (const word of wordsOf(sentence)) {
      const found = byWord.get(word)
      if (found) chosen.push(...found)
    }
    for (const [cue, of] of byCue) if (cue.test(sentence)) chosen.push(...of)
    // Most sentences contain no rule.
    if (chosen.length === 0) return []
    return [...new Set(chosen)]
      .sort((a, b) => a - b)
      .map((n) => nth(rules, n))
      .filter(({ words, cue }) => !words || !cue || cue.test(sentence))
  }
}

/** The words in an alternation of phrases; "neighbou?r" is two. */
export function wordsIn(alternation: string): readonly string[] {
  const spellings = [alternation.replaceAll('u?', 'u'), alternation.replaceAll('u?', '')]
  return spellings.flatMap((spelling) => spelling.match(/[a-z]{2,}/g) ?? [])
}
