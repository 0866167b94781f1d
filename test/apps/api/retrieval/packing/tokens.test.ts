// Tokens are counted as the tokenizer's own package counts them, and no text makes counting expensive.
import fc from 'fast-check'
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base'
import { describe, expect, it } from 'vitest'
import { pack } from '../../../../../apps/api/retrieval/packing/pack.ts'
import {
  passageOf,
  tokensAround,
  tokensOf,
} from '../../../../../apps/api/retrieval/packing/tokens.ts'
import { workOf } from '../../../../work-of.ts'

const exactly = (text: string) => countTokens(text, { disallowedSpecial: new Set<string>() })
/** By a fixed rule, so that every run sees the same texts. */
const letters = (count: number, alphabet: string) =>
  Array.from({ length: count }, (_, n) => alphabet.at((n * n * 31 + n * 7) % alphabet.length)).join(
    '',
  )
const han = Array.from({ length: 3_000 }, (_, n) => String.fromCharCode(0x4e00 + n * 5)).join('')

describe('tokens', () => {
  it.each([
    'The 2nd of May, 2023: Anna’s cat isn\'t "here"; <|endoftext|>',
    'Größe, naïve, Москва, 東京に行きました。 สวัสดีครับ مرحبا 🇩🇪👩‍👩‍👧‍👦 e\u0301',
    '  two  spaces\n\n\tand\r\n tabs   ',
    '\ud800 a lone surrogate \udc00',
    '{"id":"k3f9x2m7q1000","confidence":0.85,"createdAt":"2023-05-08T13:56:00Z"}',
    '',
  ])('are those of the package: %j', (text) => {
    expect(tokensOf(text)).toBe(exactly(text))
  })

  it('are those of the package for whatever text', () => {
    const unit = fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 12 }),
      fc.string({ unit: 'binary', maxLength: 12 }),
      fc.constantFrom(' ', '\n', "'s", '12345', 'HTTPServer', '东京塔', '","'),
      // What decides where a text is cut whatever surrounds it.
      fc.constantFrom(' ', '  ', '\n', '/', "'", '.', '"', '{', 'a', 'S', '7', '\u0301', 'é'),
    )
    fc.assert(
      fc.property(fc.array(unit, { maxLength: 30 }), (parts) => {
        const text = parts.join('')
        expect(tokensOf(text)).toBe(exactly(text))
      }),
    )
  })

  it('are those of the package where the tokens of passages are known, whatever surrounds these', () => {
    const unit = fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 6 }),
      fc.constantFrom(
        ' ',
        '  ',
        '\n',
        "'s ",
        ' 12345 ',
        'Ada: ',
        'e\u0301 ',
        'a cup of tea',
        ' 東京 ',
      ),
    )
    const text = fc.array(unit, { maxLength: 20 }).map((parts) => parts.join(''))
    const passages = (said: readonly string[]) => said.flatMap((each) => passageOf(each) ?? [])
    fc.assert(
      fc.property(fc.array(text, { maxLength: 4 }), fc.array(text), (said, frames) => {
        const whole = said.map((each, n) => `${frames[n] ?? ''}${each}`).join('')
        expect(tokensAround(whole, passages(said))).toBe(exactly(whole))
        expect(tokensAround(whole, passages(said.toReversed()))).toBe(exactly(whole))
      }),
    )
    const sentence = 'I have walked the whole way along the river today.'
    expect(passageOf(sentence)?.text).toBe(' have walked the whole way along the river today')
  })

  it.each([
    ['letters', 'a'.repeat(2_000)],
    ['Han', letters(2_000, han)],
    ['signs', '!?#'.repeat(700)],
    ['spaces', ' \t'.repeat(700)],
    ['emoji', '👩‍👩‍👧‍👦'.repeat(100)],
  ])('are those of the package for runs without an end: %s', (_, text) => {
    expect(tokensOf(text)).toBe(exactly(text))
  })
})

it.each([
  ['Han', han],
  ['base64', 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'],
  ['one letter', 'a'],
  ['signs', '!?#$%&*'],
  ['spaces', ' \t\u00a0'],
])('packing is work in proportion to what there is to pack: %s', (_, alphabet) => {
  // Other texts each time, because counts are kept.
  const packing = (chars: number, shift: number) => () =>
    pack({
      items: Array.from({ length: 20 }, (_, n) => ({
        id: `k3f9x2m7q${1000 + n}`,
        content: `${n} ${letters(chars, alphabet.slice(shift) + alphabet)}`,
        category: 'general',
        confidence: 0.8,
        score: 1 - n / 100,
        createdAt: '2023-05-08T13:56:00Z',
        threadId: 'r',
        place: n * 2,
      })),
      summaries: { general: letters(chars, alphabet) },
      graph: [],
      query: 'a',
      maxTokens: 100_000,
      format: 'json',
      elapsedMs: () => 0,
    })
  const [once, fourTimes] = [workOf(packing(500, 3)), workOf(packing(2_000, 5))]
  // The depth of the heap comes on top of four times as much; quadratic growth would give sixteen.
  expect(fourTimes / once).toBeLessThan(6)
})
