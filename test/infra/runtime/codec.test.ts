// Between our events and the log's: what cannot be read says why, without a word of what it held.
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { LogRecord } from '../../../infra/ports/event-log.ts'
import type { KeyStore } from '../../../infra/ports/key-store.ts'
import { createDecoder, encode, isForOthers } from '../../../infra/runtime/codec.ts'
import { Outage } from '../../../infra/runtime/retry.ts'
import { newScope } from '../../contracts/given.ts'
import { appendAll, contentStored, createRuntime, type Runtime, recordsOf } from './given.ts'

const CANARY = 'xylophone-canary'
const TOPIC = 'memory.writes.v1'
let runtime: Runtime
beforeEach(() => {
  runtime = createRuntime()
})
afterEach(() => runtime.stop())

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
