// Another model takes the place of the one that made the vectors: it is refused until every fact has a vector of it,
// what is said or forgotten meanwhile counts, and the former model is refused from then on.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type FakeOpenAi, startFakeOpenAi } from '../infra/language/openai/fake-openai.ts'
import { ownDirectory } from '../infra/sqlite/directory.ts'
import { runCommand, runCommandHere } from './process.ts'
import { replayAll } from './replaying.ts'
import { APP, eventually, type Service, setting, startService } from './service.ts'

const folder = ownDirectory()
const DIMENSIONS = 8

let endpoint: FakeOpenAi
let service: Service
beforeAll(async () => {
  endpoint = await startFakeOpenAi()
  endpoint.respondAlways(({ body }) => ({
    rows: body.input.map((text, index) => ({ index, embedding: vectorOf(text) })),
  }))
  service = await startService()
})
afterAll(async () => {
  await service.stop()
  await endpoint.close()
})

/** What is asked in words that no fact has is near one fact alone. */
function vectorOf(text: string): number[] {
  const at = /cello|qqq/.test(text) ? 0 : /harp|zzz/.test(text) ? 1 : 2
  return Array.from({ length: DIMENSIONS }, (_, n) => (n === at ? 1 : 0))
}

function model(generation: number, name = 'double') {
  return {
    EMBEDDING_ENGINE: 'openai',
    EMBEDDING_BASE_URL: endpoint.baseUrl,
    EMBEDDING_MODEL: name,
    EMBEDDING_DIMENSIONS: String(DIMENSIONS),
    EMBEDDING_GENERATION: String(generation),
  }
}

async function cli(args: readonly string[], env: Record<string, string> = {}) {
  // What makes vectors is a process beside the service, as it is for an operator.
  const run = args.includes('--use') ? runCommand : runCommandHere
  return JSON.parse((await run({ ...service.env, ...env }, ...args)).stdout)
}

function vectors(settings: Record<string, string>, ...more: string[]) {
  const from = join(folder, 'config')
  const lines = Object.entries(settings).map(([name, value]) => `${name}=${value}`)
  writeFileSync(from, lines.join('\n'))
  return cli(['reprocess', 'vectors', '--from', from, '--json', ...more])
}

async function refused(asked: Promise<unknown>): Promise<string> {
  return asked.then(
    () => 'nothing was refused',
    ({ message, stderr = '' }: { message: string; stderr?: string }) => `${message} ${stderr}`,
  )
}

const found = async (userId: string, query: string): Promise<string[]> => {
  const { body } = await service.retrieve(userId, query)
  return body.relevantItems.map(({ content }: { content: string }) => content)
}

test('given another model, when its vectors are made and used, then facts are found by them and by no others', {
  timeout: 300_000,
}, async () => {
  await service.remember('anna', 'I play the cello.', { contentType: 'document' })
  await service.remember('bert', 'I play the harp.', { contentType: 'document' })
  await service.pause()
  expect(await refused(service.resume(model(1)))).toContain('reprocess vectors')
  if (setting === 'embedded') {
    expect(await refused(service.resume(model(2)))).toContain('reprocess vectors')
  } else {
    expect(await refused(service.resume(model(2)))).toContain('bring-over')
    expect(await refused(cli(['bring-over', '--json'], model(2)))).toContain('reprocess vectors')
  }
  await service.resume({ EMBEDDING_ENGINE: 'offline', EMBEDDING_GENERATION: '1' })

  expect(await refused(vectors(model(1)))).toContain('set 2 in CONFIG')
  expect(await refused(vectors({ EMBEDDING_ENGINE: 'offline' }))).toContain('set 2 in CONFIG')
  expect(await vectors(model(2))).toMatchObject({ vectors: 2, inUse: false })
  expect(await refused(vectors(model(2, 'another')))).toContain('has vectors of double:8')
  expect(await found('anna', 'qqq')).toEqual([])
  const said = service.remember('anna', 'I also play the harp.', { contentType: 'document' })
  await service.call('POST', '/forget', { appId: APP, userId: 'bert', confirm: true })
  await said
  expect(await vectors(model(2), '--use')).toMatchObject({ vectors: 1, inUse: true })

  await service.pause()
  expect(await refused(service.resume())).toContain('EMBEDDING_GENERATION=2')
  if (setting === 'distributed') {
    expect(await refused(service.resume(model(2)))).toContain('bring-over')
    await cli(['bring-over', '--json'], model(2))
  }
  await service.resume(model(2))
  await eventually('facts are found by their new vectors', async () => {
    return (await found('anna', 'qqq')).includes('I play the cello.')
  })
  expect(await found('anna', 'zzz')).toEqual(['I also play the harp.'])
  expect(await found('bert', 'zzz')).toEqual([])
  expect(await vectors(model(2))).toMatchObject({ inUse: true })
  await service.remember('carl', 'I play the harp.', { contentType: 'document' })
  expect(await found('carl', 'zzz')).toEqual(['I play the harp.'])
  if (setting === 'embedded') {
    await service.pause()
    const replayed = await replayAll({ ...service.env, ...model(2) }, '--check')
    expect(replayed.map(({ unchanged }) => unchanged)).toEqual([true, true, true])
  }
})
