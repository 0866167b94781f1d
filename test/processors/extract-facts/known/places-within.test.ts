// Which place lies in which: a city and its country say the same of where someone lives.
import { expect, test } from 'vitest'
import { areOnePlace } from '../../../../processors/extract-facts/known/places-within.ts'

const home = (value: string | null) => ({ attribute: 'home', value })

test.each([
  ['Berlin', 'Germany'],
  ['Germany', 'Berlin'],
  ['Munich', 'Bavaria'],
  ['Zürich', 'Switzerland'],
  ['Hackney', 'England'],
  ['Amsterdam', 'the Netherlands'],
  ['San Francisco', 'USA'],
  ['San Francisco', 'the United States'],
  ['Hackney', 'UK'],
  ['Melbourne', 'Australia'],
  ['Brooklyn', 'the U.S.'],
  ['Seattle', 'America'],
  ['London', 'Great  Britain'],
  ['St. Gallen', 'Switzerland'],
  ['The Hague', 'Netherlands'],
  ['Tromsø', 'Norway'],
  ['Łódź', 'Poland'],
  ['Prague', 'Europe'],
  ['Hackney', 'Europe'],
])('given homes in %s and in %s, then both may hold', (one, other) => {
  expect(areOnePlace(home(one), home(other))).toBe(true)
})

test.each([
  ['Berlin', 'France'],
  ['Berlin', 'Hamburg'],
  ['Germany', 'Austria'],
  ['Oulu', 'Sweden'],
  ['Berlin', 'Nowhere'],
  // Each country has a Victoria.
  ['Melbourne', 'Canada'],
  ['Melbourne', 'British Columbia'],
])('given homes in %s and in %s, then only one holds', (one, other) => {
  expect(areOnePlace(home(one), home(other))).toBe(false)
})

test('given a place that is no home, or a home without a place, then it lies in no other', () => {
  const employer = (value: string) => ({ attribute: 'employer', value })
  expect(areOnePlace(employer('Berlin'), home('Germany'))).toBe(false)
  expect(areOnePlace(home('Berlin'), employer('Germany'))).toBe(false)
  for (const nowhere of [null, '', '42']) {
    expect(areOnePlace(home(nowhere), home('Germany'))).toBe(false)
    expect(areOnePlace(home('Germany'), home(nowhere))).toBe(false)
  }
})
