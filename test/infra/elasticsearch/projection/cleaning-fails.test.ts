// Cleaning up after a forget while the server refuses it: what was forgotten stays in its files, and operators are told.
import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { createElasticsearchAuditStore } from '../../../../infra/elasticsearch/audit-store.ts'
import { eventually } from '../../../contracts/eventually.ts'
import { createPlaces } from '../../../contracts/given.ts'
import { startedEach } from '../../../started.ts'
import { type Asked, startAnsweringServer } from '../answering-server.ts'

const down = { status: 403, body: { error: { type: 'security_exception' } } }

const server = startedEach(() => startAnsweringServer(answered))

function answered({ path, body }: Asked) {
  if (path.startsWith('/_alias/'))
    return { body: { 'p-audit-meta-1': { aliases: { 'p-audit-meta': {} } } } }
  if (path.startsWith('/_mget')) return { body: { docs: JSON.parse(body).docs.map(() => ({})) } }
  if (path.startsWith('/_bulk')) return { body: { items: [{}] } }
  return body.includes('"receipt"') ? down : undefined
}

test('given a server that refuses to clean up after a forget, then each attempt is told with what it answered', async () => {
  const told: object[] = []
  const logger = pino(
    { base: null, timestamp: false },
    { write: (line) => told.push(JSON.parse(line)) },
  )
  const store = createElasticsearchAuditStore({
    url: server.url,
    prefix: 'p',
    cleanAfterMs: 5,
    logger,
  })
  onTestFinished(store.close)
  const checkpoint = createPlaces('memory.writes.v1')()
  await store.apply({ checkpoint, fences: [], entries: [], removed: [] })
  await eventually(() => expect(told.length).toBeGreaterThan(1))
  expect(told[0]).toMatchObject({
    level: 40,
    errorClass: 'ElasticsearchUnavailable',
    code: '403_SECURITY_EXCEPTION',
    msg: 'what was forgotten cannot be cleaned up after yet',
  })
})
