// Forgets that came after a backup, repeated by their receipts over what the backup brought back.
import { afterEach, beforeEach, expect, test } from 'vitest'
import { interruptible } from '../../../../../apps/cli/operate/interruptible.ts'
import { forgetAgain, sentenceOf } from '../../../../../apps/cli/operate/moving/forget-again.ts'
import { startWorker } from '../../../../../apps/worker/worker.ts'
import type { EventLog } from '../../../../../infra/ports/event-log.ts'
import { sharedStates } from '../../../../../infra/ports/states.ts'
import { present } from '../../../../../infra/runtime/certain.ts'
import { uuidV7 } from '../../../../../infra/runtime/envelope/ids.ts'
import { createLogger } from '../../../../../infra/runtime/logger.ts'
import { createTelemetry } from '../../../../../infra/runtime/telemetry.ts'
import { flow } from '../../../../../processors/flow.ts'
import { reachOf } from '../../../../../processors/forget/reach.ts'
import { findForget, findLeft } from '../../../../../processors/forget/verify-forget.ts'
import { NO_USER } from '../../../../../schemas/events/envelope.ts'
import { topics, WRITES } from '../../../../../schemas/topics.ts'
import { eventually } from '../../../../contracts/eventually.ts'
import { AT, storedEvent } from '../../../../contracts/given.ts'
import { appendAll, recordsOf } from '../../../../infra/runtime/given.ts'
import { inMemoryPorts, inMemoryProjections } from '../../../../processors/in-memory.ts'
import { receiptFor, remember } from './written-and-forgotten.ts'

const ANNA = { appId: 'shop', userId: 'anna' }
const BEN = { appId: 'shop', userId: 'ben' }
const ZOE = { appId: 'shop', userId: 'zoe' }

let ports: ReturnType<typeof inMemoryPorts>
beforeEach(() => {
  ports = inMemoryPorts({ sealed: true, log: (own) => ({ ...own, findsUsers: false }) })
})
afterEach(() => ports.log.close())

async function again(
  receipts: readonly { line: string }[],
  PROFILE: 'embedded' | 'distributed' = 'embedded',
  { signal } = new AbortController(),
): Promise<string> {
  const told: string[] = []
  const lines = receipts.map(({ line }) => line)
  try {
    // As commands open them.
    const log = interruptible(ports.log, signal)
    const restored = { ports: { ...ports, log }, config: { PROFILE } }
    await forgetAgain(restored, lines, (done) => told.push(sentenceOf(done)))
  } catch (error) {
    told.push(String(error))
  }
  return told.join('\n')
}

const forgets = async () =>
  (await recordsOf(ports.log, WRITES)).flatMap(({ event }) =>
    event?.type === 'MemoryForgotten' ? [`${event.userId} ${event.open.category}`] : [],
  )

/** A record that no processor has taken in. */
async function waitsInTheInbox(): Promise<void> {
  const event = storedEvent(ZOE, { type: 'SomethingElse' })
  await ports.log.append([{ topic: 'memory.inbox.v1', event }])
}

async function bind(sourceId: string, users: Record<string, string>): Promise<void> {
  const scope = { appId: ZOE.appId, userId: NO_USER }
  const open = { sourceId, source: 'github', createdAt: AT }
  const sealed = { secret: 'a secret', users }
  const id = uuidV7(Date.now())
  await appendAll(ports, [{ id, type: 'SourceBound', ...scope, occurredAt: AT, open, sealed }])
}

test('destroys the keys of a whole user, and tells what it did', async () => {
  await remember(ports, ANNA, 'I live in Berlin.')
  await remember(ports, BEN, 'I live in Oslo.')
  expect(
    await again([
      await receiptFor(ports, ANNA),
      await receiptFor(ports, { ...ANNA, userId: 'eve' }),
    ]),
  ).toBe('2 receipts: 1 forget will be carried out by the start, 1 matches no user here')
  expect(await ports.keys.get(ANNA, 1)).toBeNull()
  expect(await ports.keys.get(BEN, 1)).not.toBeNull()
  expect(await forgets()).toEqual(['anna null'])
})

test('given a receipt that is not valid, then nothing is forgotten', async () => {
  await remember(ports, ANNA, 'I live in Berlin.')
  const told = await again([await receiptFor(ports, ANNA), { line: '{}' }])
  expect(told).toContain('receipt 2 is not valid')
  expect(await forgets()).toEqual([])
})

test('given a signal, when forgetting again, then no further forget is begun', async () => {
  await remember(ports, ANNA, 'I live in Berlin.')
  const receipts = [await receiptFor(ports, ANNA)]
  const stopping = new AbortController()
  stopping.abort(new Error('interrupted'))
  expect(await again(receipts, 'embedded', stopping)).toBe('Error: interrupted')
  expect(await forgets()).toEqual([])
})

test('carries out whole users first, and each receipt once: what a user wrote in between stays', async () => {
  await remember(ports, ANNA, 'I live in Berlin.')
  const receipts = [await receiptFor(ports, ANNA, 'work'), await receiptFor(ports, ANNA)]
  expect(await again(receipts)).toContain('2 receipts: 2 forgets')
  await remember(ports, ANNA, 'I live in Lima.')
  expect(await again(receipts)).toContain('2 receipts: 0 forgets')
  expect(await forgets()).toEqual(['anna null', 'anna work'])
  expect(await ports.keys.get(ANNA, 2)).not.toBeNull()
})

test('given a log that finds no users, and an audit rebuilt without the keys, then no record of the user stays', async () => {
  await remember(ports, ANNA, 'I live in Berlin.')
  await remember(ports, BEN, 'I live in Oslo.')
  const receipt = await receiptFor(ports, ANNA)
  await again([receipt])
  const forgetting = present(await findForget(ports.log, ANNA, receipt.id), 'forget')
  const projections = inMemoryProjections(ports.sealing)
  // One record at a time, so that the audit has passed the user's write when it lists what the user has.
  const subscribe: EventLog['subscribe'] = (options) =>
    ports.log.subscribe({ ...options, maxRecords: 1 })
  const log = { ...ports.log, subscribe }
  const rebuilt = { ...ports, ...projections, log, states: sharedStates(projections) }
  const work = {
    ports: rebuilt,
    telemetry: createTelemetry(createLogger('silent')),
    idleCheckpointMs: 1,
    failed: (_: string, error: Error) => {
      throw error
    },
  }
  const names = flow.map(({ name }) => name)
  const rest = await startWorker({ ...work, only: names.filter((name) => name !== 'forget') })
  await eventually(async () => {
    const stands = await rebuilt.audit.checkpoints(WRITES)
    expect(stands.get(0)).toBeGreaterThanOrEqual(forgetting.before)
  })
  const forget = await startWorker({ ...work, only: ['forget'] })
  await eventually(async () =>
    expect(await rebuilt.memory.erasure(ANNA, forgetting.id)).not.toBeNull(),
  )
  await forget.stop()
  await rest.stop()
  expect(await findLeft(rebuilt, reachOf(flow, topics), forgetting)).toEqual([])
})

test.each([
  [
    'embedded',
    'start the service, and have the apps that hold these receipts call POST /forget again',
  ],
  ['distributed', 'run `npm run worker -- accept-inbox` until it has taken them in'],
] as const)(
  'given an inbox that waits (%s), then categories are left, and told after all others are forgotten',
  async (profile, next) => {
    await remember(ports, ANNA, 'I work at Acme.')
    await remember(ports, BEN, 'I live in Oslo.')
    await waitsInTheInbox()
    const receipts = [
      await receiptFor(ports, ANNA, 'work'),
      await receiptFor(ports, BEN),
      await receiptFor(ports, BEN, 'health'),
    ]
    const told = await again(receipts, profile)
    expect(told).toContain('3 receipts: 1 forget')
    const [work, , health] = receipts.map(({ id }) => id)
    expect(told).toContain(
      `CommandFailed: these receipts are left: 1 (${work}, work), 3 (${health}, health): records of partners wait in the inbox`,
    )
    expect(told).not.toMatch(/anna|ben/)
    expect(told).toContain(next)
    expect(await forgets()).toEqual(['ben null'])
  },
)

test('given a failure that is no outage, then it is not told as a receipt that is left', async () => {
  await remember(ports, ANNA, 'I work at Acme.')
  const receipt = await receiptFor(ports, ANNA, 'work')
  const append = async () => Promise.reject(new Error('a bug'))
  ports = { ...ports, log: { ...ports.log, append } }
  expect(await again([receipt])).toBe('Error: a bug')
})

test('finds a user whom only a map of a source of the app names, be it an earlier map', async () => {
  const source = uuidV7(Date.now())
  await bind(source, { '4711': 'zoe' })
  await bind(source, { '4712': 'ben' })
  const elsewhere = { ...ZOE, appId: 'club' }
  const told = await again([await receiptFor(ports, ZOE), await receiptFor(ports, elsewhere)])
  expect(told).toContain('2 receipts: 1 forget will be carried out by the start, 1 matches no user')
  const [forgotten] = await recordsOf(ports.log, WRITES)
  expect(forgotten?.event).toMatchObject({ type: 'MemoryForgotten', ...ZOE })
})
