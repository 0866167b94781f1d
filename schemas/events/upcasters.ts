// Reads older versions of events as the newest. An event is never rewritten; it is lifted a version at a time when
// it is read. A golden fixture in test/schemas/events/golden/ is kept for every version ever released.

export type Parts = { open: Record<string, unknown>; sealed: unknown }

/** `upcasters[type][n]` lifts version n to version n + 1. Every type is at version 1 so far. */
const upcasters: Readonly<Record<string, Readonly<Record<number, (parts: Parts) => Parts>>>> = {}

export function upcast(type: string, version: number, parts: Parts): Parts {
  const steps = upcasters[type] ?? {}
  let lifted = parts
  for (let from = version; steps[from]; from++) lifted = steps[from]!(lifted)
  return lifted
}
