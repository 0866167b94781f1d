// Asks a reranker for its order of the best results. If it is unavailable, the answer loses that order only.
import type { Logger } from 'pino'
import type { Reranker } from '../../../infra/ports/reranker.ts'
import { asError } from '../../../infra/runtime/certain.ts'
import { tellCounted } from '../../../infra/runtime/fail/counted-lines.ts'
import type { RankableItem, Ranked } from './ranking/rank.ts'
import { type Reranked, rerank } from './ranking/rerank.ts'

type Asked = {
  reranker?: Reranker | null
  logger: Logger
  signal?: AbortSignal
}

export async function rankedAgain<T extends RankableItem>(
  { reranker, logger, signal }: Asked,
  query: string,
  ranked: readonly Ranked<T>[],
): Promise<Reranked<T>[]> {
  if (!reranker || ranked.length < 2) return [...ranked]
  const texts = ranked.slice(0, reranker.maxTexts).map(({ item }) => item.text)
  try {
    return rerank(ranked, await reranker.rerank(query, texts, signal))
  } catch (error) {
    signal?.throwIfAborted()
    const { name } = asError(error)
    if (!name.startsWith('LanguageModel')) throw error
    const cause = { errorClass: name }
    tellCounted(logger, {
      level: 'warn',
      cause,
      message: 'retrieving without the reranker',
      again: 'retrieving without the reranker again',
    })
    return [...ranked]
  }
}
