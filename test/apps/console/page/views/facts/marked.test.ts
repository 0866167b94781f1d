import { expect, test } from 'vitest'
import type { Source } from '../../../../../../apps/console/page/shapes.ts'
import { partsOf } from '../../../../../../apps/console/page/views/facts/marked.ts'

const source: Source = {
  resourceId: 'r',
  contentType: 'document',
  saidAt: '2026-01-01T00:00:00Z',
  text: 'I like tea. I like jazz.',
  textStart: 100,
  textLength: 200,
  start: 100,
  end: 111,
}

const marked = (...spans: [start: number, end: number][]) =>
  partsOf(
    source,
    spans.map(([start, end]) => ({ start, end })),
  ).map(({ text, of }) => (of === 'fact' ? `[${text}]` : text))

test('given facts of a text, then the words of each are marked where they stand', () => {
  expect(marked([112, 124], [100, 111])).toEqual(['[I like tea.]', ' ', '[I like jazz.]'])
  expect(marked()).toEqual(['I like tea. I like jazz.'])
})

test('given facts that overlap, or lie outside of the part that is shown, then each letter is shown once', () => {
  expect(marked([100, 111], [102, 106], [107, 118])).toEqual([
    '[I like tea.]',
    '[ I like]',
    ' jazz.',
  ])
  expect(marked([0, 50], [90, 106], [118, 150], [124, 130])).toEqual([
    '[I like]',
    ' tea. I like',
    '[ jazz.]',
  ])
})
