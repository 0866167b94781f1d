// Maintenance as its operator and the application see it: decayed facts are gone from the answers, critical ones never,
// duplicates become one, summaries follow, the audit records it, and the application is notified.
import { beforeAll, describe, expect, test } from 'vitest'
import { runCommandHere } from './process.ts'
import { pauseCaughtUp } from './replaying.ts'
import { APP, eventually } from './service.ts'
import { startedService } from './started-service.ts'

const service = startedService({ WEBHOOK_ALLOWED_CIDRS: '127.0.0.0/8' })
beforeAll(async () => {
  // Nothing answers at the port of `discard`: notices are raised all the same.
  const { status } = await service.call('POST', '/config/webhooks', {
    appId: APP,
    url: 'http://127.0.0.1:9',
    events: ['maintenance.completed'],
    secret: 'a secret of the receiver',
  })
  expect(status).toBe(201)
})

type Shown = { id: string; content: string; state: string; [field: string]: unknown }

const purchase = (product: string, importance: string, timestamp: string) => ({
  eventType: 'purchase',
  source: 'shop',
  timestamp,
  data: { product },
  importance,
})
const OLD = '2019-03-04T10:00:00Z'

async function find(userId: string, words: string): Promise<Shown> {
  const found = (await service.items(userId)).find((item) => item.content.includes(words))
  if (!found) throw new Error(`no item holds ${words}`)
  return found
}

/** The audit entries of a type, the oldest first. */
async function audited(userId: string, type: string): Promise<{ details: never }[]> {
  const { body } = await service.call('GET', `/audit/${APP}/${userId}?limit=200`)
  return body.data.filter((entry: { type: string }) => entry.type === type)
}

/** Each kind of event comes to the audit on its own. */
async function auditedOnce(userId: string, type: string): Promise<{ details: never }[]> {
  await eventually(`${type} is in the audit`, async () => (await audited(userId, type)).length > 0)
  const found = await audited(userId, type)
  expect(found).toHaveLength(1)
  return found
}

async function maintain(userId: string): Promise<Record<string, number>> {
  const before = (await audited(userId, 'MaintenanceCompleted')).length
  const { status, body } = await service.call('POST', '/maintenance', { appId: APP, userId })
  expect(status).toBe(202)
  expect(body).toMatchObject({ status: 'queued', data: [{ appId: APP, userId }] })
  const completed = () => audited(userId, 'MaintenanceCompleted')
  await eventually('it is completed', async () => (await completed()).length > before)
  return (await completed()).at(-1)!.details
}

const cli = async (args: string[], env: Record<string, string> = {}) =>
  (await runCommandHere({ BOOTSTRAP_API_KEY: service.key, ...env }, ...args)).stdout

describe('a memory that has grown old', () => {
  const user = 'old'
  beforeAll(async () => {
    await service.report(user, purchase('an umbrella', 'low', OLD))
    await service.report(user, purchase('an insulin pump', 'critical', OLD))
    await service.report(user, purchase('a violin', 'medium', OLD))
    await service.report(user, purchase('a scarf', 'low', new Date().toISOString()))
    await eventually('the summary speaks of the umbrella', async () => {
      const { body } = await service.call('GET', `/context/${APP}/${user}`)
      return JSON.stringify(body).includes('scarf') && JSON.stringify(body).includes('umbrella')
    })
  })

  test('a dry run tells what would be done, and does nothing', async () => {
    const request = { appId: APP, userId: user, dryRun: true }
    const { status, body } = await service.call('POST', '/maintenance', request)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      status: 'planned',
      data: [{ userId: user, pruned: 1, merged: 0 }],
    })
    expect((await find(user, 'umbrella')).state).toBe('current')
  })

  test('when maintained, then what faded is gone from answers, counts and summaries, and nothing else', async () => {
    expect(await maintain(user)).toMatchObject({ pruned: 1, merged: 0, refreshed: 1 })
    // The audit may hear of it before the index shows the summary.
    await eventually('the summary has followed', async () => {
      const { body } = await service.call('GET', `/context/${APP}/${user}`)
      return !JSON.stringify(body).includes('umbrella')
    })
    for (const query of ['umbrella', 'What did I buy?']) {
      expect(JSON.stringify((await service.retrieve(user, query)).body)).not.toContain('umbrella')
    }
    const { body: left } = await service.retrieve(user, 'What did I buy?', {
      timeDecayDays: 36_500,
    })
    for (const kept of ['insulin pump', 'violin', 'scarf']) {
      expect(JSON.stringify(left.relevantItems)).toContain(kept)
    }
    const { body: context } = await service.call('GET', `/context/${APP}/${user}`)
    expect(JSON.stringify(context)).not.toContain('umbrella')
    expect(JSON.stringify(context)).toContain('scarf')
    const { body } = await service.call('GET', `/categories/${APP}/${user}`)
    const finances = body.categories.find((each: { name: string }) => each.name === 'finances')
    expect(finances.itemCount).toBe(3)
  })

  test('a pruned fact can still be read by its id, and the audit says why it went', async () => {
    const pruned = await find(user, 'umbrella')
    const { body } = await service.call('GET', `/items/${APP}/${user}/${pruned.id}`)
    expect(body.item).toMatchObject({ state: 'pruned', current: false, supersededBy: null })
    expect(Date.parse(body.item.prunedAt)).toBeGreaterThan(Date.parse(OLD))
    const [told] = await auditedOnce(user, 'FactPruned')
    expect(told!.details).toMatchObject({
      factId: pruned.id,
      reason: 'faded',
      importance: 'low',
      category: 'finances',
    })
    await auditedOnce(user, 'MaintenanceRequested')
  })

  test('when it is said again, then it is known again', async () => {
    await service.report(user, purchase('an umbrella', 'low', new Date().toISOString()))
    const states = (await service.items(user)).filter((item) => item.content.includes('umbrella'))
    expect(states.map(({ state }) => state).sort()).toEqual(['current', 'pruned'])
  })

  test('when maintained again, then there is nothing to do, and that is told as well', async () => {
    expect(await maintain(user)).toMatchObject({ pruned: 0, merged: 0 })
  })

  test('when forgotten, then nothing of it is left', async () => {
    const forget = { appId: APP, userId: user, confirm: true }
    const { body } = await service.call('POST', '/forget', forget)
    expect(body).toMatchObject({ status: 'deleted', deletedItems: 5 })
    expect(await service.items(user)).toEqual([])
    expect(await audited(user, 'FactPruned')).toEqual([])
    const again = await service.call('POST', '/maintenance', { appId: APP, userId: user })
    expect(again.status).toBe(404)
  })
})

test('duplicates become one: the older stays, and is told who said the other', async () => {
  const first = await service.remember('twice', 'I like the green tea of the old shop.', {
    metadata: { timestamp: '2026-01-01T00:00:00Z' },
  })
  const second = await service.remember('twice', 'I like green tea of the old shop.', {
    metadata: { timestamp: '2026-02-01T00:00:00Z' },
  })
  expect(await service.items('twice')).toHaveLength(2)
  // Facts that are still being written are left for the next time.
  await eventually('both are written', async () => (await maintain('twice')).merged === 1)
  // The audit may know of it before the memory does.
  await eventually('the memory has followed', async () => {
    const [newer] = await service.items('twice')
    return newer.state === 'merged'
  })
  const [newer, older] = await service.items('twice')
  expect(newer).toMatchObject({ current: false, supersededBy: older.id })
  expect(older).toMatchObject({ state: 'current', supersedes: [newer.id], reinforcedBy: [second] })
  expect(older.provenance.resourceId).toBe(first)
  await auditedOnce('twice', 'FactMerged')
})

test('only a key that may configure can ask, for its own app, and bad requests are told apart', async () => {
  const keyOf = async (appIds: string[], permissions: string[]) =>
    (await service.call('POST', '/config/keys', { name: 'k', appIds, permissions })).body.key
  const writer = await keyOf([APP], ['memory:write'])
  const other = await keyOf(['elsewhere'], ['config:write'])
  const ask = (body: object, as?: string) => service.call('POST', '/maintenance', body, { as })
  expect((await ask({ appId: APP }, writer)).status).toBe(403)
  expect((await ask({ appId: APP }, other)).status).toBe(403)
  expect((await ask({}, other)).status, 'all apps').toBe(403)
  expect((await ask({ appId: 'elsewhere' }, other)).body).toMatchObject({ data: [] })
  expect((await ask({ appId: APP, userId: 'nobody' })).status).toBe(404)
  const { status, body } = await ask({ userId: 'old' })
  expect([status, body.error.details.field]).toEqual([400, 'appId'])
  expect((await ask({ appId: APP, cursor: 'no cursor' })).status).toBe(400)
})

describe('the command line', () => {
  test('asks for all users of the running service, and shows what would be done', async () => {
    await service.report('cli', purchase('a kite', 'low', OLD))
    const url = ['--url', service.url, '--json']
    const dry = JSON.parse(
      await cli(['maintain', '--app', APP, '--user', 'cli', '--dry-run', ...url]),
    )
    expect(dry).toMatchObject({ dryRun: true, users: 1, pruned: 1, merged: 0 })
    // As of a shell whose variable is not set.
    for (const none of [
      ['--app', ''],
      ['--app', APP, '--user', ''],
    ]) {
      await expect(cli(['maintain', ...none, ...url])).rejects.toThrow(/is empty/)
    }
    const { users } = JSON.parse(await cli(['maintain', ...url]))
    expect(users).toBeGreaterThan(1)
    await eventually('it is completed', async () => {
      return (await audited('cli', 'MaintenanceCompleted')).length === 1
    })
    // The audit may know of it before the memory does.
    await eventually('the memory has followed', async () => {
      return (await find('cli', 'kite')).state === 'pruned'
    })
  })

  test.runIf((process.env.PALIMPSEST_TEST_SETTING ?? 'embedded') === 'embedded')(
    'finds the notice raised in the log, and a replay changes nothing',
    { timeout: 120_000 },
    async () => {
      const stored = { DATA_DIR: service.dataDir }
      const log = ['log', '--topic', 'memory.notices.v1', '--limit', '1000', '--json']
      let told: string[] = []
      // Notices are raised after everything else, and continue while the service runs.
      const isTold = async () => {
        const lines = (await cli(log, stored)).trim().split('\n')
        told = lines
          .map((line) => JSON.parse(line))
          .filter((line) => line.open.name === 'maintenance.completed')
          .map((line) => line.userId)
        return ['twice', 'cli'].every((userId) => told.includes(userId))
      }
      await eventually('both are told', isTold, { patienceMs: 60_000, everyMs: 100 })
      const replays = await pauseCaughtUp(service, stored)
      expect(told.filter((userId) => userId === 'cli')).toHaveLength(1)
      expect(replays.map(({ unchanged }) => unchanged)).toEqual([true, true, true])
    },
  )
})
