// How long the work of each user rests after it has ended, where more of it at a time costs less than each by itself.

type Rests = {
  /** The user's work has ended. */
  begin(user: string): void
  /** How many milliseconds the user's next work has to wait. */
  leftMs(user: string): number
}

/** `now`: milliseconds of a clock that never jumps. */
export function createRests(restMs: number, now: () => number = () => performance.now()): Rests {
  /** When each began to rest, in that order. */
  const resting = new Map<string, number>()
  const leftOf = (beganAt: number) => Math.max(0, beganAt + restMs - now())
  return {
    begin: (user) => {
      for (const [each, beganAt] of resting) {
        if (leftOf(beganAt) > 0) break
        resting.delete(each)
      }
      resting.delete(user)
      resting.set(user, now())
    },
    leftMs: (user) => leftOf(resting.get(user) ?? Number.NEGATIVE_INFINITY),
  }
}
