// How tools answer: a text for the model, and the same as data for programs.
import type { CallToolResult } from '@modelcontextprotocol/server'
import { type Item, type Memory, PalimpsestError } from '../clients/typescript/memory.ts'

/** The memory for one request: what it asks the service for ends when the request is cancelled. */
export type MemoryOf = (signal: AbortSignal) => Memory

export function told(text: string, data?: Record<string, unknown>): CallToolResult {
  return { content: [{ type: 'text', text }], ...(data ? { structuredContent: data } : {}) }
}

/** A refusal of the service is an answer that the model can act on, not a failure of the protocol. */
export async function orRefused(answer: () => Promise<CallToolResult>): Promise<CallToolResult> {
  try {
    return await answer()
  } catch (error) {
    if (!(error instanceof PalimpsestError)) throw error
    // A model that hears of an error would store it again.
    if (error.code === 'NOT_PROCESSED' && 'resourceId' in error.details) {
      return told(`Stored: ${error.message}. Do not store it again.`, { ...error.details })
    }
    return { ...told(`${error.code}: ${error.message}`), isError: true }
  }
}

/** For a read that only adds to an answer: null where the service refuses it. */
export async function unlessRefused<T>(read: Promise<T>): Promise<T | null> {
  try {
    return await read
  } catch (error) {
    if (error instanceof PalimpsestError) return null
    throw error
  }
}

/** So that no words of a user can look like another fact. */
export function onOneLine(text: string): string {
  return text.replace(/[\s\u0085]+/g, ' ')
}

export function shownItem(item: Item): string {
  const { id, content, category, validFrom, validTo, state } = item
  const until = validTo === null ? '' : ` to ${validTo.slice(0, 10)}`
  const standing = state === 'current' ? '' : `, ${state}`
  return `- [${id}] ${onOneLine(content)} (${category}, ${validFrom.slice(0, 10)}${until}${standing})`
}

export async function firstOf<T>(all: AsyncIterable<T>, count: number): Promise<T[]> {
  const first: T[] = []
  for await (const each of all) {
    first.push(each)
    if (first.length >= count) break
  }
  return first
}
