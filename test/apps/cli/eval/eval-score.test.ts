// What counts as found, and what the figures of an evaluation come to.
import { describe, expect, it } from 'vitest'
import { evalTable, reportOf } from '../../../../apps/cli/eval/eval-report.ts'
import {
  haystackOf,
  isFound,
  recallByItems,
  recallOf,
  wordsOf,
} from '../../../../apps/cli/eval/eval-score.ts'

const speakers = ['Ann', 'Ben']
const turn = (text: string, id = 'D1:1') => ({ id, speaker: 'Ann', text })

function context(contents: string[], summaries: Record<string, string> = {}) {
  const relevantItems = contents.map((content) => ({
    id: 'i',
    content,
    category: 'c',
    confidence: 1,
    score: 1,
    createdAt: '2023-05-08T13:56:00Z',
  }))
  return { relevantItems, summaries }
}

const found = (text: string, contents: string[], summaries = {}) =>
  isFound(turn(text), haystackOf(context(contents, summaries), speakers))

describe('isFound', () => {
  it('compares words only: case, signs and spaces do not matter', () => {
    expect(wordsOf("Wow -- I'm  in  OSLO!")).toBe(' wow i m in oslo ')
    expect(found("Wow, I'm in Oslo!", ["Ann: wow... I'm in\nOslo"])).toBe(true)
  })

  it('wants the words to follow each other, and to be whole', () => {
    expect(found('I live in Oslo', ['I live happily in Oslo'])).toBe(false)
    expect(found('I live in Oslo', ['I live in Oslofjord'])).toBe(false)
    expect(found('I live in Oslo', ['I live', 'in Oslo'])).toBe(false)
  })

  it('looks into summaries too', () => {
    expect(found('I live in Oslo', [], { profile: 'Known: I live in Oslo.' })).toBe(true)
  })

  it('finds a turn that was cut into facts when each sentence is there', () => {
    const text = 'I live in Oslo. It is cold there!'
    expect(found(text, ['Ann: It is cold there!', 'Ann: I live in Oslo.'])).toBe(true)
    expect(found(text, ['Ann: I live in Oslo.'])).toBe(false)
  })

  it('ignores labels of speakers at the start of lines, and no others', () => {
    const joined = 'Ann: I live in Oslo.\nAnn: It is cold.'
    expect(found('I live in Oslo. It is cold.', [joined])).toBe(true)
    expect(found('I live in Oslo it is cold', [joined])).toBe(true)
    expect(found('Oslo it is', ['Oslo\nCarl: it is'])).toBe(false)
  })

  it('is not fooled by what holds no words', () => {
    expect(found('...', ['anything'])).toBe(false)
    expect(found('Да, я живу в Осло', ['Ann: да, я живу в Осло'])).toBe(true)
  })
})

describe('recallOf', () => {
  it('is the share of the evidence that is found', () => {
    const evidence = [turn('I live in Oslo.'), turn('I like tea.', 'D1:2')]
    const got = context(['Ann: I live in Oslo.'])
    expect(recallOf({ evidence, speakers }, got)).toBe(0.5)
  })

  it('grows with the items that are read, from what summaries hold', () => {
    const evidence = [turn('I live in Oslo.'), turn('I like tea.', 'D1:2')]
    const got = context(['Ann: Hello.', 'Ann: I like tea.'], { profile: 'I live in Oslo.' })
    expect(recallByItems({ evidence, speakers }, got)).toEqual([0.5, 0.5, 1])
  })
})

describe('a prompt', () => {
  const prompt =
    '# Known\nhobbies: Ann skis.\n# Said\n## 2023-05-08\n[a1] Ann: I moved\n Ben: to Oslo.\n[b2] Ann: It is cold.\n'

  it('is found in as JSON is: marks and labels are no words, and memories stand apart', () => {
    const found = (text: string) =>
      isFound({ text }, haystackOf({ ...context([]), prompt }, speakers))
    expect(found('I moved to Oslo')).toBe(true)
    expect(found('It is cold')).toBe(true)
    expect(found('Ann skis')).toBe(true)
    expect(found('to Oslo it')).toBe(false)
  })
})

describe('the report', () => {
  const asked = [
    {
      ...{ category: 1, recall: 1, tokens: 90, tokenCount: 90 },
      items: [
        { score: 1, holds: true },
        { score: 0.31, holds: false },
      ],
      recallByItems: [0, 1, 1],
    },
    { category: 1, recall: 0, tokens: 110, tokenCount: 110, items: [], recallByItems: [0] },
    {
      ...{ category: 4, recall: 1, tokens: 100, tokenCount: 99 },
      items: [{ score: 0.95, holds: false }],
      recallByItems: [1, 1],
    },
  ].map(({ category, ...rest }) => ({
    ...rest,
    question: { conversation: 'c', speakers, question: 'q', category, evidence: [] },
  }))
  const measured = {
    asked,
    unmentioned: { asked: 40, empty: 36 },
    maxTokens: 100,
    equalRecall: 0.3,
    latenciesMs: [5, 1, 3],
    ingestionMs: 1500,
    totalMs: 2500,
    machine: { cpu: 'CPU', cores: 2, memoryGiB: 4, node: 'v24.0.0' },
  }
  const report = reportOf(measured)

  it('gives means over questions, and counts answers that are too long', () => {
    expect(report.recall).toBe(0.6667)
    expect(report.categories).toEqual([
      { category: '1 multi-hop', questions: 2, recall: 0.5 },
      { category: '4 single-hop', questions: 1, recall: 1 },
    ])
    expect(report.tokens).toEqual({ limit: 100, mean: 100, max: 110, aboveLimit: 1, miscounted: 1 })
    expect(report.latencyMs).toEqual({ samples: 3, p50: 3, p99: 5 })
    expect(report.unmentioned).toEqual({ asked: 40, empty: 36 })
  })

  it('counts the items that hold evidence, and those that scored alike', () => {
    expect(report.items).toEqual({
      given: 3,
      holding: 1,
      byScore: [
        { from: 0.3, given: 1, holding: 0 },
        { from: 0.9, given: 2, holding: 1 },
      ],
    })
  })

  it('tells the share of items with evidence where as few are read as reach a recall', () => {
    expect(report.atRecall).toEqual({ wanted: 0.3, itemsRead: 1, recall: 0.6667, share: 0.5 })
    expect(reportOf({ ...measured, equalRecall: 0.7 }).atRecall).toBeNull()
  })

  it('shows them as tables, with the machine', () => {
    const table = evalTable(report)
    expect(table).toContain('| overall      |     3 |           0.667 |')
    expect(table).toMatch(/\| 0\.9 +\| +2 \| +0\.500 \|/)
    expect(table).toMatch(/\| share of items that hold evidence +\| +0\.333 \|/)
    expect(table).toMatch(
      /\| the same at a recall of 0\.3 +\| +0\.500 \(the first 1 items, which find 0\.667\) \|/,
    )
    expect(table).toMatch(/\| empty answers to what was never said +\| +36 of 40 \|/)
    expect(table).toContain('CPU, 2 cores, 4 GiB of memory, Node v24.0.0')
  })
})
