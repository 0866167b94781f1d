// A user's summaries in the embedded memory store.
import type { Summary } from '../../ports/memory-store.ts'
import type { Database } from '../database/database.ts'
import { summaryOf } from './documents.ts'

/** Those that are not empty. */
export function readSummaries(db: Database, owner: number): Summary[] {
  return db.all<{ doc: string }>`SELECT doc FROM summaries WHERE owner = ${owner} ORDER BY category`
    .map(summaryOf)
    .filter((summary) => summary.text !== '')
}
