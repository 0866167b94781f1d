// Where a quote stands in a passage.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createLocate } from '../../../../../infra/language/openai/answer/locate.ts'
import type { Utterance } from '../../../../../infra/ports/language-model.ts'
import { AT, words } from '../given.ts'

const terms = words

/** Utterances of the given texts, one a line. */
function passageOf(...said: string[]) {
  const text = said.join('\n')
  const utterances: Utterance[] = []
  let start = 0
  for (const words of said) {
    utterances.push({ speaker: null, at: AT, start, end: start + words.length })
    start += words.length + 1
  }
  return { text, utterances, terms }
}

function found(passage: ReturnType<typeof passageOf>, quote: string, utterance?: number) {
  const { start, end } = createLocate(passage)(quote, utterance)
  return passage.text.slice(start, end)
}

describe('locate', () => {
  it('finds an exact quote', () => {
    const passage = passageOf('I like tea.', 'I like coffee.')
    expect(createLocate(passage)('like coffee')).toEqual({ start: 14, end: 25 })
  })

  it('finds a quote that differs in case, blanks, punctuation and marks', () => {
    const passage = passageOf('Well — I  met\tJosé, at the Café!')
    expect(found(passage, 'i met jose at the cafe')).toBe('I  met\tJosé, at the Café')
  })

  it('ends after the marks of a letter that is written in pieces', () => {
    const passage = passageOf('the cafe\u0301 is shut')
    expect(found(passage, 'The Café')).toBe('the cafe\u0301')
  })

  it('finds quotes without blanks between words', () => {
    const passage = passageOf('昨日、東京へ行きました。', 'いいですね')
    expect(found(passage, '東京へ行きました')).toBe('東京へ行きました')
    expect(found(passage, '昨日 東京へ')).toBe('昨日、東京へ')
  })

  it('takes the claimed utterance of a quote that occurs twice', () => {
    const passage = passageOf('Yes.', 'No.', 'Yes.')
    expect(createLocate(passage)('Yes', 3)).toEqual({ start: 9, end: 12 })
    expect(createLocate(passage)('Yes', 99)).toEqual({ start: 0, end: 3 })
  })

  it('takes whole words before parts of words', () => {
    expect(createLocate(passageOf('know now no'))('no')).toEqual({ start: 9, end: 11 })
  })

  it('falls back to the utterance with most of the words', () => {
    const passage = passageOf('I like tea.', 'My sister has two cats.', 'My sister sings.')
    expect(found(passage, 'the sister of the user has cats')).toBe('My sister has two cats.')
  })

  it('reaches to the claimed utterance where another has more of the words', () => {
    const passage = passageOf(
      'What home address does he have?',
      'I look.',
      '{"city":"Cairo"}',
      'Ok.',
    )
    const quote = 'his home address is Cairo'
    expect(found(passage, quote, 3)).toBe(passage.text.slice(0, -4))
    expect(found(passage, quote, 1)).toBe('What home address does he have?')
    expect(found(passage, quote, 9)).toBe('What home address does he have?')
  })

  it('falls back to the whole passage, whatever utterance is claimed', () => {
    const passage = passageOf('I like tea.', 'Me too.')
    expect(found(passage, 'unrelated', 2)).toBe(passage.text)
    expect(found(passage, 'unrelated')).toBe(passage.text)
    expect(found(passage, '')).toBe(passage.text)
    expect(found(passage, '?!', 0.5)).toBe(passage.text)
  })

  it('never cuts a surrogate pair that a quote cuts', () => {
    const passage = passageOf('a😀b')
    expect(found(passage, 'a\uD83D')).toBe('a😀')
    expect(found(passage, '\uDE00b')).toBe('😀b')
  })
})

const anyText = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 40 }),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.string({
    unit: fc.constantFrom('a', 'B', ' ', '.', 'é', 'ﬁ', '😀', '\uD83D', '\uDE00', '東'),
  }),
)

describe('locate, for every text', () => {
  it('gives a span inside the text that cuts no pair', () => {
    fc.assert(
      fc.property(fc.array(anyText), anyText, fc.option(fc.integer()), (said, quote, number) => {
        const passage = passageOf(...said)
        const { start, end } = createLocate(passage)(quote, number)
        expect(start).toBeGreaterThanOrEqual(0)
        expect(end).toBeLessThanOrEqual(passage.text.length)
        expect(start).toBeLessThanOrEqual(end)
        for (const at of [start, end]) expect(cutsPair(passage.text, at)).toBe(false)
      }),
    )
  })

  it('finds every piece of the text again', () => {
    fc.assert(
      fc.property(anyText, fc.nat(), fc.nat(), (text, a, b) => {
        const points = [...text]
        const [from, to] = [a % (points.length + 1), b % (points.length + 1)].sort((x, y) => x - y)
        const quote = points.slice(from, to).join('').trim()
        fc.pre(quote !== '' && quote.isWellFormed() && text.isWellFormed())
        expect(found(passageOf(text), quote)).toBe(quote)
      }),
    )
  })

  it('finds a piece again whose case, blanks and punctuation were changed', () => {
    const word = fc.stringMatching(/^[a-zé]{1,8}$/)
    fc.assert(
      fc.property(fc.array(word, { minLength: 1 }), fc.nat(), (list, seed) => {
        const passage = passageOf(list.join(' '))
        const changed = list.map((w, i) => ((seed + i) % 2 ? w.toUpperCase() : w)).join(' ,\n ')
        expect(found(passage, changed)).toBe(passage.text)
      }),
    )
  })
})

function cutsPair(text: string, at: number): boolean {
  return /^[\uD800-\uDBFF][\uDC00-\uDFFF]$/.test(text.slice(Math.max(0, at - 1), at + 1))
}
