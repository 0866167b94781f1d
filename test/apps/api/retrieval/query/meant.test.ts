import { expect, test } from 'vitest'
import {
  kinIn,
  kinNamedIn,
  namesToldIn,
  withKinMeant,
  withNameMeant,
} from '../../../../../apps/api/retrieval/query/meant.ts'
import { terms } from '../../../../../infra/language/terms.ts'

test.each([
  ['Where does my husband work?', 'My husband Olaf likes tea.', 'Where does Olaf work?'],
  ['Is our mother well?', 'My mum Edith is ill.', 'Is Edith well?'],
  ['What does my brother eat?', 'I have an older brother, Kofi.', 'What does Kofi eat?'],
  ['When does my boss leave?', 'Ingrid is my boss.', 'When does Ingrid leave?'],
  ['Does my sister ski?', "My sister's name is Nora.", 'Does Nora ski?'],
])('%j, where %j is known, asks %j', (query, text, asked) => {
  expect(withNameMeant(query, { told: ['It rains.', text].flatMap(namesToldIn), terms })).toBe(
    asked,
  )
})

test.each([
  ['Where does my husband work?', 'My brother Olaf likes tea.'],
  ['What is my husband’s name?', 'My husband Olaf likes tea.'],
  ['Who is my husband?', 'My husband Olaf likes tea.'],
  ['Where does my husband Olaf work?', 'My husband Olaf likes tea.'],
  ['Where do I work?', 'My husband Olaf likes tea.'],
  ['When does my boss leave?', 'deVries is my boss.'],
])('%j, where %j is known, asks nothing else', (query, text) => {
  expect(withNameMeant(query, { told: namesToldIn(text), terms })).toBeNull()
})

const SISTERS = ['My older sister Nora sings.', 'Elin is my younger sister.', 'My sister Nora ran.']

test.each([
  ['Does my sister ski?', 'Does Nora Elin ski?'],
  ['Does my younger sister ski?', 'Does Elin ski?'],
  ['Does my big sister ski?', 'Does Nora Elin ski?'],
  ['Who teaches my older sister?', 'Who teaches Nora?'],
])('of several sisters, %j asks %j', (query, asked) => {
  expect(withNameMeant(query, { told: SISTERS.flatMap(namesToldIn), terms })).toBe(asked)
})

test('of many no more than three names are asked', () => {
  const told = ['Ada', 'Bea', 'Cleo', 'Dora'].flatMap((name) => namesToldIn(`My sister ${name}.`))
  expect(withNameMeant('Does my sister ski?', { told, terms })).toBe('Does Ada Bea Cleo ski?')
})

test('a relative is one whose name the query does not say', () => {
  expect(kinIn('Does our older sister ski?')).toBe('sister')
  expect(kinIn('Does my sister Nora ski?')).toBeNull()
  expect(kinIn('Does her sister ski?')).toBeNull()
})

test.each([
  ['Does Anna ski?', ['My wife Anna sings.'], 'Does my wife ski?'],
  ['does anna ski?', ['It rains.', 'Anna is my wife.'], 'does my wife ski?'],
  ['Anna', ["My boss's name is Anna."], 'my boss'],
])('%j, where %j is known, asks %j too', (query, texts, asked) => {
  const named = kinNamedIn(query, texts.flatMap(namesToldIn))
  expect(named && withKinMeant(query, named)).toBe(asked)
})

test.each([
  ['Does Anna ski?', ['My wife Clara sings.']],
  ['Does Hanna ski?', ['My wife Anna sings.']],
  ['Does Anna ski?', ['My friend Anna sings.']],
  ['Does Anna ski?', ['My sister Anna sings.', 'My sister Clara sings.']],
  ['Does Anna ski?', ['I met a singer called Anna.']],
])('%j, where %j is known, asks of no relative', (query, texts) => {
  expect(kinNamedIn(query, texts.flatMap(namesToldIn))).toBeNull()
})
