import { expect, test } from 'vitest'
import { askedOf } from '../../../../../apps/api/retrieval/query/asked.ts'
import { liftsOf, namedIn } from '../../../../../apps/api/retrieval/ranking/lifts.ts'
import { terms } from '../../../../../infra/language/terms.ts'

const item = (text: string, entities: string[] = []) => ({
  text,
  importance: 'medium' as const,
  confidence: 1,
  entities,
})

test('what is said of a relative counts as much as what names her, where the memory knows her name', () => {
  const asks = { asked: askedOf('Is Nora ill?', { terms, kin: 'aunt' }), terms }
  const liftOf = (text: string, entities: string[], names: string[]) =>
    liftsOf(item(text, entities), { named: namedIn(names, []), asks }).named
  const byName = liftOf('Nora sings.', ['Nora'], ['nora'])
  expect(byName).toBeGreaterThan(1)
  expect(liftOf('My aunt sings.', [], ['nora'])).toBe(byName)
  expect(liftOf('My uncle sings.', [], ['nora'])).toBe(1)
  expect(liftOf('My aunt sings.', [], [])).toBe(1)
})
