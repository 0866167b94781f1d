// Accepts writes in groups: one durable step for the keys, one for the raw content, one for the events, whatever the
// number of clients. A write is answered when its event is durable, and never before its content is.
import { createSecretKey } from 'node:crypto'
import type { EventLog, LogPosition, NewRecord } from '../../../infra/ports/event-log.ts'
import type { KeyStore } from '../../../infra/ports/key-store.ts'
import { type ObjectStore, objectKey } from '../../../infra/ports/object-store.ts'
import { nth } from '../../../infra/runtime/certain.ts'
import { type Bounded, createBounded } from '../../../infra/runtime/envelope/bounded.ts'
import { encode } from '../../../infra/runtime/envelope/codec.ts'
import { seal } from '../../../infra/runtime/envelope/seal.ts'
import { Outage } from '../../../infra/runtime/fail/retry.ts'
import { writeKeyOf } from '../../../infra/runtime/fail/write-key.ts'
import type { PlannedWrite } from '../../../processors/accept-inbox/plan.ts'
import type { Scope } from '../../../schemas/identifiers.ts'

type IntakePorts = {
  log: EventLog
  keys: KeyStore
  objects: ObjectStore
  now: () => Date
  /** Told of the size of each group. */
  grouped?: ((writes: number) => void) | undefined
}

export type Intake = {
  /** Resolves once the write is durable. Rejects, with nothing promised, if a store is down. */
  accept(write: PlannedWrite): Promise<void>
  /** Where the log holds a write that was accepted here; undefined for others, and for long past ones. */
  placeOf(scope: Scope, id: string): LogPosition | undefined
  /** Writes that wait or are being stored, and the bytes of their raw content. */
  counts(): { writes: number; bytes: number }
}

const MAX_GROUP = 256
/** Beyond this many waiting writes, clients are told to come back. */
const MAX_WAITING = 20_000
/** The same for bytes of raw content. */
const MAX_WAITING_BYTES = 256 * 1024 * 1024
/** Of how many accepted writes the place is remembered. */
const MOST_PLACES = 50_000

type Waiting = { write: PlannedWrite; resolve: () => void; reject: (error: unknown) => void }

export function createIntake(ports: IntakePorts): Intake {
  const waiting: Waiting[] = []
  const places = createBounded<LogPosition>(MOST_PLACES)
  let [waitingBytes, storing] = [0, 0]
  let flushing = false
  const flush = async () => {
    while (waiting.length > 0) {
      const group = waiting.splice(0, MAX_GROUP)
      storing = group.length
      await take(ports, group, places)
      storing = 0
      waitingBytes -= group.reduce((sum, each) => sum + each.write.raw.length, 0)
    }
    flushing = false
  }
  return {
    accept: (write) =>
      new Promise((resolve, reject) => {
        if (waiting.length >= MAX_WAITING || waitingBytes >= MAX_WAITING_BYTES) {
          return reject(new Outage('too many writes are waiting'))
        }
        waitingBytes += write.raw.length
        waiting.push({ write, resolve, reject })
        if (flushing) return
        flushing = true
        // Writes that arrive in this turn of the event loop share the group.
        setImmediate(flush)
      }),
    placeOf: (scope, id) => places.get(writeKeyOf(scope, id)),
    counts: () => ({ writes: waiting.length + storing, bytes: waitingBytes }),
  }
}

/** Answers every write of a group. Never throws. */
async function take(
  ports: IntakePorts,
  group: readonly Waiting[],
  places: Bounded<LogPosition>,
): Promise<void> {
  try {
    ports.grouped?.(group.length)
    const records = await storeContent(ports, group)
    if (records.length > 0) {
      const appended = await ports.log.append(records)
      for (const [n, at] of appended.entries()) {
        const { event } = nth(records, n)
        places.set(writeKeyOf(event, event.id), at)
      }
    }
    // Writes that were refused on the way stay refused.
    for (const each of group) each.resolve()
  } catch (error) {
    for (const each of group) each.reject(error)
  }
}

/**
 * Stores the raw content of all writes, and returns the records that point at it. A write whose event breaks its schema
 * is refused and gives no record; its content is sealed under its user's key.
 */
async function storeContent(
  { keys, objects, now }: IntakePorts,
  group: readonly Waiting[],
): Promise<NewRecord[]> {
  const dataKeys = await keys.current(group.map(({ write }) => write))
  const recordedAt = now().toISOString()
  // Made once, for the content and for the event.
  const sealing = dataKeys.map(({ generation, key }) => ({ generation, key: createSecretKey(key) }))
  const stored = await objects.addMany(
    group.map(({ write }, index) => ({
      key: objectKey(write.appId, write.userId, String(nth(sealing, index).generation), write.id),
      body: seal(nth(sealing, index), write, write.raw),
    })),
  )
  return group.flatMap(({ write, reject }, index) => {
    const key = nth(sealing, index)
    try {
      const event = write.event({ objectKey: nth(stored, index), keyGeneration: key.generation })
      const by = { recordedAt, causationId: null, traceparent: write.traceparent }
      return [encode(event, by, key)]
    } catch (error) {
      reject(error)
      return []
    }
  })
}
