// Two times: when something held (valid time), and when the service knew of it (recorded time). What a query may ask
// for, and how instants are compared.

/** What a query asks for. Without either: what is known now and current. */
export type Time = {
  /** What held then, as far as is known. */
  asOf?: string | undefined
  /** What was known then: nothing that was learnt later counts, not even that something had ended. */
  knownAt?: string | undefined
}

/** Later than any instant that can be written, in milliseconds. */
export const endOfTime = 8.64e15

/** True for a time other than now. */
export function isOfThen({ asOf, knownAt }: Time): boolean {
  return asOf !== undefined || knownAt !== undefined
}

/** Compares instants as numbers, because they may differ in offset and in whether they have milliseconds. */
export function millis(instant: string): number {
  return Date.parse(instant)
}

/** The latest of these instants, whose offsets may differ, as it is written. */
export function latest(first: string, ...more: readonly string[]): string {
  return more.reduce((last, each) => (millis(each) >= millis(last) ? each : last), first)
}
