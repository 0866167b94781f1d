// Reads that a sentence tells of a change, in whatever words: "I upgraded my laptop to Windows 11". Which known fact it
// takes the place of is found by comparing the two (`processors/extract-facts/known/sought/updated.ts`).
import type { Sought, Told } from '../../../../../ports/language-model.ts'
import { isJest, isUnreal, topicWordsOfAll, writtenOut } from '../../../sentences/sentence-sense.ts'
import type { Persons } from '../../slot-subjects.ts'
import { isBeside, isTemporary } from '../../temporary.ts'
import { actorIn } from '../ending-words.ts'

const MAX_SENTENCE = 300
/** Something took the place of what was, or was told wrong. */
const REPLACED =
  /\b(?:chang(?:ed|ing)|switched|swapped|traded|transferred|upgraded|downgraded|promoted|(?:took|taken) over|replaced|rebooked|rescheduled|postponed|(?:moved|pushed|put|bumped|brought) (?:[^.,;!?]{1,30} )?(?:back|up|down|forward|to)|moved|slipped|delayed|extended|extension|renamed|(?:gone|went|go) back to|reached|(?:gone|went|going) (?:up|down)|(?:has|have|'s|'ve) grown|grew|rose|fell|dropped|raised|lowered|increased|reduced|can't (?:do|make) [^.,;!?]{2,30}, so|painted|repainted|dyed|missed (?:my|our|his|her|their|the) (?:connection|flight|train|bus|ferry|coach)|misread|misheard|miscounted|correction|oops|scratch that|change of plans?|wrong|mistake|typo|meant|instead|outgrown)\b/iu
const NOW =
  /\b(?:now|these days|nowadays|currently|from now on|as of|no longer|any ?more|again|finally|at last|already|lately|stands at|new (?:personal )?(?:record|best))\b|^new\b/iu
const QUALIFIED =
  /[?？"“”]|\b(?:another|second|other|also|as well|my new|our new|a new|today|tonight|tomorrow|until|till|this time(?! (?:to|on|at|it's)\b)|so far|this (?:week|weekend|morning|afternoon|evening|time)|for now)\b/iu

/** It is so now, though it is said of what will be. */
const FOUND_THERE = /\byou(?:'ll| will| can) (?:find|reach) (?:me|us)\b/iu

/** Behind the word for a mistake, what should be said is so. */
const SHOULD_BE =
  /(?<=\b(?:typo|mistake|correction|oops|wrong|misread|misheard)\b.{1,60})\bshould (?:be|read|say)\b/iu

/** What was, and what was done of it, tells nothing of what is. */
const PAST =
  /\b(?:(?:was|were)(?! (?:just |recently )?(?:lowered|raised|increased|reduced|changed|moved|renamed|promoted|replaced|extended|postponed)\b)|used|spent|been \p{Ll}+ing)\b/iu
const CLAUSE =
  /[,;:] (?:(?:so|and|but) )?| (?:so|and|but) (?=(?:i|we|he|she|it|they|my|our|the)\b)/iu
/** What is planned in these words is so until it is changed. */
const WILL_BE =
  /\b(?:will|'ll|(?:is|are) going to) (?=(?:be (?:at|in|on|held)|take place|convene|meet|start|begin|end|open|close|arrive|leave|depart|last|cost|happen)\b)/giu
const MOST_CLAUSES = 4
const FEWEST_WORDS = 2

/** "They moved my test" tells of no one. */
const PRONOUN = /^(?!they(?:'ve| have)? \p{Ll}+ (?:my|our)\b)(?:he|she|they|his|her|their)\b/iu

/** The sentence, and each of its clauses that tells of a change. */
export function readUpdate(sentence: string, persons: Persons): Sought[] {
  const whole = writtenOut(sentence.slice(0, MAX_SENTENCE))
  if (!isOfChange(whole) || QUALIFIED.test(whole) || isJest(whole)) return []
  if (isTemporary(whole) || isBeside(whole)) return []
  const clauses = whole.split(CLAUSE).slice(0, MOST_CLAUSES)
  const parts = [whole, ...(clauses.length > 1 ? clauses : [])]
  const actor = actorIn(whole, persons)
  const told = parts.flatMap((part) => {
    // "My coworker got a raise, his salary is ...": whose it is was said before, or is not known.
    const isTheirs = PRONOUN.test(part)
    if (isTheirs && actor === persons.first) return []
    return toldIn(part, isTheirs ? actor : actorIn(part, persons))
  })
  return told.length === 0
    ? []
    : [{ kind: 'updates', subject: null, words: [topicWordsOfAll(whole)], value: null, told }]
}

function isOfChange(told: string): boolean {
  return REPLACED.test(told) || NOW.test(told)
}

function toldIn(part: string, subject: string): Told[] {
  const text = part.replace(FOUND_THERE, '').replace(SHOULD_BE, 'is').replaceAll(WILL_BE, '')
  if (!isOfChange(text) || PAST.test(text) || isUnreal(text)) return []
  if (topicWordsOfAll(text).length < FEWEST_WORDS) return []
  return [{ text, subject, change: REPLACED.test(text) ? 'replaced' : 'now' }]
}
