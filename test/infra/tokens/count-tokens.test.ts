// Tokens are those that another package counts, and words that spell a control token are ordinary words.
import fc from 'fast-check'
import { countTokens as countedBy } from 'gpt-tokenizer/encoding/o200k_base'
import { expect, test } from 'vitest'
import { countTokens, piecesOf } from '../../../infra/tokens/count-tokens.ts'

const exactly = (text: string) => countedBy(text, { disallowedSpecial: new Set<string>() })

test.each([
  ['The 2nd of May, 2023: Anna’s cat isn\'t "here"'],
  ['Likes <|endoftext|> and <|endofprompt|>.'],
  ['Größe, naïve, Москва, 東京に行きました。 สวัสดีครับ مرحبا 🇩🇪👩‍👩‍👧‍👦 e\u0301'],
  ['\ud800 a lone surrogate \udc00'],
  [''],
])('given %j, then its tokens are those of the other package', (text) => {
  expect(countTokens(text)).toBe(exactly(text))
})

test('given whatever text, then its tokens are those of the other package', () => {
  const unit = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 12 }),
    fc.constantFrom(' ', '\n', "'s", '12345', 'HTTPServer', '东京塔', '<|endoftext|>'),
  )
  fc.assert(
    fc.property(fc.array(unit, { maxLength: 30 }), (parts) => {
      expect(countTokens(parts.join(''))).toBe(exactly(parts.join('')))
    }),
  )
})

test('given a text, then its pieces are the whole of it', () => {
  const text = "  Ann's 12345 cats,\n\n東京 <|x|>"
  expect(piecesOf(text).join('')).toBe(text)
  expect(piecesOf(text).length).toBeGreaterThan(8)
})
