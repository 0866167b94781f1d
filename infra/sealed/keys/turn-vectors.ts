// A keyed change of a vector that keeps every product of two vectors: permutes its numbers, and flips the signs of
// some.
import { createCipheriv, type KeyObject } from 'node:crypto'

type Turns = {
  turn(vector: Int8Array): Int8Array
  turnBack(vector: Int8Array): Int8Array
}

/** `places[n]`: the new place of the number at n. */
type Turn = { places: Uint16Array; signs: Int8Array }

const MAX_DIMENSIONS = 0xffff
/** The vectors of a memory have one size, and a second one while the model is being changed. */
const MOST_SIZES = 4

/** `seed`: 32 bytes. */
export function createTurns(seed: KeyObject): Turns {
  const known = new Map<number, Turn>()
  const turnOf = ({ length }: Int8Array) => {
    const turn = known.get(length) ?? makeTurn(seed, length)
    if (known.size >= MOST_SIZES && !known.has(length)) known.clear()
    known.set(length, turn)
    return turn
  }
  return {
    turn: (vector) => {
      const { places, signs } = turnOf(vector)
      const turned = new Int8Array(vector.length)
      for (let n = 0; n < vector.length; n++) turned[places[n]!] = vector[n]! * signs[n]!
      return turned
    },
    turnBack: (turned) => {
      const { places, signs } = turnOf(turned)
      const vector = new Int8Array(turned.length)
      for (let n = 0; n < turned.length; n++) vector[n] = turned[places[n]!]! * signs[n]!
      return vector
    },
  }
}

/** Fisher and Yates, over a stream of AES that is seeded by the seed and the size. */
function makeTurn(seed: KeyObject, size: number): Turn {
  if (size > MAX_DIMENSIONS) throw new Error(`vectors have at most ${MAX_DIMENSIONS} numbers`)
  const random = streamOf(seed, size)
  const places = Uint16Array.from({ length: size }, (_, n) => n)
  for (let n = size - 1; n > 0; n--) {
    const other = Math.floor((random.readUInt32LE(n * 4) / 2 ** 32) * (n + 1))
    const place = places[n]!
    places[n] = places[other]!
    places[other] = place
  }
  const signs = Int8Array.from({ length: size }, (_, n) => (random[size * 4 + n]! & 1 ? 1 : -1))
  return { places, signs }
}

/** Four bytes for each place, then one for each sign. */
function streamOf(seed: KeyObject, size: number): Buffer {
  const start = Buffer.alloc(16)
  start.writeUInt32BE(size, 0)
  return createCipheriv('aes-256-ctr', seed, start).update(Buffer.alloc(size * 5))
}
