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
  ['My mother Ingrid will watch our dog Bruno.', 'user child_of Ingrid, user owns_pet Bruno'],
  ["We've got an old cat, Pepper, who hides.", 'user owns_pet Pepper'],
  ['I got a kitten. Her name is Olive.', 'user owns_pet Olive'],
  ["The contract runs on my husband's name, Dominik Vega.", 'user married_to Dominik Vega'],
  ['Our neighbour Mei waters the plants.', 'user neighbour_of Mei'],
  ['My cousin Lars visited me.', 'user relative_of Lars'],
  ['I left Siemens for a startup called Kelpline.', 'user works_at Kelpline'],
  ['Our dog show was fun.', ''],
  ['We have a dog, Tom has two.', ''],
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

test.each([
  ['The bell is at Lindenallee 8.', []],
  ['Your store on Harbour Street was closed.', []],
  ['The flat on Ahornweg is bigger.', []],
  ['Skip the onsen town, please.', []],
  ['We met at Rue des Lilas.', []],
  ['We have a toddler, Kian, who sings.', ['Kian person']],
  ['A startup called Kelpline hired her.', ['Kelpline organization']],
  ['Someone sold the Ducati here.', ['Ducati thing']],
  ['Acme Corp is based in Berlin.', ['Acme Corp organization', 'Berlin place']],
  ['Karen Bolt is based in Berlin.', ['Karen Bolt person', 'Berlin place']],
])('given %j, then it names %j', (text, expected) => {
  expect(
    said(text)
      .flatMap(({ entities }) => entities)
      .map(({ name, type }) => `${name} ${type}`),
  ).toEqual(expected)
})
