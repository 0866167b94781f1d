// Counts the tokens of one piece of text: its bytes are merged, the pair of the lowest rank first, until no pair is a
// token. `gpt-tokenizer`, of which the ranks are, looks through the whole piece for each merge, so that an endless
// word costs the square of its length; here the pairs wait in a heap.
import ranksOfTokens from 'gpt-tokenizer/bpeRanks/o200k_base'

const NO_PAIR = -1
/** A heap's key: the rank, then the place, so that of equal pairs the first is merged first. */
const PLACES = 2 ** 26

type RankTable = { ranks: ReadonlyMap<string, number>; longest: number }
let known: RankTable | null = null

/** How many tokens the piece is. */
export function tokensOfPiece(piece: string): number {
  const table = rankTable()
  const bytes = bytesOf(piece)
  if (bytes.length < 2 || table.ranks.has(bytes)) return Math.min(bytes.length, 1)
  return bytes.length - mergesOf(bytes, table)
}

/** UTF-8, a character a byte. */
function bytesOf(text: string): string {
  for (let i = 0; i < text.length; i++) {
    if (text.charCodeAt(i) > 0x7f) return Buffer.from(text).toString('latin1')
  }
  return text
}

/** From the bytes of a token to its rank. Made at first use, because that takes a moment. */
function rankTable(): RankTable {
  if (known) return known
  const ranks = new Map<string, number>()
  let longest = 0
  for (const [rank, token] of ranksOfTokens.entries()) {
    const bytes = typeof token === 'string' ? bytesOf(token) : String.fromCharCode(...token)
    ranks.set(bytes, rank)
    longest = Math.max(longest, bytes.length)
  }
  known = { ranks, longest }
  return known
}

/** How often two parts of the bytes become one. A part is named by its first byte. */
function mergesOf(bytes: string, { ranks, longest }: RankTable): number {
  const count = bytes.length
  const next = Array.from({ length: count + 1 }, (_, i) => i + 1)
  const previous = Array.from({ length: count + 1 }, (_, i) => i - 1)
  const pairs: number[] = new Array(count).fill(NO_PAIR)
  const heap: number[] = []
  const rate = (part: number) => {
    pairs[part] = NO_PAIR
    if (next[part]! >= count) return
    const end = next[next[part]!]!
    if (end - part > longest) return
    const rank = ranks.get(bytes.slice(part, end))
    if (rank === undefined) return
    pairs[part] = rank
    push(heap, rank * PLACES + part)
  }
  for (let part = 0; part < count; part++) rate(part)
  let merges = 0
  for (let key = pop(heap); key !== undefined; key = pop(heap)) {
    const part = key % PLACES
    // A pair of which one part has been merged meanwhile is none any more.
    if (pairs[part] !== (key - part) / PLACES) continue
    const gone = next[part]!
    pairs[gone] = NO_PAIR
    next[part] = next[gone]!
    previous[next[part]!] = part
    merges++
    rate(part)
    if (previous[part]! >= 0) rate(previous[part]!)
  }
  return merges
}

function push(heap: number[], key: number): void {
  let at = heap.length
  heap.push(key)
  while (at > 0) {
    const parent = (at - 1) >> 1
    if (heap[parent]! <= key) break
    heap[at] = heap[parent]!
    at = parent
  }
  heap[at] = key
}

/** The smallest key; undefined where there is none. */
function pop(heap: number[]): number | undefined {
  const top = heap[0]
  const last = heap.pop()
  if (last === undefined || heap.length === 0) return top
  let at = 0
  for (;;) {
    let child = 2 * at + 1
    if (child >= heap.length) break
    if (child + 1 < heap.length && heap[child + 1]! < heap[child]!) child++
    if (heap[child]! >= last) break
    heap[at] = heap[child]!
    at = child
  }
  heap[at] = last
  return top
}
