// How long a partition rests after a call, where each call covers all that has come meanwhile.

/** So many calls of a partition that was idle come before the first rest. */
const CALLS_WITHOUT_REST = 4

/** Until when a partition rests that rested until then. A few calls now and then rest for nothing. */
export function restAfter(until: number, { now, restMs }: { now: number; restMs: number }): number {
  return Math.min(now, Math.max(until, now - CALLS_WITHOUT_REST * restMs)) + restMs
}
