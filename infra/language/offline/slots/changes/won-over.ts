// Reads what a person has come to like, or to eat: "Olives have won me over", "I've come round to fish".
import type { Sought } from '../../../../ports/language-model.ts'
import { any } from '../../../patterns.ts'
import type { Persons } from '../slot-subjects.ts'
import { eachTopic, endOf } from './ending-words.ts'

const DISLIKED = any`hate hates stand bear dislike dislikes detest loathe fan`
const WON_OVER =
  /(?:^|[,;:] )(?<what>\p{L}+(?: \p{Ll}+){0,2}) (?:(?:has|have|'s|'ve) (?:really |finally |totally |slowly )?(?:won me over|grown on me)|(?:is|are) back (?:in my life|on the menu|in my diet|on my plate|on the table))\b/u
const COME_ROUND =
  /\bI(?:'ve| have)?(?: \p{Ll}+ly)? (?:(?:come|came) a?round to|warmed (?:up )?to|(?:got|gotten|acquired|developed|found) a taste for|(?:grown|learned|learnt|come) to (?:like|love|enjoy)) (?<what>(?:\p{L}+ ){0,2}?\p{L}+)(?=\s*(?:[.,;!]|$|(?:now|lately|recently|these|after|and|at|in)\b))/u

/** "Olives have won me over", "I've come round to olives" end "I can't stand olives" and "I don't eat olives". */
export function wonOver(text: string, persons: Persons): Sought[] {
  const { what = '' } = (WON_OVER.exec(text) ?? COME_ROUND.exec(text))?.groups ?? {}
  const words = eachTopic(what)
  if (words.length === 0) return []
  return [
    endOf(persons.first, [...words, DISLIKED]),
    endOf(persons.first, [...words, TAKEN_IN], { value: 'no' }),
  ]
}

const TAKEN_IN = any`eat drink have touch take like use do`
