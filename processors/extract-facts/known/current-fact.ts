// A fact that is current, as far as decisions need to know it.
import type { Place } from '../../../infra/ports/memory-store.ts'
import type { Channel } from '../../../schemas/channels.ts'
import type { Traits } from '../../../schemas/facts.ts'
import type { Importance } from '../../../schemas/identifiers.ts'

export type CurrentFact = {
  id: string
  fingerprint: string
  slot: string | null
  subject: string | null
  attribute: string | null
  value: string | null
  category: string
  validFrom: string
  /** When it was said. */
  createdAt: string
  text: string
  resourceId: string
  confidence: number
  importance: Importance
  channel: Channel
  /** Who said it, as the content names the speaker. */
  saidBy: string | null
  /** The resources that said it again. */
  reinforcedBy: readonly string[]
  validTo: string | null
  /** Where another fact takes its place later: which one, and when it would have ended by itself. */
  followed?: { by: string; ownEnd: string | null }
  /** Of a fact that no longer stands: true if nothing else ended it. */
  endedItself?: boolean
  /** Of a fact that no longer stands because another says the same: that one. */
  mergedInto?: string
  entities: readonly { name: string; type: string }[]
  relationships: readonly { source: string; type: string; target: string }[]
  /** Its thread, and its place there. */
  stands: Place
  traits: Traits
}
