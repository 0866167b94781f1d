// Counts the tokens of one piece of text: merges its bytes, the pair of the lowest rank first, until no pair is a
// token. `js-tiktoken`, the source of the ranks, scans the whole piece for each merge, so that an endless word costs
// the square of its length; here the pairs wait in a heap.
import { readTokenRanks, type TokenRanks } from './token-ranks.ts'

const NO_PAIR = -1
/** A heap's key: the rank, then the place, so that among equal pairs the first is merged first. */
const PLACES = 2 ** 26

let known: TokenRanks | null = null
/** The piece that is being counted. Grows to the longest one. */
let bytes = new Uint8Array(1_024)
/** Per UTF-16 unit. */
const MOST_BYTES = 3

export function tokensOfPiece(piece: string): number {
  // Built on first use, because that takes a moment.
  known ??= readTokenRanks()
  const count = readBytes(piece)
  if (count < 2 || known.rankOf(bytes, 0, count) >= 0) return Math.min(count, 1)
  return count - mergesOf(count, known)
}

/** Writes the piece as UTF-8 into `bytes`; returns their number. */
function readBytes(piece: string): number {
  if (piece.length * MOST_BYTES > bytes.length) bytes = new Uint8Array(piece.length * MOST_BYTES)
  for (let at = 0; at < piece.length; at++) {
    const unit = piece.charCodeAt(at)
    if (unit > 0x7f) return encoder.encodeInto(piece, bytes).written
    bytes[at] = unit
  }
  return piece.length
}
const encoder = new TextEncoder()

/** How often two parts of the bytes become one. A part is named by its first byte. */
function mergesOf(count: number, { rankOf, longest }: TokenRanks): number {
  const next = Array.from({ length: count + 1 }, (_, i) => i + 1)
  const previous = Array.from({ length: count + 1 }, (_, i) => i - 1)
  const pairs: number[] = new Array(count).fill(NO_PAIR)
  const heap: number[] = []
  const rate = (part: number) => {
    pairs[part] = NO_PAIR
    if (next[part]! >= count) return
    const end = next[next[part]!]!
    if (end - part > longest) return
    const rank = rankOf(bytes, part, end)
    if (rank < 0) return
    pairs[part] = rank
    push(heap, rank * PLACES + part)
  }
  for (let part = 0; part < count; part++) rate(part)
  let merges = 0
  for (let key = pop(heap); key !== undefined; key = pop(heap)) {
    const part = key % PLACES
    // Skip a pair if one of its parts has been merged meanwhile.
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

/** The smallest key; undefined if there is none. */
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
