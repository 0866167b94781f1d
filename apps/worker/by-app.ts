// Keeps what is done for one app apart from what is done for another.

/** Functions are kept for this many apps; then all are dropped and created again on demand. */
const MAX_APPS = 1_000

/** Handles each app's calls with a function of that app's own, which `create` makes on the first call. */
export function byApp<T, R>(
  appOf: (asked: T) => string,
  create: () => (asked: T) => R,
): (asked: T) => R {
  const made = new Map<string, (asked: T) => R>()
  return (asked) => {
    const app = appOf(asked)
    const known = made.get(app)
    if (known) return known(asked)
    // Calls under way in the dropped functions still finish.
    if (made.size >= MAX_APPS) made.clear()
    const own = create()
    made.set(app, own)
    return own(asked)
  }
}
