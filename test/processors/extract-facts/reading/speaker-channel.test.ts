// Which words mark a speaker as a person, an assistant or a tool.
import { describe, expect, test } from 'vitest'
import {
  channelOfName,
  channelOfRole,
  namesThePerson,
} from '../../../../processors/extract-facts/reading/speaker-channel.ts'

const PEOPLE =
  'user human me you i customer client person participant speaker guest visitor member student patient caller'
const ASSISTANTS = 'assistant ai bot chatbot agent model copilot gpt chatgpt llm claude gemini'
const TOOLS = 'tool function system developer plugin api retriever observation environment'

describe('a role', () => {
  test.each(PEOPLE.split(' '))('%s is a person’s', (role) => {
    expect(channelOfRole(role)).toBe('user')
    expect(namesThePerson(role)).toBe(true)
  })
  test.each(ASSISTANTS.split(' '))('%s is an assistant’s', (role) => {
    expect([channelOfRole(role), channelOfName(role)]).toEqual(['assistant', 'assistant'])
    expect(namesThePerson(role)).toBe(false)
  })
  test.each(TOOLS.split(' '))('%s is a tool’s', (role) => {
    expect([channelOfRole(role), channelOfName(role)]).toEqual(['tool', 'tool'])
    expect(namesThePerson(role)).toBe(false)
  })
  test('that is not known is a tool’s, and a name that is not known a person’s', () => {
    expect([channelOfRole('oracle'), channelOfRole(''), channelOfRole('4711')]).toEqual([
      'tool',
      'tool',
      'tool',
    ])
    expect([channelOfName('Oracle'), channelOfName(''), channelOfName('4711')]).toEqual([
      'user',
      'user',
      'user',
    ])
  })
})

test.each([
  ['user tool', 'tool', 'tool'],
  ['toolResult', 'tool', 'tool'],
  ['user_agent', 'assistant', 'assistant'],
  ['ＡＩ', 'assistant', 'assistant'],
  ['aide', 'tool', 'user'],
])('given the words of %s, then the least trusted of them counts', (words, role, name) => {
  expect([channelOfRole(words), channelOfName(words)]).toEqual([role, name])
})

test.each([
  ['', true],
  ['4711', true],
  ['The user', true],
  ['Ana', false],
])('given the name %j, then an engine takes it for the user: %s', (name, expected) => {
  expect(namesThePerson(name)).toBe(expected)
})
