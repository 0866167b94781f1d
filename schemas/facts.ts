// What a fact is besides its words: its type, the scopes in which it is seen, what else it is found by, and whether it is
// pinned. Clients give it with a fact; what is extracted has none of it.
import { z } from 'zod'

/**
 * - `fact`: what is so; everything that is extracted.
 * - `preference`: what somebody likes or wants.
 * - `instruction`: how an agent is to act.
 * - `open_question`: what is still to be found out; resolved when it is.
 * - `goal`: what somebody wants to reach; resolved when it is reached or given up.
 * - `event`: what happened, or will.
 */
export const factTypes = [
  'fact',
  'preference',
  'instruction',
  'open_question',
  'goal',
  'event',
] as const
export const factType = z.enum(factTypes).meta({ id: 'FactType' })
export type FactType = z.infer<typeof factType>
export const DEFAULT_FACT_TYPE: FactType = 'fact'

/** Named in place of a language engine where a client gave the fact: nothing was understood. */
export const GIVEN_ENGINE = 'given'

export const MAX_SCOPES = 20
export const MAX_ALIASES = 20
/** How many current facts of a user may be pinned. */
export const MAX_PINNED = 20

/** What a fact without any counts as. */
export type Traits = {
  type: FactType
  /** None: it is seen in every scope. */
  scopes: readonly string[]
  aliases: readonly string[]
  pinned: boolean
}
export const NO_TRAITS: Traits = {
  type: DEFAULT_FACT_TYPE,
  scopes: [],
  aliases: [],
  pinned: false,
}
