// Data from before the offline engine saw meaning keeps the engine by letters, so that an upgrade asks for nothing.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { withItsLetters } from '../../../apps/composition/as-data-is.ts'
import { type Config, readConfigWith } from '../../../infra/config.ts'
import { createLanguageModel } from '../../../infra/language/create-language-model.ts'
import { createDirectories } from '../../infra/sqlite/directory.ts'
import { withVectors } from './with-vectors.ts'

const newDirectory = createDirectories()
let directory: string
beforeEach(() => {
  directory = newDirectory()
})
const config = (more: Record<string, string> = {}): Config =>
  readConfigWith({ DATA_DIR: directory, ...more })

async function noVectors(): Promise<void> {}
const vectorsOf = (model: string) => withVectors(directory, model)

test('given data with vectors of letters, then its engine goes on, and makes vectors of their length', async () => {
  await vectorsOf('offline@1:256')
  const { EMBEDDING_ENGINE, ...others } = await withItsLetters(config())
  expect(EMBEDDING_ENGINE).toBe('letters')
  expect(others).toMatchObject({ DATA_DIR: directory })
  const { embedding, dimensions, embed } = await createLanguageModel(
    config({ EMBEDDING_ENGINE: 'letters' }),
  )
  expect({ ...embedding, dimensions }).toMatchObject({ model: 'offline@1:256', dimensions: 256 })
  expect((await embed(['User likes tea.']))[0]).toHaveLength(256)
})

test.each([
  ['no data', noVectors, {}],
  ['vectors of meaning', () => vectorsOf('offline@2:320'), {}],
  [
    'vectors of letters of an earlier generation',
    () => vectorsOf('offline@1:256'),
    { EMBEDDING_GENERATION: '2' },
  ],
  [
    'vectors of letters, and a model',
    () => vectorsOf('offline@1:256'),
    { EMBEDDING_ENGINE: 'none' },
  ],
] as const)('given %s, then the configuration stays as it is', async (_what, made, more) => {
  await made()
  expect(await withItsLetters(config(more))).toEqual(config(more))
})

test('given no data, then none is made', async () => {
  await withItsLetters(config())
  expect(existsSync(join(directory, 'log'))).toBe(false)
})
