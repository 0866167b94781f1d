// Passages: whatever the text, nothing is lost, doubled, misplaced or cut through a character.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { splitPassages } from '../../../../processors/extract-facts/reading/passages.ts'
import { readTranscript } from '../../../../processors/extract-facts/reading/transcript.ts'
import { AT } from '../../../contracts/given.ts'

const lines = fc
  .array(
    fc.tuple(
      fc.constantFrom('', 'Ana: ', 'Ben: '),
      fc.string({ unit: 'grapheme', maxLength: 80 }),
      fc.constantFrom('\n', '\r\n', '. ', '\n\n'),
    ),
    { maxLength: 12 },
  )
  .map((parts) => parts.map((each) => each.join('')).join(''))

const wordsOf = (text: string) => text.replace(/\s/g, '')

test('given any text and limit, when split, then every word is in one passage, at its place', () => {
  fc.assert(
    fc.property(
      lines,
      fc.integer({ min: 2, max: 60 }),
      fc.constantFrom('conversation' as const, 'document' as const),
      (content, maxChars, contentType) => {
        const transcript = readTranscript(content, contentType, AT)
        const passages = splitPassages(transcript, maxChars)
        let end = 0
        let said = ''
        for (const { start, text, utterances } of passages) {
          expect(text.length).toBeLessThanOrEqual(maxChars)
          expect(text).toBe(transcript.text.slice(start, start + text.length))
          expect(start).toBeGreaterThanOrEqual(end)
          end = start + text.length
          let last = 0
          for (const utterance of utterances) {
            expect(utterance.start).toBeGreaterThanOrEqual(last)
            expect(utterance.end).toBeGreaterThan(utterance.start)
            expect(utterance.end).toBeLessThanOrEqual(text.length)
            last = utterance.end
            said += text.slice(utterance.start, utterance.end)
          }
          expect(splitsPair(text)).toBe(false)
        }
        const whole = transcript.utterances.map((each) =>
          transcript.text.slice(each.start, each.end),
        )
        expect(wordsOf(said)).toBe(wordsOf(whole.join('')))
      },
    ),
    { numRuns: 500 },
  )
})

// The first and the last of the characters that take two units.
test.each(['🐙', '\u{10000}', '\u{10ffff}'])(
  'given %j without a space, when split, then no character is cut',
  (character) => {
    const transcript = readTranscript(character.repeat(50), 'document', AT)
    for (const maxChars of [2, 3, 5, 7]) {
      const passages = splitPassages(transcript, maxChars)
      expect(passages.map(({ text }) => text).join('')).toBe(transcript.text)
      for (const { text } of passages) expect(splitsPair(text)).toBe(false)
    }
  },
)

test('given a long document, when split, then it is cut at paragraphs before sentences before words', () => {
  const split = (text: string) =>
    splitPassages(readTranscript(text, 'document', AT), 20).map((passage) => passage.text)
  expect(split('first part here\n\nsecond one')).toEqual(['first part here\n\n', 'second one'])
  expect(split('one sentence is. two follows it')).toEqual(['one sentence is. ', 'two follows it'])
  expect(split('words and more words then some')).toEqual(['words and more ', 'words then some'])
})

test('given a short conversation, when split, then it is one passage with every utterance', () => {
  const passages = splitPassages(readTranscript('Ana: hi\nBen: ho', 'conversation', AT), 1000)
  expect(passages).toEqual([
    {
      start: 5,
      text: 'hi\nBen: ho',
      utterances: [
        { speaker: 'Ana', channel: 'user', at: AT, start: 0, end: 2 },
        { speaker: 'Ben', channel: 'user', at: AT, start: 8, end: 10 },
      ],
    },
  ])
})

test('given nothing said, when split, then there are no passages', () => {
  expect(splitPassages(readTranscript(' \n ', 'conversation', AT), 10)).toEqual([])
})

function splitsPair(text: string): boolean {
  return /^[\udc00-\udfff]/.test(text) || /[\ud800-\udbff]$/.test(text)
}

test.each([
  ['a paragraph before a line', 'aaaa bbbb cc\n\ndd\nee ffff', ['aaaa bbbb cc\n\n', 'dd\nee ffff']],
  [
    'a line before a sentence',
    'aaaa bbbb cc\nd. e ffff gggg',
    ['aaaa bbbb cc\n', 'd. e ffff gggg'],
  ],
  [
    'a sentence of Han',
    'ああああああああああああ。いいいいいいいいいい',
    ['ああああああああああああ。', 'いいいいいいいいいい'],
  ],
  ['an exclamation', 'aaaa bbbb cc! dd eeee ffff', ['aaaa bbbb cc! ', 'dd eeee ffff']],
  ['a question', 'aaaa bbbb cc? dd eeee ffff', ['aaaa bbbb cc? ', 'dd eeee ffff']],
  [
    'no boundary in the first half',
    'aa\n\nbbbbbbbbbbbbbbbbbbbbbbbb',
    ['aa\n\nbbbbbbbbbbbbbbbb', 'bbbbbbbb'],
  ],
  [
    'more spaces than fit',
    `${'a'.repeat(20)}${' '.repeat(25)}b`,
    ['a'.repeat(20), `${' '.repeat(5)}b`],
  ],
  ['no boundary at the half', 'aaaaaaaaaa bbbbbbbbbbbb', ['aaaaaaaaaa bbbbbbbbb', 'bbb']],
])('given a text with %s, when split at 20, then it is cut there', (_, text, passages) => {
  const transcript = readTranscript(text, 'document', AT)
  expect(splitPassages(transcript, 20).map((passage) => passage.text)).toEqual(passages)
})

test('given an utterance that fills a passage, when split, then it is not cut', () => {
  const transcript = readTranscript('aaaa bbbb cccc ddddd', 'document', AT)
  const [passage] = splitPassages(transcript, transcript.text.length)
  expect(passage!.utterances).toHaveLength(1)
})

test('given utterances that fill a passage, when split, then the next begins another, and each keeps its speaker', () => {
  const transcript = readTranscript('Ana: one two\nBen: three\nAna: four', 'conversation', AT)
  const said = splitPassages(transcript, 18).map(({ text, utterances }) => [
    text,
    utterances.map(({ speaker, start, end }) => `${speaker} ${text.slice(start, end)}`),
  ])
  expect(said).toEqual([
    ['one two\nBen: three', ['Ana one two', 'Ben three']],
    ['four', ['Ana four']],
  ])
  expect(splitPassages(transcript, 17)).toHaveLength(2)
  expect(splitPassages(transcript, 17)[0]!.text).toBe('one two')
})
