// Data holds vectors of one model: a process with another does not start.
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { ObjectStore } from '../../../../infra/ports/object-store.ts'
import {
  OtherEmbedding,
  verifyEmbedding,
} from '../../../../infra/runtime/envelope/one-embedding.ts'
import { isFatal } from '../../../../infra/runtime/fail/retry.ts'
import { createSqliteObjectStore } from '../../../../infra/sqlite/object-store.ts'

let objects: ObjectStore
beforeEach(() => {
  objects = createSqliteObjectStore({ path: ':memory:' })
})
afterEach(() => objects.close())

const trained = (model: string) => ({ model, kind: 'trained' }) as const

it('given the model of the first start, then it passes, again and again', async () => {
  await verifyEmbedding(objects, trained('a:512'))
  await verifyEmbedding(objects, trained('a:512'))
})

it.each(['b:512', 'a:256'])(
  'given %s where vectors are of a:512, then the process ends',
  async (other) => {
    await verifyEmbedding(objects, trained('a:512'))
    const failed = verifyEmbedding(objects, trained(other))
    await expect(failed).rejects.toBeInstanceOf(OtherEmbedding)
    await expect(failed).rejects.toThrow(/a:512.*EMBEDDING_ENGINE/)
    expect(isFatal(await failed.catch((error) => error))).toBe(true)
  },
)

it('given no vectors, then any may be there, and any may come later', async () => {
  await verifyEmbedding(objects, { model: null, kind: 'lexical' })
  await verifyEmbedding(objects, trained('a:512'))
  await verifyEmbedding(objects, { model: null, kind: 'lexical' })
  await expect(verifyEmbedding(objects, trained('b:512'))).rejects.toThrow(OtherEmbedding)
})
