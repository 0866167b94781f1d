// Which errors end the sending process, and which do not: a wrong configuration is not the fault of a delivery.
import { afterEach, beforeEach, expect, test } from 'vitest'
import { WrongMasterKey } from '../../../infra/ports/key-store.ts'
import { createDeliverWebhooks } from '../../../processors/deliver-webhooks/processor.ts'
import { eventually } from '../../contracts/eventually.ts'
import { createDirectories } from '../../infra/sqlite/directory.ts'
import { APP, type Deliverer, noticeOf, openDeliverer } from './deliverer.ts'
import { type Receiver, startReceiver } from './receiver.ts'

const newDirectory = createDirectories()
let deliverer: Deliverer
let receiver: Receiver
let webhookId: string

beforeEach(async () => {
  receiver = await startReceiver()
  deliverer = await openDeliverer(newDirectory())
  webhookId = await deliverer.subscribe(receiver.url)
  await deliverer.raise([await noticeOf(deliverer, { appId: APP, userId: 'ana' })])
})
afterEach(async () => {
  await deliverer.close()
  await receiver.close()
})

/** Sends with some ports replaced; returns the error that the process was told of, once, and stops. */
async function sending(change: Partial<Deliverer['ports']>): Promise<[string, Error][]> {
  const { ports, settings, runtime } = deliverer
  const told: [string, Error][] = []
  const projector = createDeliverWebhooks({ ...ports, settings, ...change })
  const loop = projector.start!({ ...runtime, failed: (...failure) => void told.push(failure) })
  await eventually(() => expect(told).not.toEqual([]))
  await loop.stop()
  return told
}

const wrongKey = async () => {
  throw new WrongMasterKey()
}

test('given a key that does not open, when a delivery is sent, then the processor fails and nothing is sent', async () => {
  const keys = { ...deliverer.ports.keys, get: wrongKey }
  expect(await sending({ keys })).toEqual([['deliver-webhooks', expect.any(WrongMasterKey)]])
  expect(receiver.received).toEqual([])
  expect(await deliverer.deliveries(webhookId)).toMatchObject([{ state: 'waiting', attempts: [] }])
})

test.each(['claim', 'settle'] as const)(
  'given a store whose %s fails for good, when a delivery is due, then the processor fails',
  async (call) => {
    const deliveries = { ...deliverer.ports.deliveries, [call]: wrongKey }
    expect(await sending({ deliveries })).toEqual([
      ['deliver-webhooks', expect.any(WrongMasterKey)],
    ])
  },
)

test('given an attempt that cannot be written down, when it is given up, then the processor goes on', async () => {
  const { ports, settings, runtime } = deliverer
  const told: string[] = []
  const lines: object[] = []
  const logger = Object.assign(Object.create(runtime.telemetry.logger), {
    error: (line: object) => void lines.push(line),
  })
  const settle = async () => {
    throw new TypeError('of this delivery alone')
  }
  const deliveries = { ...ports.deliveries, settle }
  const loop = createDeliverWebhooks({ ...ports, settings, deliveries }).start!({
    ...runtime,
    telemetry: { ...runtime.telemetry, logger },
    failed: (processor) => void told.push(processor),
  })
  await eventually(() =>
    expect(lines).toEqual([{ processor: 'deliver-webhooks', errorClass: 'TypeError' }]),
  )
  await loop.stop()
  expect(told).toEqual([])
})
