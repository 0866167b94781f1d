// Packs what was found into one answer that never exceeds `maxTokens`, counted over the whole JSON
// body.
//
// Items get most of the room (choose-items.ts); summaries and graph context have bounded shares,
// and what one part leaves over goes to the next. The finished body is counted whole: while it is
// too long, the item chosen last is dropped, then the other parts.

import type { ChosenItem, PackableItem } from './choose-items.ts'
import { chooseItems, contentOf } from './choose-items.ts'
import { jsonTokensOf } from './tokens.ts'
import type { GraphEntity } from './trim-context.ts'
import { trimGraph, trimSummaries } from './trim-context.ts'

export type PackRequest = {
  /** Best first. */
  items: readonly PackableItem[]
  /** From category name to summary. */
  summaries: Readonly<Record<string, string>>
  /** The most relevant first. */
  graph: readonly GraphEntity[]
  query: string
  maxTokens: number
  /** Read once, when the body is finished, in milliseconds. */
  elapsedMs: () => number
  /** How long neighbours joined to one item may grow, in tokens; 0 keeps every item by itself. */
  joinTokens?: number
}

export type PackedItem = {
  id: string
  content: string
  category: string
  confidence: number
  score: number
  createdAt: string
}

export type Context = {
  summaries: Record<string, string>
  relevantItems: PackedItem[]
  graphContext: GraphEntity[]
  /** The tokens of the whole body as JSON; 0 where nothing fits. */
  tokenCount: number
  processingTime: number
}

/** The parts of `maxTokens` kept for summaries and graph context while there are items to show. */
const SUMMARIES_SHARE = 0.075
const GRAPH_SHARE = 0.05
/** Room for joints between parts, which a part's own count does not show. */
const SLACK_TOKENS = 4
const DEFAULT_JOIN_TOKENS = 240

function round(value: number, decimals: number): number {
  const scale = 10 ** decimals
  return Math.round(value * scale) / scale
}

function packedItem(chosen: ChosenItem): PackedItem {
  const { best } = chosen
  return {
    id: best.id,
    content: contentOf(chosen),
    category: best.category,
    confidence: round(Math.min(...chosen.members.map((item) => item.confidence)), 3),
    score: round(best.score, 3),
    createdAt: best.createdAt,
  }
}

function emptyContext(elapsedMs: () => number): Context {
  const processingTime = Math.round(elapsedMs())
  return { summaries: {}, relevantItems: [], graphContext: [], tokenCount: 0, processingTime }
}

/** Sets `tokenCount` to the count of the body that holds it. */
function withTokenCount(context: Context): Context {
  // Counted once: what the number itself takes follows from how long it is.
  const others = jsonTokensOf({ ...context, tokenCount: 0 }) - tokensOfNumber(0)
  let { tokenCount } = context
  for (let tries = 0; tries < 3; tries++) tokenCount = others + tokensOfNumber(tokenCount)
  return { ...context, tokenCount }
}

/** Of a whole number: three digits a token. */
function tokensOfNumber(value: number): number {
  return Math.ceil(String(value).length / 3)
}

function isEmpty(context: Context): boolean {
  const { summaries, relevantItems, graphContext } = context
  return !relevantItems.length && !graphContext.length && !Object.keys(summaries).length
}

/**
 * Drops parts until the whole body fits: items from the last chosen, then graph, then summaries.
 */
function fitWhole(context: Context, chosen: readonly ChosenItem[], maxTokens: number): Context {
  let fitted = withTokenCount(context)
  if (fitted.tokenCount > maxTokens) fitted = withFewerItems(fitted, chosen, maxTokens)
  while (fitted.tokenCount > maxTokens && fitted.graphContext.length > 0) {
    fitted = withTokenCount({ ...fitted, graphContext: fitted.graphContext.slice(0, -1) })
  }
  while (fitted.tokenCount > maxTokens && Object.keys(fitted.summaries).length > 0) {
    const fewer = Object.entries(fitted.summaries).slice(0, -1)
    fitted = withTokenCount({ ...fitted, summaries: Object.fromEntries(fewer) })
  }
  return fitted
}

/** As many of the chosen items as fit, found by halving: each try counts the whole body. */
function withFewerItems(
  context: Context,
  chosen: readonly ChosenItem[],
  maxTokens: number,
): Context {
  const withItems = (kept: number) =>
    withTokenCount({ ...context, relevantItems: listed(chosen.slice(0, kept)) })
  let best = withItems(0)
  // Mostly the last item is one too many. `least` fit, and from `most` on they are too many.
  let [least, most, kept] = [0, chosen.length, chosen.length - 1]
  while (most - least > 1) {
    const tried = withItems(kept)
    if (tried.tokenCount <= maxTokens) [best, least] = [tried, kept]
    else most = kept
    kept = Math.floor((least + most) / 2)
  }
  return best
}

function listed(chosen: readonly ChosenItem[]): PackedItem[] {
  return [...chosen].sort(byScoreThenPlace).map(packedItem)
}

/** By the score that is shown; what was said together comes in the order in which it was said. */
function byScoreThenPlace({ best: a }: ChosenItem, { best: b }: ChosenItem): number {
  const difference = round(b.score, 3) - round(a.score, 3)
  if (difference !== 0) return difference
  return a.resourceId === b.resourceId ? a.ordinal - b.ordinal : a.id < b.id ? -1 : 1
}

/** The answer to a retrieval. Nothing that fits, or a room too small, gives three empty parts. */
export function pack(request: PackRequest): Context {
  const { items, maxTokens } = request
  const processingTime = Math.round(request.elapsedMs())
  const envelope = { ...emptyContext(() => processingTime), tokenCount: Math.floor(maxTokens) }
  const room = maxTokens - jsonTokensOf(envelope) - SLACK_TOKENS
  if (!(room > 0)) return emptyContext(() => processingTime)

  const related = { items, query: request.query }
  const summaryShare = items.length > 0 ? maxTokens * SUMMARIES_SHARE : room
  const graphShare = items.length > 0 ? maxTokens * GRAPH_SHARE : room
  const wantedSummaries = trimSummaries(request.summaries, related, Math.min(room, summaryShare))
  const wantedGraph = trimGraph(request.graph, related, Math.min(room, graphShare))
  const reserved = wantedSummaries.tokens + wantedGraph.tokens
  const joinTokens = request.joinTokens ?? DEFAULT_JOIN_TOKENS
  const picked = chooseItems(items, { room: room - reserved, joinTokens })

  const left = room - picked.tokens
  const summaries = trimSummaries(request.summaries, related, left - wantedGraph.tokens)
  const graph = trimGraph(request.graph, related, left - summaries.tokens)
  const context = {
    summaries: summaries.kept,
    relevantItems: listed(picked.chosen),
    graphContext: graph.kept,
    tokenCount: envelope.tokenCount,
    processingTime: Math.round(request.elapsedMs()),
  }
  const fitted = fitWhole(context, picked.chosen, maxTokens)
  return isEmpty(fitted) ? emptyContext(() => context.processingTime) : fitted
}
