// Input in the form that the service takes: content, its type, and when it was said.
import { refused } from './errors.ts'
import type { Message, RememberOptions } from './vocabulary.ts'

type Content = string | readonly Message[]

export function contentOf(content: Content, options: RememberOptions) {
  const { contentType, threadId, at, metadata } = options
  const timestamp = at instanceof Date ? instantOf(at) : at
  const about = timestamp === undefined ? metadata : { ...metadata, timestamp }
  return {
    ...textOf(content, contentType),
    ...(threadId === undefined ? {} : { threadId }),
    ...(about === undefined ? {} : { metadata: about }),
  }
}

/** A date that is none goes as it reads, and the service refuses it. */
function instantOf(at: Date): string {
  return Number.isNaN(at.getTime()) ? String(at) : at.toISOString()
}

function textOf(content: Content, type: RememberOptions['contentType']) {
  check(content)
  if (typeof content === 'string' && type !== undefined) return { content, contentType: type }
  const messages = typeof content === 'string' ? [{ role: 'user', content }] : content
  return { content: JSON.stringify(messages), contentType: 'conversation' as const }
}

/** The service sees JSON, which it would take for the words of a document where it holds no messages. */
function check(content: unknown): void {
  if (typeof content === 'string') {
    if (!/\S/.test(content)) throw refused('content', 'must not be empty')
  } else if (!Array.isArray(content) || content.length === 0 || !content.every(isMessage)) {
    throw refused('content', 'must be a text, or a list of messages with a role and content')
  }
}

/** Content may be parts, as chat APIs have them, or null beside a call of a tool. */
function isMessage(each: unknown): boolean {
  if (typeof each !== 'object' || each === null || Array.isArray(each)) return false
  const { content = null }: { content?: unknown } = each
  return content === null || typeof content === 'string' || Array.isArray(content)
}
