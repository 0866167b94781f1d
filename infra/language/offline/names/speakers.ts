// Who speaks: the user, a named person, or the assistant, and how that shows in a fact's text.
import { any } from '../../patterns.ts'
import { toKey } from '../words.ts'

export type Speaker = {
  role: 'user' | 'named' | 'assistant'
  /** What the facts put before the words; '' for the user. */
  label: string
  /** The key of "I"; null if the words are no speaker's own statement. */
  key: string | null
  /** A name for the graph; null if there is none. */
  name: string | null
}

const USER = new Set(['user', 'human', 'me', 'you', 'customer', 'client', 'i'])
const ASSISTANT = new Set(any`assistant ai bot system chatbot agent model tool gpt claude`)

/** The part that a speaker's name plays; without a name it is the user. */
export function speakerOf(name: string | null): Speaker {
  const shown = name?.trim() ?? ''
  const key = toKey(shown)
  if (key === '' || USER.has(key)) return { role: 'user', label: '', key: 'user', name: null }
  if (ASSISTANT.has(key)) return { role: 'assistant', label: 'Assistant: ', key: null, name: null }
  return { role: 'named', label: `${shown}: `, key, name: shown }
}
