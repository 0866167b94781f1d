import { expect, test } from 'vitest'
import { kinIn, withNameMeant } from '../../../../../apps/api/retrieval/query/meant.ts'
import { terms } from '../../../../../infra/language/terms.ts'

test.each([
  ['Where does my husband work?', 'My husband Olaf likes tea.', 'Where does Olaf work?'],
  ['Is our mother well?', 'My mum Edith is ill.', 'Is Edith well?'],
  ['What does my brother eat?', 'I have an older brother, Kofi.', 'What does Kofi eat?'],
  ['When does my boss leave?', 'Ingrid is my boss.', 'When does Ingrid leave?'],
])('%j, where %j is known, asks %j', (query, text, asked) => {
  expect(withNameMeant(query, { texts: ['It rains.', text], terms })).toBe(asked)
})

test.each([
  ['Where does my husband work?', 'My brother Olaf likes tea.'],
  ['What is my husband’s name?', 'My husband Olaf likes tea.'],
  ['Who is my husband?', 'My husband Olaf likes tea.'],
  ['Where does my husband Olaf work?', 'My husband Olaf likes tea.'],
  ['Where do I work?', 'My husband Olaf likes tea.'],
  ['When does my boss leave?', 'deVries is my boss.'],
])('%j, where %j is known, asks nothing else', (query, text) => {
  expect(withNameMeant(query, { texts: [text], terms })).toBeNull()
})

test('a relative is one whose name the query does not say', () => {
  expect(kinIn('Does our older sister ski?')).toBe('sister')
  expect(kinIn('Does my sister Nora ski?')).toBeNull()
  expect(kinIn('Does her sister ski?')).toBeNull()
})
