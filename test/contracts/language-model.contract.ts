// What every language engine must do.
import { describe, expect, test } from 'vitest'
import type { ExtractionRequest, LanguageModel } from '../../infra/ports/language-model.ts'
import { defaultCategories } from '../../schemas/categories.ts'
import { expectLinear } from '../work-of.ts'
import { AT, eachOpened, oddTexts } from './given.ts'

export type OpenedLanguageModel = { language: LanguageModel; close: () => Promise<void> }

export type LanguageModelDifferences = {
  /** The engine may answer the same question in other words. */
  varies?: boolean
}

const scripts = [
  'coffee in Lisbon',
  'кофе в Лиссабоне',
  'リスボンのコーヒー',
  'قهوة في لشبونة',
  '😀',
]

export function languageModelContract(
  name: string,
  open: () => Promise<OpenedLanguageModel>,
  declared: LanguageModelDifferences = {},
): void {
  describe(`${name} as a language model`, () => {
    const opened = eachOpened(open)
    const language = () => opened().language

    test('given an engine, when asked, then it names itself and its limits', () => {
      const { dimensions, maxPassageChars, relatedFacts, concurrency } = language()
      expect(language().name).not.toBe('')
      for (const each of [dimensions, maxPassageChars, concurrency]) {
        expect(Number.isInteger(each) && each > 0).toBe(true)
      }
      expect(Number.isInteger(relatedFacts) && relatedFacts >= 0).toBe(true)
    })

    test.each(['I live in Lisbon and I love coffee.', ...oddTexts, '日本に住んでいます。'])(
      'given %j, when facts are extracted, then each lies inside the text and is well formed',
      async (text) => {
        const { facts } = await language().extract(request(text))
        for (const fact of facts) {
          expect(fact.span.start).toBeGreaterThanOrEqual(0)
          expect(fact.span.end).toBeLessThanOrEqual(text.length)
          expect(fact.span.end).toBeGreaterThan(fact.span.start)
          expect(fact.text.trim()).not.toBe('')
          expect(fact.confidence).toBeGreaterThanOrEqual(0)
          expect(fact.confidence).toBeLessThanOrEqual(1)
          expect(defaultCategories.map((category) => category.name)).toContain(fact.category)
          expect(Number.isNaN(Date.parse(fact.validFrom))).toBe(false)
          expect(fact.contradicts).toEqual([])
          expect(fact.duplicateOf).toBeNull()
        }
      },
    )

    test('given a plain statement, when facts are extracted, then it is found', async () => {
      const { facts } = await language().extract(request('My name is Ana and I live in Lisbon.'))
      expect(facts.length).toBeGreaterThan(0)
      expect(facts.map((fact) => fact.text).join(' ')).toContain('Lisbon')
    })

    test('given one question twice, when asked, then the answers are equal', async (context) => {
      if (declared.varies) return context.skip()
      const ask = () => language().extract(request('I moved to Porto and I have a dog called Bo.'))
      expect(await ask()).toEqual(await ask())
    })

    test('given texts, when embedded, then each has a unit vector, in order', async () => {
      const texts = ['coffee', 'a bicycle', 'coffee', ...scripts]
      const vectors = await language().embed(texts)
      expect(vectors).toHaveLength(texts.length)
      for (const vector of vectors) {
        expect(vector).toHaveLength(language().dimensions)
        const length = Math.hypot(...vector)
        expect(length === 0 || Math.abs(length - 1) < 1e-3).toBe(true)
      }
      expect([...vectors[0]!]).toEqual([...vectors[2]!])
      expect([...vectors[0]!]).not.toEqual([...vectors[1]!])
      expect(await language().embed([])).toEqual([])
    })

    test.each(scripts.slice(0, 4))(
      'given %j, when its terms are asked for, then there are some, always the same',
      (text) => {
        const terms = language().terms(text)
        expect(terms.length).toBeGreaterThan(0)
        expect(language().terms(text)).toEqual(terms)
        for (const term of terms) expect(term).toMatch(/^\S+$/u)
      },
    )

    test('given the same words in another case, when asked, then the terms are the same', () => {
      expect(language().terms('Coffee SHOPS')).toEqual(language().terms('coffee shops'))
    })

    test.each(['', '   ', ...oddTexts])(
      'given %j, when asked for terms, then it answers',
      (text) => {
        expect(Array.isArray(language().terms(text))).toBe(true)
      },
    )

    test('given a long text, when asked for terms, then the work grows as the text does', () => {
      const text = (size: number) => 'coffee in Lisbon with a friend '.repeat(size)
      expectLinear((size) => language().terms(text(size)), 500)
    })

    test('given facts, when summarised, then the text is not empty; given none, then it is a text', async () => {
      const category = defaultCategories[0]!
      const facts = [{ text: 'Ana lives in Lisbon.', flagged: true, validFrom: AT }]
      const ask = (some: typeof facts) =>
        language().summarize({ category, previous: '', facts: some, maxTokens: 100 })
      expect((await ask(facts)).trim()).not.toBe('')
      expect(typeof (await ask([]))).toBe('string')
    })
  })
}

function request(text: string): ExtractionRequest {
  return {
    contentType: 'document',
    text,
    utterances: [{ speaker: null, at: AT, start: 0, end: text.length }],
    at: AT,
    speakers: [],
    known: [],
    categories: defaultCategories,
    hints: {},
  }
}
