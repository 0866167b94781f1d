// What a hostile kind is: a name, and a function that makes a request of about so many bytes. Pure: the same bytes give
// the same request.
import type { Scope } from '../../../schemas/identifiers.ts'

export type Family = 'document' | 'conversation' | 'event' | 'template' | 'query' | 'identifier'

export type KindRequest = {
  method: 'POST' | 'PUT'
  path: string
  headers?: Readonly<Record<string, string>>
  body: unknown
}

export type Kind = {
  name: string
  family: Family
  /** The limit of the API for the part that the kind inflates, in bytes. */
  maxBytes: number
  request(bytes: number, scope: Scope): KindRequest
  /** What must be stored first for the request to do harm: the app's template. */
  prepare?(scope: Scope): KindRequest & { template: string }
}

const KIB = 1024
export const MAX_CONTENT = 1024 * KIB
export const MAX_EVENT = 256 * KIB - 1 * KIB
export const MAX_QUERY = 8_000

const AT = '2026-05-08T09:00:00.000Z'
export const EVENT_TYPE = 'adversary'

/** Repeats texts until the content is full, in UTF-8 bytes, without cutting a character. */
export function filled(bytes: number, part: (n: number) => string, head = '', tail = ''): string {
  const parts: string[] = [head]
  let size = Buffer.byteLength(head) + Buffer.byteLength(tail)
  for (let n = 0; ; n++) {
    const next = part(n)
    size += Buffer.byteLength(next)
    if (size > bytes) break
    parts.push(next)
  }
  return parts.join('') + tail
}

type Text = (bytes: number) => string

export function memorized(
  name: string,
  contentType: 'document' | 'conversation',
  content: Text,
): Kind {
  return {
    name,
    family: contentType,
    maxBytes: MAX_CONTENT,
    request: (bytes, scope) => ({
      method: 'POST',
      path: '/v1/memorize',
      body: { ...scope, content: content(bytes), contentType },
    }),
  }
}

export const document = (name: string, content: Text) => memorized(name, 'document', content)
export const conversation = (name: string, content: Text) =>
  memorized(name, 'conversation', content)

export function event(name: string, data: (bytes: number) => Record<string, unknown>): Kind {
  return {
    name,
    family: 'event',
    maxBytes: MAX_EVENT,
    request: (bytes, scope) => eventRequest(scope, data(bytes)),
  }
}

export function template(
  name: string,
  text: string,
  data: (bytes: number) => Record<string, unknown>,
): Kind {
  return {
    ...event(name, data),
    family: 'template',
    prepare: ({ appId }) => ({
      method: 'PUT',
      path: `/v1/config/templates/${appId}/${EVENT_TYPE}`,
      body: { template: text },
      template: text,
    }),
  }
}

export function query(name: string, text: Text): Kind {
  return {
    name,
    family: 'query',
    maxBytes: MAX_QUERY,
    request: (bytes, scope) => ({
      method: 'POST',
      path: '/v1/retrieve',
      body: { ...scope, query: text(bytes).slice(0, MAX_QUERY), maxTokens: 100_000 },
    }),
  }
}

export function eventRequest(
  scope: Scope,
  data: Record<string, unknown>,
  more: Record<string, unknown> = {},
): KindRequest {
  return {
    method: 'POST',
    path: '/v1/events',
    body: { ...scope, eventType: EVENT_TYPE, source: 'adversary', timestamp: AT, data, ...more },
  }
}
