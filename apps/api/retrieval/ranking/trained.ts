// What the vectors of a trained model tell of a query. Pure.
//
// Decision: a trained vector counts by how far it stands out from the hundredth, and not at all where it hardly does.
// All texts are near each other for a trained model, and for one that knows nothing of what users talk about they are
// equally near: it then adds nothing, and an answer is what it would be without it.
import type { Hit } from '../../../../infra/ports/memory-store.ts'

/** A hit that stands out less is noise. */
const FLOOR = 0.35
/** As a hit stands out this far, it is as likely as not that it answers. */
const MIDDLE = 0.35
const STEEPNESS = 20
/** Fewer hits hardly tell how near texts are that have nothing in common: then the nearest counts by itself. */
const FEW = 10
const GROUND_OF_FEW = 0.5
const NEAR_OF_FEW = 0.38

/** The hits that stand out, with how far: 0 to 1. */
export function standingOut(hits: readonly Hit[], floor = FLOOR): Hit[] {
  const least = hits.reduce((lowest, { score }) => Math.min(lowest, score), 1)
  const ground = hits.length < FEW ? GROUND_OF_FEW * least : least
  return hits.flatMap(({ id, score }) => {
    const far = (score - ground) / (1 - ground)
    return far > floor ? [{ id, score: (far - floor) / (1 - floor) }] : []
  })
}

/** Hits that do not stand out come last: their words may still tell. */
export function withFaint(fused: readonly Hit[], vector: readonly Hit[]): Hit[] {
  const known = new Set(fused.map(({ id }) => id))
  const faint = vector.filter(({ id }) => !known.has(id)).map(({ id }) => ({ id, score: 0 }))
  return [...fused, ...faint]
}

/** How sure it is that the nearest of the wanted hits answers, by how far it stands out among all. */
export function surenessOf(hits: readonly Hit[], wanted: readonly Hit[] = hits): number {
  const [nearest] = wanted
  if (!nearest) return 0
  if (hits.length < FEW) return logistic(nearest.score - NEAR_OF_FEW)
  const far = standingOut(hits, 0).find(({ id }) => id === nearest.id)?.score ?? 0
  return logistic(far - MIDDLE)
}

function logistic(above: number): number {
  return 1 / (1 + Math.exp(-STEEPNESS * above))
}
