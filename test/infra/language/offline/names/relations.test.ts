// How entities are related, read from slots and from "my sister Anna".
import { expect, test } from 'vitest'
import { said } from '../passages.ts'

test.each([
  ['My manager is Karen.', 'user reports_to Karen'],
  ['I have a new dentist, her name is Anna.', 'user patient_of Anna'],
  ['My roommate is Tom.', 'user lives_with Tom'],
  ['My landlord is Peter.', 'user rents_from Peter'],
  ['I live in madrid.', 'user lives_in Madrid'],
  ['I bought a Nintendo Switch.', 'user owns Nintendo Switch'],
  ['My sister Julia visited me.', 'user sibling_of Julia'],
  ['My dog is called Rex.', 'user owns_pet Rex'],
  ['I quit my job.', ''],
  ['My wifi password is Tulip42.', ''],
])('given %j, then %j', (text, expected) => {
  const [fact] = said(text)
  const found = fact!.relationships.map(({ source, type, target }) => `${source} ${type} ${target}`)
  expect(found.join(', ')).toBe(expected)
  const names = fact!.entities.map(({ name }) => name)
  for (const { source, target } of fact!.relationships) {
    expect(names).toContain(source)
    expect(names).toContain(target)
  }
})
