// Reads older versions of events as the newest. An event is never rewritten; it is lifted a version at a time when
// it is read. A golden fixture in test/schemas/events/golden/ is kept for every version ever released.

export type Parts = { open: Record<string, unknown>; sealed: unknown }

/** `upcasters[type][n]` lifts version n to version n + 1. */
export type Upcasters = Readonly<Record<string, Readonly<Record<number, (parts: Parts) => Parts>>>>

/** Every type is at version 1 so far. */
const released: Upcasters = {}

export function upcast(
  type: string,
  version: number,
  parts: Parts,
  upcasters: Upcasters = released,
): Parts {
  const steps = upcasters[type] ?? {}
  let lifted = parts
  for (let from = version; steps[from]; from++) lifted = steps[from]!(lifted)
  return lifted
}
