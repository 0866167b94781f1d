// The states of a loop that fetches from one node, and what leads from one to the next. Pure: in each state the loop
// does one thing (`fetch-loop.ts`), and what comes of it is the event.
//
//   looking --wanted--> asking --done--> looking          looking --nothing--> resting --done--> looking
//                       asking --moved--> refreshing --done--> looking
//   any of them --outage--> pausing --done--> looking     any of them --ended--> over
import type { Asking } from './what-to-fetch.ts'

export type FetchState = {
  /** How long the next pause after an outage takes. */
  pauseMs: number
} & (
  | { name: 'looking' }
  | { name: 'asking'; asking: Asking }
  | { name: 'resting' }
  | { name: 'refreshing' }
  | { name: 'pausing' }
  | { name: 'over' }
)

export type FetchEvent =
  /** The state's work is done. */
  | { name: 'done' }
  | { name: 'wanted'; asking: Asking }
  /** No partition wants anything now. */
  | { name: 'nothing' }
  /** Partitions have other leaders now. */
  | { name: 'moved' }
  /** The work failed, and may succeed later. */
  | { name: 'outage' }
  /** The node leads nothing any more, the loop is stopped, or the work cannot succeed. */
  | { name: 'ended' }

const FIRST_PAUSE_MS = 100
const MAX_PAUSE_MS = 3_000

export const LOOKING: FetchState = { name: 'looking', pauseMs: FIRST_PAUSE_MS }

export function transition({ name, pauseMs }: FetchState, event: FetchEvent): FetchState {
  switch (event.name) {
    case 'wanted':
      return { name: 'asking', asking: event.asking, pauseMs }
    case 'nothing':
      return { name: 'resting', pauseMs }
    case 'moved':
      return { name: 'refreshing', pauseMs }
    case 'outage':
      return { name: 'pausing', pauseMs }
    case 'ended':
      return { name: 'over', pauseMs }
    case 'done':
      return name === 'pausing' ? { name: 'looking', pauseMs: longer(pauseMs) } : LOOKING
  }
}

function longer(pauseMs: number): number {
  return Math.min(pauseMs * 2, MAX_PAUSE_MS)
}
