// The digest of the embedded memory store.
import type { Database } from '../../database/database.ts'
import { digestOf, fenceRows } from '../../projection/projection-tables.ts'
import { pastVectorOfItem } from '../past/past-vectors.ts'
import { vectorsInHex } from '../vector-blocks.ts'
import type { ItemRow } from './memory-store-writes.ts'

/** A digest of what can be read, in an order that does not depend on how it was written. */
export function memoryDigest(db: Database): string {
  return digestOf([
    itemRows(db),
    db.iterate(`SELECT app_id, user_id, id, doc ${byUser('resources')}, id`),
    db.iterate(`SELECT app_id, user_id, category, doc ${byUser('summaries')}, category`),
    db.iterate(`SELECT app_id, user_id, id, doc ${byUser('erasures')}, id`),
    fenceRows(db),
  ])
}

const byUser = (table: string) => `FROM ${table} JOIN owners USING (owner) ORDER BY app_id, user_id`

type DigestRow = Omit<ItemRow, 'version' | 'source'> & {
  owner: number
  app_id: string
  user_id: string
  current: number
  past_vector: string | null
}

function* itemRows(db: Database): Generator<unknown> {
  const vectorOf = vectorsInHex(db)
  const rows = db.iterate<DigestRow>(
    `SELECT owner, n, app_id, user_id, id, fingerprint, slot, terms, current, ${pastVectorOfItem}, doc
     ${byUser('items')}, id`,
  )
  for (const { owner, n, past_vector, doc, ...row } of rows) {
    yield { ...row, vector: vectorOf(owner, n), past_vector, doc }
  }
}
