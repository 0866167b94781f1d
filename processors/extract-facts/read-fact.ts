// What extract-facts decides on: the write, and a fact that was read in it.
import type { ExtractedFact } from '../../infra/ports/language-model.ts'
import type { Place } from '../../infra/ports/memory-store.ts'
import type { Trustable } from '../../schemas/channels.ts'
import type { Traits } from '../../schemas/facts.ts'
import type { Importance, ResourceType, Scope } from '../../schemas/identifiers.ts'
import type { SaidBy } from './reading/said.ts'

/** The write that the facts were read from. */
export type Source = Scope & {
  resourceId: string
  /** Its position in memory.writes.v1. */
  position: number
  keyGeneration: number
  /** When it was said or happened. */
  occurredAt: string
  receivedAt: string
  contentType: ResourceType
  threadId: string | null
  contentBytes: number
  importance: Importance
  engine: string
  /** Channels that the app trusts as much as its user. */
  trusted: readonly Trustable[]
}

export type ReadFact = ExtractedFact & SaidBy & { embedding: string; given?: Given }

/** A client wrote the fact as it stands, and chose its id. */
type Given = Traits & {
  id: string
  /** Facts that it replaces, whatever channel said them. */
  supersedes: readonly string[]
  /** The fact that it corrects. That one was never true, and what was said when it was said stays said then and there. */
  corrects: { id: string; createdAt: string; stands: Place } | null
}
