// Every version of every event type ever released is kept in golden/ as the log stored it, and is read as today's
// shape for ever. A fixture is written once and never changed; a changed shape is a new version with its own.
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { createDecoder } from '../../../infra/runtime/envelope/codec.ts'
import { seal } from '../../../infra/runtime/envelope/seal.ts'
import { createSqliteKeyStore } from '../../../infra/sqlite/key-store.ts'
import { fromAvro, toAvro } from '../../../schemas/events/avro.ts'
import { eventMeta, type StoredEvent } from '../../../schemas/events/envelope.ts'
import { upcast } from '../../../schemas/events/upcasters.ts'
import type { AnyTopicName } from '../../../schemas/topics.ts'
import { startedOnce } from '../../started.ts'
import { everyEvent } from './every-event.ts'

type Golden = {
  topic: AnyTopicName
  stored: Omit<StoredEvent, 'sealed'>
  /** The sealed part, in clear. */
  sealed: Record<string, unknown> | null
}

const folder = new URL('./golden/', import.meta.url)
const CHECKSUMS = 'checksums.json'
const files = readdirSync(folder).filter((name) => name !== CHECKSUMS)
const fixtures = files.map((name): [string, Golden] => [name, JSON.parse(textOf(name))])

function textOf(name: string): string {
  return readFileSync(new URL(name, folder), 'utf8')
}

function definitionOf({ topic, stored }: Golden) {
  return everyEvent.find((each) => each.topic === topic && each.definition.type === stored.type)!
    .definition
}

const keys = startedOnce(() =>
  createSqliteKeyStore({ path: ':memory:', masterKey: new Uint8Array(32) }),
)

describe('the golden fixtures', () => {
  it('are there for every type and version of the catalogue', () => {
    const released = everyEvent.flatMap(({ definition: { type, version } }) =>
      Array.from({ length: version }, (_, index) => `${type}.v${index + 1}.json`),
    )
    expect(files.sort()).toEqual([...new Set(released)].sort())
  })

  it('have never been changed: if this fails, take the change back and add a new version', () => {
    const checksums = Object.fromEntries(
      files.map((name) => [name, createHash('sha256').update(textOf(name)).digest('hex')]),
    )
    expect(checksums).toEqual(JSON.parse(textOf(CHECKSUMS)))
  })
})

describe.each(fixtures)('%s', (name, golden) => {
  const { topic, stored, sealed } = golden

  it('is named for what it holds, with an envelope that is right', () => {
    const { open: _, ...meta } = stored
    expect(name).toBe(`${stored.type}.v${stored.version}.json`)
    expect(eventMeta.parse(meta)).toEqual(meta)
  })

  it('is lifted to a shape that its definition allows', () => {
    const definition = definitionOf(golden)
    const lifted = upcast(stored.type, stored.version, { parts: { open: stored.open, sealed } })
    expect(definition.open.parse(lifted.open)).toEqual(lifted.open)
    expect(definition.sealed.parse(lifted.sealed)).toEqual(lifted.sealed)
  })

  it('is read by the service, sealed and over the wire', async () => {
    const [key] = await keys.current([stored])
    const plain = Buffer.from(JSON.stringify(sealed))
    const event: StoredEvent = {
      ...stored,
      sealed: sealed && Uint8Array.from(seal(key!, stored, plain)),
    }
    expect(fromAvro(toAvro(event, topic), topic)).toEqual(event)
    const record = { topic, partition: 0, position: 1, event, defect: null }
    const read = await createDecoder(keys)(record)
    const lifted = upcast(stored.type, stored.version, { parts: { open: stored.open, sealed } })
    expect(read).toMatchObject({ ok: true, event: { ...lifted, erased: false } })
  })
})
