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
const load128 = [0xfd, 0x00, 0x00, 0x00]
const zero128 = [0xfd, 0x0c, ...new Array<number>(16).fill(0)]
const lane32 = (lane: number) => [0xfd, 0x1b, lane]
const extendLow = [0xfd, 0x87, 0x01]
const extendHigh = [0xfd, 0x88, 0x01]
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
const products = (half: readonly number[]) => [
  ...[...get(AT), ...load128, ...half],
  ...[...get(FACTOR), ...load128, ...half],
  ...dot16x8,
]
const sumOfLanes = [0, 1, 2, 3].flatMap((lane) => [
  ...get(SUM),
  ...lane32(lane),
  ...(lane > 0 ? [op.add32] : []),
])

/** For each vector from AT to END: the sum of its products with the numbers from QUERY, written to OUT. */
const body = whileLess(AT, END, [
  ...[...zero128, ...set(SUM)],
  ...[...get(QUERY), ...set(FACTOR)],
  ...[...get(AT), ...get(DIMENSIONS), op.add32, ...set(STOP)],
  ...whileLess(AT, STOP, [
    ...[...get(SUM), ...products(extendLow), ...add32x4, ...products(extendHigh), ...add32x4],
    ...set(SUM),
    ...plus(AT, [op.const32, 16]),
    ...plus(FACTOR, [op.const32, 16]),
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

const STEP = 16
const PAGE = 65_536

/** The dot product of each of the `places` vectors, which lie one after another, with `vector`. */
export function dotProducts(vectors: Int8Array, vector: Int8Array, places: number): Int32Array {
  const dimensions = vector.length
  if (dimensions % STEP !== 0) return oneByOne(vectors, vector, places)
  const size = places * dimensions
  const [query, out] = [size, size + dimensions]
  const missing = out + places * 4 - memory.buffer.byteLength
  if (missing > 0) memory.grow(Math.ceil(missing / PAGE))
  const bytes = new Int8Array(memory.buffer)
  bytes.set(vectors.subarray(0, size))
  bytes.set(vector, query)
  multiply(0, size, query, dimensions, out)
  return new Int32Array(memory.buffer, out, places).slice()
}

function oneByOne(vectors: Int8Array, vector: Int8Array, places: number): Int32Array {
  const dots = new Int32Array(places)
  for (let place = 0; place < places; place++) {
    const start = place * vector.length
    for (let i = 0; i < vector.length; i++) dots[place]! += vectors[start + i]! * vector[i]!
  }
  return dots
}
