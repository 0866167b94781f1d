// "I have a new number. It's 555 0100": one sentence holds the value, and the one before says what it is.
import type { Slot } from './slot.ts'
import type { Persons } from './slot-subjects.ts'
import { readSlots } from './slots.ts'

const MENTION =
  /\b(?:my|a) (?:new )?((?:(?:work|phone|mobile|cell|office) )*(?:number|e-?mail(?: address)?|address))\b[^?]*$/i
const ANSWER = /^(?:it's|it’s|it is|the new one is|now it's|now it is)(?: now)?:? /i

const MOVED = /\b(?:moved|relocated|new home|new city|made the move|big move)\b[^?]*$/i
const HERE = /^(?:and )?(?:i'm|i’m|we're|we’re|i am|we are)(?: now)? (?:now )?in (?=\p{Lu})/iu
const NEW_ROLE =
  /\b(?:new|different) ((?:[\p{Ll}-]+ )?(?:manager|boss|supervisor|mentor|coach|trainer|tutor|teacher|landlord|landlady|doctor|gp|dentist|therapist|lawyer|accountant|hairdresser|roommate|flatmate|assistant|advisor|adviser|neighbou?r|cleaner|nanny|babysitter|girlfriend|boyfriend|partner|lead))\b[^?]*$/iu
const NAMED =
  /^(?:and )?(?:(?:her|his|their|the) name(?:'s|’s| is)|(?:she|he)(?:'s|’s| is)(?: called| named)?|it's|it’s|they're called) (?=\p{Lu})/iu

const NEW_PET =
  /\b(?:got|adopted|bought|rescued|have|took in)(?: ourselves| myself)? an? (?:[\p{Ll}-]+ ){0,3}?(dog|cat|puppy|kitten|parrot|hamster|rabbit|bunny|horse|turtle|tortoise)\b[^?]*$/iu
const PET_NAMED =
  /^(?:and )?(?:(?:her|his|its) name(?:'s|’s| is)|(?:she|he|it)(?:'s|’s| is) (?:called|named)|we (?:call|called|named) (?:her|him|it)) (?=\p{Lu})/iu

const BOUGHT =
  /\b(?:I|[Ww]e)(?:'ve| have| just| finally)* (?:bought|rented|got|found|signed for)(?: ourselves| myself)? (?:an?|our|my|the) (?:[\p{Ll}-]+ ){0,2}?(?:house|flat|apartment|place|home|cottage|studio) in (?<where>\p{Lu}[^.,;!?]{1,40})/u
const MOVED_IN =
  /^(?:and |so )?(?:I|we)(?:'ve| have| just| finally| already)* moved in(?=\s*(?:[.,!]|$)|\s+(?:last|this|yesterday|today|on|over|in|at|already)\b)/iu

/** The slots of a sentence that gives the value of what the previous sentence names. */
export function readAnswer(previous: string, sentence: string, persons: Persons): Slot[] {
  // How the sentence begins costs far less to find than what the one before names.
  const here = HERE.exec(sentence)?.[0]
  if (here && MOVED.test(previous))
    return readAs(`I live in ${sentence.slice(here.length)}`, sentence, persons)
  const bought = MOVED_IN.test(sentence) ? BOUGHT.exec(previous)?.groups?.where : undefined
  if (bought) return readAs(`I live in ${bought}`, sentence, persons)
  const named = NAMED.exec(sentence)?.[0]
  const role = named === undefined ? undefined : NEW_ROLE.exec(previous)?.[1]
  if (named && role)
    return readAs(`My ${role} is ${sentence.slice(named.length)}`, sentence, persons)
  const called = PET_NAMED.exec(sentence)?.[0]
  const pet = called === undefined ? undefined : NEW_PET.exec(previous)?.[1]
  if (called && pet)
    return readAs(`My ${pet} is called ${sentence.slice(called.length)}`, sentence, persons)
  const lead = ANSWER.exec(sentence)?.[0]
  const what = lead === undefined ? undefined : MENTION.exec(previous)?.[1]
  if (what === undefined || lead === undefined) return []
  return readAs(`My ${what} is ${sentence.slice(lead.length)}`, sentence, persons)
}

/** The slots of the words that the sentence stands for; they span all of it. */
function readAs(meant: string, sentence: string, persons: Persons): Slot[] {
  return readSlots(meant, persons)
    .slice(0, 1)
    .map((slot) => ({ ...slot, start: 0, end: sentence.length }))
}
