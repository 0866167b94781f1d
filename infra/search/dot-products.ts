// Dot products of many vectors of signed bytes with one, sixteen numbers at a time: a WebAssembly function, because
// JavaScript multiplies one by one, which takes ten times as long. The sums are whole numbers, and exact.

/** As far as it is used here: the types of the language leave it to those of browsers. */
declare const WebAssembly: {
  Module: new (bytes: Uint8Array<ArrayBuffer>) => object
  Instance: new (module: object) => { exports: { memory: Memory; multiply: Multiply } }
}
type Memory = { readonly buffer: ArrayBuffer; grow(pages: number): number }
type Multiply = (at: number, end: number, query: number, dimensions: number, out: number) => void

/** The opcodes that the function needs. https://webassembly.github.io/spec/core/binary/instructions.html */
const op = {
  loop: 0x03,
  end: 0x0b,
  branchIf: 0x0d,
  get: 0x20,
  set: 0x21,
  tee: 0x22,
  store32: 0x36,
  const32: 0x41,
  isLess: 0x48,
  add32: 0x6a,
} as const
/** Opcodes of the vector instructions, after the prefix 0xfd. */
const load128 = (offset: number) => [0xfd, 0x00, 0x00, offset]
/** Loads eight bytes as eight numbers of 16 bits. */
const load8x8 = (offset: number) => [0xfd, 0x01, 0x00, offset]
const zero128 = [0xfd, 0x0c, ...new Array<number>(16).fill(0)]
const lane32 = (lane: number) => [0xfd, 0x1b, lane]
const add32x4 = [0xfd, 0xae, 0x01]
const dot16x8 = [0xfd, 0xba, 0x01]
const i32 = 0x7f
const v128 = 0x7b
const NO_RESULT = 0x40

/** Parameters and variables of the function, by number. */
const [AT, END, QUERY, DIMENSIONS, OUT, STOP, FACTOR, SUM] = [0, 1, 2, 3, 4, 5, 6, 7]

const get = (local: number) => [op.get, local]
const set = (local: number) => [op.set, local]
const plus = (local: number, amount: readonly number[]) => [
  ...get(local),
  ...amount,
  op.add32,
  ...set(local),
]
const whileLess = (a: number, b: number, body: readonly number[]) => [
  ...[op.loop, NO_RESULT],
  ...body,
  ...[...get(a), ...get(b), op.isLess, op.branchIf, 0, op.end],
]
/** So many numbers are multiplied in a turn of the loop. */
const STEP = 16
const EIGHT = STEP / 2
/** The products of eight numbers and eight factors, `eights` after where both stand. */
const products = (eights: number) => [
  ...[...get(AT), ...load8x8(eights * EIGHT)],
  ...[...get(FACTOR), ...load128(2 * eights * EIGHT)],
  ...dot16x8,
]
const sumOfLanes = [0, 1, 2, 3].flatMap((lane) => [
  ...get(SUM),
  ...lane32(lane),
  ...(lane > 0 ? [op.add32] : []),
])

/**
 * For each vector from AT to END: the sum of its products with the numbers from QUERY, written to OUT. The query's numbers
 * have 16 bits, as they are multiplied.
 */
const body = whileLess(AT, END, [
  ...[...zero128, ...set(SUM)],
  ...[...get(QUERY), ...set(FACTOR)],
  ...[...get(AT), ...get(DIMENSIONS), op.add32, ...set(STOP)],
  ...whileLess(AT, STOP, [
    ...[...get(SUM), ...products(0), ...add32x4, ...products(1), ...add32x4],
    ...set(SUM),
    ...plus(AT, [op.const32, STEP]),
    ...plus(FACTOR, [op.const32, 2 * STEP]),
  ]),
  ...[...get(OUT), ...sumOfLanes, op.store32, 2, 0],
  ...plus(OUT, [op.const32, 4]),
])

/** Sections of a module: types, functions, memory, exports, code. */
function moduleBytes(): Uint8Array<ArrayBuffer> {
  const locals = [2, 2, i32, 1, v128]
  const code = [...locals, ...body, op.end]
  return Uint8Array.from([
    ...[0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00],
    ...section(1, [1, 0x60, 5, i32, i32, i32, i32, i32, 0]),
    ...section(3, [1, 0]),
    ...section(5, [1, 0x00, 1]),
    ...section(7, [2, ...name('memory'), 0x02, 0, ...name('multiply'), 0x00, 0]),
    ...section(10, [1, ...length(code.length), ...code]),
  ])
}

function section(id: number, content: readonly number[]): number[] {
  return [id, ...length(content.length), ...content]
}

function name(text: string): number[] {
  return [text.length, ...Buffer.from(text)]
}

/** LEB128, for less than 2^14. */
function length(value: number): number[] {
  return value < 0x80 ? [value] : [(value & 0x7f) | 0x80, value >> 7]
}

const { memory, multiply } = new WebAssembly.Instance(new WebAssembly.Module(moduleBytes())).exports

const PAGE = 65_536

/** The dot product of each vector with `vector`: `places` of them lie one after another in each of `blocks`. */
export function dotProducts(
  blocks: readonly Int8Array[],
  vector: Int8Array,
  places: number,
): Int32Array<ArrayBuffer> {
  if (vector.length % STEP !== 0) return oneByOne(blocks, vector, places)
  const dimensions = vector.length
  const size = places * dimensions
  const out = size + 2 * dimensions
  makeRoom(out + 4 * places * blocks.length)
  new Int16Array(memory.buffer, size, dimensions).set(vector)
  const bytes = new Int8Array(memory.buffer)
  let end = out
  for (const block of blocks) {
    bytes.set(block)
    multiply(0, size, size, dimensions, end)
    end += 4 * places
  }
  return new Int32Array(memory.buffer, out, places * blocks.length).slice()
}

function makeRoom(bytes: number): void {
  const missing = bytes - memory.buffer.byteLength
  if (missing > 0) memory.grow(Math.ceil(missing / PAGE))
}

function oneByOne(
  blocks: readonly Int8Array[],
  vector: Int8Array,
  places: number,
): Int32Array<ArrayBuffer> {
  const dots = blocks.flatMap((block) =>
    Array.from({ length: places }, (_, place) => dotAt(block, vector, place * vector.length)),
  )
  return Int32Array.from(dots)
}

function dotAt(vectors: Int8Array, vector: Int8Array, start: number): number {
  let sum = 0
  for (let at = 0; at < vector.length; at++) sum += (vectors[start + at] ?? 0) * (vector[at] ?? 0)
  return sum
}
