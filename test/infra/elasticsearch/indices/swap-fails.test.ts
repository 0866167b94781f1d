// A swap of builds in an outage: the build in use must take writes again, because its workers wait for that.
import { expect, onTestFinished, test } from 'vitest'
import { createElasticsearchClient } from '../../../../infra/elasticsearch/client/client.ts'
import { openElasticsearchAuditRebuild } from '../../../../infra/elasticsearch/indices/rebuild.ts'
import { startedEach } from '../../../started.ts'
import { type Asked, startAnsweringServer } from '../answering-server.ts'

const down = { status: 503, body: { error: { type: 'master_not_discovered_exception' } } }
const world = { isHeld: false, inUse: '1', failures: 0, isSwitching: false }

const server = startedEach(() => {
  Object.assign(world, { isHeld: true, inUse: '1', failures: 0, isSwitching: false })
  return startAnsweringServer(answered)
})

function answered({ method, path, body }: Asked) {
  if (world.isSwitching && world.failures-- > 0) return down
  if (path.startsWith('/_alias/')) {
    return { body: { [`p-audit-meta-${world.inUse}`]: { aliases: { 'p-audit-meta': {} } } } }
  }
  if (path.startsWith('/p-audit-meta-*')) return { body: { 'p-audit-meta-1': {} } }
  if (path.includes('/_block/write')) world.isHeld = true
  if (path.includes('/_settings') && body.includes('"index.blocks.write":null')) {
    world.isHeld = false
  }
  if (path === '/_aliases') {
    world.isSwitching = true
    return down
  }
  return method === 'POST' && path.includes('_search')
    ? { body: { hits: { hits: [] } } }
    : undefined
}

async function rebuilt(releaseMs?: number) {
  const client = createElasticsearchClient({ url: server.url })
  onTestFinished(() => client.close())
  return openElasticsearchAuditRebuild({ client, prefix: 'p', releaseMs })
}

test('given a build that a killed swap has left held, when the next rebuild is opened, then it takes writes', async () => {
  expect(world.isHeld).toBe(true)
  await rebuilt()
  expect(world.isHeld).toBe(false)
})

test('given a server that is away for a moment, when a swap fails, then the build in use takes writes again', async () => {
  const { swap } = await rebuilt()
  world.failures = 5
  await expect(swap()).rejects.toThrow('503 master_not_discovered_exception')
  expect(world).toMatchObject({ isHeld: false, isSwitching: true })
})

test('given a switch whose answer is lost, when the server is back, then the old build stays held', async () => {
  const { swap } = await rebuilt()
  world.failures = 5
  const catchUp = async () => {
    world.inUse = '2'
  }
  await expect(swap(catchUp)).resolves.toBeUndefined()
  expect(world.isHeld).toBe(true)
})

test('given a server that stays away, when a swap fails, then it tells what takes no writes', async () => {
  const { swap } = await rebuilt(10)
  world.failures = Number.POSITIVE_INFINITY
  await expect(swap()).rejects.toThrow(/p-audit-meta-1 takes no writes until the next replay/)
})
