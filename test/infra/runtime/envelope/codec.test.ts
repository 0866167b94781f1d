// Between our events and the log's: the error for an unreadable record gives a reason, and no word of its content.
import { describe, expect, test } from 'vitest'
import type { LogRecord } from '../../../../infra/ports/event-log.ts'
import type { KeyStore } from '../../../../infra/ports/key-store.ts'
import {
  createDecoder,
  decodeAll,
  encode,
  isForOthers,
} from '../../../../infra/runtime/envelope/codec.ts'
import { seal } from '../../../../infra/runtime/envelope/seal.ts'
import { Outage } from '../../../../infra/runtime/fail/retry.ts'
import { AT, newScope, storedEvent } from '../../../contracts/given.ts'
import { opens } from '../../../processors/given.ts'
import { startedEach } from '../../../started.ts'
import { appendAll, contentStored, createRuntime, recordsOf } from '../given.ts'

const CANARY = 'xylophone-canary'
const TOPIC = 'memory.writes.v1'
const runtime = startedEach(createRuntime)

async function stored(): Promise<LogRecord & { event: NonNullable<LogRecord['event']> }> {
  await appendAll(runtime, [contentStored(newScope())])
  const [record] = await recordsOf(runtime.log, TOPIC)
  return record as never
}

const decode = (record: LogRecord, keys: KeyStore = runtime.keys) => createDecoder(keys)(record)

test('given an event, when stored and read, then it is what it was, with the generation of its key', async () => {
  const event = contentStored(newScope())
  await appendAll(runtime, [event])
  const [record] = await recordsOf(runtime.log, TOPIC)
  const decoded = await decode(record!)
  expect(decoded).toMatchObject({ ok: true, keyGeneration: 1, event: { ...event, erased: false } })
})

test('given an event whose key was destroyed, when read, then its sealed part is gone and it says so', async () => {
  const record = await stored()
  await runtime.keys.destroy(record.event, 1)
  const decoded = await decode(record)
  expect(decoded).toMatchObject({ ok: true, event: { erased: true, sealed: null } })
})

test('given an event that seals nothing, when read, then it is not erased', async () => {
  const event = {
    ...contentStored(newScope()),
    type: 'MemoryForgotten' as const,
    open: { category: null, keyGeneration: 0 },
    sealed: null,
  }
  await appendAll(runtime, [event])
  const decoded = await decode((await recordsOf(runtime.log, TOPIC))[0]!)
  expect(decoded).toMatchObject({ ok: true, keyGeneration: null, event: { erased: false } })
})

describe('what cannot be read', () => {
  test('given bytes that are no event, when read, then the defect is told', async () => {
    const record = {
      topic: TOPIC,
      partition: 0,
      position: 1,
      event: null,
      defect: 'no Avro',
    } as const
    expect(await decode(record)).toEqual({ ok: false, reason: 'no Avro' })
    expect(await decode({ ...record, defect: null })).toMatchObject({ ok: false })
  })

  test('given an unknown type, or one of another topic, when read, then that is told', async () => {
    const record = await stored()
    for (const type of ['ContentBurnt', 'FactAsserted', 'constructor']) {
      const decoded = await decode({ ...record, event: { ...record.event, type } })
      expect(decoded).toMatchObject({ ok: false, reason: `unknown event type on ${TOPIC}` })
    }
  })

  test('given a newer version, when read, then that is told', async () => {
    const record = await stored()
    const decoded = await decode({ ...record, event: { ...record.event, version: 99 } })
    expect(decoded).toMatchObject({ ok: false, reason: expect.stringContaining('newer') })
  })

  test('given open fields that break the schema, when read, then the path is told and no value', async () => {
    const record = await stored()
    const open = { ...record.event.open, contentType: CANARY }
    const decoded = await decode({ ...record, event: { ...record.event, open } })
    expect(decoded).toMatchObject({ ok: false, reason: expect.stringContaining('contentType') })
    expect(JSON.stringify(decoded)).not.toContain(CANARY)
  })

  test.each(['sealed for another', 'changed', 'cut short', 'empty'])(
    'given sealed bytes that are %s, when read, then they do not open',
    async (how) => {
      const record = await stored()
      const bytes = Uint8Array.from(record.event.sealed!)
      if (how === 'changed') bytes[bytes.length - 1]! ^= 1
      const sealed =
        how === 'cut short' ? bytes.subarray(0, 10) : how === 'empty' ? new Uint8Array(0) : bytes
      const id =
        how === 'sealed for another' ? '00000000-0000-4000-8000-000000000000' : record.event.id
      const decoded = await decode({ ...record, event: { ...record.event, id, sealed } })
      expect(decoded).toMatchObject({ ok: false, reason: expect.stringContaining('does not open') })
      expect(JSON.stringify(decoded)).not.toContain(CANARY)
    },
  )

  test('given keys that cannot be reached, when read, then it is an outage and not the event’s fault', async () => {
    const record = await stored()
    const down = {
      ...runtime.keys,
      get: async () => {
        throw new Outage('the key store is down')
      },
    }
    await expect(decode(record, down)).rejects.toThrow(Outage)
  })
})

describe('encoding', () => {
  const by = { recordedAt: '2026-05-08T00:00:00.000Z', causationId: null, traceparent: null }

  test('given an event that seals something, when there is no key, then it is refused', () => {
    expect(() => encode(contentStored(newScope()), by, null)).toThrow('needs a data key')
  })

  test('given an event that breaks its schema, when encoded, then it is refused', () => {
    const event = contentStored(newScope())
    const broken = { ...event, open: { ...event.open, contentBytes: -1 } } as typeof event
    expect(() => encode(broken, by, null)).toThrow()
  })

  test('given an event, when encoded, then nothing sealed can be read in the record', async () => {
    const event = contentStored(newScope())
    const [key] = await runtime.keys.current([event])
    const record = encode(event, by, key!)
    expect(JSON.stringify(record)).not.toContain(CANARY)
    expect(Buffer.from(record.event.sealed!).includes(CANARY)).toBe(false)
  })
})

test('given known and unknown types, when asked who acts on them, then only known ones are for others', async () => {
  const record = await stored()
  const of = (type: string) => ({ ...record, event: { ...record.event, type } })
  expect(isForOthers(record, ['ContentStored'])).toBe(false)
  expect(isForOthers(record, ['MemoryForgotten'])).toBe(true)
  expect(isForOthers(of('ContentBurnt'), ['MemoryForgotten'])).toBe(false)
  expect(isForOthers({ ...record, event: null }, [])).toBe(false)
})

describe('the keys of a delivery', () => {
  test('given two users, when read together, then each event opens under its own key', async () => {
    await appendAll(runtime, [contentStored(newScope()), contentStored(newScope())])
    const records = await recordsOf(runtime.log, TOPIC)
    const read = createDecoder(runtime.keys)
    for (const record of records) {
      expect(await read(record)).toMatchObject({
        ok: true,
        event: { erased: false, sealed: { metadata: { words: CANARY } } },
      })
    }
    expect(records).toHaveLength(2)
  })

  test('given several events of a user, when read together, then the key is looked up once', async () => {
    const scope = newScope()
    await appendAll(runtime, [contentStored(scope), contentStored(scope)])
    let asked = 0
    const counting: KeyStore = {
      ...runtime.keys,
      get: async (...of) => {
        asked++
        return runtime.keys.get(...of)
      },
    }
    const read = createDecoder(counting)
    for (const record of await recordsOf(runtime.log, TOPIC)) {
      expect(await read(record)).toMatchObject({ ok: true })
    }
    expect(asked).toBe(1)
  })

  test('given records of every kind, when read all at once, then in their order each is what it is alone, and each key is looked up once', async () => {
    const [scope, gone] = [newScope(), newScope()]
    await appendAll(
      runtime,
      [scope, gone, scope].map((of) => contentStored(of)),
    )
    await runtime.keys.destroy(gone, 1)
    const good = await recordsOf(runtime.log, TOPIC)
    const damaged = { ...good[0]!.event!, sealed: Uint8Array.of(9) }
    const records = [
      ...good.slice(0, 2),
      { ...good[0]!, event: null, defect: 'no event' },
      { ...good[0]!, event: damaged },
      ...good.slice(2),
    ]
    const asked: string[] = []
    const get: KeyStore['get'] = (of, generation) => {
      asked.push(of.userId)
      return runtime.keys.get(of, generation)
    }
    const read = await decodeAll({ get }, records, { isShared: false })
    expect(read.map(({ ok }) => ok)).toEqual([true, true, false, false, true])
    expect(read[1]).toMatchObject({ event: { erased: true } })
    expect(asked).toEqual([scope.userId, gone.userId])
    expect(read).toEqual(await Promise.all(records.map((each) => decode(each))))
  })

  test('given a key that is away, when all are read at once, then that is told and nothing is read', async () => {
    const records = [await stored()]
    const get = () => Promise.reject(new Outage('away'))
    await expect(decodeAll({ get }, records, { isShared: true })).rejects.toThrow('away')
  })

  test('given keys that were away once, when read again, then they are asked again', async () => {
    let outages = 1
    const away: KeyStore = {
      ...runtime.keys,
      get: async (...of) => {
        if (outages-- > 0) throw new Outage('away')
        return runtime.keys.get(...of)
      },
    }
    const record = await stored()
    const read = createDecoder(away)
    await expect(read(record)).rejects.toThrow('away')
    expect(await read(record)).toMatchObject({ ok: true })
  })

  test('given an event that seals nothing, when stored and read, then no key is asked for', async () => {
    const never: KeyStore = { ...runtime.keys, get: () => Promise.reject(new Error('asked')) }
    const event = {
      ...contentStored(newScope()),
      type: 'MemoryForgotten' as const,
      open: { category: null, keyGeneration: 0 },
      sealed: null,
    }
    const { event: encoded } = encode(event, by, null)
    const place = { topic: TOPIC, partition: 0, position: 1, defect: null } as const
    expect(await decode({ ...place, event: encoded }, never)).toMatchObject({ ok: true })
  })
})

const by = { recordedAt: AT, causationId: null, traceparent: null }

describe('what is told of a defect', () => {
  test('given no event and no defect, when read, then that is said', async () => {
    const record = { topic: TOPIC, partition: 0, position: 1, event: null, defect: null } as const
    expect(await decode(record)).toEqual({ ok: false, reason: 'the record holds no event' })
  })

  test('given a field within a field, when it breaks the schema, then the whole path and the rule are told', async () => {
    const event = storedEvent(newScope(), {
      type: 'FactAsserted',
      open: { ...opens.factAsserted, span: { start: 'x', end: 1 } },
    })
    const place = { topic: 'memory.facts.v1', partition: 0, position: 1, defect: null } as const
    const reason = 'FactAsserted.open: span.start invalid_type'
    expect(await decode({ ...place, event })).toEqual({ ok: false, reason })
  })

  test('given open fields that are none, when read, then the root is told', async () => {
    const record = await stored()
    const event = { ...record.event, open: 7 as never }
    const reason = 'ContentStored.open: (root) invalid_type'
    expect(await decode({ ...record, event })).toEqual({ ok: false, reason })
  })

  test('given a sealed part that breaks the schema, when read, then the path is told and no value', async () => {
    const record = await stored()
    const [key] = await runtime.keys.current([record.event])
    const words = Buffer.from(JSON.stringify({ contentHash: 1, metadata: { words: CANARY } }))
    const event = { ...record.event, sealed: seal(key!, record.event, words) }
    const reason = 'ContentStored.sealed: contentHash invalid_type'
    expect(await decode({ ...record, event })).toEqual({ ok: false, reason })
  })

  test('given an event of no known type, when stored, then it is refused by its name', () => {
    const odd = { ...contentStored(newScope()), type: 'ContentBurnt' as never }
    expect(() => encode(odd, by, null)).toThrow('no such event type: ContentBurnt')
  })
})

test('given an event that several processors are given, when each opens it, then it is opened once, and never after its key is gone', async () => {
  const record = await stored()
  const [one, other] = [await decode(record), await decode(record)]
  if (!one.ok || !other.ok) throw new Error('it does not open')
  expect(other.event.open).toBe(one.event.open)
  expect(other.event.sealed).toBe(one.event.sealed)
  await runtime.keys.destroy(record.event, 1)
  expect(await decode(record)).toMatchObject({ ok: true, event: { erased: true, sealed: null } })
})

test.each([true, false])(
  'given records that others are given too (%s), when all are read twice, then they are opened once just then',
  async (isShared) => {
    const records = [await stored()]
    const read = async () => {
      const [one] = await decodeAll(runtime.keys, records, { isShared })
      return one?.ok ? one.event : null
    }
    const [first, second] = [await read(), await read()]
    expect([first?.open === second?.open, first?.sealed === second?.sealed]).toEqual([
      isShared,
      isShared,
    ])
    expect(second).toEqual(first)
  },
)

test('given an event of an older version, when it is opened, then it is lifted each time', async () => {
  const record = await stored()
  const { entry, ...open } = record.event.open
  const older = { ...record, event: { ...record.event, version: 1, open } }
  for (let n = 0; n < 2; n++) {
    expect(await decode(older)).toMatchObject({ ok: true, event: { open: { entry: 'api' } } })
  }
  expect(entry).toBeDefined()
})
