// What a read for one user costs: as many records are decoded as the user has, however many others the partition holds.
// A broker is not needed: the client hands over what it has fetched.
import avsc from 'avsc'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { RawClient } from '../../../../infra/kafka/client/raw-client.ts'
import type { FetchedPartition } from '../../../../infra/kafka/consume/fetch-response.ts'
import { readStretch } from '../../../../infra/kafka/consume/reader.ts'
import type { Message } from '../../../../infra/kafka/produce/batcher.ts'
import type { Sender } from '../../../../infra/kafka/produce/producer.ts'
import { erase, eraseKnown } from '../../../../infra/kafka/topics/erase.ts'
import { layOut } from '../../../../infra/kafka/topics/topics.ts'
import { type Codec, createCodec } from '../../../../infra/kafka/wire/codec.ts'
import type { RawRecord } from '../../../../infra/kafka/wire/record-batches.ts'
import type { AvroType } from '../../../../infra/kafka/wire/schema-cache.ts'
import { avroWire } from '../../../../infra/kafka/wire/wire.ts'
import { avroSchemas } from '../../../../schemas/events/avro.ts'
import type { Scope } from '../../../../schemas/identifiers.ts'
import { contentStored, TOPIC } from '../given-events.ts'

const topic = layOut('').of(TOPIC)
const type = avsc.Type.forSchema(avroSchemas[TOPIC] as avsc.Schema) as unknown as AvroType
const codec = createCodec(
  {
    register: async () => undefined,
    own: () => ({ id: 1, type }),
    known: () => type,
    find: async () => null,
  },
  avroWire,
)
const ANNA = { appId: 'app', userId: 'anna' }

function raw(scope: Scope, offset = 0): RawRecord {
  const event = contentStored(scope)
  const { key, value } = codec.encode({ topic: TOPIC, event })
  return { offset, timestamp: 0, key: Buffer.from(key), value, headers: [], defect: null }
}

/** A partition of these records, and how many of them were decoded. */
function partitionOf(records: readonly RawRecord[]) {
  const next = records.length
  const fetched = { topic: topic.kafka, partition: 0, errorCode: 0, records, next, bytes: 0 }
  const ends = { highWatermark: next, lastStableOffset: next, logStartOffset: 0 }
  const client: RawClient = {
    leaders: async () => new Map([[0, 1]]),
    fetch: async (): Promise<FetchedPartition[]> => [{ ...fetched, ...ends }],
    offsets: async () => new Map([[0, next]]),
    refresh: async () => undefined,
    reset: () => undefined,
    close: async () => undefined,
  }
  let decoded = 0
  const counting: Codec = {
    ...codec,
    decode: (of, partition, some) => {
      decoded += some.length
      return codec.decode(of, partition, some)
    },
  }
  return { parts: { client, codec: counting, topic, partition: 0 }, decoded: () => decoded }
}

const own = [10, 500, 990]
const records = Array.from({ length: 1_000 }, (_, n) =>
  raw(own.includes(n) ? ANNA : { appId: 'app', userId: `user-${n}-annabel` }, n),
)

test('a read for one user decodes the records of that user alone', async () => {
  const { parts, decoded } = partitionOf(records)
  const found: number[] = []
  for await (const some of readStretch(parts, { topic: TOPIC, partition: 0, scope: ANNA })) {
    found.push(...some.map(({ position }) => position))
  }
  expect(found).toEqual(own)
  expect(decoded()).toBe(own.length)
})

test('so does an erasure, which leaves the others', async () => {
  const { parts, decoded } = partitionOf(records)
  const sent: Message[] = []
  let told = 0
  const sender: Sender = {
    send: async (some) => {
      sent.push(...some)
      return []
    },
    close: async () => undefined,
  }
  const erased = await erase(
    { ...parts, sender, erased: () => void told++ },
    { topic: TOPIC, scope: ANNA, matches: ({ position }) => position < 900 },
  )
  expect([erased, told]).toEqual([2, 1])
  expect(sent.map(({ key }) => String(key))).toEqual(
    [10, 500].map((at) => String(records[at]!.key)),
  )
  expect(decoded()).toBe(own.length)
})

test('an erasure of known events names the records of that user alone, as this version and the one before named them', async () => {
  const { parts } = partitionOf([])
  const sent: Message[] = []
  const sender: Sender = {
    send: async (some) => {
      sent.push(...some)
      return []
    },
    close: async () => undefined,
  }
  const event = contentStored(ANNA)
  const keyFor = (scope: Scope) => codec.encode({ topic: TOPIC, event: { ...event, ...scope } }).key
  expect(await eraseKnown({ ...parts, sender, erased: () => undefined }, ANNA, [event.id])).toBe(1)
  const keys = sent.map(({ key, value }) => [key, value])
  expect(keys).toEqual([keyFor(ANNA), event.id].map((key) => [key, null]))
  expect(keys.flat()).not.toContain(keyFor({ appId: 'app', userId: 'bob' }))
})

test('no record of a user is passed over, whatever the user is called; of users named alike each has its own', () => {
  const name = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 256 })
  fc.assert(
    fc.property(name, (userId) => {
      expect(codec.mayBeOf(TOPIC, { appId: 'app', userId })(raw({ appId: 'app', userId }))).toBe(
        true,
      )
      const longer = raw({ appId: 'app', userId: `${userId}+` })
      expect(codec.mayBeOf(TOPIC, { appId: 'a', userId: `${userId}+` })(longer)).toBe(true)
    }),
  )
  expect(codec.mayBeOf(TOPIC, ANNA)(raw({ appId: 'app', userId: 'annabel' }))).toBe(false)
})
