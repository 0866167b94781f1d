// Facts as rows for the statements that write them. Pure: this file decides what is the same entity, which mention is
// its first, and which word it is looked up by.
import type { GraphFact } from '../../ports/graph-store.ts'
import { entityKey, foldName, nameKey } from '../../ports/rules/entity-name.ts'
import { millis } from '../../ports/rules/time.ts'
import { lastOf } from '../../runtime/certain.ts'
import { whole } from '../client/connection.ts'
import { timesOf } from '../past.ts'
import { entityIdOf, factIdOf, nameIdOf, ownerOf, wordIdOf } from './identify.ts'

type EntityRow = {
  id: string
  owner: string
  key: string
  nameId: string
  /** The id of its name's longest word; null if the name has no word. */
  wordId: string | null
  words: string[]
  type: string
  /** As the first mention of this step wrote it. */
  name: string
  first: string
  firstFact: string
  last: string
}

type Row = Record<string, unknown>
type StepRows = {
  facts: Row[]
  entities: EntityRow[]
  mentions: Row[]
  relationships: Row[]
  properties: Row[]
}

/** Each fact must come once; facts that are already stored must have been left out. */
export function rowsOf(facts: readonly GraphFact[]): StepRows {
  const rows: StepRows = {
    facts: [],
    entities: [],
    mentions: [],
    relationships: [],
    properties: [],
  }
  const entities = new Map<string, EntityRow>()
  for (const fact of facts) {
    rows.facts.push(factRow(fact))
    const ids = mentionRows(fact, entities, rows.mentions)
    rows.relationships.push(...relationshipRows(fact, ids))
    rows.properties.push(...propertyRows(fact, ids))
  }
  // In one order everywhere, so that writers of the same entities wait rather than deadlock.
  rows.entities = [...entities.values()].sort((a, b) => (a.id < b.id ? -1 : 1))
  return rows
}

function factRow(fact: GraphFact): Row {
  return {
    id: factIdOf(fact, fact.factId),
    owner: ownerOf(fact),
    factId: fact.factId,
    source: whole(fact.source),
    category: fact.category,
    at: fact.at,
    current: fact.validTo === null,
    context: fact.context,
    ...timesOf(fact),
  }
}

/** Adds a fact's mentions, each entity once; returns the entities' ids by folded name. */
function mentionRows(
  fact: GraphFact,
  entities: Map<string, EntityRow>,
  mentions: Row[],
): Map<string, string> {
  const ids = new Map<string, string>()
  const mentioned = new Set<string>()
  for (const named of fact.entities) {
    const id = entityIdOf(fact, entityKey(named))
    ids.set(nameKey(named.name), id)
    if (mentioned.has(id)) continue
    mentioned.add(id)
    const row = entityRow(fact, named, id)
    entities.set(id, earlier(entities.get(id), row))
    mentions.push({
      fact: factIdOf(fact, fact.factId),
      entity: id,
      name: named.name,
      at: fact.at,
      source: whole(fact.source),
    })
  }
  return ids
}

function entityRow(
  fact: GraphFact,
  { name, type }: { name: string; type: string },
  id: string,
): EntityRow {
  const words = [...new Set(foldName(name).split(' ').filter(Boolean))]
  const longest = words.reduce((best, word) => (word.length > best.length ? word : best), '')
  return {
    id,
    owner: ownerOf(fact),
    key: entityKey({ name, type }),
    nameId: nameIdOf(fact, nameKey(name)),
    wordId: longest ? wordIdOf(fact, longest) : null,
    words,
    type,
    name,
    first: fact.at,
    firstFact: fact.factId,
    last: fact.at,
  }
}

/** Of two mentions, the one that counts as the first, with the later time of both as the last. */
function earlier(known: EntityRow | undefined, row: EntityRow): EntityRow {
  if (!known) return row
  const last = lastOf([known.last, row.last].sort())
  const isEarlier =
    row.first < known.first || (row.first === known.first && row.firstFact < known.firstFact)
  return { ...(isEarlier ? row : known), last }
}

/** True if it begins later than it was learnt, or has an end: whether it holds is a question of the day. */
function isDated({ held, recordedAt }: GraphFact): boolean {
  return held.until !== null || millis(held.from) > millis(recordedAt)
}

/** Only between entities that the fact itself names; each once. */
function relationshipRows(fact: GraphFact, ids: ReadonlyMap<string, string>): Row[] {
  const rows = new Map<string, Row>()
  for (const { source, type, target } of fact.relationships) {
    const [from, to] = [ids.get(nameKey(source)), ids.get(nameKey(target))]
    if (from === undefined || to === undefined) continue
    rows.set(JSON.stringify([from, type, to]), {
      fact: factIdOf(fact, fact.factId),
      from,
      to,
      type,
      source: whole(fact.source),
      current: fact.validTo === null,
      dated: isDated(fact) ? true : null,
    })
  }
  return [...rows.values()]
}

/** One value per attribute: the first that the fact gives. */
function propertyRows(fact: GraphFact, ids: ReadonlyMap<string, string>): Row[] {
  const rows = new Map<string, Row>()
  for (const { entity, attribute, value } of fact.properties) {
    const id = ids.get(nameKey(entity))
    const name = JSON.stringify([id, attribute])
    if (id === undefined || rows.has(name)) continue
    rows.set(name, {
      fact: factIdOf(fact, fact.factId),
      entity: id,
      attribute,
      value,
      at: fact.at,
      current: fact.validTo === null,
    })
  }
  return [...rows.values()]
}
