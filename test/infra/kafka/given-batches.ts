// Record batches as a broker sends them, for the tests of their readers.
type Given = {
  baseOffset: number
  records?: readonly { key?: string | null; value?: string | Buffer | null }[]
  /** Where compaction has removed the last records, the batch still reaches as far. */
  lastOffset?: number
  codec?: number
  pack?: (bytes: Buffer) => Buffer
  producerId?: bigint
  transactional?: boolean
  control?: 'commit' | 'abort'
}

export function batch(given: Given): Buffer {
  const records = given.control
    ? [{ key: given.control === 'abort' ? '\0\0\0\0' : '\0\0\0\x01', value: '' }]
    : (given.records ?? [])
  const body = Buffer.concat(records.map((each, at) => record(at, each)))
  const packed = given.pack ? given.pack(body) : body
  const header = Buffer.alloc(61)
  const flags = (given.transactional || given.control ? 0x10 : 0) | (given.control ? 0x20 : 0)
  header.writeBigInt64BE(BigInt(given.baseOffset), 0)
  header.writeInt32BE(header.length - 12 + packed.length, 8)
  header.writeInt8(2, 16)
  header.writeInt16BE(flags | (given.codec ?? 0), 21)
  const last = given.lastOffset ?? given.baseOffset + Math.max(0, records.length - 1)
  header.writeInt32BE(last - given.baseOffset, 23)
  header.writeBigInt64BE(1_000n, 27)
  header.writeBigInt64BE(2_000n, 35)
  header.writeBigInt64BE(given.producerId ?? -1n, 43)
  header.writeInt32BE(records.length, 57)
  return Buffer.concat([header, packed])
}

function record(
  at: number,
  { key = `key-${at}`, value = `value-${at}` }: NonNullable<Given['records']>[number],
) {
  const body = Buffer.concat([
    Buffer.from([0]),
    varint(at),
    varint(at),
    sized(key),
    sized(value),
    varint(1),
    sized('header'),
    sized('its value'),
  ])
  return Buffer.concat([varint(body.length), body])
}

function sized(bytes: string | Buffer | null): Buffer {
  if (bytes === null) return varint(-1)
  const buffer = Buffer.from(bytes)
  return Buffer.concat([varint(buffer.length), buffer])
}

function varint(value: number): Buffer {
  const bytes: number[] = []
  let left = value >= 0 ? value * 2 : -value * 2 - 1
  while (left >= 0x80) {
    bytes.push((left % 0x80) | 0x80)
    left = Math.floor(left / 0x80)
  }
  return Buffer.from([...bytes, left])
}
