// Which words another engine may read in a text from before a category was forgotten.
import { expect, test } from 'vitest'
import type { ExtractionRequest, LanguageModel } from '../../../infra/ports/language-model.ts'
import { forgottenWords } from '../../../processors/reprocess/remaining-words.ts'
import { wholeMemory } from '../../../processors/reprocess/whole-memory.ts'
import { startFlow } from '../in-memory.ts'
import { type Command, knownIn, run } from '../random-histories.ts'
import { reread } from './reread.ts'

const BEFORE = 10
const words = (start: number, end: number, resourceId = 'text') => ({
  item: { resourceId, span: { start, end } },
})
const isForgotten = (facts: ReturnType<typeof words>[], read: ReturnType<typeof words>) =>
  forgottenWords([{ before: 4 }, { before: BEFORE }], facts)({ source: BEFORE - 1, ...read })

test.each<[string, ReturnType<typeof words>[], boolean]>([
  ['the same words', [words(20, 40)], false],
  ['more words', [words(10, 60)], false],
  ['two parts with a full stop and a space between', [words(32, 40), words(20, 30)], false],
  ['words up to a full stop', [words(20, 38)], false],
  ['two parts with a word between', [words(20, 30), words(33, 40)], true],
  ['only the first words', [words(20, 30)], true],
  ['only the last words', [words(30, 40)], true],
  ['words apart', [words(0, 20), words(40, 60)], true],
  ['the same words of another text', [words(20, 40, 'other')], true],
  ['no words', [], true],
])('given that %s remain, then what was read is forgotten: %s', (_, facts, expected) => {
  expect(isForgotten(facts, words(20, 40))).toBe(expected)
})

test('given a text that was written after the last forget, or a user without any, then nothing in it is forgotten', () => {
  const read = words(20, 40)
  expect(forgottenWords([{ before: BEFORE }], [])({ source: BEFORE, ...read })).toBe(false)
  expect(forgottenWords([], [])({ source: 0, ...read })).toBe(false)
})

/** Files what it reads otherwise, and reads each text as a whole too. */
function otherwise(language: LanguageModel): LanguageModel {
  return {
    ...language,
    extract: async (request: ExtractionRequest) => {
      const extraction = await language.extract(request)
      const [first] = extraction.facts
      const facts = extraction.facts.map((fact) => ({ ...fact, category: 'general' }))
      const whole = first && {
        ...first,
        category: 'general',
        text: request.text,
        span: { start: 0, end: request.text.length },
      }
      return { ...extraction, facts: whole ? [...facts, whole] : facts }
    },
  }
}

const says = (content: string): Command => ({
  do: 'memorize',
  userId: 'ann',
  content,
  year: null,
  role: null,
  entry: 'api',
})

test('given words of a forgotten category in a text that stays, when an engine that files otherwise is promoted, then they do not come back, and what it reads in the others does', async () => {
  const flow = await startFlow()
  try {
    const known = knownIn(flow)
    const textsIn = async () =>
      (await wholeMemory(flow.ports.memory, { appId: 'app', userId: 'ann' }))
        .filter(({ item }) => !item.pruned)
        .map(({ item }) => [item.category, item.text])
        .sort()
    await run(flow, says('I live in Berlin. I work at Acme.'), known)
    await flow.drained()
    expect(await textsIn()).toEqual([
      ['profile', 'I live in Berlin.'],
      ['work', 'I work at Acme.'],
    ])
    await run(flow, { do: 'forget', userId: 'ann', category: 'profile' }, known)
    await run(flow, says('I like chess.'), known)
    await flow.drained()
    await reread(flow, otherwise(flow.ports.language))
    expect((await textsIn()).filter(([, text]) => text?.includes('Berlin'))).toEqual([])
    expect(await textsIn()).toContainEqual(['general', 'I like chess.'])
    expect((await textsIn()).map(([, text]) => text)).toContain('I work at Acme.')
  } finally {
    await flow.stop()
  }
})
