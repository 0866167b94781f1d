import { expect, test } from 'vitest'
import { inFull } from '../../../../../apps/api/retrieval/query/in-full.ts'

test.each([
  ['whats my bday', "what's my birthday"],
  ['Whos my hubbys boss?', "who's my husband's boss?"],
  ['fav colour', 'favourite colour'],
  ['my wifes name', "my wife's name"],
  ['my bosses name', "my boss's name"],
  ['Where do my sisters and I live?', 'Where do my sisters and I live?'],
  ["whats-up at O'bro", "whats-up at O'bro"],
])('%j is %j in full', (query, full) => {
  expect(inFull(query)).toBe(full)
})

test.each([
  ["What is the user's name?", 'What is my name?'],
  ['users birthday', 'users birthday'],
  ['Where does the user live?', 'Where do i live?'],
  ['Has the user a dog?', 'have i a dog?'],
  ['Is this user married?', 'am i married?'],
  ['When did the user move?', 'When did i move?'],
  ['Facts about the user', 'Facts about me'],
  ['What the user likes', 'What i likes'],
  ['The user interface of the app', 'The user interface of the app'],
])('of an agent, %j asks %j', (query, full) => {
  expect(inFull(query)).toBe(full)
})

test.each([
  ['Draft an email to my boss', 'an email to my boss'],
  ['Please book a table', 'a table'],
  ['Can you remind me of my diet', 'my diet'],
  ['Suggest a present for my son', 'a present for my son'],
  ['Book club', 'Book club'],
  ['Plan B', 'Plan B'],
  ['Find', 'Find'],
  ['Can you find my keys?', 'Can you find my keys?'],
])('the instruction %j asks for %j', (query, full) => {
  expect(inFull(query)).toBe(full)
})

test('the end of a long query stands as it is', () => {
  const long = 'a '.repeat(300)
  expect(inFull(`${long}whats`)).toBe(`${long}whats`)
})

test.each(['pls', 'hey, ', 'Please! '])(
  'of %j, which asks for nothing, something is left',
  (query) => {
    expect(inFull(query)).toBe(query)
  },
)

test.each([
  ['where do I live now?', 'where do I live?'],
  ['What do I drive these days', 'What do I drive'],
  ['current job', 'job'],
  ['now', 'now'],
  ['Is it now or never?', 'Is it now or never?'],
  ['which cat have I got', 'which cat have I '],
  ['Has my son got a cat?', 'Has my son  a cat?'],
  ['What have I got to do?', 'What have I got to do?'],
  ['When does my little girl sing?', 'When does my daughter sing?'],
  ['my baby boy', 'my son'],
  ['a little girl', 'a little girl'],
])('%j asks for the same as %j', (query, full) => {
  expect(inFull(query)).toBe(full)
})
