// Input in the form that the service takes: content, its type, and when it was said.
import type { Message, RememberOptions } from './vocabulary.ts'

export function contentOf(content: string | readonly Message[], options: RememberOptions) {
  const { contentType, threadId, at, metadata } = options
  const timestamp = at instanceof Date ? at.toISOString() : at
  const about = timestamp === undefined ? metadata : { ...metadata, timestamp }
  return {
    ...textOf(content, contentType),
    ...(threadId === undefined ? {} : { threadId }),
    ...(about === undefined ? {} : { metadata: about }),
  }
}

function textOf(content: string | readonly Message[], type: RememberOptions['contentType']) {
  if (typeof content === 'string' && type !== undefined) return { content, contentType: type }
  const messages = typeof content === 'string' ? [{ role: 'user', content }] : content
  return { content: JSON.stringify(messages), contentType: 'conversation' as const }
}
