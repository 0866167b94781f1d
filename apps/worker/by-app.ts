// Keeps what is done for one app apart from what is done for another.

/** Of so many apps at a time something is kept; it is made anew after that. */
const MAX_APPS = 1_000

/** Does what is asked for an app by a function of that app's own, which `create` makes when it is first asked. */
export function byApp<T, R>(
  appOf: (asked: T) => string,
  create: () => (asked: T) => R,
): (asked: T) => R {
  const made = new Map<string, (asked: T) => R>()
  return (asked) => {
    const app = appOf(asked)
    const known = made.get(app)
    if (known) return known(asked)
    // What is under way in those that go ends all the same.
    if (made.size >= MAX_APPS) made.clear()
    const own = create()
    made.set(app, own)
    return own(asked)
  }
}
