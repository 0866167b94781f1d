// An engine without the facts of which it is not sure enough.
import type { LanguageModel } from '../ports/language-model.ts'

/** Its name says so, because it reads otherwise than the engine itself. */
export function surely(engine: LanguageModel, leastConfidence: number): LanguageModel {
  if (leastConfidence === 0) return engine
  return {
    ...engine,
    name: `${engine.name} from ${leastConfidence}`,
    extract: async (request, signal) => {
      const { facts } = await engine.extract(request, signal)
      return { facts: facts.filter(({ confidence }) => confidence >= leastConfidence) }
    },
  }
}
