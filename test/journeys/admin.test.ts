// The queries and orders of operators over HTTP while the service runs.
import { beforeAll, expect, test } from 'vitest'
import { eventually } from './service.ts'
import { sharedService } from './shared-service.ts'

const APP = 'admin-story'
const service = sharedService(APP)
beforeAll(async () => {
  await service.remember('anna', 'I live in Berlin.')
})

type Replay = { id: string; status: string }

async function ended(replay: Replay) {
  let found = replay
  await eventually('the replay has ended', async () => {
    found = (await service.call('GET', `/admin/replay/${replay.id}`)).body.replay
    return found.status !== 'running'
  })
  return found
}

test('lag is told of every processor, and is none when all is done', async () => {
  const told = async () => (await service.call('GET', '/admin/lag')).body.processors
  await eventually('nothing waits', async () =>
    (await told()).every(({ records }: { records: number }) => records === 0),
  )
  const names = (await told()).map(({ processor }: { processor: string }) => processor)
  expect(names).toEqual(expect.arrayContaining(['extract-facts', 'index-memory', 'update-graph']))
})

test('a projection is rebuilt beside the serving one, and the two are equal', async () => {
  const started = await service.call('POST', '/admin/replay', { projection: 'memory' })
  expect(started.status).toBe(202)
  const second = await service.call('POST', '/admin/replay', { projection: 'graph', check: true })
  expect(second.status).toBe(409)
  const replay = await ended(started.body.replay)
  expect(replay).toMatchObject({
    status: 'done',
    projection: 'memory',
    result: { unchanged: true, records: expect.any(Number) },
  })
  expect((await service.items('anna')).map(({ value }) => value)).toEqual(['Berlin'])
  await service.remember('anna', 'I like chess.')
  expect(await service.items('anna')).toHaveLength(2)
})

test('dead letters are listed and tried again: there are none', async () => {
  const { body } = await service.call('GET', '/admin/dead-letters')
  expect(body).toEqual({
    data: [],
    pagination: { total: 0, limit: 50, hasMore: false, nextCursor: null },
  })
  const started = await service.call('POST', '/admin/dead-letters/replay', {})
  expect(await ended(started.body.replay)).toMatchObject({
    status: 'done',
    result: { handled: 0, left: 0 },
  })
})

test('a key that does not hold every app is refused, as is an unknown name', async () => {
  const made = async (appIds: string[], permissions: string[]) => {
    const { body } = await service.call('POST', '/config/keys', { name: 'k', appIds, permissions })
    return body.key as string
  }
  const keys = [await made([APP], ['admin']), await made(['*'], ['memory:read', 'audit:read'])]
  for (const as of keys) {
    for (const path of ['/admin/dead-letters', '/admin/lag', '/admin/replay/x']) {
      expect((await service.call('GET', path, undefined, { as })).status).toBe(403)
    }
    const order = { projection: 'memory' }
    expect((await service.call('POST', '/admin/replay', order, { as })).status).toBe(403)
    expect((await service.call('POST', '/admin/dead-letters/replay', {}, { as })).status).toBe(403)
  }
  expect((await service.call('GET', '/admin/replay/unknown')).status).toBe(404)
  const wrong = await service.call('POST', '/admin/replay', { projection: 'everything' })
  expect(wrong.body.error.details.field).toBe('projection')
  const ids = await service.call('POST', '/admin/dead-letters/replay', { ids: ['x'] })
  expect(ids.body.error.details.field).toBe('ids.0')
})
