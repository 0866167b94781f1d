// Searches every byte of a folder for canaries: words that occur nowhere else, one for each kind of thing that a client
// gives. Looks for them as they are, in base64, UTF-16 and hex, as Neo4j packs short strings, and in compressed data
// (gzip of Kafka, zstd). The stored fields of Lucene are LZ4, which writes a random word's first occurrence as it is.
import { closeSync, openSync, readdirSync, readSync, statSync } from 'node:fs'
import { join, relative } from 'node:path'
import { inflateRawSync, constants as zlib, zstdDecompressSync } from 'node:zlib'

/**
 * By kind (text, user id, ...): lower-case letters, with the same stem in each, so that one search finds where any of
 * them is.
 */
export type Canaries = { stem: string; words: Readonly<Record<string, string>> }
export type Found = { file: string; kind: string; form: string }

/** Letters a to z; long enough that eight packed bytes of it are the same however it is aligned. */
export function createCanaries(stem: string, kinds: readonly string[]): Canaries {
  if (!/^[a-z]{28,}$/.test(stem)) throw new Error('a stem has at least 28 letters')
  return { stem, words: Object.fromEntries(kinds.map((kind) => [kind, `${kind}${stem}`])) }
}

/**
 * Which kind lies where, and in what form. Each once; files by their path within the folder, without those whose path
 * matches `left`.
 */
export function search(folder: string, { stem, words }: Canaries, left?: RegExp): Found[] {
  const anywhere = formsOf(stem)
  const kinds = Object.entries(words).map(([kind, word]) => ({ kind, forms: formsOf(word) }))
  const files = filesIn(folder).filter((path) => !left?.test(path))
  return files.flatMap((path) => {
    const file = relative(folder, path)
    const found = new Map<string, Found>()
    for (const bytes of partsOf(path)) {
      for (const form of formsIn(bytes, anywhere)) {
        const named = kinds.filter(({ forms }) => formsIn(bytes, forms).includes(form))
        // Packed, a word may be cut where the next one begins: then only its stem can be found.
        const told = named.length > 0 ? named.map(({ kind }) => kind) : ['?']
        for (const kind of told) found.set(`${kind} ${form}`, { file, kind, form })
      }
    }
    return [...found.values()]
  })
}

/** One line per file: the kinds in it, and their forms. */
export function tableOf(found: readonly Found[]): string {
  const byFile = Map.groupBy(found, ({ file }) => file)
  const lines = [...byFile]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([file, all]) => {
      const forms = Map.groupBy(all, ({ form }) => form)
      const told = [...forms].map(
        ([form, of]) =>
          `${form}: ${of
            .map(({ kind }) => kind)
            .sort()
            .join(' ')}`,
      )
      return `${file.padEnd(34)} ${told.join('; ')}`
    })
  return lines.join('\n')
}

function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path, { throwIfNoEntry: false })?.isFile())
}

const PART_BYTES = 64 * 1024 * 1024
const OVERLAP_BYTES = 4 * 1024

/** The bytes of a file, and its decompressed parts. A file that has gone meanwhile has none. */
function* partsOf(path: string): Iterable<Buffer> {
  for (const bytes of slicesOf(path)) {
    // File names may hold a canary too.
    yield Buffer.concat([Buffer.from(`${path}\n`), bytes])
    yield* unpacked(bytes)
  }
}

function* slicesOf(path: string): Iterable<Buffer> {
  const file = openIfThere(path)
  if (file === null) return
  try {
    const bytes = Buffer.alloc(Math.min(PART_BYTES, statSync(path).size + OVERLAP_BYTES))
    for (let at = 0; ; ) {
      const read = readSync(file, bytes, 0, bytes.length, at)
      yield bytes.subarray(0, read)
      if (read < bytes.length) return
      at += read - OVERLAP_BYTES
    }
  } finally {
    closeSync(file)
  }
}

/** Running servers remove files while they are searched. */
function openIfThere(path: string): number | null {
  try {
    return openSync(path, 'r')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

/** With a header of ten bytes, as Kafka's clients write it. */
const GZIP = Buffer.from([0x1f, 0x8b, 0x08, 0])
const ZSTD = Buffer.from([0x28, 0xb5, 0x2f, 0xfd])
const partial = { finishFlush: zlib.Z_SYNC_FLUSH }

function* unpacked(bytes: Buffer): Iterable<Buffer> {
  for (const at of placesOf(bytes, GZIP)) {
    yield* attempt(() => inflateRawSync(bytes.subarray(at + 10), partial))
  }
  for (const at of placesOf(bytes, ZSTD)) {
    yield* attempt(() => zstdDecompressSync(bytes.subarray(at)))
  }
}

function* attempt(unpack: () => Buffer): Iterable<Buffer> {
  try {
    yield unpack()
  } catch {
    // It only looked like the start of compressed data.
  }
}

function* placesOf(bytes: Buffer, pattern: Buffer): Iterable<number> {
  for (let at = bytes.indexOf(pattern); at >= 0; at = bytes.indexOf(pattern, at + 1)) yield at
}

type Forms = ReadonlyMap<string, readonly Buffer[]>

function formsIn(bytes: Buffer, forms: Forms): string[] {
  return [...forms].flatMap(([form, patterns]) =>
    patterns.some((pattern) => bytes.includes(pattern)) ? [form] : [],
  )
}

/** Leaves the first letter out, because names are written with a capital. */
function formsOf(word: string): Forms {
  const inner = word.slice(1)
  const upper = inner.toUpperCase()
  return new Map([
    ['plain', [inner, upper].map((text) => Buffer.from(text))],
    ['utf16', [inner, upper].map((text) => Buffer.from(text, 'utf16le').subarray(0, -1))],
    ['base64', [inner, upper].flatMap(base64Of)],
    ['hex', [inner, upper].flatMap(hexOf)],
    ['packed', packedOf(inner)],
  ])
}

/**
 * The word at each of its three possible alignments, in both base64 alphabets; for letters the two are mostly the same.
 */
function base64Of(text: string): Buffer[] {
  return [0, 1, 2].flatMap((before) => {
    const bytes = Buffer.from('\0'.repeat(before) + text)
    const first = Math.ceil((before * 8) / 6)
    const whole = Math.floor((bytes.length * 8) / 6)
    return (['base64', 'base64url'] as const).map((form) =>
      Buffer.from(bytes.toString(form).slice(first, whole)),
    )
  })
}

function hexOf(text: string): Buffer[] {
  const hex = Buffer.from(text).toString('hex')
  return [Buffer.from(hex), Buffer.from(hex.toUpperCase())]
}

/** Letters by their place in the alphabet in which Neo4j packs short strings, from the lowest bit on. */
const packings = [
  { bits: 5, codeOf: (letter: number) => letter - 0x60 },
  { bits: 6, codeOf: (letter: number) => letter - 0x61 + 0x26 },
] as const

/** Words of 64 bits, the highest byte first: finds each one within the text, at any alignment. */
function packedOf(text: string): Buffer[] {
  return packings.flatMap(({ bits, codeOf }) => {
    const value = [...Buffer.from(text)].reduceRight(
      (sum, letter) => (sum << BigInt(bits)) | BigInt(codeOf(letter)),
      0n,
    )
    const most = text.length * bits - 64
    return Array.from({ length: Math.min(64, most) }, (_, skipped) => {
      const word = Buffer.alloc(8)
      word.writeBigUInt64BE(BigInt.asUintN(64, value >> BigInt(skipped)))
      return word
    })
  })
}
