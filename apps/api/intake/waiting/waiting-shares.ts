// How many writes calls may wait for: a total, and a share per app. If all places are taken, an app that holds fewer
// takes the place of the newest call of the app that holds the most. So no app keeps another from waiting.

export type WaitingLimits = { most: number; mostOfApp: number }
export type WaitingCounts = {
  apps: number
  calls: number
  writes: number
  /** So far: calls that found no place, and calls that lost theirs. */
  refused: number
  displaced: number
}

export type WaitingShares = {
  /**
   * Returns a function that leaves the place; null if there is none. `displaced` is called if another app takes the
   * place: then there is nothing to leave.
   */
  enter(appId: string, writes: number, displaced: () => void): (() => void) | null
  counts(): WaitingCounts
}

/** Two and a half calls with as many writes as a call may name; four such apps fill it. */
const LIMITS: WaitingLimits = { most: 1_000, mostOfApp: 250 }

type Place = { writes: number; displaced: () => void }
type Share = { writes: number; places: Set<Place> }

export function createWaitingShares({ most, mostOfApp }: WaitingLimits = LIMITS): WaitingShares {
  const shares = new Map<string, Share>()
  const counts = { calls: 0, writes: 0, refused: 0, displaced: 0 }
  const leave = (appId: string, place: Place) => {
    const share = shares.get(appId)
    if (!share?.places.delete(place)) return
    share.writes -= place.writes
    counts.writes -= place.writes
    counts.calls--
    if (share.places.size === 0) shares.delete(appId)
  }
  const makeRoom = (writes: number, holding: number) => {
    if (holding > mostOfApp) return false
    const chosen = chosenFrom(shares, counts.writes + writes - most, holding)
    for (const { appId, place } of chosen ?? []) {
      leave(appId, place)
      counts.displaced++
      place.displaced()
    }
    return chosen !== null
  }
  const enter = (appId: string, writes: number, displaced: () => void) => {
    if (!makeRoom(writes, writes + (shares.get(appId)?.writes ?? 0))) {
      counts.refused++
      return null
    }
    const place = { writes, displaced }
    const share = shares.get(appId) ?? { writes: 0, places: new Set() }
    shares.set(appId, { writes: share.writes + writes, places: share.places.add(place) })
    counts.writes += writes
    counts.calls++
    return () => leave(appId, place)
  }
  return { enter, counts: () => ({ apps: shares.size, ...counts }) }
}

/**
 * The places to take, the newest of the app that then holds the most each time, until `missing` writes have room. Null
 * if that would take from an app that holds no more than `holding`: then none is to be taken.
 */
function chosenFrom(
  shares: ReadonlyMap<string, Share>,
  missing: number,
  holding: number,
): { appId: string; place: Place }[] | null {
  const chosen: { appId: string; place: Place }[] = []
  if (missing <= 0) return chosen
  const left = [...shares].map(([appId, { writes, places }]) => {
    return { appId, writes, places: [...places] }
  })
  for (let freed = 0; freed < missing; ) {
    const share = greediest(left)
    const place = share && share.writes > holding ? share.places.pop() : undefined
    if (!share || !place) return null
    share.writes -= place.writes
    freed += place.writes
    chosen.push({ appId: share.appId, place })
  }
  return chosen
}

/** Of several that hold as much, the first. */
function greediest<S extends { writes: number }>(shares: readonly S[]): S | undefined {
  return shares.reduce<S | undefined>(
    (most, each) => (most && most.writes >= each.writes ? most : each),
    undefined,
  )
}
