// Accepts writes in groups: one durable step for the keys, one for the raw content, one for the events, whatever the
// number of clients. A write is answered when its event is durable, and never before its content is.
import { createSecretKey } from 'node:crypto'
import type { EventLog } from '../../../infra/ports/event-log.ts'
import type { KeyStore } from '../../../infra/ports/key-store.ts'
import { type ObjectStore, objectKey } from '../../../infra/ports/object-store.ts'
import { encode } from '../../../infra/runtime/codec.ts'
import { Outage } from '../../../infra/runtime/retry.ts'
import { seal } from '../../../infra/runtime/seal.ts'
import type { PlannedWrite } from '../../../processors/accept-inbox/plan.ts'

export type IntakePorts = { log: EventLog; keys: KeyStore; objects: ObjectStore; now: () => Date }

export type Intake = {
  /** Resolves when the write is durable. Rejects, with nothing promised, where a store is down. */
  accept(write: PlannedWrite): Promise<void>
}

const MAX_GROUP = 256
/** Beyond this many waiting writes, clients are told to come back. */
const MAX_WAITING = 20_000
/** And beyond so many bytes of raw content. */
const MAX_WAITING_BYTES = 256 * 1024 * 1024

type Waiting = { write: PlannedWrite; resolve: () => void; reject: (error: unknown) => void }

export function createIntake(ports: IntakePorts): Intake {
  const waiting: Waiting[] = []
  let waitingBytes = 0
  let flushing = false
  const flush = async () => {
    while (waiting.length > 0) {
      const group = waiting.splice(0, MAX_GROUP)
      try {
        await store(
          ports,
          group.map((each) => each.write),
        )
        for (const each of group) each.resolve()
      } catch (error) {
        for (const each of group) each.reject(error)
      }
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
        // What arrives in this turn of the event loop shares the group.
        setImmediate(flush)
      }),
  }
}

async function store({ log, keys, objects, now }: IntakePorts, group: readonly PlannedWrite[]) {
  const dataKeys = await keys.current(group)
  const recordedAt = now().toISOString()
  const prepared = group.map((write, index) => {
    const { generation, key: bytes } = dataKeys[index]!
    // Made once, for the content and for the event.
    const key = { generation, key: createSecretKey(bytes) }
    const path = objectKey(write.appId, write.userId, String(key.generation), write.id)
    const event = write.event({ objectKey: path, keyGeneration: key.generation })
    const provenance = { recordedAt, causationId: null, traceparent: write.traceparent }
    return {
      object: { key: path, body: seal(key, write, write.raw) },
      record: encode(event, provenance, key),
    }
  })
  await objects.putMany(prepared.map((each) => each.object))
  await log.append(prepared.map((each) => each.record))
}
