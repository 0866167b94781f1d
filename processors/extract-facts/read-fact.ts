// What is decided on: the write, and a fact that was read in it.
import type { ExtractedFact } from '../../infra/ports/language-model.ts'
import type { Trustable } from '../../schemas/channels.ts'
import type { ContentType, Importance, Scope } from '../../schemas/identifiers.ts'
import type { SaidBy } from './said.ts'

/** The write that the facts were read from. */
export type Source = Scope & {
  resourceId: string
  /** Its position in memory.writes.v1. */
  position: number
  keyGeneration: number
  /** When it was said or happened. */
  occurredAt: string
  receivedAt: string
  contentType: ContentType
  threadId: string | null
  contentBytes: number
  importance: Importance
  engine: string
  /** Channels that the app trusts as it trusts its user. */
  trusted: readonly Trustable[]
}

export type ReadFact = ExtractedFact & SaidBy & { embedding: string }
