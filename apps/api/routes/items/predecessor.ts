// The item that a client's correction took the place of. An item lists only those of its own category, so that forgetting
// a category leaves no trace of it elsewhere; the write that corrected it names the other.
import type { EventLog, LogRecord } from '../../../../infra/ports/event-log.ts'
import type { ItemDocument, MemoryStore } from '../../../../infra/ports/memory-store.ts'
import { writeOfGiven } from '../../../../infra/runtime/envelope/ids.ts'
import { WRITES } from '../../../../schemas/topics.ts'
import { isOf, recordAt } from '../operating/scan-log.ts'

/** Corrections that were written while this one waited stand between the item that it names and the one it replaced. */
const MAX_BETWEEN = 20

export type PredecessorParts = { log: EventLog; memory: Pick<MemoryStore, 'itemDocuments'> }

/** Null if the item corrects no other, or if the other has been forgotten. */
export async function predecessorOf(
  { log, memory }: PredecessorParts,
  document: ItemDocument,
): Promise<ItemDocument | null> {
  const { appId, userId, item } = document
  let id = writeOfGiven(item.id) === null ? null : correctedBy(await writeRecordOf(log, document))
  for (let n = 0; id !== null && n < MAX_BETWEEN; n++) {
    const [found] = await memory.itemDocuments([{ appId, userId, id }])
    if (!found || found.item.supersededBy === item.id) return found ?? null
    id = found.item.supersededBy
  }
  return null
}

/** The item's document holds the position of its write, so that one record is read. */
export async function writeRecordOf(
  log: EventLog,
  document: ItemDocument,
): Promise<LogRecord | null> {
  const { source: position, item } = document
  const partition = log.partitionOf(WRITES, document)
  const record = await recordAt(log, { topic: WRITES, partition, position, by: document })
  return record && isOf(record, document) && record.event?.id === item.resourceId ? record : null
}

function correctedBy(record: LogRecord | null): string | null {
  const { event } = record ?? {}
  if (event?.type !== 'FactRevised') return null
  const { factId } = event.open
  return typeof factId === 'string' ? factId : null
}
