// Data is searched by the vectors of one model: a process with another does not start.
import { expect, it } from 'vitest'
import { vectorsNameOf } from '../../../../infra/ports/language-model.ts'
import {
  embeddingInUse,
  OtherEmbedding,
  reserveEmbedding,
  useEmbedding,
  verifyEmbedding,
} from '../../../../infra/runtime/envelope/one-embedding.ts'
import { isFatal } from '../../../../infra/runtime/fail/retry.ts'
import { createSqliteObjectStore } from '../../../../infra/sqlite/object-store.ts'
import { startedEach } from '../../../started.ts'

const objects = startedEach(() => createSqliteObjectStore({ path: ':memory:' }))

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
    await expect(failed).rejects.toMatchObject({ name: 'OtherEmbedding' })
    await expect(failed).rejects.toThrow(`not by ${other} (EMBEDDING_GENERATION=1)`)
    expect(isFatal(await failed.catch((error) => error))).toBe(true)
  },
)

it('given no vectors, then any may be there, and any may come later', async () => {
  await verifyEmbedding(objects, { model: null, kind: 'lexical' })
  await verifyEmbedding(objects, trained('a:512'))
  await verifyEmbedding(objects, { model: null, kind: 'lexical' })
  await expect(verifyEmbedding(objects, trained('b:512'))).rejects.toThrow(OtherEmbedding)
})

const second = (model: string) => ({ ...trained(model), generation: 2 })

it('given a generation that is not in use yet, then the process ends; once it is, those of the former one end', async () => {
  await verifyEmbedding(objects, trained('a:512'))
  await expect(verifyEmbedding(objects, second('b:256'))).rejects.toThrow(/reprocess vectors/)
  await useEmbedding(objects, { generation: 2, model: 'b:256' })
  await verifyEmbedding(objects, second('b:256'))
  await expect(verifyEmbedding(objects, second('c:256'))).rejects.toThrow(OtherEmbedding)
  await expect(verifyEmbedding(objects, trained('a:512'))).rejects.toThrow(/b:256/)
  const none = { model: null, kind: 'lexical' } as const
  await expect(verifyEmbedding(objects, none)).rejects.toThrow(
    /by b:256 \(EMBEDDING_GENERATION=2\), not by none \(EMBEDDING_GENERATION=1\)/,
  )
  await verifyEmbedding(objects, { ...none, generation: 2 })
})

it('given new data, then a later generation ends the process', async () => {
  const failed = verifyEmbedding(objects, second('b:256'))
  await expect(failed).rejects.toThrow(OtherEmbedding)
  await expect(failed).rejects.toThrow(
    /made by no model yet \(EMBEDDING_GENERATION=1\), not by b:256:/,
  )
  expect(await embeddingInUse(objects)).toBeNull()
})

it('given ten generations, then the newest is in use, and each is of the model that it began with', async () => {
  for (const generation of [1, 2, 10])
    await useEmbedding(objects, { generation, model: `m${generation}` })
  expect(await embeddingInUse(objects)).toEqual({ generation: 10, model: 'm10' })
  expect(await reserveEmbedding(objects, { generation: 11, model: 'a' })).toBe('a')
  expect(await reserveEmbedding(objects, { generation: 11, model: 'b' })).toBe('a')
  expect(await reserveEmbedding(objects, { generation: 12, model: 'b' })).toBe('b')
  expect(await embeddingInUse(objects)).toMatchObject({ generation: 10 })
})

it('given generations in use and reserved, then their objects have the names by which later versions find them', async () => {
  await useEmbedding(objects, { generation: 1, model: 'a' })
  await useEmbedding(objects, { generation: 2, model: 'b' })
  await reserveEmbedding(objects, { generation: 3, model: 'c' })
  expect(await objects.list({ prefix: '', limit: 9 })).toEqual([
    '~language/embedding',
    '~language/embedding.2',
    '~language/made.3',
  ])
})

it('given an object that is gone when it is read, then that is told, and no model is taken for another', async () => {
  await useEmbedding(objects, { generation: 1, model: 'a' })
  const gone = { ...objects, get: async () => null }
  await expect(verifyEmbedding(gone, trained('a'))).rejects.toThrow('~language/embedding')
  await expect(reserveEmbedding(gone, { generation: 2, model: 'b' })).rejects.toThrow(
    '~language/made.2',
  )
})

it('names vectors by their model, and those of a later generation by it too', () => {
  expect(vectorsNameOf(trained('a:512'))).toBe('a:512')
  expect(vectorsNameOf(second('a:512'))).toBe('a:512 of generation 2')
  expect(vectorsNameOf({ model: null, kind: 'lexical', generation: 2 })).toBeNull()
})
