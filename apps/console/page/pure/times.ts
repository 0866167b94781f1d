// The two times that a query can name, and the instants at which a memory changed: where the sliders stop. Pure.
import type { Item } from '../shapes.ts'

/** Null: now. */
export type Time = { asOf: string | null; knownAt: string | null }
export const always: Time = { asOf: null, knownAt: null }

export function keyOf({ asOf, knownAt }: Time): string {
  return `${asOf} ${knownAt}`
}

export function isNow({ asOf, knownAt }: Time): boolean {
  return asOf === null && knownAt === null
}

/** Valid time: when it was so. Recorded time: when the service learnt it. */
export type Axis = 'valid' | 'recorded'

export type Stop = { at: number; came: number; closed: number }

/**
 * The instants at which facts began or ended, the earliest first; beyond `most`, neighbours are merged into the later
 * one.
 */
export function stopsOf(items: readonly Item[], axis: Axis, most: number): Stop[] {
  const stops = new Map<number, Stop>()
  const count = (instant: string | null, what: 'came' | 'closed') => {
    if (instant === null) return
    const at = Date.parse(instant)
    const stop = stops.get(at) ?? { at, came: 0, closed: 0 }
    stop[what]++
    stops.set(at, stop)
  }
  for (const item of items) {
    const { from, to } = spanOf(item, axis)
    count(from, 'came')
    count(to, 'closed')
  }
  return thinned(
    [...stops.values()].sort((a, b) => a.at - b.at),
    most,
  )
}

export function spanOf(item: Item, axis: Axis): { from: string | null; to: string | null } {
  if (axis === 'recorded') return { from: item.recordedAt, to: item.closedAt }
  return { from: item.validFrom, to: item.validTo }
}

function thinned(stops: readonly Stop[], most: number): Stop[] {
  const of = Math.ceil(stops.length / most)
  const groups = Map.groupBy(stops.entries(), ([n]) => Math.floor(n / Math.max(1, of)))
  return [...groups.values()].map((group) =>
    group
      .map(([, stop]) => stop)
      .reduce((a, b) => ({ at: b.at, came: a.came + b.came, closed: a.closed + b.closed })),
  )
}

/** The last stop that is not after an instant; -1 where all are. */
export function stopBefore(stops: readonly Stop[], at: string): number {
  return stops.findLastIndex((stop) => stop.at <= Date.parse(at))
}

/** What a name of this instant must be told from: the stops beside it, and now where it is the last. */
export function besides(stops: readonly Stop[], at: string, now: string): string[] {
  const index = stopBefore(stops, at)
  const around = [index - 1, index, index + 1].flatMap((n) => stops[n]?.at ?? [])
  const others = around.filter((each) => each !== Date.parse(at))
  const isLast = index === stops.length - 1
  return [...others.map((each) => new Date(each).toISOString()), ...(isLast ? [now] : [])]
}

/** An instant as a form field takes it: in the time zone of the browser, to the second. */
export function localOf(instant: Date): string {
  const shifted = new Date(instant.getTime() - instant.getTimezoneOffset() * 60_000)
  return shifted.toISOString().slice(0, 'YYYY-MM-DDTHH:MM:SS'.length)
}
