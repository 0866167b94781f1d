// The entities whose names have a word, held by word: a query has words of its own, and most of them no name has.
import type { NamedQuery } from '../../ports/graph-store.ts'
import type { Database } from '../database/database.ts'
import { keysNamed } from './named.ts'
import { currentMs, IS_MENTIONED } from './standing.ts'

/** An entity's key with the number of words that its name has. */
type Name = { key: string; words: number }
/** By word; null where too many names have it to be held. `size` counts words and names. */
export type HeldNames = { byWord: Map<string, readonly Name[] | null>; size: number }

const MOST_HELD = 200

/** What `keysNamed` returns. */
export function heldKeysNamed(
  held: HeldNames,
  db: Database,
  { owner, query }: { owner: number; query: NamedQuery },
): string[] {
  const names = [...new Set(query.words)].map((word) =>
    namesWith(held, db, { owner, word, atMs: currentMs(query) }),
  )
  if (names.some((each) => each === null)) return keysNamed(db, owner, query)
  const said = new Map<string, Name & { found: number }>()
  for (const name of names.flatMap((each) => each ?? [])) {
    const { found = 0 } = said.get(name.key) ?? {}
    said.set(name.key, { ...name, found: found + 1 })
  }
  return [...said.values()]
    .filter(({ words, found }) => found === words)
    .sort((a, b) => b.words - a.words || Buffer.compare(Buffer.from(a.key), Buffer.from(b.key)))
    .slice(0, query.entityLimit)
    .map(({ key }) => key)
}

function namesWith(
  held: HeldNames,
  db: Database,
  { owner, word, atMs }: { owner: number; word: string; atMs: number | null },
) {
  const known = held.byWord.get(word)
  if (known !== undefined) return known
  const rows = db.all<Name>(
    `SELECT key, word_count AS words FROM graph_words JOIN graph_entities USING (entity)
     WHERE graph_words.owner = ?1 AND word = ?3 AND ${IS_MENTIONED} LIMIT ?4`,
    owner,
    atMs,
    word,
    MOST_HELD + 1,
  )
  const names = rows.length > MOST_HELD ? null : rows
  held.byWord.set(word, names)
  held.size += 1 + (names?.length ?? 0)
  return names
}
