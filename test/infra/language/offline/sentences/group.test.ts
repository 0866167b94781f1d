// The grouping rule: given pieces, then which of them are one fact.
import { describe, expect, it } from 'vitest'
import { groupPieces, type Piece } from '../../../../../infra/language/offline/sentences/group.ts'

const piece = (words: number, changes: Partial<Piece> = {}): Piece => ({
  words,
  alone: false,
  filler: false,
  paragraph: false,
  utterance: 0,
  ...changes,
})

describe('grouping', () => {
  it.each([
    ['short pieces of one utterance', [piece(10), piece(20), piece(30)], [[0, 1, 2]]],
    ['more than a fact holds', [piece(50), piece(40), piece(30)], [[0], [1, 2]]],
    ['two utterances', [piece(5), piece(5, { utterance: 1 })], [[0], [1]]],
    [
      'a piece that may be superseded',
      [piece(5), piece(5, { alone: true }), piece(5)],
      [[0], [1], [2]],
    ],
    [
      'a greeting before such a piece',
      [piece(2, { filler: true }), piece(5, { alone: true })],
      [[0, 1]],
    ],
    ['a blank line', [piece(20), piece(20, { paragraph: true })], [[0], [1]]],
    ['nothing', [], []],
  ])('given %s', (_what, pieces, expected) => {
    expect(groupPieces(pieces, { isDocument: false })).toEqual(expected)
  })

  it('given a heading in a document then it goes with its paragraph', () => {
    const pieces = [piece(2), piece(20, { paragraph: true }), piece(20, { paragraph: true })]
    expect(groupPieces(pieces, { isDocument: true })).toEqual([[0, 1], [2]])
  })
})
