// What goes into a memory and comes out of it, named as in the document of the API.
import type { components } from './openapi.ts'

type Schemas = components['schemas']
export type Recall = Schemas['RetrieveResponse']
export type Context = Schemas['ContextResponse']
export type Category = Schemas['CategoryOverview']
export type Item = Schemas['Item']
export type Resource = Schemas['Resource']
export type Thread = Schemas['Thread']
export type Entity = Schemas['EntityOverview']
export type AuditEntry = Schemas['AuditEntry']
/** A fact, what it superseded and what superseded it, the oldest first. */
export type History = Schemas['ItemResponse']
/** An item that came, or was closed, between two instants. */
export type Difference = Schemas['Difference']
/** What happened to the memory: an item was asserted, superseded, pruned, or something was forgotten. */
export type Happening = Schemas['Happening']
export type Forgotten = Schemas['ForgetResponse']

export type Scope = { appId: string; userId: string }

export type Message = {
  role: 'user' | 'assistant' | 'system' | 'tool'
  content: string
  name?: string
}
export type Activity = Omit<Schemas['EventRequest'], keyof Scope | 'wait'>
export type RecallOptions = Omit<Schemas['RetrieveRequest'], keyof Scope | 'query' | 'format'>

/** Another time than now: what held at `asOf`, and what was known at `knownAt`. Instants of ISO 8601. */
export type Time = { asOf?: string; knownAt?: string }

/** Which items are listed; without any, all. */
export type ItemFilter = Time & {
  category?: string
  threadId?: string
  type?: Item['type']
  /** Items of this scope, and those that are seen in every one; with `onlyScope` only the former. */
  scope?: string
  onlyScope?: string
  /** Only current ones. */
  current?: boolean
  pinned?: boolean
}

export type WriteOptions = {
  /** `accepted`: it is on disk (the default); `retrievable`: it can be recalled. */
  until?: 'accepted' | 'retrievable'
  /** The same key writes once, however often it is sent; made up by default. */
  idempotencyKey?: string
  signal?: AbortSignal
}
export type RememberOptions = WriteOptions & {
  /** Messages and a text without a type are a conversation, in which a text is the user's. */
  contentType?: 'conversation' | 'document' | 'event'
  threadId?: string
  /** When it was said; now by default. */
  at?: Date | string
  metadata?: Record<string, unknown>
}
