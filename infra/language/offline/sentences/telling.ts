// Which parts of a conversation become facts, and how a part of a sentence reads as one. Small talk does not, nor do
// questions to or from an assistant, except one that gets a bare answer: "Are you vegan?" "Yes." Questions between
// people with names stay beside their answers: evidence recall is .866 with them and .861 without.
import { firstOf, nth, present } from '../../../runtime/certain.ts'
import { answers } from './small-talk.ts'
import type { Statement } from './statements.ts'

/** The groups that state something, in order. */
export function tellingGroups(
  groups: readonly number[][],
  statements: readonly Statement[],
  { wordsOf, amongPeople }: { wordsOf: (index: number) => string; amongPeople: boolean },
): number[][] {
  const is = (group: readonly number[] | undefined, kind: (statement: Statement) => boolean) =>
    group?.every((index) => kind(nth(statements, index))) ?? false
  const isQuestion = (group: readonly number[] | undefined) =>
    is(group, ({ asks, filler }) => asks || filler) &&
    present(group, 'group').some((n) => nth(statements, n).asks)
  const isAmongPeople = (group: readonly number[]) =>
    amongPeople && nth(statements, firstOf(group)).speaker.role === 'named'
  const isAnswer = (group: readonly number[] | undefined) =>
    is(group, ({ filler }) => filler) && answers(wordsOf(firstOf(present(group, 'group'))))
  return groups.filter((group, n) => {
    if (isQuestion(group)) return isAmongPeople(group) || isAnswer(groups[n + 1])
    if (isAnswer(group)) return isQuestion(groups[n - 1])
    return !is(group, ({ filler, slots, seeks }) => filler && slots.length + seeks.length === 0)
  })
}

const LINK = /^(?:and|but|while|so|though|although)\s+(?=\S)/iu
const LOOSE_END = /[\s,;:–—-]+$/u

/** "and I work at Acme" becomes "I work at Acme." */
export function asSentence(
  words: string,
  { opens, closes }: { opens: boolean; closes: boolean },
): string {
  const begun = opens
    ? words
    : words.replace(LINK, '').replace(/^\p{Ll}(?!\p{Lu})/u, (letter) => letter.toUpperCase())
  if (closes) return begun
  const ended = begun.replace(LOOSE_END, '')
  return /[\p{P}]$/u.test(ended) ? ended : `${ended}.`
}
