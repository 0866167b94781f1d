// A move does not bring vectors of one model to servers that have begun with another.
import { expect, test } from 'vitest'
import { refuseOtherVectors } from '../../../../../apps/cli/operate/moving/migrate.ts'
import { useEmbedding } from '../../../../../infra/runtime/envelope/one-embedding.ts'
import { createSqliteObjectStore } from '../../../../../infra/sqlite/object-store.ts'
import { startedEach } from '../../../../started.ts'

const data = startedEach(() => createSqliteObjectStore({ path: ':memory:' }))
const servers = startedEach(() => createSqliteObjectStore({ path: ':memory:' }))
const letters = { generation: 1, model: 'offline@1:256' }
const meaning = { generation: 1, model: 'offline@2:320' }

test('given servers that have begun with other vectors than the data has, then the move is refused', async () => {
  await useEmbedding(data, letters)
  await useEmbedding(servers, meaning)
  await expect(refuseOtherVectors(data, servers)).rejects.toThrow(
    /begun with vectors of offline@2:320, the data has those of offline@1:256: set another NAMESPACE/,
  )
})

test.each([
  ['the servers have none', [letters], []],
  ['the data has none', [], [meaning]],
  ['both have the same', [letters], [letters]],
])('given that %s, then it moves', async (_what, own, begun) => {
  for (const each of own) await useEmbedding(data, each)
  for (const each of begun) await useEmbedding(servers, each)
  await refuseOtherVectors(data, servers)
})
