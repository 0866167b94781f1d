// What a slot rule is. A rule recognises the words in front of a value (its head); who it is about
// and what the value is are read by a subject finder and a value reader, so a rule is one line of
// data.
import type { Reader } from './slot-values.ts'

export type SlotRule = {
  /** A stable key, or how to make one from the head's named groups and the value. */
  attribute: string | ((groups: Record<string, string>, value: string) => string)
  /** One of these words, in lower case, stands in every sentence that the head is in. */
  words?: readonly string[]
  /** Stands in every sentence that the head is in, and costs little to look for. */
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
  /** The statement ends what held before: the value is read, and then is 'none'. */
  ends?: boolean
  /** "no longer" and "not ... any more" give the value 'none'. */
  endable?: boolean
  /** Makes the value from the polarity, for attributes that name the thing itself. */
  polarity?: (groups: Record<string, string>, negated: boolean) => string
}

export const BE =
  "(?<=(?:\\bam|\\bis|\\bare|'m|'s|'re|\\bbeen|\\bbecame|\\bbecome)(?: (?:now|currently|still|also|actually|already|officially|just|newly|happily|recently|finally|a|strictly|really|no longer|not|currently a))? )"

/** The words of a sentence by which rules are chosen: a rule's head costs far more to look for. */
export function triggersOf(sentence: string): ReadonlySet<string> {
  return new Set(sentence.toLowerCase().match(/[a-z0-9]+/g))
}

/** False where the head is nowhere in the sentence. */
export function mayHold(
  { words, cue }: SlotRule,
  triggers: ReadonlySet<string>,
  text: string,
): boolean {
  if (words && !words.some((word) => triggers.has(word))) return false
  return cue === undefined || cue.test(text)
}

export function any(words: string): readonly string[] {
  return words.split(' ')
}

export function rule(source: string): RegExp {
  return new RegExp(source, 'giu')
}
