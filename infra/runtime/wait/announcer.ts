// Tells the log where a processor stands that keeps its checkpoints in its store, so that readers of the groups'
// offsets (exporters, scalers, our own watch while the store is down) see it. Best effort, all partitions in one step
// now and then; no processor resumes from it.
import type { LogPosition } from '../../ports/event-log.ts'
import { createLastPlaces } from './last-places.ts'

const ANNOUNCE_AFTER_MS = 1_000

type Announcer = {
  /** The store has applied everything up to there. */
  add(at: LogPosition): void
  /** Announces what waits and ends. */
  close(): Promise<void>
}

/** A failed `announce` is not repeated: the next one says more. */
export function createAnnouncer(
  announce: (at: readonly LogPosition[]) => Promise<void>,
  afterMs = ANNOUNCE_AFTER_MS,
): Announcer {
  return createLastPlaces((places) => announce(places).catch(() => undefined), afterMs)
}
