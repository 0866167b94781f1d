// How a verification reads a service: every partition, each user once unless something is found, and what it cannot
// understand without stopping. And what it knows of resources that were erased, and of entries of earlier versions.
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { AuditEntry } from '../../../infra/ports/audit-store.ts'
import type { EventLog } from '../../../infra/ports/event-log.ts'
import { createSqliteAuditStore } from '../../../infra/sqlite/audit-store.ts'
import { type VerifyPorts, verifyAudit } from '../../../processors/audit-seals/verify-audit.ts'
import { auditEntry } from '../../../processors/keep-audit/evolve.ts'
import { isStoredAs } from '../../../schemas/events/catalogue.ts'
import { readings } from '../../../schemas/events/upcasters.ts'
import { AUDIT, WRITES } from '../../../schemas/topics.ts'
import { AT, storedEvent } from '../../contracts/given.ts'
import { startedEach } from '../../started.ts'
import { inMemoryPorts, startFlow } from '../in-memory.ts'
import { ANN, BOB, CID, forget, readAll, reading, remember, seal, USERS } from './given.ts'
import { unreadableAt } from './given-seals.ts'

const flow = startedEach(startFlow)

async function rememberAll() {
  for (const scope of USERS) await remember(flow, scope, 'I live in Berlin.')
  await flow.drained()
}

test('users are found in every partition', async () => {
  await rememberAll()
  await seal(flow)
  const { log } = flow.ports
  const second: EventLog = {
    ...log,
    partitions: () => [0, 1],
    partitionOf: () => 1,
    read: async function* (options) {
      if (options.topic === AUDIT) yield* log.read(options)
      else if (options.partition === 1) yield* log.read({ ...options, partition: 0 })
    },
  }
  expect(await verifyAudit({ ...flow.ports, log: second })).toMatchObject({
    users: 3,
    findings: [],
  })
})

test('a user of whom nothing is found is read once', async () => {
  await rememberAll()
  await seal(flow)
  const asked: string[] = []
  const { audit } = flow.ports
  const list: typeof audit.list = async (scope, page) => {
    asked.push(scope.userId)
    return audit.list(scope, page)
  }
  await verifyAudit({ ...flow.ports, audit: { ...audit, list } })
  const isUser = (id: string) => USERS.some(({ userId }) => userId === id)
  expect(asked.filter(isUser)).toEqual(USERS.map(({ userId }) => userId))
})

/** A user with many events in the log. */
async function givenLongUser(): Promise<VerifyPorts> {
  const ports = inMemoryPorts()
  const open = { asOf: AT, requestedBy: 'operator', keyGeneration: 1 }
  const type = 'MaintenanceRequested'
  const events = Array.from({ length: 1_200 }, () => storedEvent(ANN, { type, open }))
  await ports.log.append(events.map((event) => ({ topic: 'memory.writes.v1', event })))
  return ports
}

test('given a user with many events, when verified, then each part of the work ends in steps', async () => {
  let steps = 0
  await verifyAudit(await givenLongUser(), { step: () => steps++ })
  const parts = { entries: 1, opened: 3, expected: 2, compared: 2, user: 1 }
  expect(steps).toBe(Object.values(parts).reduce((sum, each) => sum + each, 0))
})

test('given a step that ends it, when verified, then no other follows, wherever it is', async () => {
  const ports = await givenLongUser()
  for (let last = 1; last <= 9; last++) {
    let steps = 0
    const step = async () => {
      if (++steps === last) throw new Error('interrupted')
    }
    await expect(verifyAudit(ports, { step })).rejects.toThrow('interrupted')
    expect(steps).toBe(last)
  }
})

test('a record that cannot be understood is passed over, and its event counts as dropped', async () => {
  await rememberAll()
  await seal(flow)
  const read = await readAll(flow)
  const at = read.records.findIndex(
    ({ topic, event }) => topic === WRITES && event?.userId === 'ann',
  )
  const lost = read.records[at]
  read.records[at] = unreadableAt(lost?.position ?? 0)
  read.seals.unshift({ ...unreadableAt(-1), topic: AUDIT })
  const { users, findings } = await verifyAudit(reading(flow, read))
  expect(users).toBe(3)
  expect(findings).toEqual([{ what: 'dropped', where: 'log', id: lost?.event?.id, ...ANN }])
})

test('given a resource that was erased because a forget of a category left nothing of it, then it is not missed', async () => {
  await remember(flow, ANN, 'I work at Acme.')
  await remember(flow, ANN, 'I live in Berlin.')
  await flow.drained()
  await seal(flow)
  const before = (await readAll(flow)).records
  await forget(flow, ANN, 'work')
  await flow.drained()
  const { records } = await readAll(flow)
  const left = new Set(records.map(({ event }) => event?.id))
  const gone = before.filter(({ event }) => !left.has(event?.id)).map(({ event }) => event?.type)
  expect(gone).toContain('ContentStored')
  expect(records.some(({ event }) => isStoredAs(event, 'ResourceErased'))).toBe(true)
  expect((await verifyAudit(flow.ports)).findings).toEqual([])
})

test.each([1, 2, 3, 4])(
  'an entry of an event of version 1 verifies as version %i of its type reads it',
  async (version) => {
    const file = new URL('../../schemas/events/golden/FactAsserted.v1.json', import.meta.url)
    const { stored } = JSON.parse(readFileSync(file, 'utf8'))
    const event = { ...stored, ...ANN, sealed: null }
    const topic = 'memory.facts.v1' as const
    const [place] = await flow.ports.log.append([{ topic, event }])
    if (!place) throw new Error('an event that is appended has a place')
    const parts = { open: event.open, sealed: null }
    const { open } = readings(event.type, 1, { parts })[version - 1] ?? parts
    const entry: AuditEntry = auditEntry({
      ...place,
      keyGeneration: null,
      event: { ...event, open },
    })
    const audit = createSqliteAuditStore({ path: ':memory:' })
    const checkpoint = { topic, partition: 0, position: 99 }
    await audit.apply({ checkpoint, fences: [], removed: [], entries: [entry] })
    expect((await verifyAudit({ ...flow.ports, audit })).findings).toEqual([])
  },
)

test('each finding of a user names the user, and each user’s findings are their own', async () => {
  await rememberAll()
  await seal(flow)
  const read = await readAll(flow)
  const [annsEntries, , cidsEntries] = read.entries
  const [first] = annsEntries?.splice(0, 1) ?? []
  const changed = cidsEntries?.at(-1)
  Object.assign(changed ?? {}, { details: {} })
  expect((await verifyAudit(reading(flow, read))).findings).toEqual([
    { what: 'dropped', where: 'audit', id: first?.id, ...ANN },
    { what: 'changed', where: 'audit', id: changed?.id, ...CID },
  ])
  expect(annsEntries?.length).toBeGreaterThan(0)
  expect((await flow.ports.audit.list(BOB, { limit: 10 })).data).toEqual(read.entries[1])
})
