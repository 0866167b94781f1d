// A real log whose appends can be held at the point where they are not durable yet.
import type { EventLog } from '../../../../infra/ports/event-log.ts'

export type HeldLog = EventLog & {
  /** From now on appends wait. */
  hold(): void
  /** Lets those that wait go on, and what follows. */
  release(): void
  /** Resolves when an append waits. */
  waits(): Promise<void>
}

export function heldLog(log: EventLog): HeldLog {
  let gate: Promise<void> | null = null
  let open: () => void = () => undefined
  let arrived: () => void = () => undefined
  let arriving = new Promise<void>((resolve) => {
    arrived = resolve
  })
  return {
    ...log,
    append: async (records) => {
      if (gate) {
        arrived()
        await gate
      }
      return log.append(records)
    },
    hold: () => {
      gate = new Promise((resolve) => {
        open = resolve
      })
      arriving = new Promise((resolve) => {
        arrived = resolve
      })
    },
    release: () => {
      gate = null
      open()
    },
    waits: () => arriving,
  }
}

/** Lets everything that can go on without the log go on. */
export async function turns(): Promise<void> {
  for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve))
}
