// How the log is sealed: every event once, by the first process to do so; an unfinished seal counts for nothing.
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { AuditEntry, AuditStore } from '../../../infra/ports/audit-store.ts'
import type { EventLog } from '../../../infra/ports/event-log.ts'
import { encode } from '../../../infra/runtime/envelope/codec.ts'
import { replay } from '../../../infra/runtime/replay/replay.ts'
import { canonicalJson } from '../../../infra/runtime/signing/canonical-json.ts'
import { createSigner } from '../../../infra/runtime/signing/signer.ts'
import { verifySigned } from '../../../infra/runtime/signing/verify-signed.ts'
import { createSqliteAuditStore } from '../../../infra/sqlite/audit-store.ts'
import { createSealer } from '../../../processors/audit-seals/seal-log.ts'
import { NO_RUNS } from '../../../processors/audit-seals/seals.ts'
import { verifyAudit } from '../../../processors/audit-seals/verify-audit.ts'
import { receiptOf } from '../../../processors/forget/receipt.ts'
import { auditEntry, rootsScope } from '../../../processors/keep-audit/evolve.ts'
import { createKeepAudit } from '../../../processors/keep-audit/processor.ts'
import { AUDIT, WRITES } from '../../../schemas/topics.ts'
import { AT } from '../../contracts/given.ts'
import { recordsOf } from '../../infra/runtime/given.ts'
import { startedEach } from '../../started.ts'
import { startFlow } from '../in-memory.ts'
import { ANN, BOB, CID, forget, remember, seal } from './given.ts'
import { newPorts, rootsIn, unreadableAt } from './given-seals.ts'

const flow = startedEach(startFlow)

const seals = () => recordsOf(flow.ports.log, AUDIT)
const types = async () => (await seals()).map(({ event }) => event!.type)
const findings = async () => (await verifyAudit(flow.ports)).findings

test('given what is sealed already, when sealed again, then nothing is written', async () => {
  await remember(flow, ANN, 'I live in Berlin.')
  await flow.drained()
  expect(await seal(flow)).toMatchObject({ runs: 1, users: 1 })
  expect(await seal(flow)).toEqual({ runs: 0, users: 0, entries: 0 })
  expect(await types()).toEqual(['AuditSealed', 'AuditRooted'])
})

test('given a sealer that goes on, when there is more, then it seals only that, after what it sealed before', async () => {
  const sealer = createSealer(flow.ports)
  expect(await sealer.lastDay()).toBeNull()
  for (const scope of [ANN, BOB]) {
    await remember(flow, scope, 'I live in Berlin.')
    await flow.drained()
    expect(await sealer.seal(() => new Date())).toMatchObject({ runs: 1, users: 1 })
  }
  expect(await sealer.lastDay()).toMatch(/^\d{4}-\d\d-\d\d$/)
  expect(await findings()).toEqual([])
})

test('given several who seal at the same time, when verified, then each event is sealed by one of them', async () => {
  for (const scope of [ANN, BOB, CID]) await remember(flow, scope, 'I live in Berlin.')
  await flow.drained()
  const counts = await Promise.all([seal(flow), seal(flow), seal(flow)])
  await remember(flow, ANN, 'I like chess.')
  await flow.drained()
  await seal(flow)
  expect(counts.some(({ runs }) => runs > 0)).toBe(true)
  const { sealed, findings } = await verifyAudit(flow.ports)
  expect(findings).toEqual([])
  const { data } = await flow.ports.audit.list(ANN, { limit: 100 })
  expect(sealed).toBeGreaterThanOrEqual(data.length)
})

test('given seals whose run was not ended, when sealed again, then they count for nothing', async () => {
  await remember(flow, ANN, 'I live in Berlin.')
  await flow.drained()
  await seal(flow)
  const [sealed] = await seals()
  const { appId, userId, open } = sealed!.event!
  const left = {
    id: '01937e2a-7c00-7000-8000-000000000001',
    type: 'AuditSealed' as const,
    ...{ appId, userId, occurredAt: AT, sealed: null },
    open: { ...open, rootedBy: '01937e2a-7c00-7000-8000-000000000002' } as never,
  }
  const by = { recordedAt: AT, causationId: null, traceparent: null }
  await flow.ports.log.append([{ ...encode(left, by, null), partition: 0 }])
  await remember(flow, ANN, 'I like chess.')
  await flow.drained()
  await seal(flow)
  expect(await findings()).toEqual([])
})

test('given more records than a run takes, when sealed, then it takes several, and more events than a seal holds several seals', async () => {
  const records = Array.from({ length: 5_600 }, (_, n) => ({
    topic: WRITES,
    event: {
      ...{ ...ANN, type: 'WebhookIgnored', version: 1, occurredAt: AT, recordedAt: AT },
      ...{ id: crypto.randomUUID(), causationId: null, traceparent: null, sealed: null },
      open: {
        from: 'stripe',
        sourceId: null,
        eventType: `e${n}`,
        reason: 'no',
        deliveryHash: null,
      },
    },
  }))
  await flow.ports.log.append(records)
  await flow.drained()
  expect(await seal(flow)).toEqual({ runs: 2, users: 1, entries: 5_600 })
  expect(await findings()).toEqual([])
})

test('given text of clients that has no canonical form, when it is forgotten and sealed, then both are done', async () => {
  await forget(flow, ANN, 'half a \ud83d pair')
  await flow.drained()
  const asked = await statements()
  expect(asked).toEqual([{ category: 'half a \ufffd pair', at: expect.any(String) }])
  await seal(flow)
  expect(await findings()).toEqual([])
})

async function statements() {
  const asked = []
  for (const { event } of await recordsOf(flow.ports.log, 'memory.facts.v1')) {
    if (event?.type !== 'ReceiptIssued') continue
    const receipt = receiptOf(event as unknown as Parameters<typeof receiptOf>[0])
    expect(verifySigned(canonicalJson(receipt)).valid).toBe(true)
    asked.push(receipt.statement.asked)
  }
  return asked
}

test('given events and entries from before there were seals, of every version, when sealed, then they verify as they were written', async () => {
  const audit = createSqliteAuditStore({ path: ':memory:' })
  const entries: AuditEntry[] = []
  for (const version of [1, 2, 3]) {
    const file = new URL(
      `../../schemas/events/golden/FactAsserted.v${version}.json`,
      import.meta.url,
    )
    const { stored } = JSON.parse(readFileSync(file, 'utf8'))
    const topic = 'memory.facts.v1' as const
    const event = { ...stored, ...ANN, id: crypto.randomUUID(), sealed: null }
    const [place] = await flow.ports.log.append([{ topic, event }])
    entries.push(auditEntry({ ...place!, keyGeneration: null, event }))
  }
  const checkpoint = { topic: 'memory.facts.v1', partition: 0, position: 99 } as const
  await audit.apply({ checkpoint, fences: [], removed: [], entries })
  expect((await verifyAudit({ ...flow.ports, audit })).findings).toEqual([])
  expect(await seal(flow)).toMatchObject({ entries: 3 })
  expect((await verifyAudit({ ...flow.ports, audit })).findings).toEqual([])
})

test('given a forged root with the number of another, when the audit is kept, then the first is shown, and the forged one named', async () => {
  await remember(flow, ANN, 'I live in Berlin.')
  await flow.drained()
  await seal(flow)
  const { event } = (await seals()).find(({ event }) => event!.type === 'AuditRooted')!
  const late = {
    ...event!,
    id: '01937e2a-7c00-7000-8000-000000000003',
    open: { ...event!.open, day: '2001-01-01' },
  }
  await flow.ports.log.append([{ topic: AUDIT, event: late, partition: 0 }])
  await flow.drained()
  const { data } = await flow.ports.audit.list(rootsScope(ANN.appId), { limit: 10 })
  expect(data.map(({ details }) => (details.statement as { day: string }).day)).toEqual([
    event!.open.day,
  ])
  const { appId } = ANN
  expect(await findings()).toEqual([
    { what: 'changed', where: 'seals', id: late.id, appId, userId: null },
  ])
})

test('given a write and a forget while it is verified, when they come between two reads, then nothing is found', async () => {
  for (const scope of [ANN, BOB]) await remember(flow, scope, 'I live in Berlin.')
  await flow.drained()
  await seal(flow)
  let isFirst = true
  const busy: AuditStore = {
    ...flow.ports.audit,
    list: async (scope, page) => {
      if (isFirst) {
        isFirst = false
        await remember(flow, ANN, 'I like chess.')
        await forget(flow, BOB)
        await flow.drained()
      }
      return flow.ports.audit.list(scope, page)
    },
  }
  expect((await verifyAudit({ ...flow.ports, audit: busy })).findings).toEqual([])
})

test('given seals and forgets, when the audit is replayed, then it is the same, roots included', async () => {
  await remember(flow, ANN, 'I live in Berlin. I work at Acme.')
  await remember(flow, BOB, 'I live in Berlin.')
  await flow.drained()
  await seal(flow)
  await forget(flow, BOB)
  await forget(flow, ANN, 'work')
  await flow.drained()
  await seal(flow)
  await flow.drained()
  const fresh = createSqliteAuditStore({ path: ':memory:' })
  await replay(flow.runtime, createKeepAudit({ audit: fresh }), () => undefined)
  expect(await fresh.digest()).toBe(await flow.ports.audit.digest())
  expect((await verifyAudit({ ...flow.ports, audit: fresh })).findings).toEqual([])
})

test('given another process that ends its run first, when sealed, then this one writes nothing, and counts nothing', async () => {
  await remember(flow, ANN, 'I live in Berlin.')
  await flow.drained()
  const { log, keys } = flow.ports
  let isFirst = true
  const slow: EventLog = {
    ...log,
    read: async function* (options) {
      yield* log.read(options)
      if (!isFirst || options.topic === AUDIT) return
      isFirst = false
      await seal(flow)
    },
  }
  const nothing = { runs: 0, users: 0, entries: 0 }
  expect(await createSealer({ log: slow, keys }).seal(() => new Date())).toEqual(nothing)
  expect(await types()).toEqual(['AuditSealed', 'AuditRooted'])
  expect(await findings()).toEqual([])
})

test('given nothing but records that cannot be understood, when sealed, then the run says up to where, under the key of the service', async () => {
  const { log, keys } = newPorts()
  const broken: EventLog = {
    ...log,
    read: async function* (options) {
      if (options.topic === AUDIT) yield* log.read(options)
      else if (options.topic === WRITES && options.after === undefined) yield [unreadableAt(4)]
    },
  }
  const ports = { log: broken, keys }
  expect(await createSealer(ports).seal(() => new Date(AT))).toEqual({
    runs: 1,
    users: 0,
    entries: 0,
  })
  const [rooted] = rootsIn(await recordsOf(log, AUDIT))
  const { keys: trusted } = await createSigner(keys).publicKeys()
  expect(rooted?.open).toEqual({
    run: 1,
    previous: null,
    chained: NO_RUNS,
    day: AT.slice(0, 10),
    upTo: [{ topic: WRITES, partition: 0, position: 4 }],
    roots: [],
    publicKey: trusted[0]?.x,
  })
  await log.close()
})
