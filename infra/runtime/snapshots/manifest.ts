// A snapshot's description of itself: where in the log it stands, and which segments it has. Pure.
import { z } from 'zod'
import type { Scope } from '../../../schemas/identifiers.ts'
import { type TopicName, topicNames } from '../../../schemas/topics.ts'
import type { Position } from '../../ports/event-log.ts'
import { objectKey } from '../../ports/object-store.ts'
import type { StateStore } from '../../ports/states.ts'
import { memberNamesOf, present } from '../certain.ts'

const position = z.int()
const topic = z.enum(topicNames)

export const manifest = z.strictObject({
  /** The layout of the rows; rows of another one cannot be restored. */
  layout: z.int(),
  id: z.uuid(),
  /** Manifests of a state are numbered; the highest counts. */
  number: z.int().positive(),
  takenAt: z.iso.datetime(),
  /** Where the state stood, by topic. Some rows may be newer. */
  checkpoints: z.partialRecord(topic, position),
  /** The event at each checkpoint: where the log has another one there, the snapshot is of another log. */
  witnesses: z.array(z.strictObject({ topic, position, id: z.string() })),
  /** In the order in which they are restored: first all rows, then what changed since. */
  segments: z.array(
    z.strictObject({
      key: z.string(),
      sha256: z.string(),
      bytes: z.int(),
      rows: z.int(),
      of: z.enum(['all', 'changed']),
    }),
  ),
})
export type Manifest = z.infer<typeof manifest>
export type Segment = Manifest['segments'][number]

export function checkpointsOf({ checkpoints }: Manifest): Map<TopicName, Position> {
  return new Map(
    memberNamesOf(checkpoints).map((name) => [name, present(checkpoints[name], 'checkpoint')]),
  )
}

/** The scope whose key seals a state's snapshots. No app can be called this: identifiers never begin with ~. */
export function snapshotScope({ name, partition }: StateStore): Scope {
  return { appId: '~snapshots', userId: `${name}-${partition}` }
}

/** All objects of a state's snapshots begin with it. */
export function folderOf({ name, partition }: StateStore): string {
  return `${objectKey(name, String(partition))}/`
}

const DIGITS = 10

export function manifestKey(of: StateStore, number: number): string {
  return `${manifestsOf(of)}${String(number).padStart(DIGITS, '0')}`
}

export function manifestsOf(of: StateStore): string {
  return `${folderOf(of)}manifests/`
}

export function segmentsOf(of: StateStore): string {
  return `${folderOf(of)}segments/`
}

export function numberOf(key: string): number {
  return Number(key.slice(key.lastIndexOf('/') + 1))
}

export function rowsIn(segments: readonly Segment[]): number {
  return segments.reduce((sum, { rows }) => sum + rows, 0)
}
