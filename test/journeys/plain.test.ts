// An installation whose stores are in plain, for those who query them: it remembers, finds, relates and forgets as a
// sealed one does, and its files hold nothing of what was forgotten.
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { APP, eventually, setting } from './service.ts'
import { startedService } from './started-service.ts'

const service = startedService({ SEALED_PROJECTIONS: 'off' })

test('given stores in plain, when something is remembered, recalled and forgotten, then it is as in sealed ones', async () => {
  await service.remember('anna', 'My sister Clara lives in Porto. I work at Nimbus as a chemist.')
  const recalled = async () =>
    JSON.stringify((await service.retrieve('anna', 'Where do I work?')).body)
  expect(await recalled()).toContain('Nimbus')
  expect((await service.items('anna')).length).toBeGreaterThan(1)
  await eventually('the summary follows', async () => {
    const { body } = await service.call('GET', `/context/${APP}/anna`)
    return JSON.stringify(body).includes('Nimbus')
  })
  const forgotten = await service.call('POST', '/forget', {
    appId: APP,
    userId: 'anna',
    confirm: true,
  })
  expect(forgotten.body).toMatchObject({ status: 'deleted' })
  expect(await service.items('anna')).toEqual([])
  expect(await recalled()).not.toContain('Nimbus')
})

/** Where stores are sealed no file holds it before the forget either: canary.test.ts. */
test.runIf(setting === 'embedded')('a canary in plain is in no file afterwards', async () => {
  const filesWith = (text: string) => filesIn(service.dataDir, text)
  const canary = 'Zyzzogeton'
  const other = 'Quagswagging'
  await service.remember(other.toLowerCase(), 'I live in Berlin.')
  for (let i = 0; i < 30; i++) {
    await service.call('POST', '/memorize', {
      appId: APP,
      userId: 'canary',
      contentType: i % 2 ? 'conversation' : 'document',
      content: `My friend ${canary} lives in ${canary}ville number ${i}. ${'Filler sentences make pages split. '.repeat(i)}`,
      metadata: { note: canary },
    })
  }
  await service.call('POST', '/events', {
    appId: APP,
    userId: 'canary',
    eventType: 'purchase',
    source: 'shop',
    timestamp: '2026-01-01T00:00:00Z',
    data: { product: canary },
    suggestedEntities: [{ name: canary, type: 'product' }],
  })
  await service.settled('canary', 31)
  await service.retrieve('canary', `Who is ${canary}?`)
  expect(filesWith(canary).length).toBeGreaterThan(0)
  await service.call('POST', '/forget', { appId: APP, userId: 'canary', confirm: true })
  expect(filesWith(canary)).toEqual([])
  await service.restart()
  expect(filesWith(canary)).toEqual([])
  expect(filesWith(other).length).toBeGreaterThan(0)
})

/** Files under a data directory that hold the text, in UTF-8 or UTF-16, in any case. */
function filesIn(dataDir: string, text: string): string[] {
  const wanted = [text, text.toLowerCase(), text.toUpperCase()]
  const patterns = wanted.flatMap((each) => [Buffer.from(each), Buffer.from(each, 'utf16le')])
  const files = readdirSync(dataDir, { recursive: true, encoding: 'utf8' })
    .map((name) => join(dataDir, name))
    .filter((path) => statSync(path).isFile())
  expect(files.length).toBeGreaterThan(5)
  return files.filter((path) => {
    const bytes = readFileSync(path)
    return patterns.some((pattern) => bytes.includes(pattern))
  })
}
