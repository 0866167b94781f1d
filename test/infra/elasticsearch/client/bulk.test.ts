// How many requests write at a time, and that each writer is told of its own documents.
import { describe, expect, onTestFinished, test } from 'vitest'
import { type Write, writeAll, writeShown } from '../../../../infra/elasticsearch/client/bulk.ts'
import { givenServer, needsServer, serverUrl } from '../given-server.ts'

describe.skipIf(!serverUrl)(`bulk requests, ${needsServer}`, () => {
  const { client, newPrefix } = givenServer()
  const write = (index: string, n: number, body: Record<string, unknown> = { n }): Write => {
    return { index, id: `document-${n}`, action: 'put', version: 1, body }
  }

  /** Five steps begin while the request of the first is under way. */
  const sideBySide = async (step: (n: number) => Promise<void>) => {
    const others = new Promise<unknown>((resolve) =>
      client().diagnostic.once('request', () => resolve(Promise.all([2, 3, 4, 5, 6].map(step)))),
    )
    await Promise.all([step(1), others])
  }

  /** Counts the bulk requests that are under way. */
  const watch = () => {
    const seen = { now: 0, most: 0, all: 0 }
    const { diagnostic } = client()
    const began = () => {
      seen.most = Math.max(seen.most, ++seen.now)
      seen.all++
    }
    const ended = () => void seen.now--
    diagnostic.on('request', began)
    diagnostic.on('response', ended)
    onTestFinished(() => {
      diagnostic.off('request', began)
      diagnostic.off('response', ended)
    })
    return seen
  }

  test('given steps side by side, when what they write is shown, then one request does so at a time, and all that waited share the next', async () => {
    const index = newPrefix()
    await client().indices.create({ index })
    const seen = watch()
    await sideBySide((n) => writeShown(client(), [write(index, n)]))
    expect(seen).toEqual({ now: 0, most: 1, all: 2 })
    expect((await client().count({ index })).count).toBe(6)
  })

  test('given steps side by side, when what they write is shown later, then two requests write at a time', async () => {
    const index = newPrefix()
    await client().indices.create({ index })
    const seen = watch()
    await sideBySide((n) => writeAll(client(), [write(index, n)]))
    expect(seen).toEqual({ now: 0, most: 2, all: 2 })
  })

  test('given a document that an index refuses, when it shares a request, then its own writer fails and no other', async () => {
    const index = newPrefix()
    const mappings = { properties: { n: { type: 'integer' as const } } }
    await client().indices.create({ index, mappings })
    const refused = write(index, 2, { n: 'no number' })
    const written = [write(index, 1), refused, write(index, 3)].map((each) =>
      writeShown(client(), [each]),
    )
    const ended = await Promise.allSettled(written)
    expect(ended.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  })
})
