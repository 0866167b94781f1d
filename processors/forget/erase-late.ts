// What a forget of a category leaves to follow: the raw content of writes that were being read when it came, and that
// turn out to have said nothing but what is forgotten.
import type { EventLog } from '../../infra/ports/event-log.ts'
import type { MemoryStore } from '../../infra/ports/memory-store.ts'
import type { ObjectStore } from '../../infra/ports/object-store.ts'
import type { Emptied, Fence } from '../../infra/ports/projection.ts'
import type { Emitted } from '../../infra/runtime/run/processor.ts'
import type { FactEvent } from '../../schemas/events/catalogue.ts'
import { scopeOf } from '../../schemas/identifiers.ts'
import { WRITES } from '../../schemas/topics.ts'
import { forgottenObject, processedId, resourceErased } from './decide.ts'

type LatePorts = {
  log: EventLog
  objects: ObjectStore
  memory: Pick<MemoryStore, 'emptied'>
}
type Fenced = Extract<FactEvent, { type: 'ExtractionFenced' }>

/** Extraction has passed the forget, and the memory has taken in all that it led to. */
export async function eraseLate(ports: LatePorts, event: Fenced): Promise<Emitted[]> {
  const { category, source: before } = event.open
  const scope = scopeOf(event)
  const fence = { ...scope, category, before, keyGeneration: 0 }
  const emptied = await ports.memory.emptied(fence)
  if (emptied.length === 0) return []
  await eraseContents(ports, fence, emptied)
  const ids = emptied.map(({ id }) => id)
  await Promise.all([
    ports.log.eraseKnown(WRITES, scope, ids),
    ports.log.eraseKnown('memory.facts.v1', scope, ids.map(processedId)),
  ])
  const forgotten = { ...fence, id: event.causationId ?? event.id, occurredAt: event.occurredAt }
  return ids.map((id) => ({ event: resourceErased(forgotten, id), keyGeneration: null }))
}

/** Before the records, because the records say where the objects are. */
async function eraseContents(
  { log, objects }: LatePorts,
  fence: Fence,
  emptied: readonly Emptied[],
): Promise<void> {
  const gone = new Set(emptied.map(({ id }) => id))
  const at = emptied.map(({ source }) => source).sort((a, b) => a - b)
  const partition = log.partitionOf(WRITES, fence)
  const written = { topic: WRITES, partition, scope: fence, at, openOnly: true }
  for await (const records of log.read(written)) {
    const keys = records.flatMap((record) => forgottenObject(record, fence, gone) ?? [])
    if (keys.length > 0) await objects.deleteMany(keys)
  }
}
