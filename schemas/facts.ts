// What a fact has besides its words: its type, the scopes in which it is seen, its aliases, and whether it is pinned.
// Clients give these with a fact; extracted facts have none.
import { z } from 'zod'

/**
 * - `fact`: what is so; every extracted fact.
 * - `preference`: what a person likes or wants.
 * - `instruction`: how an agent is to act.
 * - `open_question`: what is still to be found out; resolved when it is answered.
 * - `goal`: what a person wants to reach; resolved when it is reached or given up.
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

/** Stands in place of a language engine for facts that a client gave: no engine read them. */
export const GIVEN_ENGINE = 'given'

export const MAX_SCOPES = 20
export const MAX_ALIASES = 20
/** How many pinned facts of a user an answer shows; while the memory shows so many, no further one is taken. */
export const MAX_PINNED = 20

/** The traits of a fact that was given none. */
export type Traits = {
  type: FactType
  /** Empty: it is seen in every scope. */
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
