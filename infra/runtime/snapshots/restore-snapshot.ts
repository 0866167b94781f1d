// Restores a state from its newest snapshot: segments are fetched ahead, opened a frame at a time, and built into a
// state beside the existing one. A snapshot that fails a check is not used: then the log is replayed from its
// beginning.
import type { TopicName } from '../../../schemas/topics.ts'
import type { EventLog, Position } from '../../ports/event-log.ts'
import type { KeyStore } from '../../ports/key-store.ts'
import type { ObjectStore } from '../../ports/object-store.ts'
import type { RowsRestoring, StateRows, StateStore } from '../../ports/states.ts'
import { nth, present } from '../certain.ts'
import { isFatal, isOutage } from '../fail/retry.ts'
import { nextTurn } from '../turns/next-turn.ts'
import { boundTo, newestManifest, readSegment, UnusableSnapshot } from './kept-snapshots.ts'
import { checkpointsOf, type Manifest, rowsIn, type Segment } from './manifest.ts'
import { groupKeys, openSegment, rowsOf } from './segment.ts'
import { eventAt } from './take-snapshot.ts'

export type Restoring = {
  log: EventLog
  keys: KeyStore
  objects: ObjectStore
  rows: StateRows
  of: StateStore
  signal: AbortSignal
  /** Called with each part of the rows. */
  progress: (done: number, total: number) => void
  /** Called with the reason why an existing snapshot is not used. */
  unusable: (why: string) => void
}

const FETCHED_AHEAD = 3
/** A snapshot may be replaced by the next one while it is read. */
const ATTEMPTS = 3

/** The snapshot that is worth restoring from. `stands`: where the state stands in the topics that it is built of. */
export async function usableSnapshot(
  restoring: Restoring,
  stands: ReadonlyMap<TopicName, Position>,
): Promise<Manifest | null> {
  const { manifest, why } = await newestManifest(restoring, restoring.of)
  const unusable = why ?? (manifest && (await whyUnusable(restoring, manifest)))
  if (unusable) restoring.unusable(unusable)
  if (unusable || !manifest) return null
  return isFarAhead(manifest, stands) ? manifest : null
}

/** A state that is fewer places behind takes them from the log. */
const WORTH_POSITIONS = 20_000

function isFarAhead(manifest: Manifest, stands: ReadonlyMap<TopicName, Position>): boolean {
  if (stands.size === 0) return true
  const ahead = [...checkpointsOf(manifest)].map(
    ([topic, position]) => position - (stands.get(topic) ?? -1),
  )
  return Math.max(...ahead) >= WORTH_POSITIONS
}

async function whyUnusable(
  { log, rows, of }: Restoring,
  manifest: Manifest,
): Promise<string | null> {
  if (manifest.layout !== rows.layout) return 'it was taken by another version'
  const { partition } = of
  for (const [topic, position] of checkpointsOf(manifest)) {
    const end = (await log.ends(topic)).get(partition) ?? -1
    if (position > end) return 'it is of another log'
  }
  for (const { topic, position, id } of manifest.witnesses) {
    const found = await eventAt(log, { topic, partition, position })
    // The event may have been erased since.
    if (found !== null && found !== id) return 'it is of another log'
  }
  return null
}

/** Gives the number of rows; null where the snapshot could not be used. */
export async function restoreSnapshot(
  restoring: Restoring,
  chosen: Manifest,
): Promise<number | null> {
  let snapshot = chosen
  for (let attempt = 1; ; attempt++) {
    try {
      return await restore(restoring, snapshot)
    } catch (error) {
      restoring.signal.throwIfAborted()
      if (isOutage(error) || isFatal(error)) throw error
      const newer: Manifest | null = (await newestManifest(restoring, restoring.of)).manifest
      if (newer === null || newer.id === snapshot.id || attempt === ATTEMPTS) {
        restoring.unusable(error instanceof UnusableSnapshot ? error.message : 'it does not open')
        return null
      }
      snapshot = newer
    }
  }
}

async function restore(restoring: Restoring, snapshot: Manifest): Promise<number> {
  const { rows, of, signal, progress } = restoring
  const building = rows.restoring(of)
  const total = rowsIn(snapshot.segments)
  let done = 0
  try {
    for await (const { segment, read } of fetchedAhead(restoring, snapshot.segments)) {
      signal.throwIfAborted()
      await putRows(restoring, await read, { building, segment })
      done += segment.rows
      progress(done, total)
    }
    await building.finish({ snapshot: snapshot.id, checkpoints: checkpointsOf(snapshot) })
    return done
  } catch (error) {
    building.discard()
    throw error
  }
}

type Read = ReturnType<typeof readSegment>

async function* fetchedAhead(
  restoring: Restoring,
  segments: readonly Segment[],
): AsyncGenerator<{ segment: Segment; read: Read }> {
  const begun: { segment: Segment; read: Read }[] = []
  let next = 0
  while (next < segments.length || begun.length > 0) {
    while (next < segments.length && begun.length < FETCHED_AHEAD) {
      const segment = nth(segments, next++)
      const read = readSegment(restoring, restoring.of, segment)
      // The code that awaits it gets the failure.
      read.catch(() => undefined)
      begun.push({ segment, read })
    }
    yield present(begun.shift(), 'segment under way')
  }
}

/** Leaves out rows whose key was destroyed: their user was forgotten. */
async function putRows(
  { keys, of }: Restoring,
  { sealed, key }: Awaited<Read>,
  { building, segment }: { building: RowsRestoring; segment: Segment },
): Promise<void> {
  const frames = openSegment(sealed, key, boundTo(of, segment.key))
  const userKeys = await Promise.all(frames.map(groupKeys(keys)))
  for (const [index, frame] of frames.entries()) {
    const userKey = userKeys[index] ?? null
    if (frame.keyGeneration === null || userKey) building.put(rowsOf(frame, userKey, segment.key))
    await nextTurn()
  }
}
