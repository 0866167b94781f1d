// Packs what was found into one answer that never exceeds `maxTokens`, counted over the whole JSON body, or over the
// text if that is requested.
//
// Items get most of the room (choose-items.ts); summaries and graph context have bounded shares, and the room that one
// part leaves goes to the next. The finished answer is counted whole: while it is too long, the last chosen item is
// dropped, down to the first, then the other parts.
import type { RetrieveRequest } from '../../../../schemas/api/reading/retrieve.ts'
import { asksForOne } from '../query/asks-for-one.ts'
import { type ChosenItem, chooseItems, type PackableItem, type Prices } from './choose-items.ts'
import { type Context, emptyContext, jsonContext, jsonPrices, type Parts } from './json-context.ts'
import { type PromptContext, promptContext, promptPrices } from './prompt-text.ts'
import { type GraphEntity, trimGraph, trimSummaries } from './trim-context.ts'

export type PackRequest = {
  /** What comes first in any case, in this order. May be among the items as well. */
  pinned?: readonly PackableItem[]
  /** Best first. */
  items: readonly PackableItem[]
  /** From category name to summary. */
  summaries: Readonly<Record<string, string>>
  /** The most relevant first. */
  graph: readonly GraphEntity[]
  query: string
  maxTokens: number
  format: RetrieveRequest['format']
  /** Read once, when the body is finished, in milliseconds. */
  elapsedMs: () => number
  /** How long an item with others joined to it may grow, in tokens; 0 keeps every item by itself. */
  joinTokens?: number
}

export type Packed = {
  context: Context | PromptContext
  /** Ids of the items whose words it holds. */
  shown: ReadonlySet<string>
}

/** The shares of `maxTokens` kept for summaries and graph context while there are items to show. */
const SUMMARIES_SHARE = 0.03
const GRAPH_SHARE = 0.04
/** The share of the room that pinned items may take while there are other items to show. */
const PINNED_SHARE = 0.5
/** Room for joints between parts, which a part's own count does not show. */
const SLACK_TOKENS = 4
const DEFAULT_JOIN_TOKENS = 600

const formats = {
  json: { prices: jsonPrices, write: jsonContext },
  prompt: { prices: promptPrices, write: promptContext },
}

/** Text with more characters than this per token of room cannot fit, and is not counted. */
const MOST_CHARS = 12
const NOTHING: Parts = { summaries: {}, chosen: [], graph: [] }

/** The answer to a retrieval. Has empty parts if nothing fits or the room is too small. */
export function pack(request: PackRequest): Packed {
  const { maxTokens, format } = request
  const { write } = formats[format]
  const processingTime = Math.round(request.elapsedMs())
  const none = NOTHING
  const empty =
    format === 'json' ? emptyContext(processingTime) : { ...write(none, processingTime) }
  const room = maxTokens - write(none, processingTime).tokenCount - SLACK_TOKENS
  if (!(room > 0)) return { context: empty, shown: new Set() }
  const parts = fitted(partsWithin(request, room), maxTokens, write)
  const ids = parts.chosen.flatMap(({ members }) => members.map(({ id }) => id))
  const context = isEmpty(parts) ? empty : write(parts, Math.round(request.elapsedMs()))
  return { context, shown: new Set(ids) }
}

/**
 * Pinned items take a share of the room while there is anything else to show; those that do not fit there compete like
 * other items.
 */
function partsWithin(request: PackRequest, room: number): Parts {
  const { prices } = formats[request.format]
  const share = request.items.length > 0 ? room * PINNED_SHARE : room
  const pins = pinsWithin(request, share, prices)
  if (pins.chosen.length === 0) return unpinnedWithin(request, room)
  const shown = new Set(pins.chosen.map(({ best }) => best.id))
  const items = request.items.filter(({ id }) => !shown.has(id))
  const others = unpinnedWithin({ ...request, items }, room - pins.tokens, request.items)
  return { ...others, chosen: [...pins.chosen, ...others.chosen] }
}

function pinsWithin({ pinned = [] }: PackRequest, room: number, prices: Prices) {
  const chosen: ChosenItem[] = []
  let tokens = 0
  for (const best of pinned) {
    if (best.content.length > room * MOST_CHARS) continue
    const price = prices.alone(best)
    if (tokens + price > room) continue
    tokens += price
    chosen.push({ best, members: [best] })
  }
  return { chosen, tokens }
}

/** `telling`: the items that determine what is relevant, best first. */
function unpinnedWithin(
  request: PackRequest,
  room: number,
  telling: readonly PackableItem[] = request.items,
): Parts {
  const { items, maxTokens, query, joinTokens = DEFAULT_JOIN_TOKENS } = request
  const prices = pricesFor(request)
  const [best] = items
  // If the best item just fits, nothing is shown beside it, and no worse item replaces it.
  if (
    best &&
    best.content.length <= room * MOST_CHARS &&
    isTight(best, room, { maxTokens, prices })
  ) {
    return { ...NOTHING, chosen: [{ best, members: [best] }] }
  }
  const related = { items: telling, query }
  const summaryShare = items.length > 0 ? maxTokens * SUMMARIES_SHARE : room
  const graphShare = items.length > 0 ? maxTokens * GRAPH_SHARE : room
  const wantedSummaries = trimSummaries(request.summaries, related, Math.min(room, summaryShare))
  const wantedGraph = trimGraph(request.graph, related, Math.min(room, graphShare))
  const reserved = wantedSummaries.tokens + wantedGraph.tokens
  const picked = chooseItems(items, { room: room - reserved, joinTokens, prices })

  const left = room - picked.tokens
  const summaries = trimSummaries(request.summaries, related, left - wantedGraph.tokens)
  const graph = trimGraph(request.graph, related, left - summaries.tokens)
  return { summaries: summaries.kept, chosen: picked.chosen, graph: graph.kept }
}

/** If one thing is asked for, what is faint answers still less often. */
function pricesFor({ query, format }: PackRequest): Prices {
  const { prices } = formats[format]
  return asksForOne(query) ? { ...prices, leastAlone: prices.leastAloneOfOne } : prices
}

/** Its words fit, but not beside the shares kept for summaries and graph. */
function isTight(
  best: PackableItem,
  room: number,
  { maxTokens, prices }: { maxTokens: number; prices: Prices },
): boolean {
  const left = room - maxTokens * (SUMMARIES_SHARE + GRAPH_SHARE)
  return prices.alone(best) > left && prices.joined(best) <= room
}

function isEmpty({ summaries, chosen, graph }: Parts): boolean {
  return chosen.length === 0 && graph.length === 0 && Object.keys(summaries).length === 0
}

type Write = (parts: Parts, processingTime: number) => Context
/** Longer than any real time: the tokens of the number are counted too. */
const LONGEST_MS = 99_999

function fitted(parts: Parts, maxTokens: number, write: Write): Parts {
  const fits = (some: Parts) => write(some, LONGEST_MS).tokenCount <= maxTokens
  let left = fits(parts) ? parts : withFewerItems(parts, fits)
  while (left.graph.length > 0 && !fits(left)) left = { ...left, graph: left.graph.slice(0, -1) }
  while (Object.keys(left.summaries).length > 0 && !fits(left)) {
    const fewer = Object.entries(left.summaries).slice(0, -1)
    left = { ...left, summaries: Object.fromEntries(fewer) }
  }
  return fits(left) ? left : bestAlone(parts, fits)
}

/** If no item fits, the best one's words alone may, shown as what is known of its category. */
function bestAlone({ chosen: [best] }: Parts, fits: (parts: Parts) => boolean): Parts {
  if (!best) return NOTHING
  const { category, content } = best.best
  const words = { ...NOTHING, summaries: { [category]: content } }
  return fits(words) ? words : NOTHING
}

/** As many of the chosen items as fit, but at least one, found by binary search: each try counts the whole answer. */
function withFewerItems(parts: Parts, fits: (parts: Parts) => boolean): Parts {
  const withItems = (kept: number) => ({ ...parts, chosen: parts.chosen.slice(0, kept) })
  // Mostly the last item is one too many. `least` items fit; `most` are too many.
  let [least, most, kept] = [1, parts.chosen.length, parts.chosen.length - 1]
  while (most - least > 1) {
    if (fits(withItems(kept))) least = kept
    else most = kept
    kept = Math.floor((least + most) / 2)
  }
  return withItems(least)
}
