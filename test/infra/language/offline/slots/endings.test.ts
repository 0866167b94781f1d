// What ends together with something else, under another attribute.
import { expect, test } from 'vitest'
import {
  alsoEnded,
  otherPartner,
} from '../../../../../infra/language/offline/slots/changes/endings.ts'
import { readSlots } from '../../../../../infra/language/offline/slots/slots.ts'

const PERSONS = { first: 'user', third: null, bare: true }
const ended = (sentence: string) =>
  alsoEnded(readSlots(sentence, PERSONS)).map(({ attribute = 'any', words }) => ({
    attribute,
    words: words.flat(),
  }))

test('a user who is single, divorced or widowed has no partner', () => {
  for (const status of ['single', 'divorced', 'a widow']) {
    const [partner] = ended(`I'm ${status} now.`)
    expect(partner).toMatchObject({ attribute: 'partner' })
    expect(partner!.words).toContain('wife')
  }
})

test('a married user has no girlfriend, and may have a wife', () => {
  const [suitor] = ended("I'm married now.")
  expect(suitor).toMatchObject({ attribute: 'partner' })
  expect(suitor!.words).toContain('girlfriend')
  expect(suitor!.words).not.toContain('wife')
})

test('a vegan does not eat everything, and a pescatarian may', () => {
  expect(ended("I'm vegan now.")[0]!.words).toContain('everything')
  expect(ended("I'm pescatarian now.")).toEqual([])
})

test('who moves is no longer where he was, and who works full time no longer works part time', () => {
  expect(ended('I moved to Newport.')[0]).toMatchObject({ attribute: 'whereabouts' })
  expect(ended('They made me full-time.')[0]).toEqual({
    attribute: 'employer',
    words: ['part', 'time'],
  })
})

test('a person who is said to be with one partner is with no other', () => {
  const replacedBy = (sentence: string) =>
    otherPartner(sentence, readSlots(sentence, PERSONS)).map(({ subject, by }) => [
      subject,
      by?.value,
    ])
  expect(replacedBy('Jill is dating Steve now.')).toEqual([['jill', 'Steve']])
  expect(replacedBy("I'm married to Joe.")).toEqual([['user', 'Joe']])
  expect(replacedBy("I'm married now.")).toEqual([])
  expect(replacedBy('I was dating Joe.')).toEqual([])
})
