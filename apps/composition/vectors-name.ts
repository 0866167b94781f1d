// The names of stores that hold vectors.
import type { Config } from '../../infra/config.ts'
import { FIRST_GENERATION } from '../../infra/ports/language-model.ts'

/** Vectors of each generation lie in stores of their own, so that nothing is ever compared with another's. */
export function vectorsName(name: string, generation: number): string {
  return generation === FIRST_GENERATION ? name : `${name}_v${generation}`
}

export function earlierGenerations({
  EMBEDDING_GENERATION,
}: Pick<Config, 'EMBEDDING_GENERATION'>): number[] {
  return Array.from({ length: EMBEDDING_GENERATION - 1 }, (_, n) => n + 1)
}

/** Those after the first, up to the one that is set: their stores have names of their own. */
export function laterGenerations(config: Pick<Config, 'EMBEDDING_GENERATION'>): number[] {
  return [...earlierGenerations(config), config.EMBEDDING_GENERATION].filter(
    (generation) => generation !== FIRST_GENERATION,
  )
}
