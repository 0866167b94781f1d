// An answer as the specification's JSON body, counted over all of it. Pure.
import { byPlace } from '../../../../infra/ports/rules/place-order.ts'
import { remembered } from '../remembered.ts'
import {
  type ChosenItem,
  contentOf,
  countedOnce,
  onceFor,
  type PackableItem,
} from './choose-items.ts'
import { jsonTokensOf, passageOf, tokensAround } from './tokens.ts'
import type { GraphEntity } from './trim-context.ts'

/** What an answer holds, before it is written in either format. */
export type Parts = {
  summaries: Readonly<Record<string, string>>
  chosen: readonly ChosenItem[]
  graph: readonly GraphEntity[]
}

type PackedItem = Omit<PackableItem, 'of' | 'threadId' | 'place'>

export type Context = {
  summaries: Record<string, string>
  relevantItems: PackedItem[]
  graphContext: GraphEntity[]
  /** The tokens of the whole body as JSON; 0 if nothing fits. */
  tokenCount: number
  processingTime: number
}

export const jsonPrices = countedOnce({
  frame: 48,
  joined: ({ content }) => jsonTokensOf(content),
  alone: (item) => jsonTokensOf(framed(item)) + 1,
  lengthExponent: 0.6,
  leastAlone: 0.3,
  leastAloneOfOne: 0.38,
})

/** The item as it is counted: with a score of three decimals, the longest that an answer shows. */
function framed(item: PackableItem): object {
  const { id, content, category, createdAt } = item
  const scored = { id, content, category, confidence: 0.999, score: 0.999, createdAt }
  return { ...scored, ...marksOf(item) }
}

function marksOf({ type, pinned }: PackableItem) {
  return { ...(type ? { type } : {}), ...(pinned ? { pinned } : {}) }
}

export function emptyContext(processingTime: number): Context {
  return { summaries: {}, relevantItems: [], graphContext: [], tokenCount: 0, processingTime }
}

export function jsonContext(parts: Parts, processingTime: number): Context {
  const { body, tokens } = written(parts)
  const others = tokens + tokensOfNumber(processingTime)
  // The tokens of the number itself follow from its length.
  let tokenCount = 0
  for (let tries = 0; tries < 3; tries++) tokenCount = others + tokensOfNumber(tokenCount)
  return { ...body, tokenCount, processingTime }
}

/** The same parts are written several times, with other numbers: their tokens are those of the body without numbers. */
const written = remembered(({ summaries, chosen, graph }: Parts) => {
  const ordered = [...chosen].sort(byScoreThenPlace)
  const body: Context = {
    summaries: { ...summaries },
    relevantItems: ordered.map(packedItem),
    graphContext: [...graph],
    tokenCount: 0,
    processingTime: 0,
  }
  const passages = ordered.flatMap(({ members }) => members.flatMap(passagesOf))
  return { body, tokens: tokensAround(JSON.stringify(body), passages) - 2 * tokensOfNumber(0) }
})

const passagesOf = onceFor(({ content }) => passageOf(JSON.stringify(content).slice(1, -1)) ?? [])

/** For a whole number: three digits per token. */
function tokensOfNumber(value: number): number {
  return Math.ceil(String(value).length / 3)
}

function packedItem(chosen: ChosenItem): PackedItem {
  const { best, members } = chosen
  return {
    id: best.id,
    content: contentOf(chosen),
    category: best.category,
    confidence: round(Math.min(...members.map((item) => item.confidence))),
    score: round(best.score),
    createdAt: best.createdAt,
    ...marksOf(best),
  }
}

/**
 * Pinned items first, then by the score that is shown; items that were said together come in the order in which they
 * were said.
 */
function byScoreThenPlace({ best: a }: ChosenItem, { best: b }: ChosenItem): number {
  if (a.pinned !== b.pinned) return a.pinned ? -1 : 1
  const difference = round(b.score) - round(a.score)
  return difference || byPlace(a, b) || (a.id < b.id ? -1 : 1)
}

function round(value: number): number {
  return Math.round(value * 1000) / 1000
}
