// An installation over servers that was in plain is brought over to sealed stores, and back in the long run: no process
// starts on both kinds, memories and deliveries are there afterwards, and the stores of the other kind are gone.
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { APP, eventually, type Service, startService } from '../journeys/service.ts'
import { isLong } from '../long.ts'
import { type Receiver, startReceiver } from '../processors/deliver-webhooks/receiver.ts'
import { serverEnvironment } from '../servers/environment.ts'
import { runCli } from './cluster.ts'

const DATA_DIR = mkdtempSync(join(tmpdir(), 'palimpsest-'))
const installation = {
  DATA_DIR,
  NAMESPACE: `b${randomUUID().slice(0, 8)}`,
  MASTER_KEY: 'c'.repeat(64),
  WEBHOOK_ALLOWED_CIDRS: '127.0.0.0/8',
}

let receiver: Receiver
beforeAll(async () => {
  receiver = await startReceiver()
})
let running: Service | undefined
afterEach(async () => running?.stop())
afterAll(async () => {
  await receiver.close()
  rmSync(DATA_DIR, { recursive: true, force: true })
})

async function start(kind: 'on' | 'off'): Promise<Service> {
  running = await startService({ ...installation, SEALED_PROJECTIONS: kind })
  return running
}

const bringOver = (kind: 'on' | 'off') =>
  runCli(
    { ...serverEnvironment(), PROFILE: 'distributed', ...installation, SEALED_PROJECTIONS: kind },
    ['bring-over', '--json'],
  )

describe.skipIf(!serverEnvironment().ELASTICSEARCH_URL)('over servers', () => {
  test('an installation in plain is brought over, and back', { timeout: 480_000 }, async () => {
    const plain = await start('off')
    const url = `${receiver.url}/hook`
    const subscription = {
      appId: APP,
      url,
      events: ['memory.processed'],
      secret: 'a-secret-of-this-installation',
    }
    const hook = await plain.call('POST', '/config/webhooks', subscription)
    expect(hook.status).toBe(201)
    const deliveries = async (service: Service) => {
      const path = `/config/webhooks/${APP}/${hook.body.id}/deliveries`
      return (await service.call('GET', path)).body.data
    }
    await plain.remember('anna', 'I work at Xylograph in Lisbon.')
    const isDelivered = async () => (await deliveries(plain))?.[0]?.state === 'delivered'
    await eventually('the delivery has ended', isDelivered)
    const [items, sent] = [await plain.items('anna'), await deliveries(plain)]
    const beside = await bringOver('on')
    expect([beside.code, beside.stderr]).toEqual([1, expect.stringMatching(/stop every process/)])
    await plain.pause()

    await expect(start('on')).rejects.toThrow(/in plain.*npm run cli -- bring-over/)
    const { code, stdout, stderr } = await bringOver('on')
    expect([code, stderr]).toEqual([0, expect.stringMatching(/bring over memory/)])
    expect(JSON.parse(stdout)).toMatchObject({ deliveries: 1 })
    const sealed = await start('on')
    expect(await sealed.items('anna')).toEqual(items)
    expect(await deliveries(sealed)).toEqual(sent)
    const entities = await sealed.call('GET', `/entities/${APP}/anna`)
    expect(JSON.stringify(entities.body)).toContain('Xylograph')
    await sealed.remember('anna', 'I play the violin.')
    await sealed.pause()

    if (!isLong) return
    await expect(start('off')).rejects.toThrow(/sealed.*bring-over/)
    expect((await bringOver('off')).code).toBe(0)
    const again = await start('off')
    expect((await again.items('anna')).length).toBeGreaterThan(items.length)
  })
})
