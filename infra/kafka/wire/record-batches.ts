// Reads the bytes of a fetch: record batches of format 2, without what aborted transactions wrote. Pure but for
// decompression. Our own, because the client loses the offsets of empty batches, knows no zstd, throws away a whole
// fetch for one bad batch, and lets records of overlapping aborted transactions through.
import { promisify } from 'node:util'
import { gunzip, zstdDecompress } from 'node:zlib'

export type RawRecord = {
  offset: number
  /** Milliseconds since 1970; the broker's time when the topic is configured so. */
  timestamp: number
  key: Buffer | null
  /** Null: a tombstone. */
  value: Buffer | null
  headers: readonly RawHeader[]
  /** Why its batch could not be read. */
  defect: string | null
}
export type RawHeader = { name: string; value: Buffer | null }

export type AbortedTransaction = { producerId: bigint; firstOffset: number }

type Batch = {
  baseOffset: number
  lastOffset: number
  attributes: number
  baseTimestamp: number
  maxTimestamp: number
  producerId: bigint
  count: number
  body: Buffer
}

const HEADER_BYTES = 61
/** The bytes that `batchLength` does not count: the base offset and the length itself. */
const LENGTH_END = 12
/** No batch may unpack to more: topics take messages of a few MiB. */
const MAX_UNPACKED_BYTES = 64 * 1024 * 1024

const decompressors: Readonly<Record<number, (bytes: Buffer) => Promise<Buffer>>> = {
  0: async (bytes) => bytes,
  1: (bytes) => promisify(gunzip)(bytes, { maxOutputLength: MAX_UNPACKED_BYTES }),
  4: (bytes) => promisify(zstdDecompress)(bytes, { maxOutputLength: MAX_UNPACKED_BYTES }),
}
const CODECS = ['none', 'gzip', 'snappy', 'lz4', 'zstd']

/**
 * Returns the records at or after `from`, and the offset behind the last batch that arrived whole, even if that batch
 * held nothing that may be read.
 */
export async function readBatches(
  bytes: Buffer,
  from: number,
  {
    aborted = [],
    tombstonesErase = true,
  }: {
    aborted?: readonly AbortedTransaction[] | undefined
    tombstonesErase?: boolean | undefined
  } = {},
): Promise<{ records: RawRecord[]; next: number }> {
  const isAborted = createAbortFilter(aborted)
  const records: RawRecord[] = []
  let next = from
  for (const batch of splitBatches(bytes)) {
    next = Math.max(next, batch.lastOffset + 1)
    if (isAborted(batch) || isControl(batch) || batch.lastOffset < from) continue
    for (const record of await recordsOf(batch)) if (record.offset >= from) records.push(record)
  }
  return { records: tombstonesErase ? withoutErased(records) : records, next }
}

/** A tombstone that arrives together with what it erases takes effect at once, before compaction. */
function withoutErased(records: RawRecord[]): RawRecord[] {
  const erasedAt = new Map<string, number>()
  for (const { key, value, offset, defect } of records) {
    if (value === null && key !== null && defect === null)
      erasedAt.set(key.toString('latin1'), offset)
  }
  if (erasedAt.size === 0) return records
  return records.filter(
    ({ key, offset }) => key === null || (erasedAt.get(key.toString('latin1')) ?? -1) < offset,
  )
}

/** A batch cut off at the end of the bytes is left for the next fetch. */
function* splitBatches(bytes: Buffer): Generator<Batch> {
  let at = 0
  while (at + HEADER_BYTES <= bytes.length) {
    const end = at + LENGTH_END + bytes.readInt32BE(at + 8)
    if (end > bytes.length) return
    if (bytes[at + 16] !== 2) throw new Error(`record format ${bytes[at + 16]} is not known`)
    yield batchAt(bytes, at, end)
    at = end
  }
}

function batchAt(bytes: Buffer, at: number, end: number): Batch {
  const baseOffset = Number(bytes.readBigInt64BE(at))
  return {
    baseOffset,
    lastOffset: baseOffset + bytes.readInt32BE(at + 23),
    attributes: bytes.readInt16BE(at + 21),
    baseTimestamp: Number(bytes.readBigInt64BE(at + 27)),
    maxTimestamp: Number(bytes.readBigInt64BE(at + 35)),
    producerId: bytes.readBigInt64BE(at + 43),
    count: bytes.readInt32BE(at + 57),
    body: bytes.subarray(at + HEADER_BYTES, end),
  }
}

const isControl = ({ attributes }: Batch) => (attributes & 0x20) !== 0
const isTransactional = ({ attributes }: Batch) => (attributes & 0x10) !== 0

/** Transactions of several producers overlap: each is aborted from its first offset up to its own marker. */
function createAbortFilter(aborted: readonly AbortedTransaction[]): (batch: Batch) => boolean {
  const ahead = [...aborted].sort((a, b) => a.firstOffset - b.firstOffset)
  const open = new Set<bigint>()
  return (batch) => {
    for (let [next] = ahead; next && next.firstOffset <= batch.lastOffset; [next] = ahead) {
      open.add(next.producerId)
      ahead.shift()
    }
    if (!open.has(batch.producerId)) return false
    if (isControl(batch)) {
      if (isAbortMarker(batch)) open.delete(batch.producerId)
      return true
    }
    return isTransactional(batch)
  }
}

/** A control record's key is its version and its type; type 0 aborts. */
function isAbortMarker({ body }: Batch): boolean {
  const [marker] = unpack(body, 1, { baseOffset: 0, timestampOf: () => 0 })
  return marker?.key?.length === 4 && marker.key.readInt16BE(2) === 0
}

/** A batch that cannot be read becomes one record with a defect, so that it is noticed and the rest continues. */
async function recordsOf(batch: Batch): Promise<RawRecord[]> {
  const codec = batch.attributes & 0x07
  const decompress = decompressors[codec]
  const timestampOf = (delta: number) =>
    (batch.attributes & 0x08) !== 0 ? batch.maxTimestamp : batch.baseTimestamp + delta
  try {
    if (!decompress) return [defective(batch, `packed with ${CODECS[codec] ?? 'an unknown codec'}`)]
    return unpack(await decompress(batch.body), batch.count, {
      baseOffset: batch.baseOffset,
      timestampOf,
    })
  } catch {
    return [defective(batch, 'damaged')]
  }
}

function defective(batch: Batch, why: string): RawRecord {
  const defect = `a batch of ${batch.count} records is ${why} and cannot be read`
  const { lastOffset: offset, maxTimestamp: timestamp } = batch
  return { offset, timestamp, key: null, value: null, headers: [], defect }
}

function unpack(
  bytes: Buffer,
  count: number,
  { baseOffset, timestampOf }: { baseOffset: number; timestampOf: (delta: number) => number },
): RawRecord[] {
  const cursor = new Cursor(bytes)
  return Array.from({ length: count }, () => {
    cursor.varint() // length
    cursor.skip(1) // attributes
    const timestamp = timestampOf(cursor.varint())
    const offset = baseOffset + cursor.varint()
    const [key, value] = [cursor.bytes(), cursor.bytes()]
    const headers = Array.from({ length: cursor.varint() }, () => ({
      name: cursor.bytes()?.toString('utf8') ?? '',
      value: cursor.bytes(),
    }))
    return { offset, timestamp, key, value, headers, defect: null }
  })
}

/** Reads zigzag varints and the bytes whose length they give. */
class Cursor {
  readonly #bytes: Buffer
  #at = 0

  constructor(bytes: Buffer) {
    this.#bytes = bytes
  }

  skip(count: number): void {
    this.#at += count
  }

  varint(): number {
    let value = 0
    let factor = 1
    for (;;) {
      const byte = this.#bytes[this.#at++]
      if (byte === undefined) throw new RangeError('the record ends too early')
      value += (byte & 0x7f) * factor
      if (byte < 0x80) break
      factor *= 128
    }
    return value % 2 === 0 ? value / 2 : -(value + 1) / 2
  }

  bytes(): Buffer | null {
    const length = this.varint()
    if (length < 0) return null
    const end = this.#at + length
    if (end > this.#bytes.length) throw new RangeError('the record ends too early')
    const found = this.#bytes.subarray(this.#at, end)
    this.#at = end
    return found
  }
}
