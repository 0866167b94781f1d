// A turn of a conversation: what is known is put before the question, and both are remembered afterwards. Where memory
// fails the conversation goes on without it, and whoever asked to be told is told.
import type { Memory, Message, RecallOptions } from './memory.ts'

export type TurnOptions = {
  memory: Memory
  /** Of the conversation that the turns belong to. */
  threadId?: string | undefined
  recall?: RecallOptions | undefined
  /** Told when memory fails. The model answers all the same: without memory, or without being remembered. */
  onError?: ((error: unknown) => void) | undefined
}

export type Turn = { question: string; answer: string }

/**
 * What is near counts too, unless told otherwise: that somebody is allergic to nuts shares no word with what they shall
 * cook, and a model passes over what does not matter.
 */
const NEAR: RecallOptions = { minRelevance: 0 }

/** Text for the prompt; empty where nothing is known, or memory fails. */
export async function notesFor(
  question: string,
  { memory, recall, onError }: TurnOptions,
): Promise<string> {
  if (question === '') return ''
  try {
    return await memory.prompt(question, { ...NEAR, ...recall })
  } catch (error) {
    onError?.(error)
    return ''
  }
}

/** A turn without a question or an answer is none. */
export async function rememberTurn(
  { question, answer }: Turn,
  { memory, threadId, onError }: TurnOptions,
): Promise<void> {
  if (question === '' || answer.trim() === '') return
  const messages: Message[] = [
    { role: 'user', content: question },
    { role: 'assistant', content: answer },
  ]
  try {
    await memory.remember(messages, threadId === undefined ? {} : { threadId })
  } catch (error) {
    onError?.(error)
  }
}
