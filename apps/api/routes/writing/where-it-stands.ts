// Where a write stands: known from the moment of its 202, before the index has taken it in, and with what delays it.
// The index reports the writes that it holds; others are looked up in the log; dead letters and retries say why.
import type { z } from 'zod'
import type { Checkpoints, Position } from '../../../../infra/ports/event-log.ts'
import type { Resource } from '../../../../infra/ports/memory-store.ts'
import type { Ports } from '../../../../infra/ports/ports.ts'
import { type Bounded, createBounded } from '../../../../infra/runtime/envelope/bounded.ts'
import type { DeadLetter } from '../../../../infra/runtime/fail/read-letter.ts'
import { isOutage } from '../../../../infra/runtime/fail/retry.ts'
import { writeKeyOf } from '../../../../infra/runtime/fail/write-key.ts'
import {
  createSharedAnswer,
  type SharedAnswer,
} from '../../../../infra/runtime/wait/shared-answer.ts'
import type { resourceResponse } from '../../../../schemas/api/reading/memory.ts'
import type { Scope } from '../../../../schemas/identifiers.ts'
import { WRITES } from '../../../../schemas/topics.ts'
import type { Services } from '../../services.ts'
import { inTime } from '../operating/scan-log.ts'
import { createWriteLetters, type WriteLetters } from '../operating/write-letters.ts'
import { isKeyThere, type LoggedWrite, writeIn } from './logged-write.ts'

type Processing = z.infer<typeof resourceResponse>['resource']['processing']
type Asked = Pick<Services, 'ports' | 'retryOf'> & { intake: Pick<Services['intake'], 'placeOf'> }

type Standing = {
  resource: Resource
  processing: Processing
  /** True if the index knows it, so that it may hold its facts. */
  indexed: boolean
}

const EXTRACTION = 'extract-facts'
/**
 * Clients poll: dead letters and the positions of processors are read at most this often, so answers may be this old.
 */
const LOOKS_EVERY_MS = 1_000
/** Of how many writes it is kept what the log holds of them. */
const MOST_MET = 10_000

/** Null if this user has no such write. */
export type WhereItStands = (scope: Scope, id: string) => Promise<Standing | null>

type Parts = Asked & {
  letters: WriteLetters
  /** Where the index and extraction stood at most a moment ago; they may be further by now. */
  index: SharedAnswer<Checkpoints>
  extraction: SharedAnswer<Checkpoints>
  /** By write: where the log was found to hold it, and what was read there. */
  met: Bounded<Met>
  now: () => number
}

/** A write that was read in the log. */
type Met = LoggedWrite & { readAt: number }

/**
 * One per process, so that its clients' requests cost the log one read. `now` returns milliseconds since some fixed
 * moment.
 */
export function createWhereItStands(services: Asked, now = () => performance.now()): WhereItStands {
  const { log, memory } = services.ports
  const times = { holdsMs: LOOKS_EVERY_MS, now }
  const parts: Parts = {
    ...services,
    letters: createWriteLetters({ log, ...times }),
    index: createSharedAnswer(() => memory.checkpoints(WRITES), times),
    extraction: createSharedAnswer(() => log.checkpoints(EXTRACTION, WRITES), times),
    met: createBounded(MOST_MET),
    now,
  }
  return (scope, id) => whereItStands(parts, scope, id)
}

async function whereItStands(parts: Parts, scope: Scope, id: string): Promise<Standing | null> {
  const { letters, ports } = parts
  const found = await find(parts, scope, id)
  if (found?.resource.status === 'processed') return { ...found, processing: null }
  // If only a dead letter knows the write, this also finds one that was written a moment ago.
  if (!found) await letters.catchUp()
  const letter = await letters.find(scope, id).catch(unlessKnown(found))
  if (letter) {
    const write = found ?? (await deadLetteredWrite(ports, letter, { scope, id }))
    return write && { ...write, ...deadLettered(write.resource, letter) }
  }
  if (!found) return null
  if (found.resource.status === 'failed') return { ...found, processing: null }
  const extracted = await isExtracted(parts, scope, id)
  return { ...found, processing: await waiting(parts, { scope, id, extracted }) }
}

type Found = Omit<Standing, 'processing'>

async function find(parts: Parts, scope: Scope, id: string): Promise<Found | null> {
  let known: InIndex
  try {
    known = await lookIntoIndex(parts, scope, id)
  } catch (error) {
    // The index is down. The log still shows what extraction has not read yet.
    const waits = isOutage(error) && (await inTail(parts, { scope, id }))
    if (!waits) throw error
    return waits
  }
  if (!('resource' in known)) return inTail(parts, { scope, id, after: known.stood })
  return { ...known, indexed: true }
}

/** With it, who polls costs one record and not the whole tail. */
function knownPlace({ intake, met }: Parts, scope: Scope, id: string): Position | undefined {
  return intake.placeOf(scope, id)?.position ?? met.get(writeKeyOf(scope, id))?.position
}

/** False also where the place of the write is not known: to find it could mean to read all that waits for extraction. */
async function isExtracted(parts: Parts, scope: Scope, id: string): Promise<boolean> {
  const { ports, extraction } = parts
  const place = knownPlace(parts, scope, id)
  if (place === undefined) return false
  try {
    const extracted = await inTime(extraction.recent())
    return (extracted.get(ports.log.partitionOf(WRITES, scope)) ?? -1) >= place
  } catch (error) {
    if (!isOutage(error)) throw error
    return false
  }
}

/** If the index does not know it: where the index stood before it was asked. */
type InIndex = { resource: Resource } | { stood: Checkpoints }

/** A write that is neither in the index now nor in the log after the index's earlier position does not exist. */
async function lookIntoIndex(
  { index, ports: { memory } }: Parts,
  scope: Scope,
  id: string,
): Promise<InIndex> {
  const held = index.held()
  const resource = await memory.resource(scope, id)
  if (resource) return { resource }
  if (held) return { stood: held }
  const stood = await index.recent()
  const resourceNow = await memory.resource(scope, id)
  return resourceNow ? { resource: resourceNow } : { stood }
}

/** For a known write, a log that is down hides only the reason for its delay. */
function unlessKnown(found: Found | null): (error: unknown) => null {
  return (error) => {
    if (!found || !isOutage(error)) throw error
    return null
  }
}

/**
 * Searches the log after `after`, or after extraction's position. A write that was read there is read again once a
 * second; whether its key is there is asked each time, because a forget is seen by that at once.
 */
async function inTail(
  parts: Parts,
  { scope, id, after }: { scope: Scope; id: string; after?: Checkpoints },
): Promise<Found | null> {
  const { ports, extraction, met, now } = parts
  const name = writeKeyOf(scope, id)
  const known = met.get(name)
  if (known && now() - known.readAt < LOOKS_EVERY_MS) {
    const isThere = await isKeyThere(ports.keys, scope, known.keyGeneration)
    if (isThere) return { resource: known.resource, indexed: false }
  }
  const partition = ports.log.partitionOf(WRITES, scope)
  const from = (after ?? (await inTime(extraction.recent()))).get(partition)
  const place = knownPlace(parts, scope, id)
  const isBehind = place !== undefined && place > (from ?? -1)
  const where = isBehind ? { place } : { after: from }
  const write = await writeIn(ports, { topic: WRITES, partition, ...where, scope, id })
  if (!write) return null
  met.set(name, { ...write, readAt: now() })
  return { resource: write.resource, indexed: false }
}

/** A write that the index could not take in is known by its dead letter alone. */
async function deadLetteredWrite(
  ports: Pick<Ports, 'log' | 'keys'>,
  { topic, partition, position }: DeadLetter,
  { scope, id }: { scope: Scope; id: string },
): Promise<Found | null> {
  const write = await writeIn(ports, { topic, partition, place: position, scope, id })
  return write && { resource: write.resource, indexed: false }
}

/** Without its facts there is no use in waiting; without another processor only that one's results are missing. */
function deadLettered(
  resource: Resource,
  letter: DeadLetter,
): Pick<Standing, 'resource' | 'processing'> {
  const { processor, attempts, errorClass, reason } = letter
  const failed: Resource =
    processor === EXTRACTION && resource.status === 'queued'
      ? { ...resource, status: 'failed', reason }
      : resource
  const state = 'dead-lettered' as const
  return {
    resource: failed,
    processing: { processor, state, attempts, errorClass, nextAttemptAt: null },
  }
}

async function waiting(
  { retryOf }: Asked,
  { scope, id, extracted }: { scope: Scope; id: string; extracted: boolean },
): Promise<Processing> {
  const retry = await retryOf(scope, id)
  if (retry) {
    const { processor, attempts, errorClass, nextAttemptAt } = retry
    return { processor, state: 'retrying', attempts, errorClass, nextAttemptAt }
  }
  return {
    processor: extracted ? 'index-memory' : EXTRACTION,
    state: 'waiting',
    attempts: null,
    errorClass: null,
    nextAttemptAt: null,
  }
}
