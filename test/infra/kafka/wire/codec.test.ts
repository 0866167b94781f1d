// From events to bytes and back, with schemas that the test holds: every event of ours, and every kind of error.
import avsc from 'avsc'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createCodec, MAX_RECORD_BYTES, toWireFormat } from '../../../../infra/kafka/wire/codec.ts'
import type { RawRecord } from '../../../../infra/kafka/wire/record-batches.ts'
import { recordKey } from '../../../../infra/kafka/wire/record-key.ts'
import type { AvroType, SchemaCache } from '../../../../infra/kafka/wire/schema-cache.ts'
import { avroWire } from '../../../../infra/kafka/wire/wire.ts'
import { WrongMasterKey } from '../../../../infra/ports/key-store.ts'
import { createLogNames } from '../../../../infra/runtime/envelope/log-names.ts'
import { createOwners } from '../../../../infra/runtime/envelope/owners.ts'
import { avroSchemas } from '../../../../schemas/events/avro.ts'
import type { StoredEvent } from '../../../../schemas/events/envelope.ts'
import type { Scope } from '../../../../schemas/identifiers.ts'
import { type AnyTopicName, topics } from '../../../../schemas/topics.ts'
import { newScope } from '../../../contracts/given.ts'
import { everyEvent, storedEvents } from '../../../schemas/events/every-event.ts'
import { contentStored, TOPIC } from '../given-events.ts'

const OLD_ID = 900
const NEWER_ID = 901
const FOREIGN_ID = 902

type Field = { name: string }
type Schema = { fields: Field[] }

/** A schema of the topic as a foreign client may have registered it. */
function changed(topic: AnyTopicName, change: (fields: Field[]) => Field[]): AvroType {
  const schema = avroSchemas[topic] as Schema
  return typeOf({ ...schema, fields: change(schema.fields) })
}

function typeOf(schema: object): AvroType {
  return avsc.Type.forSchema(schema as avsc.Schema) as unknown as AvroType
}

const newer = changed(TOPIC, (fields) => [
  ...fields.filter(({ name }) => name !== 'contentStored'),
  {
    name: 'contentStoredV9',
    type: ['null', { type: 'record', name: 'V9', fields: [{ name: 'more', type: 'string' }] }],
    default: null,
  } as Field,
])
const older = changed(TOPIC, (fields) => fields.filter(({ name }) => name !== 'memoryForgotten'))

function schemas(): SchemaCache {
  const own = new Map(
    topics.map(({ name }, id) => [name, { id, type: typeOf(avroSchemas[name]) }] as const),
  )
  const others = new Map<number, AvroType>([
    [OLD_ID, older],
    [NEWER_ID, newer],
    [FOREIGN_ID, typeOf({ type: 'record', name: 'Other', fields: [{ name: 'x', type: 'int' }] })],
  ])
  const byId = new Map([...[...own.values()].map(({ id, type }) => [id, type] as const), ...others])
  return {
    register: async () => undefined,
    own: (topic) => own.get(topic)!,
    known: (id) => byId.get(id) ?? null,
    find: async () => null,
  }
}

function raw(value: Buffer | null, overrides: Partial<RawRecord> = {}): RawRecord {
  const key = Buffer.from('key')
  return {
    offset: 5,
    timestamp: 1_770_000_000_000,
    key,
    value,
    headers: [],
    defect: null,
    ...overrides,
  }
}

const codec = createCodec(schemas(), avroWire)

async function decoded(value: Buffer | null, overrides: Partial<RawRecord> = {}) {
  const [record] = await codec.decode(TOPIC, 3, [raw(value, overrides)])
  return record
}

/** A writer's value: bytes of its schema behind its id. */
function written(id: number, record: Record<string, unknown>): Buffer {
  return toWireFormat(id, schemas().known(id)!.toBuffer(record))
}

describe('the codec', () => {
  test.each(everyEvent.map((each) => [`${each.definition.type} on ${each.topic}`, each] as const))(
    'given %s, when written and read, then it is the same',
    async (_, defined) => {
      const { topic } = defined
      await fc.assert(
        fc.asyncProperty(storedEvents(defined), async (event) => {
          const { value } = codec.encode({ topic, event })
          const [record] = await codec.decode(topic, 0, [raw(value)])
          expect(record).toEqual({ topic, partition: 0, position: 5, event, defect: null })
        }),
        { numRuns: 5 },
      )
    },
  )

  test('given a tombstone, when read, then there is no record', async () => {
    expect(await codec.decode(TOPIC, 0, [raw(null)])).toEqual([])
  })

  test.each([
    ['no bytes', Buffer.alloc(0), 'wire format'],
    ['text', Buffer.from('{"name":"Ada Lovelace"}'), 'wire format'],
    ['an unknown schema', toWireFormat(4_711, Buffer.from('Ada Lovelace')), 'schema 4711'],
    ['bytes cut off', toWireFormat(1, Buffer.from('\x40Ada')), 'schema 1'],
    ['another schema', written(FOREIGN_ID, { x: 1 }), 'is not right'],
  ])('given %s, when read, then it is a defect without a word of it', async (_, value, why) => {
    const record = await decoded(value)
    expect(record).toMatchObject({ topic: TOPIC, partition: 3, position: 5, event: null })
    expect(record!.defect).toContain(why)
    expect(record!.defect).not.toContain('Ada')
  })

  test('given a batch that could not be unpacked, when read, then the defect says so', async () => {
    expect(await decoded(null, { defect: 'packed with snappy' })).toMatchObject({
      event: null,
      defect: 'packed with snappy',
    })
  })

  test('given a record of an older schema, when read, then what came later has its default', async () => {
    const event = contentStored(newScope())
    const { open, sealed, ...meta } = event
    const value = written(OLD_ID, { ...meta, sealed: Buffer.from(sealed!), contentStored: open })
    expect((await decoded(value))!.event).toEqual(event)
  })

  test('given a newer version of an event, when read, then it is named, so that it can be dead-lettered', async () => {
    const { open: _, sealed: __, ...meta } = contentStored(newScope(), { version: 9 })
    const value = written(NEWER_ID, { ...meta, sealed: null, contentStoredV9: { more: 'x' } })
    expect((await decoded(value))!.event).toMatchObject({ version: 9, open: { more: 'x' } })
  })

  test('given an event that is too long, when written, then it is refused with its length', () => {
    const event = contentStored(newScope(), { sealed: new Uint8Array(MAX_RECORD_BYTES) })
    expect(() => codec.encode({ topic: TOPIC, event })).toThrow(/too long for the log: \d+ bytes/)
  })

  test('given an event that the topic does not hold, when written, then it is refused', () => {
    const event = contentStored(newScope())
    expect(() => codec.encode({ topic: 'memory.facts.v1', event })).toThrow('ContentStored')
  })
})

describe('the inbox', () => {
  const inbox = 'memory.inbox.v1'
  const { id, type } = schemas().own(inbox)
  const record = {
    appId: 'app',
    userId: 'user',
    memorize: { content: 'hello', contentType: 'document' },
  }
  const value = toWireFormat(id, type.toBuffer(record))
  const headers = [
    { name: 'palimpsest-partner-id', value: Buffer.from('partner-1') },
    { name: 'palimpsest-time', value: Buffer.from('1770000000000') },
    { name: 'palimpsest-nonce', value: Buffer.from('a-word') },
    { name: 'palimpsest-signature', value: Buffer.from('abc') },
  ]

  test("given a partner's record, when read, then it is an event with what proves its sender", async () => {
    const [first] = await codec.decode(inbox, 1, [raw(value, { headers })])
    const [again] = await codec.decode(inbox, 1, [raw(value, { headers })])
    expect(first!.event).toMatchObject({
      type: 'InboxReceived',
      appId: 'app',
      userId: 'user',
      recordedAt: '2026-02-02T02:40:00.000Z',
      open: {
        partnerId: 'partner-1',
        signedAtMs: '1770000000000',
        nonce: 'a-word',
        signature: 'abc',
        namesApiKey: false,
        record: { memorize: { content: 'hello' } },
      },
    })
    expect(first!.event!.open.valueHash).toMatch(/^[0-9a-f]{64}$/)
    expect(again!.event!.id).toBe(first!.event!.id)
  })

  test('given headers missing or far too long, when read, then they are null', async () => {
    const names = ['palimpsest-partner-id', 'palimpsest-time', 'palimpsest-nonce']
    const long = names.map((name) => ({ name, value: Buffer.alloc(1_000, 65) }))
    const [found] = await codec.decode(inbox, 1, [raw(value, { headers: long })])
    const nothing = { partnerId: null, signedAtMs: null, nonce: null, signature: null }
    expect(found!.event!.open).toMatchObject(nothing)
  })
})

test('given a record that several subscriptions were given, when each reads it, then it is read once', async () => {
  const codec = createCodec(schemas(), avroWire)
  const one = raw(codec.encode({ topic: TOPIC, event: contentStored(newScope()) }).value)
  const [first] = await codec.decode(TOPIC, 0, [one])
  const [second] = await codec.decode(TOPIC, 0, [one])
  expect(second).toBe(first)
  const [same] = await codec.decode(TOPIC, 0, [{ ...one }])
  expect(same).not.toBe(first)
  expect(same).toEqual(first)
})

describe('the key of a record', () => {
  const codec = createCodec(schemas(), avroWire)
  const event = contentStored(newScope())
  const keyOf = (of: StoredEvent, by = codec) => by.encode({ topic: TOPIC, event: of }).key

  test('is the same for the same event, and another for that of another user with the same id', () => {
    expect(keyOf({ ...event, sealed: null })).toBe(keyOf(event))
    const { appId, userId } = newScope()
    const others = [
      { ...event, userId },
      { ...event, appId },
      { ...event, id: `${event.id}0` },
    ]
    expect(new Set([event, ...others].map((of) => keyOf(of))).size).toBe(4)
  })

  test('is told by user and id where a forget knows no more, whatever the log calls the user', () => {
    const known = createCodec(schemas(), avroWire, createLogNames(createOwners(new Uint8Array(32))))
    expect(codec.keysOf(event, event.id)).toEqual([keyOf(event), event.id])
    const forgotten = forgetOf(event)
    expect(known.keysOf(event, event.id)).toContain(keyOf(event, known))
    expect(known.keysOf(event, forgotten.id)).toContain(keyOf(forgotten, known))
  })

  test('does not tell by the user own id who was forgotten', () => {
    const names = createLogNames(createOwners(new Uint8Array(32)))
    const forgotten = forgetOf(newScope())
    const key = keyOf(forgotten, createCodec(schemas(), avroWire, names))
    expect(key).toBe(recordKey(names.stored(forgotten)))
    expect(codec.keysOf(forgotten, forgotten.id)).not.toContain(key)
  })
})

describe('the user of an event that stays when the user is forgotten', () => {
  const names = createLogNames(createOwners(new Uint8Array(32)))
  const codec = createCodec(schemas(), avroWire, names)
  const forgotten = forgetOf(newScope())
  const { value } = codec.encode({ topic: TOPIC, event: forgotten })

  test('is in no byte, and is read again', async () => {
    expect(value.includes(forgotten.userId)).toBe(false)
    const [record] = await codec.decode(TOPIC, 0, [raw(value)])
    expect(record?.event).toEqual(forgotten)
  })

  test('is found with what else the user has', () => {
    const mayBe = codec.mayBeOf(TOPIC, forgotten)
    expect(mayBe(raw(value))).toBe(true)
    expect(mayBe(raw(codec.encode({ topic: TOPIC, event: contentStored(forgotten) }).value))).toBe(
      true,
    )
    expect(mayBe(raw(codec.encode({ topic: TOPIC, event: forgetOf(newScope()) }).value))).toBe(
      false,
    )
  })

  test('under another master key is no defect of the record', async () => {
    const others = createLogNames(createOwners(new Uint8Array(32).fill(1)))
    const read = createCodec(schemas(), avroWire, others).decode(TOPIC, 0, [raw(value)])
    await expect(read).rejects.toThrow(WrongMasterKey)
  })
})

function forgetOf(scope: Scope): StoredEvent {
  const open = { category: null, keyGeneration: 1 }
  return { ...contentStored(scope), type: 'MemoryForgotten', version: 2, open, sealed: null }
}
