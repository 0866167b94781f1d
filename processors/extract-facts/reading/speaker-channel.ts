// Which channel a speaker of a conversation is: a person, an assistant or a tool. Pure. A role is chosen by the
// application's own code, so an unknown role counts as a tool's; a name can be anything, so an unknown name counts as a
// person's.
import type { Channel } from '../../../schemas/channels.ts'

const PEOPLE = new Set(
  'user human me you i customer client person participant speaker guest visitor member student patient caller'.split(
    ' ',
  ),
)
const ASSISTANTS = new Set(
  'assistant ai bot chatbot agent model copilot gpt chatgpt llm claude gemini'.split(' '),
)
const TOOLS = new Set(
  'tool function system developer plugin api retriever observation environment'.split(' '),
)

export type Voice = Extract<Channel, 'user' | 'assistant' | 'tool'>

export function channelOfRole(role: string): Voice {
  const words = wordsOf(role)
  if (words.some((word) => TOOLS.has(word))) return 'tool'
  if (words.some((word) => ASSISTANTS.has(word))) return 'assistant'
  return words.some((word) => PEOPLE.has(word)) ? 'user' : 'tool'
}

/** For a label in front of a line, or for the name of a message without a role. */
export function channelOfName(name: string): Voice {
  const words = wordsOf(name)
  if (words.some((word) => TOOLS.has(word))) return 'tool'
  return words.some((word) => ASSISTANTS.has(word)) ? 'assistant' : 'user'
}

/** True for names that an engine takes for the user. */
export function namesThePerson(name: string): boolean {
  const words = wordsOf(name)
  return words.length === 0 || words.some((word) => PEOPLE.has(word))
}

/** `toolResult` and `tool_result` are two words. */
function wordsOf(name: string): string[] {
  return name
    .normalize('NFKC')
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}]/u)
    .filter((word) => word !== '')
}
