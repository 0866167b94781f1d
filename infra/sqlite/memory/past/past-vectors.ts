// Vectors of items that are no longer current. The blocks of vector-blocks.ts hold those of current items only, so that
// a search of the present compares with nothing else. A search of another time compares with these too.
import type { Database } from '../../database/database.ts'

export const pastVectorsSchema = `
  CREATE TABLE IF NOT EXISTS past_vectors (
    owner INTEGER, n INTEGER, vector BLOB NOT NULL, PRIMARY KEY (owner, n)) WITHOUT ROWID;
`

/** SQL beside a row of `items`: the vector in hex, or null. */
export const pastVectorOfItem = `(
  SELECT hex(vector) FROM past_vectors
  WHERE past_vectors.owner = items.owner AND past_vectors.n = items.n) AS past_vector`

/** An empty vector means that the item has none. */
export function keepPastVector(
  db: Database,
  owner: number,
  { n, vector }: { n: number; vector: Int8Array },
): void {
  // An all-zero vector counts as none, as in the blocks of current items.
  if (vector.every((value) => value === 0)) {
    db.run`DELETE FROM past_vectors WHERE owner = ${owner} AND n = ${n}`
    return
  }
  const bytes = new Uint8Array(vector.buffer, vector.byteOffset, vector.byteLength)
  db.run`INSERT OR REPLACE INTO past_vectors VALUES (${owner}, ${n}, ${bytes})`
}

export function pastVectorOf(db: Database, owner: number, n: number): Int8Array {
  const row = db.get<{ vector: Uint8Array }>`SELECT vector FROM past_vectors
    WHERE owner = ${owner} AND n = ${n}`
  return row ? signed(row.vector) : new Int8Array(0)
}

export function pastVectors(
  db: Database,
  owner: number,
  among: ReadonlySet<number>,
): Map<number, Int8Array> {
  const rows = db.all<{ n: number; vector: Uint8Array }>`SELECT n, vector FROM past_vectors
    WHERE owner = ${owner}`
  return new Map(
    rows.filter(({ n }) => among.has(n)).map(({ n, vector }) => [n, signed(vector)] as const),
  )
}

export function signed(bytes: Uint8Array): Int8Array {
  return new Int8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}
