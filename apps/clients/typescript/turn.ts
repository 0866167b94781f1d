// A turn of a conversation: recalled memory is put before the question, and question and answer are remembered. If the
// memory fails, the conversation continues without it, and `onError` is called.
import type { Memory, Message, RecallOptions } from './memory.ts'

export type TurnOptions = {
  memory: Memory
  /** The thread of the conversation. */
  threadId?: string | undefined
  recall?: RecallOptions | undefined
  /**
   * Called when the memory fails. The model answers all the same: without recalled memory, or without being remembered.
   */
  onError?: ((error: unknown) => void) | undefined
}

export type Turn = { question: string; answer: string }

/**
 * Includes near matches by default: "I am allergic to nuts" shares no word with "What shall I cook?", and a model
 * ignores what does not matter.
 */
const NEAR: RecallOptions = { minRelevance: 0 }

/** Text for the prompt; empty where nothing is found, or the memory fails. */
export async function notesFor(
  question: string,
  { memory, recall, onError }: TurnOptions,
): Promise<string> {
  if (question === '') return ''
  try {
    return await memory.prompt(question, { ...NEAR, ...recall })
  } catch (error) {
    // The caller has given up: the memory has not failed, and no model is to be asked.
    recall?.signal?.throwIfAborted()
    onError?.(error)
    return ''
  }
}

/** The memory is asked for as long as the model would be. */
export function until(signal: AbortSignal | undefined, options: TurnOptions): TurnOptions {
  return signal ? { ...options, recall: { ...options.recall, signal } } : options
}

/** Remembers nothing for a turn without a question or an answer. */
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
