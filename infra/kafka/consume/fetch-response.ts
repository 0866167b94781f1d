// Reads the answer to a fetch (version 11): per partition its offsets, an error, or records.
import { type AbortedTransaction, type RawRecord, readBatches } from '../wire/record-batches.ts'

const INBOX = 'memory.inbox.v1'

export type FetchedPartition = {
  topic: string
  partition: number
  /** Kafka's error code; 0 means no error. */
  errorCode: number
  /** The offset behind the last record that every required replica has. */
  highWatermark: number
  /** All transactions before this offset have ended. */
  lastStableOffset: number
  logStartOffset: number
  records: readonly RawRecord[]
  /** Where to fetch next: behind all that arrived, including what may not be read. */
  next: number
  /** How many bytes of records arrived, readable or not. */
  bytes: number
}

type FetchResponse = {
  clientSideThrottleTime: number
  partitions: FetchedPartition[]
}

/** `offsets`: the offsets that were asked for, by `topic/partition`. */
export async function readFetchResponse(
  bytes: Buffer,
  offsets: ReadonlyMap<string, number>,
): Promise<FetchResponse> {
  const reader = new Reader(bytes)
  const clientSideThrottleTime = reader.int32()
  const errorCode = reader.int16()
  if (errorCode !== 0) throw new Error(`the fetch was refused with code ${errorCode}`)
  reader.int32() // session
  const waiting: Promise<FetchedPartition>[] = []
  reader.times(() => {
    const topic = reader.text()
    reader.times(() => waiting.push(readPartition(reader, topic, offsets)))
  })
  return { clientSideThrottleTime, partitions: await Promise.all(waiting) }
}

/** Takes its bytes from the reader before its first `await`. */
async function readPartition(
  reader: Reader,
  topic: string,
  offsets: ReadonlyMap<string, number>,
): Promise<FetchedPartition> {
  const partition = reader.int32()
  const errorCode = reader.int16()
  const [highWatermark, lastStableOffset, logStartOffset] = [
    reader.int64(),
    reader.int64(),
    reader.int64(),
  ]
  const aborted: AbortedTransaction[] = []
  reader.times(() => {
    aborted.push({ producerId: reader.bigInt64(), firstOffset: reader.int64() })
  })
  reader.int32() // preferred read replica
  const bytes = reader.bytes()
  const from = offsets.get(`${topic}/${partition}`) ?? 0
  // Partners choose the keys of the inbox and may use one key for all records of a user: there an empty record erases
  // nothing.
  const read = await readBatches(bytes, from, { aborted, tombstonesErase: !topic.endsWith(INBOX) })
  return {
    topic,
    partition,
    errorCode,
    highWatermark,
    lastStableOffset,
    logStartOffset,
    ...read,
    bytes: bytes.length,
  }
}

class Reader {
  readonly #bytes: Buffer
  #at = 0

  constructor(bytes: Buffer) {
    this.#bytes = bytes
  }

  int16(): number {
    this.#at += 2
    return this.#bytes.readInt16BE(this.#at - 2)
  }

  int32(): number {
    this.#at += 4
    return this.#bytes.readInt32BE(this.#at - 4)
  }

  bigInt64(): bigint {
    this.#at += 8
    return this.#bytes.readBigInt64BE(this.#at - 8)
  }

  int64(): number {
    return Number(this.bigInt64())
  }

  text(): string {
    const length = this.int16()
    this.#at += length
    return this.#bytes.toString('utf8', this.#at - length, this.#at)
  }

  bytes(): Buffer {
    const length = Math.max(0, this.int32())
    this.#at += length
    return this.#bytes.subarray(this.#at - length, this.#at)
  }

  /** Runs `each` for every element of an array; a null array has no elements. */
  times(each: () => void): void {
    for (let left = this.int32(); left > 0; left--) each()
  }
}
