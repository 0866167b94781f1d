// What a thread that answers queries holds of keys: nothing once it was told to let go.
import { expect, test } from 'vitest'
import { openEmbedded } from '../../../apps/composition/embedded/embedded.ts'
import { openForReading } from '../../../apps/composition/open-for-reading.ts'
import { readConfig } from '../../../infra/config.ts'
import { createOfflineLanguageModel } from '../../../infra/language/offline/offline-language-model.ts'
import { createPlaces, newScope } from '../../contracts/given.ts'
import { itemDocument } from '../../contracts/memory-documents.ts'
import { createDirectories } from '../../infra/sqlite/directory.ts'

const newDirectory = createDirectories()
const masterKey = Buffer.alloc(32, 1)

test('given a user whose key was destroyed, when the thread was told, then it opens nothing of the user', async () => {
  const directory = newDirectory()
  const language = createOfflineLanguageModel()
  const ports = openEmbedded({ directory, masterKey, language, sealed: true })
  const scope = newScope()
  await ports.keys.current([scope])
  await ports.memory.apply({
    ...{ checkpoint: createPlaces()(), fences: [], erasedResources: [], erasures: [] },
    documents: [itemDocument(scope, { id: 'i', keyGeneration: 1 })],
  })
  const reading = await openForReading(
    readConfig({
      DATA_DIR: directory,
      MASTER_KEY: masterKey.toString('hex'),
      SEALED_PROJECTIONS: 'on',
    }),
  )
  const read = async () => (await reading.memory.items(scope, ['i'])).map(({ text }) => text)
  expect(await read()).toEqual(['the text of i'])
  await ports.keys.destroy(scope, 1)
  await reading.letGo?.()
  expect(await read()).toEqual([])
  await reading.close()
  await ports.close()
})
