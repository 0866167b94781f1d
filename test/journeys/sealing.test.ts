// An installation with readable stores is configured to seal them, and back: it converts them before it serves, its
// memories are there, and nothing of the other kind is left.
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { filesWith } from '../infra/sqlite/directory.ts'
import { APP, type Service, startService } from './service.ts'

const WORD = 'Xylograph'
const started: Service[] = []
afterEach(async () => {
  for (const service of started.splice(0).reverse()) await service.stop()
})

async function start(SEALED_PROJECTIONS: 'on' | 'off', DATA_DIR?: string): Promise<Service> {
  const service = await startService({ SEALED_PROJECTIONS, ...(DATA_DIR && { DATA_DIR }) })
  started.push(service)
  return service
}

const files = ['memory', 'graph', 'audit', 'deliveries']
const namingUsers = [...files, 'keys']

/** In projections and keys alone: words in the log and in raw content are sealed in any case, its open fields are open. */
function holding(directory: string, word: string): string[] {
  return filesWith(directory, word).filter((path) =>
    namingUsers.some((name) => path.includes(name)),
  )
}

test('given an installation in plain, when it is to seal, and not to any more, then it is brought over', async () => {
  const plain = await start('off')
  const { dataDir } = plain
  await plain.remember('anna', `I work at ${WORD} in Lisbon.`)
  const before = await plain.items('anna')
  expect(before.length).toBeGreaterThan(0)
  await plain.pause()
  expect(holding(dataDir, WORD)).not.toEqual([])
  expect(holding(dataDir, 'anna')).not.toEqual([])

  const sealed = await start('on', dataDir)
  expect(await sealed.items('anna')).toEqual(before)
  const { body } = await sealed.retrieve('anna', 'Where does she work?')
  expect(JSON.stringify(body)).toContain(WORD)
  const listed = await sealed.call('GET', `/users/${APP}?search=ANN`)
  expect(JSON.stringify(listed.body)).toContain('anna')
  expect(holding(dataDir, WORD)).toEqual([])
  expect(holding(dataDir, 'anna')).toEqual([])
  for (const name of files) expect(existsSync(join(dataDir, `${name}.db`))).toBe(false)
  await sealed.pause()

  const again = await start('off', dataDir)
  expect(await again.items('anna')).toEqual(before)
  expect(holding(dataDir, 'anna').join()).toMatch('keys')
  expect(readdirSync(dataDir).filter((file) => file.includes('-sealed'))).toEqual([])
})
