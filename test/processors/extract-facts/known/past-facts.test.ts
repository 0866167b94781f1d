// Facts that held in a place and no longer stand.
import { expect, test } from 'vitest'
import { currentFact } from '../../../../processors/extract-facts/evolve.ts'
import type { CurrentFact } from '../../../../processors/extract-facts/known/current-fact.ts'
import { createPastFacts } from '../../../../processors/extract-facts/known/past-facts.ts'
import { AT } from '../../../contracts/given.ts'
import { itemDocument } from '../../../contracts/memory-documents.ts'
import { LATER, USER } from '../../given.ts'

const fact = (id: string, more: Partial<CurrentFact> = {}): CurrentFact => ({
  ...currentFact(itemDocument(USER, { id }).item, { fingerprint: id, slot: 'home' }),
  validFrom: AT,
  validTo: LATER,
  ...more,
})
const idsIn = (facts: readonly CurrentFact[]) => facts.map(({ id }) => id)

const rome = fact('Rome')
const oslo = fact('Oslo')

test('given facts, then those that held in a place for a while are found in it', () => {
  const past = createPastFacts([
    rome,
    fact('work', { slot: 'work' }),
    fact('open', { validTo: null }),
    fact('never', { validTo: AT }),
    fact('placeless', { slot: null }),
    oslo,
  ])
  expect(idsIn(past.withSlot('home'))).toEqual(['Rome', 'Oslo'])
  expect(past.withSlot('hobby')).toEqual([])
  expect(past.withSlot(null)).toEqual([])
  expect(past.byId.get('never')?.id).toBe('never')
  expect(past.changed()).toEqual([])
})

test('given facts, when others are put, then they are found as they are now, and are told as changed', () => {
  const past = createPastFacts([rome, oslo])
  const paris = fact('Paris')
  const never = { ...rome, validTo: AT }
  const placeless = fact('placeless', { slot: null })
  for (const each of [paris, never, placeless]) past.put(each)
  expect(past.withSlot('home')).toEqual([oslo, paris])
  expect(past.byId.get('Rome')).toBe(never)
  expect(past.withSlot(null)).toEqual([])
  expect(past.changed()).toEqual([paris, never, placeless])
})
