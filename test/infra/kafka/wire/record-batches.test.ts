// How the bytes of a fetch are read.
import { deflateRawSync, gzipSync, zstdCompressSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { readBatches } from '../../../../infra/kafka/wire/record-batches.ts'
import { batch } from '../given-batches.ts'

const two = [{ value: 'one' }, { value: 'two' }]

async function valuesOf(
  bytes: Buffer,
  from = 0,
  aborted = [] as { producerId: bigint; firstOffset: number }[],
) {
  const { records } = await readBatches(bytes, from, { aborted })
  return records.map(({ value }) => value?.toString())
}

describe('record batches', () => {
  test('given a batch, when read, then its records have their offsets, times, keys and headers', async () => {
    const { records, next } = await readBatches(batch({ baseOffset: 7, records: two }), 7)
    expect(next).toBe(9)
    expect(records[1]).toMatchObject({ offset: 8, timestamp: 1_001, defect: null })
    expect(records[1]!.key?.toString()).toBe('key-1')
    expect(records[1]!.headers).toEqual([{ name: 'header', value: Buffer.from('its value') }])
  })

  test.each([
    ['gzip', 1, gzipSync],
    ['zstd', 4, zstdCompressSync],
  ] as const)(
    'given a batch packed with %s, when read, then it is unpacked',
    async (_, codec, pack) => {
      expect(await valuesOf(batch({ baseOffset: 0, records: two, codec, pack }))).toEqual([
        'one',
        'two',
      ])
    },
  )

  test.each([
    ['snappy', 2, (bytes: Buffer) => bytes],
    ['damaged', 1, deflateRawSync],
  ] as const)(
    'given a batch that is %s, when read, then it is one defect, and the rest is read',
    async (word, codec, pack) => {
      const bytes = Buffer.concat([
        batch({ baseOffset: 0, records: two, codec, pack }),
        batch({ baseOffset: 2, records: [{ value: 'three' }] }),
      ])
      const { records, next } = await readBatches(bytes, 0)
      expect(records.map(({ offset }) => offset)).toEqual([1, 2])
      expect(records[0]!.defect).toContain(word)
      expect(records[1]!.value?.toString()).toBe('three')
      expect(next).toBe(3)
    },
  )

  test('given a topic that nothing is erased from, when it holds an empty record, then all are read', async () => {
    const records = [
      { value: 'one', key: 'anna' },
      { value: null, key: 'anna' },
    ]
    const bytes = batch({ baseOffset: 0, records })
    expect(
      (await readBatches(bytes, 0, { aborted: [], tombstonesErase: false })).records.map(
        ({ offset }) => offset,
      ),
    ).toEqual([0, 1])
    expect((await readBatches(bytes, 0)).records).toHaveLength(0)
  })

  test('given a fetch within a batch, when read, then what is before is left out', async () => {
    expect(await valuesOf(batch({ baseOffset: 0, records: two }), 1)).toEqual(['two'])
  })

  test('given a batch cut off, when read, then it is left for the next fetch', async () => {
    const whole = batch({ baseOffset: 0, records: two })
    const bytes = Buffer.concat([whole, batch({ baseOffset: 2, records: two }).subarray(0, -3)])
    const { records, next } = await readBatches(bytes, 0)
    expect(records).toHaveLength(2)
    expect(next).toBe(2)
  })

  test('given batches emptied by compaction, when read, then the next offset is behind them', async () => {
    const bytes = Buffer.concat([
      batch({ baseOffset: 0, lastOffset: 41 }),
      batch({ baseOffset: 42, control: 'commit', producerId: 1n }),
    ])
    expect(await readBatches(bytes, 0)).toEqual({ records: [], next: 43 })
  })

  test('given overlapping aborted transactions, when read, then nothing of either is seen', async () => {
    const inTransaction = (baseOffset: number, producerId: bigint, value: string) =>
      batch({ baseOffset, producerId, transactional: true, records: [{ value }] })
    const bytes = Buffer.concat([
      inTransaction(10, 1n, 'aborted a'),
      inTransaction(11, 2n, 'aborted b'),
      inTransaction(12, 3n, 'committed'),
      batch({ baseOffset: 13, producerId: 2n, control: 'abort' }),
      inTransaction(14, 1n, 'aborted a too'),
      inTransaction(15, 2n, 'next of b'),
      batch({ baseOffset: 16, producerId: 1n, control: 'abort' }),
      batch({ baseOffset: 17, producerId: 1n, records: [{ value: 'plain of a' }] }),
    ])
    // In the order in which they ended; they began before the fetched records.
    const aborted = [
      { producerId: 2n, firstOffset: 11 },
      { producerId: 1n, firstOffset: 3 },
    ]
    expect(await valuesOf(bytes, 10, aborted)).toEqual(['committed', 'next of b', 'plain of a'])
  })

  test('given a tombstone, when it comes with what it erases, then only later records stay', async () => {
    const record = (baseOffset: number, value: string | null) =>
      batch({ baseOffset, records: [{ key: 'k', value }] })
    const bytes = Buffer.concat([record(0, 'erased'), record(1, null), record(2, 'again')])
    const { records } = await readBatches(bytes, 0)
    expect(records.map(({ value }) => value?.toString())).toEqual(['again'])
  })

  test('given an older record format, when read, then it is refused', async () => {
    const bytes = batch({ baseOffset: 0, records: two })
    bytes.writeInt8(1, 16)
    await expect(readBatches(bytes, 0)).rejects.toThrow('record format 1')
  })
})
