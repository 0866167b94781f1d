// A batch is stored as a whole and in its order, or refused as a whole; sent again with its key, nothing is stored twice.
import { describe, expect, test } from 'vitest'
import { recordsOf } from '../../../../infra/runtime/given.ts'
import { startedOnce } from '../../../../started.ts'
import { startApi } from '../../given.ts'

const api = startedOnce(startApi)

const write = (n: number, more: object = {}) => ({
  kind: 'memorize',
  userId: 'anna',
  content: `note ${n}`,
  contentType: 'document',
  ...more,
})
const event = {
  kind: 'event',
  userId: 'ben',
  eventType: 'purchase',
  source: 'webshop',
  timestamp: '2026-03-04',
  data: {},
}
const post = (body: object, headers: Record<string, string> = {}) =>
  api.call('POST', '/batch', { body, headers })

async function stored(): Promise<string[]> {
  const found = await recordsOf(api.ports.log, 'memory.writes.v1')
  return found.map(({ event }) => event?.id ?? '')
}

describe('a batch', () => {
  test('of a thousand writes is stored in its order', async () => {
    const writes = [...Array.from({ length: 999 }, (_, n) => write(n)), event]
    const { status, body } = await post({ appId: 'large', writes })
    expect([status, body.status, body.ids.length]).toEqual([202, 'queued', 1_000])
    const all = await stored()
    const ofAnna = body.ids.slice(0, 999)
    expect(all.filter((id) => ofAnna.includes(id))).toEqual(ofAnna)
    expect(all).toContain(body.ids[999])
  })

  test('with one that is not valid is refused as a whole, and all that is wrong is named', async () => {
    const before = (await stored()).length
    const writes = [
      write(1),
      write(2, { userId: undefined }),
      { ...event, timestamp: 'soon' },
      { kind: 'x' },
    ]
    const { status, body } = await post({ appId: 'shop', writes })
    expect(status).toBe(400)
    expect(body.error.details.issues.map(({ field }: { field: string }) => field)).toEqual([
      'writes.1.userId',
      'writes.2.timestamp',
      'writes.3.kind',
    ])
    expect(body.error.details.issues[2].issue).toBe('must be one of "memorize", "event", "item"')
    expect((await stored()).length).toBe(before)
  })

  test.each([
    ['nothing', []],
    ['too much', Array.from({ length: 1_001 }, (_, n) => write(n))],
    ['an app of its own', [write(1, { appId: 'theirs' })]],
  ])('that holds %s is refused', async (_, writes) => {
    const { status, body } = await post({ appId: 'shop', writes })
    expect([status, body.error.details.field.split('.')[0]]).toEqual([400, 'writes'])
  })

  test('is refused to a key of another app, and needs memory:write', async () => {
    const keyOf = async (appIds: string[], permissions: string[]) =>
      (await api.call('POST', '/config/keys', { body: { name: 'k', appIds, permissions } })).body
        .key
    const body = { appId: 'shop', writes: [write(1)] }
    for (const key of [
      await keyOf(['other'], ['memory:write']),
      await keyOf(['shop'], ['memory:read']),
    ]) {
      expect((await api.call('POST', '/batch', { body, key })).status).toBe(403)
    }
  })

  test('sent again with its key gives the same ids, and stores nothing twice', async () => {
    const headers = { 'idempotency-key': 'import-1' }
    const body = { appId: 'shop', writes: [write(1), event, write(1)] }
    const first = await post(body, headers)
    const before = await stored()
    const second = await post(body, headers)
    expect(second.body.ids).toEqual(first.body.ids)
    expect(new Set(first.body.ids).size).toBe(3)
    expect(await stored()).toEqual(before)
    const other = await post({ ...body, writes: [write(2)] }, headers)
    expect([other.status, other.body.error.details.field]).toEqual([400, 'Idempotency-Key'])
  })

  test.each([
    ['shorter', (writes: readonly object[]) => writes.slice(0, 1)],
    ['longer', (writes: readonly object[]) => [...writes, write(3)]],
  ])('that is %s than the one with its key is refused, and stores nothing', async (name, other) => {
    const headers = { 'idempotency-key': `length-${name}` }
    const writes = [write(1), write(2)]
    await post({ appId: 'shop', writes }, headers)
    const everything = async () => [
      await stored(),
      await api.ports.objects.list({ prefix: '~idempotency/', limit: 1_000 }),
    ]
    const before = await everything()
    const { status, body } = await post({ appId: 'shop', writes: other(writes) }, headers)
    expect([status, body.error.details.field]).toEqual([400, 'Idempotency-Key'])
    expect(await everything()).toEqual(before)
  })

  test('that is refused leaves its key to a corrected one', async () => {
    const headers = { 'idempotency-key': 'import-2' }
    const item = (more: object) => ({ kind: 'item', userId: 'anna', text: 'I like go.', ...more })
    const writes = [write(1), item({ category: 'none-of-them' })]
    const refused = await post({ appId: 'shop', writes }, headers)
    expect([refused.status, refused.body.error.details.field]).toEqual([400, 'writes.1.category'])
    const corrected = await post({ appId: 'shop', writes: [write(1), item({})] }, headers)
    expect([corrected.status, corrected.body.ids.length]).toEqual([202, 2])
  })
})
