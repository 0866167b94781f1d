// The tokens of the o200k family by their bytes: an open-addressing hash table over one array of bytes. Two hundred
// thousand strings in a Map would cost each counting thread a third of a second and ten megabytes more.
import o200k from 'js-tiktoken/ranks/o200k_base'

export type TokenRanks = {
  /** In bytes. */
  longest: number
  /** The rank of the token with these bytes; -1 if there is none. */
  rankOf(bytes: Uint8Array, from: number, end: number): number
}

/** A power of two; two thirds of the places stay empty. */
const PLACES = 2 ** 19
const EMPTY = -1
/** For all tokens together: they have 1.3 million bytes. */
const MOST_BYTES = 2 ** 21
const MOST_TOKENS = 2 ** 18
const MARK = '! 0 '
const SPACE = 0x20
/** What a letter of base64 stands for. */
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
const NO_LETTER = 0xff
const SIX_BITS = new Uint8Array(128).fill(NO_LETTER)
for (let value = 0; value < LETTERS.length; value++) SIX_BITS[LETTERS.charCodeAt(value)] = value
/** FNV-1a, 32 bits. http://www.isthe.com/chongo/tech/comp/fnv/ */
const OFFSET_BASIS = 0x811c9dc5
const PRIME = 0x01000193

/** How a text is split into pieces before bytes are merged. */
export const PIECES = new RegExp(o200k.pat_str, 'gu')

export function readTokenRanks(): TokenRanks {
  const [from, text] = textOfTokens(o200k.bpe_ranks)
  const stored = new Uint8Array(MOST_BYTES)
  const ends = new Uint32Array(MOST_TOKENS)
  const table = new Int32Array(PLACES).fill(EMPTY)
  let [rank, longest, end] = [0, 0, 0]
  for (let at = from; at < text.length; at++, rank++) {
    const begin = end
    // Four letters are three bytes; the last may be fewer.
    for (let [bits, held] = [0, 0]; at < text.length && text[at] !== SPACE; at++) {
      const value = SIX_BITS[text[at] ?? 0] ?? 0
      if (value === NO_LETTER) continue
      bits = ((bits << 6) | value) & 0xfff
      held += 6
      if (held < 8) continue
      held -= 8
      stored[end++] = bits >> held
    }
    let place = placeOf(stored, begin, end)
    while (table[place] !== EMPTY) place = (place + 1) % PLACES
    table[place] = rank
    ends[rank] = end
    longest = Math.max(longest, end - begin)
  }
  return { longest, rankOf: (bytes, from, to) => rankIn({ stored, ends, table }, bytes, from, to) }
}

/** One line, which begins with `! 0`: the ranks from 0 on, in base64. The bytes of it, and where the tokens begin. */
function textOfTokens(lines: string): [number, Uint8Array] {
  if (!lines.startsWith(MARK)) throw new Error('the ranks of tokens have another form')
  return [MARK.length, Buffer.from(lines.trim(), 'latin1')]
}

function rankIn(
  { stored, ends, table }: { stored: Uint8Array; ends: Uint32Array; table: Int32Array },
  bytes: Uint8Array,
  from: number,
  end: number,
): number {
  for (let place = placeOf(bytes, from, end); ; place = (place + 1) % PLACES) {
    const rank = table[place] ?? EMPTY
    if (rank === EMPTY) return EMPTY
    const begin = rank === 0 ? 0 : (ends[rank - 1] ?? 0)
    if ((ends[rank] ?? 0) - begin === end - from && areSame(stored, begin, bytes, from, end)) {
      return rank
    }
  }
}

function areSame(
  stored: Uint8Array,
  begin: number,
  bytes: Uint8Array,
  from: number,
  end: number,
): boolean {
  for (let at = from; at < end; at++) if (stored[begin + at - from] !== bytes[at]) return false
  return true
}

function placeOf(bytes: Uint8Array, from: number, end: number): number {
  let hash = OFFSET_BASIS
  for (let at = from; at < end; at++) hash = Math.imul(hash ^ (bytes[at] ?? 0), PRIME)
  return (hash >>> 0) % PLACES
}
