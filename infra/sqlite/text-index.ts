// BM25 over terms, one inverted index per user: the statistics of one user never move another's ranking, and no
// query can reach another's postings, because the owner leads the primary key. (Why not FTS5: README.md.)
//
// Robertson and Zaragoza, "The Probabilistic Relevance Framework: BM25 and Beyond" (2009). A posting keeps the part
// of the score that depends on the item alone; the average length is a constant, because facts are of bounded size.
import type { Database } from './database.ts'

export const textIndexSchema = `
  CREATE TABLE IF NOT EXISTS postings (
    owner INTEGER, term TEXT, n INTEGER, weight REAL NOT NULL, PRIMARY KEY (owner, term, n)) WITHOUT ROWID;
`

const K1 = 0.9
const B = 0.4
const AVERAGE_TERMS = 30
const MAX_QUERY_TERMS = 64

export function indexTerms(db: Database, owner: number, n: number, terms: readonly string[]): void {
  const norm = K1 * (1 - B + (B * terms.length) / AVERAGE_TERMS)
  for (const [term, frequency] of frequencies(terms)) {
    const weight = (frequency * (K1 + 1)) / (frequency + norm)
    db.run('INSERT OR REPLACE INTO postings VALUES (?, ?, ?, ?)', owner, term, n, weight)
  }
}

export function unindexTerms(
  db: Database,
  owner: number,
  n: number,
  terms: readonly string[],
): void {
  for (const term of new Set(terms)) {
    db.run('DELETE FROM postings WHERE owner = ? AND term = ? AND n = ?', owner, term, n)
  }
}

/**
 * The best `limit` items of `owner` for these terms; `documents` is how many items the owner has. More where the last
 * place is shared: who gets it, the caller decides.
 */
export function searchTerms(
  db: Database,
  query: { owner: number; documents: number; terms: readonly string[]; limit: number },
): { n: number; score: number }[] {
  const weighted = [...frequencies(query.terms)]
    .slice(0, MAX_QUERY_TERMS)
    .map(([term, frequency]) => ({ term, weight: frequency * idf(db, query, term) }))
    .filter(({ weight }) => weight > 0)
  if (weighted.length === 0) return []
  const arms = weighted.map(
    () => 'SELECT n, weight * ? AS score FROM postings WHERE owner = ? AND term = ?',
  )
  return db.all<{ n: number; score: number }>(
    `SELECT n, score FROM (
       SELECT n, sum(score) AS score, rank() OVER (ORDER BY sum(score) DESC) AS place
       FROM (${arms.join(' UNION ALL ')}) GROUP BY n)
     WHERE place <= ? ORDER BY place`,
    ...weighted.flatMap(({ term, weight }) => [weight, query.owner, term]),
    query.limit,
  )
}

function idf(db: Database, query: { owner: number; documents: number }, term: string): number {
  const { found } = db.get<{ found: number }>(
    'SELECT count(*) AS found FROM postings WHERE owner = ? AND term = ?',
    query.owner,
    term,
  )!
  if (found === 0) return 0
  return Math.log(1 + (query.documents - found + 0.5) / (found + 0.5))
}

function frequencies(terms: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1)
  return counts
}
