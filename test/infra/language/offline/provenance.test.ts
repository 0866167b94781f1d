// Provenance and languages: nothing is lost, cut or changed, whatever the script.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { conversation, said } from './passages.ts'

describe('other languages', () => {
  it.each([
    ['German', 'Ich wohne in Berlin. Meine Lieblingsfarbe ist Grün.'],
    ['French', "J'habite à Lyon et j'aime le café."],
    ['Japanese', '東京に住んでいます。猫が好きです。犬は苦手です！'],
    ['Chinese', '我住在上海。我喜欢喝茶。'],
    ['Arabic', 'أعيش في القاهرة. هل تحب القهوة؟'],
    ['Russian', 'Я живу в Москве. Люблю шахматы.'],
    ['Thai', 'ฉันอาศัยอยู่ในกรุงเทพฯ และชอบกินข้าว'],
    ['Hindi', 'मैं दिल्ली में रहता हूँ। मुझे चाय पसंद है।'],
    ['Urdu', 'میں لاہور میں رہتا ہوں۔ مجھے چائے پسند ہے۔'],
    ['Burmese', 'ကျွန်တော် ရန်ကုန်မှာ နေပါတယ်။ကော်ဖီ ကြိုက်တယ်။'],
  ])('given %s then it is kept word for word, without slots', (_language, text) => {
    const facts = said(text)
    expect(facts.map((fact) => fact.text).join(' ')).toBe(text.normalize())
    expect(facts.every((fact) => fact.attribute === null)).toBe(true)
  })

  it('given a long text without spaces then it is cut between graphemes', () => {
    const facts = said('👨‍👩‍👧'.repeat(500))
    expect(facts.length).toBeGreaterThan(1)
    expect(facts.every((fact) => /^(?:👨‍👩‍👧)+$/u.test(fact.text))).toBe(true)
  })
})

const snippets = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.string({ unit: 'grapheme', maxLength: 200 }),
  fc.constantFrom(
    'I live in Berlin',
    '. ',
    '\n\n',
    ' and I work at Acme',
    '。',
    '! ',
    "I'm 34, ",
    '- ',
    'Dr. ',
    '𝒜𝒷',
    '👩‍🚀',
    '\u0301',
    'Zoe\u0308 lives in Malmo\u0308. ',
  ),
  fc.lorem({ maxCount: 150 }),
)
const texts = fc.array(snippets, { maxLength: 12 }).map((parts) => parts.join(''))
const contentTypes = fc.constantFrom('conversation' as const, 'document' as const, 'event' as const)

/** A part of a sentence loses the word that links it to the part before, and loose words at its end. */
function isTold(told: string, words: string): boolean {
  const bare = (text: string) => text.toLowerCase().replace(/[\s,;:.–—-]+$/u, '')
  const linked = words.replace(/^(?:and|but|while|so|though|although)\s+/iu, '')
  return told === words || [words, linked].some((each) => bare(each) === bare(told))
}

describe('spans', () => {
  it('given any text then spans are ordered, apart and whole, and of what is no talk they hold every word', () => {
    fc.assert(
      fc.property(texts, contentTypes, (text, contentType) => {
        let at = 0
        for (const { span, text: words } of said(text, { contentType })) {
          expect(span.start).toBeGreaterThanOrEqual(at)
          if (contentType !== 'conversation') expect(text.slice(at, span.start).trim()).toBe('')
          expect(span.end).toBeGreaterThan(span.start)
          expect(cutsPair(text, span.start) || cutsPair(text, span.end)).toBe(false)
          const written = text.slice(span.start, span.end).normalize()
          expect(isTold(words, written.replace(/\s+/gu, ' ').trim())).toBe(true)
          at = span.end
        }
        if (contentType !== 'conversation') expect(text.slice(at).trim()).toBe('')
      }),
      { numRuns: 300 },
    )
  })

  it('given speakers then labels lie outside every span', () => {
    const facts = conversation([
      ['Ann', 'Hello Bob! I live in Rome.'],
      ['Bob', 'I love it there.'],
    ])
    expect(facts.map((fact) => fact.span)).toEqual([
      { start: 5, end: 31 },
      { start: 37, end: 53 },
    ])
  })

  it('given the same request twice then the same answer', () => {
    const same = fc.property(texts, (text) => {
      expect(said(text)).toEqual(said(text))
    })
    fc.assert(same, { numRuns: 50 })
  })

  it('given a pathological text then it still ends', () => {
    for (const unit of ['a', '(', '\n', 'I moved from ', "'", 'now just ', '.', 'Ab ', '$1,']) {
      expect(said(unit.repeat(20_000)).length).toBeLessThan(20_001)
    }
  })
})

function cutsPair(text: string, at: number): boolean {
  return /^[\ud800-\udbff][\udc00-\udfff]$/.test(text.slice(at - 1, at + 1))
}
