// Two times: when something held (valid time), and when the service knew of it (recorded time). What may be asked for, and
// how instants are compared.

/** What is asked for; neither: what is known now, and is current. */
export type Time = {
  /** What held then, as far as is known. */
  asOf?: string | undefined
  /** What was known then: nothing that was learnt later counts, also not that something had ended. */
  knownAt?: string | undefined
}

/** Later than any instant that can be written, in milliseconds. */
export const endOfTime = 8.64e15

/** True where another time than now is asked for. */
export function isOfThen({ asOf, knownAt }: Time): boolean {
  return asOf !== undefined || knownAt !== undefined
}

/** Instants may have offsets, and milliseconds or not: they are compared as numbers. */
export function millis(instant: string): number {
  return Date.parse(instant)
}
