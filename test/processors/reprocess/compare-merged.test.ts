// What maintenance has merged: the fact that stays stands for all of them.
import { expect, test } from 'vitest'
import { changes, fact, NONE, pruned, type Said } from './readings.ts'

const TEA = { words: 'the green tea', resourceId: 'text 2' }
const kept = (more: Said = {}) => fact('kept', { words: 'green tea', ...more })
const merged = (more: Said = {}) =>
  fact('merged', { ...TEA, supersededBy: 'kept', merged: true, ...more })

test('given a fact that another was merged into, when only the other is read again, then it stays', () => {
  expect(changes([kept(), merged()], [fact('m', TEA)])).toEqual({ ...NONE, same: 1 })
})

test('given a fact that another was merged into, when neither is read again, then it goes', () => {
  expect(changes([kept(), merged()], []).went).toEqual([['kept', null]])
})

test('given facts that were merged one into the next, when only the first is read again, then the last stays', () => {
  const last = fact('last', { words: 'tea' })
  const inUse = [last, kept({ supersededBy: 'last', merged: true }), merged()]
  expect(changes(inUse, [fact('m', TEA)])).toEqual({ ...NONE, same: 1 })
})

test('given a fact that took the place of one that another was merged into, when only that other is read again, then it goes', () => {
  const inUse = [fact('last', { words: 'coffee' }), kept({ supersededBy: 'last' }), merged()]
  expect(changes(inUse, [fact('m', TEA)]).went).toEqual([['last', null]])
})

test('given a fact that another was merged into, when the other was read and closed, then it goes', () => {
  expect(changes([kept(), merged()], [fact('m', { ...TEA, ...pruned('ended') })]).went).toEqual([
    ['kept', null],
  ])
})

test('given a fact that the candidate has closed, when what was merged into it is read and open, then it stays', () => {
  const candidate = [fact('k', { words: 'green tea', ...pruned('ended') }), fact('m', TEA)]
  expect(changes([kept(), merged()], candidate)).toEqual({ ...NONE, same: 2 })
})
