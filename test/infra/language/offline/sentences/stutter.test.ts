// Small words said again and again: an expression that can read such a word in two ways tries twice as many for each
// time, and does not end.
import { runInThisContext } from 'node:vm'
import { expect, test } from 'vitest'
import { extractOffline } from '../../../../../infra/language/offline/extract.ts'

const OPENINGS = ['', 'I am ', 'I have ', "It's ", 'My sister is ', "Anna's ", 'The party is on ']
const WORDS =
  `just really still also now always so and but or too very not never no longer been gone got had have has is was am are
  actually finally already even only both again ever then well oh um please maybe most more less of to in on at with for
  from by the my our his her a an we they he she it I you this that there here back up down out off over again lately
  currently usually recently temporarily officially do did does don't isn't haven't 'm 's 've Monday 5.02 noon`.split(
    /\s+/,
  )
const SEPARATORS = [' ', ', ', '. ', ' and ', ', so ']
/** Behind them no expression finds what it looks for; some look only where a time is said. */
const ENDINGS = ['x', 'x, at noon.']
/** A sentence is read up to so many characters. */
const LONGEST = 290

const stuttered = (opening: string, word: string, separator: string): string[] => {
  const unit = `${word}${separator}`
  const again = unit.repeat(Math.floor((LONGEST - opening.length) / unit.length))
  return ENDINGS.map((ending) => `${opening}${again}${ending}`)
}
function expectRead(text: string): void {
  const { facts } = extractOffline({
    contentType: 'conversation',
    text,
    utterances: [{ speaker: null, start: 0, end: text.length, at: '2026-01-01T00:00:00Z' }],
    at: '2026-01-01T00:00:00Z',
    speakers: [],
    known: [],
    categories: [{ name: 'other', description: '' }],
    hints: {},
  })
  expect(facts.length).toBeLessThan(60)
}

/** A time limit of the tests does not end what never pauses. */
function endsAfter(run: () => void): void {
  Reflect.set(globalThis, 'stuttered', run)
  runInThisContext('stuttered()', { timeout: 60_000 })
}

test.each(OPENINGS)(
  'given any small word again and again behind %j, when read, then that ends',
  (opening) => {
    endsAfter(() => {
      for (const word of WORDS) {
        for (const separator of SEPARATORS) {
          for (const text of stuttered(opening, word, separator)) expectRead(text)
        }
      }
    })
  },
)

test.each(OPENINGS)(
  'given two small words in turn behind %j, when read, then that ends',
  (opening) => {
    endsAfter(() => {
      for (const [n, word] of WORDS.entries()) {
        const pair = `${word} ${WORDS[(7 * n + 3) % WORDS.length]}`
        for (const text of stuttered(opening, pair, ' ')) expectRead(text)
      }
    })
  },
)
