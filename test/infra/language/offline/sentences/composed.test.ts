// The same words give the same facts, however their accents are encoded.
import { describe, expect, test } from 'vitest'
import { composedOf } from '../../../../../infra/language/offline/sentences/composed.ts'
import { conversation, said } from '../passages.ts'

/** Facts as they are in any encoding, and the words at their spans. */
const read = (text: string) =>
  said(text).map(({ span, ...fact }) => ({
    ...fact,
    words: text.slice(span.start, span.end).normalize(),
  }))

describe('given letters and their marks apart, when read, then the facts are those of the letters', () => {
  test.each([
    ['a name', 'My friend Zoë lives in Malmö.'],
    ['an employer', 'Zoë works at Nestlé.'],
    ['a role', 'My fiancé is René.'],
    ['marks that are stacked', 'Nguyễn Văn Trỗi is my manager. I live in Đà Nẵng.'],
    ['what ends', 'I sold the Citroën. My cat Müsli has died.'],
    ['no value of one word', 'I love crème brûlée.'],
    ['several sentences', 'I like café. Éva is my boss, and I live in İstanbul. She likes phở.'],
  ])('%s', (_what, text) => {
    expect(text.normalize('NFD')).not.toBe(text)
    expect(read(text.normalize('NFD'))).toEqual(read(text))
  })

  test('whatever the order in which marks are stacked', () => {
    const [dotFirst, hatFirst] = ['e\u0323\u0302', 'e\u0302\u0323']
    expect(read(`My dog is called Be${dotFirst}o.`)).toEqual(
      read(`My dog is called Be${hatFirst}o.`),
    )
  })

  test('a mark without a letter, behind such a text, is where it is written', () => {
    const text = 'Zoe\u0308 lives in Malmo\u0308. \u0301'
    expect(said(text, { contentType: 'document' }).at(-1)).toMatchObject({
      text: '\u0301',
      span: { start: text.length - 1, end: text.length },
    })
  })

  test('and parts of Korean syllables', () => {
    const text = '저는 서울에 살아요. 고양이를 좋아해요.'
    expect(read(text.normalize('NFD'))).toEqual(read(text))
  })

  test('also of speakers', () => {
    const lines = [
      ['Zoë', 'I live in Malmö.'],
      ['René', 'I live in Orléans, and Zoë is my sister.'],
    ] as const
    const apart = lines.map(
      ([who, words]) => [who.normalize('NFD'), words.normalize('NFD')] as const,
    )
    const facts = (some: typeof lines | typeof apart) =>
      conversation([...some]).map(({ span: _, ...fact }) => fact)
    expect(facts(apart)).toEqual(facts(lines))
    expect(facts(apart)[0]).toMatchObject({ subject: 'zoë', text: 'Zoë: I live in Malmö.' })
  })
})

describe('composed', () => {
  const request = (text: string) => ({
    contentType: 'conversation' as const,
    text,
    utterances: [],
    at: '2026-01-01T00:00:00Z',
    speakers: ['Zoe\u0308'],
    known: [],
    categories: [],
    hints: { entities: [{ name: 'Zoe\u0308', type: 'person' }] },
  })

  test('given a place in the composed text, when looked up, then it is where its words are written, marks included', () => {
    const text = 'a e\u0301\u0302 b \u1100\u1161\u11a8\uac00\u11a8 x\u0301'
    const { request: read_, written } = composedOf(request(text))
    const words = (start: number, end: number) => {
      const span = written({ start, end })
      return text.slice(span.start, span.end)
    }
    expect(read_.text).toBe(text.normalize())
    expect(words(0, read_.text.length)).toBe(text)
    expect(words(2, 4)).toBe('e\u0301\u0302')
    expect(words(2, 3)).toBe('e\u0301\u0302')
    expect(words(5, 6)).toBe('b')
    expect([words(7, 8), words(8, 9)]).toEqual(['\u1100\u1161\u11a8', '\uac00\u11a8'])
  })

  test('given names, when composed, then they are as well, with their types', () => {
    const { request: read_ } = composedOf(request('Zoe\u0308'))
    expect(read_.speakers).toEqual(['Zo\u00eb'])
    expect(read_.hints).toEqual({ entities: [{ name: 'Zo\u00eb', type: 'person' }] })
  })
})
