// "I have a new number. It's 555 0100": the value stands in one sentence and what it is in the one
// before.
import type { Persons } from './slot-subjects.ts'
import { readSlots, type Slot } from './slots.ts'

const MENTION =
  /\b(?:my|a) (?:new )?((?:(?:work|phone|mobile|cell|office) )*(?:number|e-?mail(?: address)?|address))\b[^?]*$/i
const ANSWER = /^(?:it's|it’s|it is|the new one is|now it's|now it is)(?: now)?:? /i

/** The slots of a sentence that says what the thing named in the sentence before is. */
export function readAnswer(previous: string, sentence: string, persons: Persons): Slot[] {
  const what = MENTION.exec(previous)?.[1]
  const lead = ANSWER.exec(sentence)?.[0]
  if (what === undefined || lead === undefined) return []
  const found = readSlots(`My ${what} is ${sentence.slice(lead.length)}`, persons)
  return found.slice(0, 1).map((slot) => ({ ...slot, start: 0, end: sentence.length }))
}
