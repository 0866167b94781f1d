// What everything that runs a processor holds: the log, the keys, and what the process told it.
import type { EventLog } from '../../ports/event-log.ts'
import type { KeyStore } from '../../ports/key-store.ts'
import type { Pace } from '../snapshots/due.ts'
import type { Telemetry } from '../telemetry.ts'
import type { LocalStands } from '../wait/local-stands.ts'

export type RuntimeParts = {
  log: EventLog
  keys: KeyStore
  telemetry: Telemetry
  now: () => Date
  /** Aborted when the service stops. */
  signal: AbortSignal
  /** Called when a processor cannot go on; the process should end. */
  failed: (processor: string, error: Error) => void
  /** The name of this process in all groups of the log; undefined: it has none. */
  member?: string | undefined
  /** Where projectors tell how far they are; undefined: nobody here waits for them. */
  stands?: LocalStands | undefined
  /** How long a checkpoint waits where there was nothing to do. */
  idleCheckpointMs?: number | undefined
  /** How long work that has begun may go on when its partition is taken away; undefined: as long as is sensible. */
  closePatienceMs?: number | undefined
  /** How often snapshots of states are taken; undefined: as often as is sensible. */
  snapshotPace?: Pace | undefined
}
