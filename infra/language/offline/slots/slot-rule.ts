// What a slot rule is. A rule recognises the words in front of a value (its head); a subject finder and a value reader
// read its subject and value, so a rule is one line of data.
import type { Reader } from './slot-values.ts'

export type SlotRule = {
  /** A stable key, or a function of the head's named groups and the value. */
  attribute: string | ((groups: Record<string, string>, value: string) => string)
  /** Every sentence that contains the head contains one of these words, in lower case. */
  words?: readonly string[]
  /** Matches every sentence that contains the head, and costs little to search for. */
  cue?: RegExp
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

export const BE =
  "(?<=(?:\\bam|\\bis|\\bare|'m|'s|'re|\\bbeen|\\bbecame|\\bbecome)(?: (?:now|currently|still|also|actually|already|officially|just|newly|happily|recently|finally|a|strictly|really|no longer|not|currently a))? )"

/** Behind what is owned: "my number | is now". */
export const IS =
  "(?:'s| is| are| has changed to| changed to| was changed to|:(?= ))(?: now| currently| still)?:? ?"

/**
 * Chooses the rules whose head may be in a sentence, in their order. Rules are looked up by the words of the sentence,
 * because most rules find nothing in most sentences, and to search for a head costs far more.
 */
export function createChooser(
  rules: readonly SlotRule[],
): (sentence: string) => readonly SlotRule[] {
  const byWord = new Map<string, number[]>()
  const wordless: number[] = []
  for (const [n, { words }] of rules.entries()) {
    if (!words) wordless.push(n)
    for (const word of words ?? []) byWord.set(word, [...(byWord.get(word) ?? []), n])
  }
  return (sentence) => {
    const chosen = new Set(wordless)
    for (const word of new Set(sentence.toLowerCase().match(/[a-z0-9]+/g))) {
      for (const n of byWord.get(word) ?? []) chosen.add(n)
    }
    return [...chosen]
      .sort((a, b) => a - b)
      .flatMap((n) => rules[n] ?? [])
      .filter(({ cue }) => cue === undefined || cue.test(sentence))
  }
}

export function any(words: string): readonly string[] {
  return words.split(' ')
}

export function rule(source: string): RegExp {
  return new RegExp(source, 'giu')
}
