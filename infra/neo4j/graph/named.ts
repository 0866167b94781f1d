// Finds the entities that a question names. An entity is looked up by the longest word of its name: all of its words
// must be among the question's, and the fewest names share the longest.
import type { Scope } from '../../../schemas/identifiers.ts'
import type { EntityContext, NamedQuery } from '../../ports/graph-store.ts'
import { IN_BUILD, type Which } from '../builds/builds.ts'
import { type Run, whole } from '../client/connection.ts'
import {
  nowOf,
  outgoingWhere,
  PROPERTY_HOLDS,
  propertiesWhere,
  STANDS,
  TOLD_HOLDS,
} from './entities.ts'
import { wordIdOf } from './identify.ts'

type Named = { entities: EntityContext[]; factIds: string[] }

export type NamedRow = {
  name: string
  type: string
  properties: [string, string][]
  outgoing: [type: string, target: string, targetType: string][]
  factIds: string[]
}

/** Entities with the most words first; only those that a current fact mentions, of the categories where there are any. */
export async function named(
  run: Run,
  { words, categories, entityLimit, factLimit, ...query }: NamedQuery,
  { which, scope }: { which: Which; scope: Scope },
): Promise<Named> {
  if (words.length === 0) return { entities: [], factIds: [] }
  const rows = await run<NamedRow>(categories ? NAMED_AMONG : NAMED, {
    ...which,
    ...nowOf(query),
    ...idsOfWords(scope, words),
    categories: categories ?? null,
    entityLimit: whole(entityLimit),
    relationships: whole(factLimit),
    facts: whole(factLimit),
  })
  return namedOf(rows)
}

export function idsOfWords(scope: Scope, asked: readonly string[]) {
  const words = [...new Set(asked)]
  return { words, wordIds: words.map((word) => wordIdOf(scope, word)) }
}

export function namedOf(rows: readonly NamedRow[]): Named {
  return {
    entities: rows.map(({ name, type, properties, outgoing }) => ({
      name,
      type,
      properties: Object.fromEntries(properties),
      relationships: outgoing.map(([relation, target]) => ({ type: relation, target })),
    })),
    factIds: rows.flatMap(({ factIds }) => factIds),
  }
}

/** A condition on a fact `f`. */
export const IS_AMONG = '($given.categories IS NULL OR f.category IN $given.categories)'

type Shown = {
  /** A condition on a fact `f`. */
  fact: string
  /** Of `e`. */
  name: string
  properties: string
  outgoing: string
}

export const namedWhere = ({ fact, name, properties, outgoing }: Shown) => `
  ${IN_BUILD}
  MATCH (e:Entity) WHERE e.build = build AND e.wordId IN $given.wordIds
    AND all(word IN e.words WHERE word IN $given.words)
  WITH e, COLLECT { MATCH (e)<-[m:MENTIONS|MENTIONED]-(f:Fact) WHERE ${fact}
    RETURN f.factId ORDER BY m.at DESC, f.factId DESC LIMIT $given.facts } AS factIds
  WHERE size(factIds) > 0
  WITH e, factIds ORDER BY size(e.words) DESC, e.key LIMIT $given.entityLimit
  WITH e, factIds, ${properties} AS properties
  WITH e, factIds, properties, ${outgoing} AS outgoing
  RETURN ${name} AS name, e.type AS type, properties, outgoing, factIds
  ORDER BY size(e.words) DESC, e.key`

const NAMED = namedWhere({
  fact: STANDS,
  name: 'e.name',
  properties: propertiesWhere(PROPERTY_HOLDS),
  outgoing: outgoingWhere(TOLD_HOLDS),
})

/** A statement of its own: other queries need not look at categories. */
const NAMED_AMONG = namedWhere({
  fact: `${STANDS} AND ${IS_AMONG}`,
  name: 'e.name',
  properties: propertiesWhere(`${PROPERTY_HOLDS} AND ${IS_AMONG}`),
  outgoing: outgoingWhere(`${TOLD_HOLDS} AND ${IS_AMONG}`),
})
