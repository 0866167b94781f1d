// The maximum number of facts that a passage becomes.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { joinShortest, MAX_FACTS } from '../../../../../infra/language/offline/sentences/join.ts'
import { conversation, said } from '../passages.ts'

const wordsOf = (texts: readonly string[]) => texts.join('').replace(/\s/g, '')

describe('groups', () => {
  it('given as many as a passage may have then they stay as they are', () => {
    const groups = Array.from({ length: MAX_FACTS }, (_, n) => [n])
    expect(joinShortest(groups, () => 1)).toEqual(groups)
  })

  it('given more then they are joined to neighbours, none lost, none doubled, the order kept', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 900 }), { minLength: 251, maxLength: 1_600 }),
        (lengths) => {
          const groups = lengths.map((_, n) => [n])
          const joined = joinShortest(groups, (n) => lengths[n]!)
          expect(joined.length).toBeLessThanOrEqual(MAX_FACTS)
          expect(joined.flat()).toEqual(groups.flat())
        },
      ),
    )
  })

  it('given more then long ones are not joined to long ones', () => {
    const lengths = Array.from({ length: 600 }, (_, n) => (n < 580 ? 5 : 500))
    const joined = joinShortest(
      lengths.map((_, n) => [n]),
      (n) => lengths[n]!,
    )
    expect(joined.slice(-19).every((group) => group.length === 1)).toBe(true)
  })
})

describe('a passage', () => {
  it('given a letter a line by two speakers then it is bounded and keeps every word', () => {
    const lines = Array.from({ length: 1_600 }, (_, n) => [n % 2 ? 'A' : 'B', `w${n}`] as const)
    const facts = conversation(lines)
    expect(facts.length).toBeLessThanOrEqual(MAX_FACTS)
    expect(facts.length).toBeGreaterThan(MAX_FACTS / 2)
    const told = wordsOf(facts.map(({ text }) => text))
    for (const [, word] of lines) expect(told).toContain(word)
  })

  it('given a fact a sentence then it is bounded too', () => {
    const text = Array.from({ length: 600 }, (_, n) => `I quit ${n}.`).join(' ')
    const facts = said(`${text} I live in Rome.`)
    expect(facts.length).toBeLessThanOrEqual(MAX_FACTS)
    expect(wordsOf(facts.map(({ text: words }) => words))).toContain('Rome')
  })
})
