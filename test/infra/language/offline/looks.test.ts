// Lookups in the lexicon cost more than everything else, so a passage has a budget of them: a word beyond the budget is
// not a name.
import { describe, expect, it } from 'vitest'
import {
  kindOfName,
  MAX_LOOKS,
  withinLooks,
} from '../../../../infra/language/offline/names/lexicon.ts'
import { said } from './passages.ts'

/** Distinct invented names. */
function name(n: number): string {
  const letters = [...String(n)].map((digit) => 'bdfgklmnpr'[Number(digit)]! + 'aeiou'[n % 5]!)
  return `Z${letters.join('')}x`
}

const names = Array.from({ length: 1_000 }, (_, n) => name(n + 1_000))

describe('looks into the lexicon', () => {
  it('end, and what was looked at stays known', () => {
    withinLooks(() => {
      for (const each of names.slice(0, MAX_LOOKS - 1)) kindOfName(each)
      expect(kindOfName('Berlin')).toBe('place')
      expect(kindOfName('Paris')).toBe('verb')
      expect(kindOfName('Berlin')).toBe('place')
    })
    expect(kindOfName('Paris')).toBe('place')
    expect(withinLooks(() => kindOfName('Paris'))).toBe('place')
  })

  it('are counted alike whether the lexicon was asked before or not', () => {
    const text = `${names.map((each) => `We saw ${each} there.`).join(' ')}`
    const first = said(text)
    expect(said(text)).toEqual(first)
    expect(new Set(first.flatMap(({ entities }) => entities)).size).toBeLessThanOrEqual(MAX_LOOKS)
  })

  it('are not spent on names that a fact has no room for', () => {
    const sentence = (n: number) => `we saw ${names.slice(n * 30, n * 30 + 30).join(', ')}.`
    const facts = said(Array.from({ length: 30 }, (_, n) => sentence(n)).join('\n\n'))
    // Twelve names a fact, where thirty lookups a fact would suffice for less than half as many.
    const [atTwelve, atThirty] = [MAX_LOOKS / 12, MAX_LOOKS / 30]
    const found = facts.filter(({ entities }) => entities.length > 0).length
    expect(found).toBeGreaterThan((atTwelve + atThirty) / 2)
  })
})
