// Which records partner systems may put into memory.inbox.v1, and the request that each stands for.
import avsc, { type Schema } from 'avsc'
import { describe, expect, it } from 'vitest'
import { avroSchemas, inboxFromAvro } from '../../../schemas/events/avro.ts'
import { inboxRecord, writeOf } from '../../../schemas/events/inbox.ts'
import { jsonSchemaOf } from './every-event.ts'
import { avroFields, zodFields } from './fields.ts'

const type = avsc.Type.forSchema(avroSchemas['memory.inbox.v1'] as Schema)
const owner = { appId: 'acme', userId: 'ada' }
const memorize = { content: 'Ada works at Palimpsest.', contentType: 'document' }
const event = { eventType: 'payment_failed', source: 'billing', data: '{"amount":12.5}' }
const timestamp = '2026-11-20T09:00:00Z'

/** As a partner's producer encodes it, and we read it. */
function received(record: Record<string, unknown>) {
  return inboxFromAvro(type.fromBuffer(type.toBuffer(record)))
}

function reasonOf(record: Record<string, unknown>): string {
  const write = writeOf(received({ ...owner, ...record }))
  return write.kind === 'invalid' ? write.reason : 'none'
}

describe('a record of the inbox', () => {
  it('has the same fields in zod and in Avro', () => {
    expect(avroFields(avroSchemas['memory.inbox.v1'])).toEqual(zodFields(jsonSchemaOf(inboxRecord)))
  })

  it('given only what is required then it is a memorize request', () => {
    expect(writeOf(received({ ...owner, memorize }))).toEqual({
      kind: 'memorize',
      request: { ...owner, ...memorize, metadata: {} },
      idempotencyKey: null,
    })
  })

  it('given every field of a memorize then the request has them, its own timestamp first', () => {
    const metadata = { timestamp: '2026-11-19T09:00:00Z', page: 3 }
    const record = {
      ...owner,
      idempotencyKey: 'order-7',
      timestamp,
      memorize: { ...memorize, threadId: 'thread-7', metadata: JSON.stringify(metadata) },
    }
    expect(writeOf(received(record))).toEqual({
      kind: 'memorize',
      request: { ...owner, ...memorize, threadId: 'thread-7', metadata },
      idempotencyKey: 'order-7',
    })
  })

  it('given a timestamp beside a memorize then it dates the content', () => {
    const write = writeOf(received({ ...owner, timestamp, memorize }))
    expect(write).toMatchObject({ request: { metadata: { timestamp } } })
  })

  it('given every field of an event then the request has them', () => {
    const hints = {
      suggestedCategory: 'finances',
      suggestedEntities: [{ name: 'Palimpsest', type: 'organization' }],
      importance: 'high',
    }
    expect(writeOf(received({ ...owner, timestamp, event: { ...event, ...hints } }))).toEqual({
      kind: 'event',
      request: { ...owner, ...event, ...hints, timestamp, data: { amount: 12.5 } },
      idempotencyKey: null,
    })
  })

  it.each([
    ['neither part', {}, /exactly one/],
    ['both parts', { timestamp, memorize, event }, /exactly one/],
    ['an event without a timestamp', { event }, /^timestamp /],
    ['data that is no JSON', { timestamp, event: { ...event, data: '{' } }, /^data /],
    ['data that is a list', { timestamp, event: { ...event, data: '[]' } }, /^data /],
    ['metadata that is no JSON', { memorize: { ...memorize, metadata: 'x' } }, /^metadata /],
    [
      'metadata that is null',
      { timestamp, memorize: { ...memorize, metadata: 'null' } },
      /^metadata /,
    ],
    ['a content type of its own', { memorize: { ...memorize, contentType: 'x' } }, /^contentType /],
    ['empty content', { memorize: { ...memorize, content: ' ' } }, /^content /],
    ['an app that is no identifier', { appId: '~etc', memorize }, /^appId /],
    ['a key with spaces', { idempotencyKey: 'a b', memorize }, /^idempotencyKey /],
  ])('given %s then it is refused, naming the field', (_, record, reason) => {
    expect(reasonOf(record)).toMatch(reason)
  })

  it('given a sealed part then it arrives as it was written, and stands for nothing until it is opened', () => {
    const sealed = { keyGeneration: 3, ciphertext: 'AAAA' }
    expect(received({ ...owner, sealed })).toMatchObject({ sealed, memorize: null, event: null })
    expect(reasonOf({ sealed })).toMatch(/exactly one/)
    expect(reasonOf({ sealed, memorize })).toMatch(/exactly one/)
  })

  it('given a producer that knows no sealed part then its records are read as before', () => {
    const schema = structuredClone(avroSchemas['memory.inbox.v1']) as { fields: { name: string }[] }
    const fields = schema.fields.filter(({ name }) => name !== 'sealed')
    const writer = avsc.Type.forSchema({ ...schema, fields } as Schema)
    const bytes = writer.toBuffer({ ...owner, memorize })
    const record = inboxFromAvro(type.fromBuffer(bytes, type.createResolver(writer)))
    expect(writeOf(record)).toMatchObject({ kind: 'memorize' })
  })
})
