import { expect, test } from 'vitest'
import { askedByName, askedOf } from '../../../../../apps/api/retrieval/query/asked.ts'
import { terms } from '../../../../../infra/language/terms.ts'

const asked = (query: string, kin: string | null = null) => askedOf(query, { terms, kin })

test.each([
  ['Where does Nora live?', 'place'],
  ['Which town is that?', 'place'],
  ['When is the exam?', 'time'],
  ['What date is it?', 'time'],
  ['How many keys are there?', 'number'],
  ['How old is Nora?', 'age'],
  ['How often do we row?', 'rhythm'],
  ['Who repairs it?', 'person'],
  ["What is my aunt's name?", 'name'],
  ['What are our cats called?', 'name'],
  ['What does Nora do?', 'trade'],
  ['What is my job?', 'trade'],
  ['Wo wohnt Nora?', null],
])('%j asks for a %j', (query, kind) => {
  expect(asked(query).kind).toBe(kind)
})

test('a question is about the user, or about the people whom it names', () => {
  expect(asked('What is my job?')).toMatchObject({ isOwn: true, isDoing: false })
  expect(asked('Where do I row?')).toMatchObject({ isOwn: true, isDoing: true })
  expect(asked('Where do I meet Nora?')).toMatchObject({ isOwn: false, people: new Set(['nora']) })
  expect(asked('Is my sister ill?', 'sister')).toMatchObject({
    isOwn: false,
    people: new Set(['sister']),
  })
})

test('a question of Anna, who is the wife, is about her by both, and asks with the name alone', () => {
  const named = { noun: 'wife', name: 'Anna' }
  const asked = askedByName('does anna ski', { terms, named })
  expect(asked.people).toEqual(new Set(['anna', 'wife']))
  expect(asked.terms).not.toContain('wife')
})

test('the topic of a question about a relative is its other terms, and those related to them', () => {
  const { topic, isKin } = asked('Has my sister a wedding?', 'sister')
  expect(isKin).toBe(true)
  expect([...topic]).toEqual(['wed', '~wed'])
  expect(asked('Has Nora a wedding?')).toMatchObject({ isKin: false, topic: new Set() })
  const named = { noun: 'wife', name: 'Anna' }
  const byName = askedByName('does anna ski', { terms, named })
  expect(byName).toMatchObject({ isKin: true, topic: new Set(['ski', '~ski']) })
})
