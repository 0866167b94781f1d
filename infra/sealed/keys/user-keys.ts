// What one generation of a user's data key does for the stores of projections: seals, hashes and turns vectors, always
// the same way, so that equal documents stay equal and digests can be compared. Pure. README.md says what each
// protects.
import {
  type Cipheriv,
  createCipheriv,
  createDecipheriv,
  createSecretKey,
  hash,
  hkdfSync,
  type KeyObject,
} from 'node:crypto'
import type { DataKey } from '../../ports/key-store.ts'
import { getFrom, nth } from '../../runtime/certain.ts'
import { type Bounded, createBounded } from '../../runtime/envelope/bounded.ts'
import { createTurns } from './turn-vectors.ts'

export type UserKeys = {
  /** No two keys of a process have the same. */
  readonly id: number
  readonly generation: number
  /**
   * Text that only this key opens, bound to what it is about: a kind, or a kind and an id. Equal texts about the same
   * thing are sealed equally, so a text sealed about a kind alone is also a name to look up.
   */
  seal(about: string, plain: string): string
  /** Null if another key sealed it, it is about something else, or it was changed. */
  open(about: string, sealed: string): string | null
  /** What JSON.parse makes of a text that `open` opens. Callers share it, so it is frozen. */
  read(about: string, sealed: string): unknown
  /** What was made under this key of a text that recurs, remembered like what was opened. `what`: its kind. */
  once(what: string, text: string, make: (text: string) => string): string
  /** For search terms, in order: eight characters each, of letters, digits, `-` and `_`. */
  terms(words: readonly string[]): string[]
  /** For keys that are looked up; keys of two purposes are never equal. */
  key(purpose: string, text: string): string
  /** Moves and mirrors the numbers of a vector: products of two vectors stay. */
  turn(vector: Int8Array): Int8Array
  turnBack(vector: Int8Array): Int8Array
}

const FORMAT = 1
/** Format, then the generation, big-endian. */
const HEADER_BYTES = 5
const NONCE_BYTES = 12
const TAG_BYTES = 16
const LEAST_BYTES = HEADER_BYTES + NONCE_BYTES + TAG_BYTES
/** Characters that hold all of these. */
const TOLD_APART = Math.ceil((LEAST_BYTES * 4) / 3)
const KEY_BYTES = 32
const BLOCK = 16
/** 48 bits: among a user's 100,000 terms, one in three billion is mistaken for another. */
const TERM_BYTES = 6
const TERM_LENGTH = 8
const KEY_HASH_BYTES = 16
/** Takes the place of a short word's length. */
const LONG = 0xff

const WORDS_OF_A_QUERY = 32
/** About 10 MB, for all users of a process. */
const MOST_WORDS = 100_000

/** What was made of a text; or a sealed text, with what it holds or what was parsed of that. */
export type Opened =
  | string
  | Readonly<{ sealed: string } & ({ plain: string } | { parsed: unknown })>

/** How many keys this process has derived. */
let made = 0

/**
 * `opened`: what was opened a moment ago, for any user; a query opens the same texts again and again. `dropOpened` must
 * be called when a key is destroyed.
 */
export function createUserKeys(
  { generation, key }: DataKey,
  opened: Bounded<Opened> = createBounded(0),
): UserKeys {
  const subkeys = subkeysOf(key)
  const nonceOf = pseudorandom(subkeys.nonces)
  const termBlocks = pseudorandom(subkeys.terms)
  const keyBlocks = pseudorandom(subkeys.keys)
  const header = headerOf(generation)
  // A text that one key has opened is never returned for another key.
  const id = made++
  const turns = createTurns(subkeys.vectors)
  /** Its nonce and tag tell a text from others. The whole text would take longer to look up than to compare. */
  const nameOf = (about: string, sealed: string) => `${id} ${about}\n${sealed.slice(0, TOLD_APART)}`
  const open = (about: string, sealed: string) => {
    const bytes = Buffer.from(sealed, 'base64url')
    if (bytes.length < LEAST_BYTES || bytes.compare(header, 0, HEADER_BYTES, 0, HEADER_BYTES)) {
      return null
    }
    const nonce = bytes.subarray(HEADER_BYTES, HEADER_BYTES + NONCE_BYTES)
    const decipher = createDecipheriv('aes-256-gcm', subkeys.content, nonce)
    decipher.setAAD(Buffer.from(about))
    decipher.setAuthTag(bytes.subarray(HEADER_BYTES + NONCE_BYTES, LEAST_BYTES))
    const plain = decipher.update(bytes.subarray(LEAST_BYTES))
    try {
      decipher.final()
    } catch {
      return null
    }
    return plain.toString('utf8')
  }
  return {
    id,
    generation,
    seal: (about, plain) => {
      const body = Buffer.from(plain)
      const nonce = nonceOf(blockOf(`${about.length} ${about}`, body)).subarray(0, NONCE_BYTES)
      const cipher = createCipheriv('aes-256-gcm', subkeys.content, nonce)
      cipher.setAAD(Buffer.from(about))
      const sealed = cipher.update(body)
      cipher.final()
      return Buffer.concat([header, nonce, cipher.getAuthTag(), sealed]).toString('base64url')
    },
    open: (about, sealed) => {
      const name = nameOf(about, sealed)
      const known = opened.get(name)
      if (isOf(sealed, known) && 'plain' in known) return known.plain
      const plain = open(about, sealed)
      if (plain !== null) opened.set(name, { sealed, plain })
      return plain
    },
    read: (about, sealed) => {
      const name = nameOf(about, sealed)
      const known = opened.get(name)
      if (isOf(sealed, known) && 'parsed' in known) return known.parsed
      const plain = open(about, sealed)
      if (plain === null) return null
      const parsed = frozen(JSON.parse(plain))
      opened.set(name, { sealed, parsed })
      return parsed
    },
    once: (what, text, make) => {
      const name = `${id} made ${what}\n${text}`
      const known = opened.get(name)
      if (typeof known === 'string') return known
      const made = make(text)
      opened.set(name, made)
      return made
    },
    terms: rememberingWords((words) => termsIn(termBlocks(wordBlocks(words)))),
    key: (purpose, text) =>
      keyBlocks(blockOf(`${purpose.length} ${purpose}`, Buffer.from(text)))
        .subarray(0, KEY_HASH_BYTES)
        .toString('base64url'),
    turn: turns.turn,
    turnBack: turns.turnBack,
  }
}

/** Drops what these keys have opened, and what was made under them. */
export function dropOpened(opened: Bounded<Opened>, keys: readonly UserKeys[]): void {
  const ids = new Set(keys.map(({ id }) => String(id)))
  if (ids.size > 0) opened.drop((name) => ids.has(name.slice(0, name.indexOf(' '))))
}

/** False where the text was changed behind its tag. */
function isOf(sealed: string, known: Opened | undefined): known is Exclude<Opened, string> {
  return typeof known === 'object' && known.sealed === sealed
}

/** Faster than a reviver of JSON.parse. */
function frozen(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  for (const inner of Object.values(value)) frozen(inner)
  return Object.freeze(value)
}

/** The generation that sealed it; null if it is not sealed. */
export function sealedUnder(sealed: string): number | null {
  if (sealed.length < TOLD_APART) return null
  // Seven characters hold the header.
  const header = Buffer.from(sealed.slice(0, 7), 'base64url')
  if (header[0] !== FORMAT) return null
  return header.readUInt32BE(1)
}

function headerOf(generation: number): Buffer {
  const header = Buffer.alloc(HEADER_BYTES)
  header.writeUInt8(FORMAT, 0)
  header.writeUInt32BE(generation, 1)
  return header
}

const PURPOSES = 5

/** One secret, a key for each purpose. A cipher that is given its key as bytes takes three times as long to make. */
function subkeysOf(key: Uint8Array) {
  const length = PURPOSES * KEY_BYTES
  const all = Buffer.from(
    hkdfSync('sha256', createSecretKey(key), new Uint8Array(0), 'palimpsest projections', length),
  )
  const subkey = (n: number) => createSecretKey(all.subarray(n * KEY_BYTES, (n + 1) * KEY_BYTES))
  return {
    content: subkey(0),
    nonces: subkey(1),
    terms: subkey(2),
    keys: subkey(3),
    vectors: subkey(4),
  }
}

/**
 * A keyed function of blocks of 16 bytes: AES itself, kept ready, because making an HMAC for each term of each item
 * costs ten times as much.
 */
function pseudorandom(key: KeyObject): (blocks: Uint8Array) => Buffer {
  const cipher: Cipheriv = createCipheriv('aes-256-ecb', key, null).setAutoPadding(false)
  return (blocks) => cipher.update(blocks)
}

function isComplete<T>(found: readonly (T | undefined)[]): found is T[] {
  return !found.includes(undefined)
}

/** For all keys: how many words are remembered at most, and how often all were dropped. */
const learnt = { words: 0, drops: 0 }

/** Remembers the words of the last queries: a user asks with the same ones. Longer lists are those of items. */
function rememberingWords(hashesOf: (words: readonly string[]) => string[]) {
  const known = new Map<string, string>()
  let { drops } = learnt
  const dropIfTold = () => {
    if (drops === learnt.drops) return
    drops = learnt.drops
    known.clear()
  }
  const learn = (words: readonly string[]) => {
    const hashes = hashesOf(words)
    for (const [n, word] of words.entries()) known.set(word, nth(hashes, n))
    learnt.words += words.length
    if (learnt.words < MOST_WORDS) return
    learnt.words = 0
    learnt.drops++
  }
  return (words: readonly string[]): string[] => {
    if (words.length > WORDS_OF_A_QUERY) return hashesOf(words)
    dropIfTold()
    const found = words.map((word) => known.get(word))
    if (isComplete(found)) return found
    learn(words.filter((word) => !known.has(word)))
    return words.map((word) => getFrom(known, word))
  }
}

/** A block that stands for a text of any length. */
function blockOf(about: string, body: Uint8Array): Buffer {
  const hashed = hash('sha256', Buffer.concat([Buffer.from(about), body]), 'buffer')
  return hashed.subarray(0, BLOCK)
}

/** True for most words: short, with one byte a character. */
function isPlain(word: string): boolean {
  if (word.length >= BLOCK) return false
  for (let i = 0; i < word.length; i++) if (word.charCodeAt(i) > 0x7f) return false
  return true
}

/** The term of each block. All are written as one text, because each call into the runtime costs more than a term. */
function termsIn(blocks: Uint8Array): string[] {
  const count = blocks.length / BLOCK
  const bytes = Buffer.allocUnsafe(count * TERM_BYTES)
  for (let n = 0; n < count; n++) {
    for (let i = 0; i < TERM_BYTES; i++) bytes[n * TERM_BYTES + i] = blocks[n * BLOCK + i]!
  }
  const text = bytes.toString('base64url')
  return Array.from({ length: count }, (_, n) => text.slice(n * TERM_LENGTH, (n + 1) * TERM_LENGTH))
}

/** A block for each word: a short word fills it itself, after its length; for a longer one a hash does. */
function wordBlocks(words: readonly string[]): Buffer {
  const blocks = Buffer.alloc(words.length * BLOCK)
  for (const [n, word] of words.entries()) {
    const at = n * BLOCK
    if (isPlain(word)) {
      blocks[at] = word.length
      for (let i = 0; i < word.length; i++) blocks[at + 1 + i] = word.charCodeAt(i)
      continue
    }
    const length = Buffer.byteLength(word)
    if (length < BLOCK) {
      blocks[at] = length
      blocks.write(word, at + 1)
    } else {
      blocks[at] = LONG
      hash('sha256', word, 'buffer').copy(blocks, at + 1, 0, BLOCK - 1)
    }
  }
  return blocks
}
