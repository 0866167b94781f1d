// Counts the calls of a language engine. An answer is also a sign of progress, which a checkpoint shows only when all
// of a write is done.
import type { LanguageModel } from '../ports/language-model.ts'
import type { Telemetry } from './telemetry.ts'

export function countCalls(
  language: LanguageModel,
  { modelCalls }: Pick<Telemetry, 'modelCalls'>,
): LanguageModel {
  const counted = async <T>(call: string, asked: Promise<T>): Promise<T> => {
    try {
      const answer = await asked
      modelCalls.inc({ call, outcome: 'answered' })
      return answer
    } catch (error) {
      modelCalls.inc({ call, outcome: 'failed' })
      throw error
    }
  }
  return {
    ...language,
    extract: (...given) => counted('extract', language.extract(...given)),
    embed: (...given) => counted('embed', language.embed(...given)),
    summarize: (...given) => counted('summarize', language.summarize(...given)),
  }
}
