// Finds a write in the log, and tells what the log says of it without its content.
import { z } from 'zod'
import type { Position, ReadOptions } from '../../../../infra/ports/event-log.ts'
import type { Resource } from '../../../../infra/ports/memory-store.ts'
import type { Ports } from '../../../../infra/ports/ports.ts'
import { present } from '../../../../infra/runtime/certain.ts'
import { keyGenerationOf } from '../../../../infra/runtime/envelope/codec.ts'
import { isOutage } from '../../../../infra/runtime/fail/retry.ts'
import type { StoredEvent } from '../../../../schemas/events/envelope.ts'
import { contentType, type Scope } from '../../../../schemas/identifiers.ts'
import { inTime, isOf, scan } from '../operating/scan-log.ts'

export type LoggedWrite = { resource: Resource; position: Position; keyGeneration: unknown }

/** Looked for after a position, or at a known one (`place`). */
type Sought = Pick<ReadOptions, 'topic' | 'partition' | 'after'> & {
  place?: Position | undefined
  scope: Scope
  id: string
}

/**
 * The key says whether the write was forgotten: it is destroyed before `/forget` answers, while the log can show a
 * record until it is compacted.
 */
export async function writeIn(
  { log, keys }: Pick<Ports, 'log' | 'keys'>,
  { topic, partition, after, place, scope, id }: Sought,
): Promise<LoggedWrite | null> {
  const read = (stretch: Pick<ReadOptions, 'after' | 'upTo' | 'at'>) =>
    scan(
      log,
      { topic, partition, ...stretch, by: scope },
      (each) => each.event?.id === id && isOf(each, scope),
    )
  // `at`: without it, Kafka would also send what follows the record.
  const record = await read(place === undefined ? { after } : { at: [place] })
  if (!record?.event) return null
  const keyGeneration = keyGenerationOf(record.event)
  const hasKey = await isKeyThere(keys, record.event, keyGeneration)
  if (hasKey === false) return null
  // If the key does not tell, a tombstone that arrives with the record still hides it.
  const isHidden =
    hasKey === null && place !== undefined && !(await read({ after: place - 1, upTo: place }))
  const resource = isHidden ? null : resourceOf(record.event)
  return resource && { resource, position: record.position, keyGeneration }
}

/** Null if that is not known: the keys cannot be reached, or the event does not name its key, as a damaged one. */
export async function isKeyThere(
  keys: Ports['keys'],
  scope: Scope,
  generation: unknown,
): Promise<boolean | null> {
  if (typeof generation !== 'number') return null
  try {
    return (await inTime(keys.get(scope, generation))) !== null
  } catch (error) {
    if (!isOutage(error)) throw error
    return null
  }
}

/** What writes of any type and version may say. */
const openOfWrite = z.object({
  contentType: contentType.optional(),
  threadId: z.string().nullish(),
  contentBytes: z.number().optional(),
})

function resourceOf(event: StoredEvent): Resource | null {
  const open = openOfWrite.parse(event.open)
  const type = typeOf(event.type, open)
  if (type === null) return null
  return {
    id: event.id,
    status: 'queued',
    contentType: type,
    threadId: open.threadId ?? null,
    receivedAt: event.recordedAt,
    processedAt: null,
    contentBytes: open.contentBytes ?? 0,
    facts: 0,
    reason: null,
  }
}

/** Null if the event stores nothing. */
function typeOf(type: string, open: z.infer<typeof openOfWrite>): Resource['contentType'] | null {
  if (type === 'ContentStored') return present(open.contentType, 'contentType')
  if (type === 'ActivityRecorded') return 'event'
  return type === 'FactGiven' || type === 'FactRevised' ? 'fact' : null
}
