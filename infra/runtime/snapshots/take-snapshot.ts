// Takes a snapshot of a state while it keeps changing: reads rows in slices, seals and stores a segment at a time, and
// finally writes the manifest that makes them count.
import { createSecretKey } from 'node:crypto'
import { type AnyTopicName, type TopicName, WRITES } from '../../../schemas/topics.ts'
import type { EventLog, Position } from '../../ports/event-log.ts'
import type { KeyStore } from '../../ports/key-store.ts'
import type { ObjectStore } from '../../ports/object-store.ts'
import type { RowsCursor, StateRows, StateStore, UserRows } from '../../ports/states.ts'
import { firstOf, present } from '../certain.ts'
import { uuidV7 } from '../envelope/ids.ts'
import type { SealingKey } from '../envelope/seal.ts'
import { nextTurn } from '../turns/next-turn.ts'
import { pause } from '../wait/pause.ts'
import { type Due, dueOf, type Pace } from './due.ts'
import {
  boundTo,
  isWhole,
  newestManifest,
  putManifest,
  removeObsolete,
  sha256Of,
} from './kept-snapshots.ts'
import { type Manifest, type Segment, segmentsOf, snapshotScope } from './manifest.ts'
import { type Frame, frameOf, groupKeys, sealSegment } from './segment.ts'

export type Taking = {
  log: EventLog
  keys: KeyStore
  objects: ObjectStore
  rows: StateRows
  of: StateStore
  checkpoints: () => Promise<ReadonlyMap<TopicName, Position>>
  now: () => Date
  signal: AbortSignal
  pace: Pace
}

/** So many rows are read and sealed in a few milliseconds. */
const ROWS_A_SLICE = 96
/** Large enough that a state is few objects, and small enough to be sealed in a few milliseconds. */
const SEGMENT_BYTES = 2 * 1024 * 1024
/** Reading rows takes at most about a quarter of the time. */
const PAUSE_PER_SLICE = 3

/** Null where no snapshot is due, another process was first, or the state is behind a forget. */
export async function takeSnapshot(
  taking: Taking,
  since: { beganMs: number; allTakenMs: number },
): Promise<{ rows: number; bytes: number; segments: number; of: Exclude<Due, 'nothing'> } | null> {
  const { rows, of, pace, now } = taking
  const standing = rows.standing(of)
  if (standing.sinceBase === 0) return null
  // Before any row is read: a forget from now on destroys this key.
  const current = firstOf(await taking.keys.current([snapshotScope(of)]))
  const key = { generation: current.generation, key: createSecretKey(current.key) }
  const { number, manifest: found } = await newestManifest(taking, of)
  const situation = { ...standing, ...since, nowMs: now().getTime() }
  const dueSince = (newest: Manifest | null) => dueOf({ ...situation, newest }, pace)
  const mayAdd = dueSince(found) === 'changed'
  // Nothing is added to one that a forget has removed in part, while it was being written.
  const newest = mayAdd && found && !(await isWhole(taking, of, found)) ? null : found
  const due = dueSince(newest)
  if (due === 'nothing') return null
  const checkpoints = await taking.checkpoints()
  if (await isBehindForget(taking, checkpoints.get(WRITES))) return null
  const { change } = rows.standing(of)
  const added = await putSegments(taking, rows.begin(of, due, change), { key, which: due })
  const made: Manifest = {
    layout: rows.layout,
    id: uuidV7(now().getTime()),
    number: number + 1,
    takenAt: now().toISOString(),
    checkpoints: Object.fromEntries(checkpoints),
    witnesses: await witnessesOf(taking, checkpoints),
    segments: due === 'all' ? added : [...present(newest, 'newest').segments, ...added],
  }
  if (!(await putManifest(taking, of, { made, key }))) {
    await taking.objects.deleteMany(added.map((segment) => segment.key))
    return null
  }
  rows.taken(of, made.id, change)
  await removeObsolete(taking, of, { kept: made, before: found, nowMs: now().getTime() })
  const sum = (what: 'rows' | 'bytes') => added.reduce((all, each) => all + each[what], 0)
  return { rows: sum('rows'), bytes: sum('bytes'), segments: added.length, of: due }
}

/**
 * True where the log holds a forget that the state has not obeyed yet. The key was asked for before this: a later
 * forget destroys it, and an earlier one is found here. So even a process that has lost the partition without knowing
 * seals nothing that was forgotten under a key that stays.
 */
async function isBehindForget({ log, of }: Taking, stands: Position | undefined): Promise<boolean> {
  const stretch = { topic: WRITES, partition: of.partition, after: stands }
  for await (const records of log.read(stretch)) {
    if (records.some(({ event }) => event?.type === 'MemoryForgotten')) return true
  }
  return false
}

async function putSegments(
  taking: Taking,
  begin: RowsCursor,
  { key, which }: { key: SealingKey; which: Segment['of'] },
): Promise<Segment[]> {
  const { rows, of, signal } = taking
  const done: Segment[] = []
  const open = createSegments(taking, key, which)
  let cursor: RowsCursor | null = begin
  try {
    while (cursor) {
      signal.throwIfAborted()
      const began = performance.now()
      const slice: ReturnType<StateRows['slice']> = rows.slice(of, cursor, ROWS_A_SLICE)
      await open.add(slice.groups)
      cursor = slice.next
      const full = open.bytes() >= SEGMENT_BYTES || cursor === null
      if (full && open.bytes() > 0) done.push(await open.put())
      await rest(performance.now() - began, signal)
    }
    return done
  } catch (error) {
    await taking.objects.deleteMany(done.map((segment) => segment.key)).catch(() => undefined)
    throw error
  }
}

async function rest(tookMs: number, signal: AbortSignal): Promise<void> {
  await nextTurn()
  const pauseMs = pauseAfter(tookMs)
  if (pauseMs > 0) await pause(pauseMs, signal)
}

/** After a short slice it only gives up the turn, because a timer takes at least a millisecond. */
export function pauseAfter(tookMs: number): number {
  const pauseMs = tookMs * PAUSE_PER_SLICE
  return pauseMs < 1 ? 0 : pauseMs
}

/** Frames of the segment that is being filled. */
function createSegments({ keys, objects, of, now }: Taking, key: SealingKey, which: Segment['of']) {
  const keyOf = groupKeys(keys)
  let name = ''
  let frames: Frame[] = []
  let bytes = 0
  let rows = 0
  const begin = () => {
    name = `${segmentsOf(of)}${uuidV7(now().getTime())}`
    frames = []
    bytes = 0
    rows = 0
  }
  begin()
  return {
    bytes: () => bytes,
    /** Leaves out rows whose key was destroyed meanwhile. */
    add: async (groups: readonly UserRows[]) => {
      const userKeys = await Promise.all(groups.map(keyOf))
      for (const [index, group] of groups.entries()) {
        const userKey = userKeys[index] ?? null
        if (group.keyGeneration !== null && !userKey) continue
        const frame = frameOf(group, userKey, name)
        frames.push(frame)
        bytes += frame.body.length
        rows += group.rows.length
      }
    },
    put: async (): Promise<Segment> => {
      const body = sealSegment(frames, key, boundTo(of, name))
      const segment = {
        key: name,
        sha256: await sha256Of(body),
        bytes: body.length,
        rows,
        of: which,
      }
      await objects.putMany([{ key: name, body }])
      begin()
      return segment
    },
  }
}

/** The event at each checkpoint, where it still exists. */
async function witnessesOf(
  { log, of }: Taking,
  checkpoints: ReadonlyMap<TopicName, Position>,
): Promise<Manifest['witnesses']> {
  const { partition } = of
  const witnesses: Manifest['witnesses'] = []
  for (const [topic, position] of checkpoints) {
    const id = await eventAt(log, { topic, partition, position })
    if (id) witnesses.push({ topic, position, id })
  }
  return witnesses
}

export async function eventAt(
  log: EventLog,
  { topic, partition, position }: { topic: AnyTopicName; partition: number; position: Position },
): Promise<string | null> {
  for await (const records of log.read({ topic, partition, after: position - 1, upTo: position })) {
    const found = records.find((record) => record.position === position)
    if (found) return found.event?.id ?? null
  }
  return null
}
