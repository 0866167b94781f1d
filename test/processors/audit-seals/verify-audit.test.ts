// History cannot be rewritten: an untouched service verifies, before and after a forget, and every change, loss,
// insertion or reordering is named.
import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import type { AuditEntry } from '../../../infra/ports/audit-store.ts'
import type { LogRecord } from '../../../infra/ports/event-log.ts'
import { canonicalJson } from '../../../infra/runtime/signing/canonical-json.ts'
import { createSigner } from '../../../infra/runtime/signing/signer.ts'
import { verifySigned } from '../../../infra/runtime/signing/verify-signed.ts'
import {
  type AuditRooted,
  type AuditSealed,
  sealHash,
  signedRoots,
} from '../../../processors/audit-seals/seals.ts'
import { verifyAudit } from '../../../processors/audit-seals/verify-audit.ts'
import type { Finding } from '../../../processors/audit-seals/verify-seals.ts'
import { rootsScope } from '../../../processors/keep-audit/evolve.ts'
import { runs } from '../../long.ts'
import { startedOnce } from '../../started.ts'
import { ANN, BOB, forget, givenHistory, type Read, readAll, reading, seal } from './given.ts'

const TAMPERINGS = runs(200, 1_000)

const flow = startedOnce(givenHistory)
let untouched: Read
beforeAll(async () => {
  untouched = await readAll(flow)
})

const verified = (read: Read) => verifyAudit(reading(flow, read))

describe('a service that was left alone', () => {
  test('verifies, with what was forgotten since it was sealed and what is not sealed yet', async () => {
    const { users, sealed, day, findings } = await verifyAudit(flow.ports)
    expect(findings).toEqual([])
    expect([users, day]).toEqual([
      3,
      new Date(untouched.seals.at(-1)!.event!.recordedAt).toISOString().slice(0, 10),
    ])
    const stillThere = new Set(untouched.records.map(({ event }) => event!.id))
    const ids = untouched.seals.flatMap(entriesIn).map(({ id }) => id)
    expect(sealed).toBe(ids.length)
    expect(ids.filter((id) => !stillThere.has(id)).length).toBeGreaterThan(5)
  })

  test('has no word and no name in its seals', () => {
    const text = JSON.stringify(untouched.seals)
    // As words: four letters come by chance in so many hashes.
    expect(text).not.toMatch(/Berlin|\b(?:Acme|Oslo)\b|"work"|"ann"|"bob"|"cid"/)
  })

  test('shows each app its signed roots, each after the one before', async () => {
    const keys = await createSigner(flow.ports.keys).publicKeys()
    const { data } = await flow.ports.audit.list(rootsScope('shop'), { limit: 10 })
    const statements = data.map(({ details }) => details.statement as Record<string, unknown>)
    expect(statements).toHaveLength(2)
    expect(statements[0]).toMatchObject({ appId: 'shop', run: 1, users: 2, previous: null })
    expect(statements[1]).toMatchObject({ appId: 'shop', run: 2, previous: statements[0]!.root })
    for (const { details } of data) {
      expect(verifySigned(canonicalJson(details), keys).valid).toBe(true)
    }
  })
})

type Entry = { id: string; commitment: string }
const entriesIn = ({ event }: LogRecord) => (event!.open.entries ?? []) as Entry[]
const isOf = (type: string) => (record: LogRecord) => record.event!.type === type

/**
 * A way to tamper: changes what is read, and returns the id that must be named. Null where there is nothing to change.
 */
type Tampering = (
  read: Read,
  pick: <T>(from: readonly T[]) => T,
) => { id: string; what: Finding['what'] } | null

const sealsIn = ({ seals }: Read) =>
  seals.filter(isOf('AuditSealed')).map(({ event }) => event as unknown as AuditSealed)
const lists = (read: Read) => read.entries.filter((entries) => entries.length > 1)
const sealedIds = (read: Read) => new Set(read.seals.flatMap(entriesIn).map(({ id }) => id))
const sealedRecords = (read: Read) => {
  const ids = sealedIds(read)
  return read.records.filter(({ event }) => ids.has(event!.id))
}

function swapPositions<T extends { position: number }>(a: T, b: T): void {
  const { position } = a
  a.position = b.position
  b.position = position
}

const tamperings: Readonly<Record<string, Tampering>> = {
  'an entry of the audit is changed': (read, pick) => {
    const entry = pick(pick(lists(read)))
    entry.details = { ...entry.details, changed: true }
    return { id: entry.id, what: 'changed' }
  },
  'an entry of the audit is of another type': (read, pick) => {
    const entry = pick(pick(lists(read)))
    entry.type = 'Another'
    return { id: entry.id, what: 'changed' }
  },
  'an entry of the audit is dropped': (read, pick) => {
    const list = pick(lists(read))
    const entry = pick(list)
    list.splice(list.indexOf(entry), 1)
    return { id: entry.id, what: 'dropped' }
  },
  'an entry is inserted into the audit': (read, pick) => {
    const list = pick(lists(read))
    const at = list.indexOf(pick(list))
    const entry = { ...list[at]!, id: randomUUID() }
    list.splice(at, 0, entry)
    return { id: entry.id, what: 'inserted' }
  },
  'two entries of the audit change places': (read, pick) => {
    const list = pick(lists(read))
    const at = list.indexOf(pick(list.slice(1)))
    const [before, after] = [list[at - 1]!, list[at]!]
    list.splice(at - 1, 2, after, before)
    return { id: before.id, what: 'reordered' }
  },
  'an entry of the audit is told at another time': (read, pick) => {
    const entry = pick(pick(lists(read)))
    entry.at = '2020-01-01T00:00:00.000Z'
    return { id: entry.id, what: 'reordered' }
  },
  'an event is changed in its open part': (read, pick) => {
    const { event } = pick(sealedRecords(read))
    event!.open = { ...event!.open, source: 0, changed: 1 }
    return { id: event!.id, what: 'changed' }
  },
  'an event is changed in its sealed part': (read, pick) => {
    const { event } = pick(sealedRecords(read).filter(({ event }) => event!.sealed))
    event!.sealed = Uint8Array.from(event!.sealed!, (byte, n) => (n === 40 ? byte ^ 1 : byte))
    return { id: event!.id, what: 'changed' }
  },
  'an event is told at another time': (read, pick) => {
    const { event } = pick(sealedRecords(read))
    event!.recordedAt = '2020-01-01T00:00:00.000Z'
    return { id: event!.id, what: 'changed' }
  },
  'an event is dropped from the log': (read, pick) => {
    // An event that a forget names may be missing; the forget itself may not.
    const record = pick(sealedRecords(read).filter(({ event }) => event!.userId === ANN.userId))
    read.records.splice(read.records.indexOf(record), 1)
    return { id: record.event!.id, what: 'dropped' }
  },
  'an event is dropped from the log and from the audit': (read, pick) => {
    const record = pick(sealedRecords(read).filter(({ event }) => event!.userId === ANN.userId))
    const { id } = record.event!
    read.records.splice(read.records.indexOf(record), 1)
    read.entries = read.entries.map((list) => list.filter((entry) => entry.id !== id))
    return { id, what: 'dropped' }
  },
  'a forget is dropped from the log': (read, pick) => {
    const record = pick(sealedRecords(read).filter(isOf('MemoryForgotten')))
    read.records.splice(read.records.indexOf(record), 1)
    return { id: record.event!.id, what: 'dropped' }
  },
  'an event is inserted into the log, before what is sealed': (read, pick) => {
    const record = pick(sealedRecords(read))
    const event = { ...record.event!, id: randomUUID() }
    read.records.push({ ...record, event, position: record.position - 0.5 })
    return { id: event.id, what: 'inserted' }
  },
  'two events of a user change places in the log': (read, pick) => {
    const record = pick(sealedRecords(read))
    const isBeside = (other: LogRecord) =>
      other !== record &&
      other.topic === record.topic &&
      other.event!.userId === record.event!.userId
    const others = sealedRecords(read).filter(isBeside)
    if (others.length === 0) return null
    const other = pick(others)
    swapPositions(record, other)
    return {
      id: record.position < other.position ? record.event!.id : other.event!.id,
      what: 'reordered',
    }
  },
  'a seal is changed': (read, pick) => {
    const { event } = pick(read.seals.filter(isOf('AuditSealed')))
    const entry = pick(event!.open.entries as Entry[])
    entry.commitment = 'A'.repeat(43)
    return { id: event!.id, what: 'changed' }
  },
  'a seal is changed and hashed anew': (read, pick) => {
    const seal = pick(sealsIn(read))
    pick(seal.open.entries).commitment = 'A'.repeat(43)
    seal.open.hash = sealHash(seal, seal.open)
    return { id: seal.open.rootedBy, what: 'changed' }
  },
  'a seal loses an event and is hashed anew': (read, pick) => {
    const seal = pick(sealsIn(read))
    seal.open.entries.pop()
    seal.open.hash = sealHash(seal, seal.open)
    return { id: seal.open.rootedBy, what: 'changed' }
  },
  'a seal is dropped': (read, pick) => {
    const record = pick(read.seals.filter(isOf('AuditSealed')))
    read.seals.splice(read.seals.indexOf(record), 1)
    return { id: String(record.event!.open.rootedBy), what: 'dropped' }
  },
  'a seal of nobody is inserted': (read, pick) => {
    const record = pick(read.seals.filter(isOf('AuditSealed')))
    const seal = structuredClone(record.event!) as unknown as AuditSealed
    Object.assign(seal, { id: randomUUID(), userId: 'f'.repeat(64) })
    Object.assign(seal.open, { number: 1, previous: null })
    seal.open.hash = sealHash(seal, seal.open)
    read.seals.push({ ...record, event: seal as never, position: record.position - 0.5 })
    return { id: seal.open.rootedBy, what: 'inserted' }
  },
  'a seal of another app is inserted': (read, pick) => {
    const record = pick(read.seals.filter(isOf('AuditSealed')))
    const seal = structuredClone(record.event!) as unknown as AuditSealed
    Object.assign(seal, { id: randomUUID(), appId: 'another' })
    seal.open.hash = sealHash(seal, seal.open)
    read.seals.push({ ...record, event: seal as never, position: record.position - 0.5 })
    return { id: seal.id, what: 'inserted' }
  },
  'a seal comes twice': (read, pick) => {
    const record = pick(read.seals.filter(isOf('AuditSealed')))
    const event = { ...record.event!, id: randomUUID() }
    read.seals.push({ ...record, event, position: record.position + 0.5 })
    return { id: event.id, what: 'reordered' }
  },
  'a root is changed': (read, pick) => {
    const { event } = pick(read.seals.filter(isOf('AuditRooted')))
    const root = pick((event as unknown as AuditRooted).open.roots)
    root.entries++
    return { id: event!.id, what: 'changed' }
  },
  'a root is given another number': (read, pick) => {
    const { event } = pick(read.seals.filter(isOf('AuditRooted')))
    ;(event as unknown as AuditRooted).open.run++
    return { id: event!.id, what: 'changed' }
  },
  'a root says that less was sealed': (read, pick) => {
    const { event } = pick(read.seals.filter(isOf('AuditRooted')))
    const { upTo } = (event as unknown as AuditRooted).open
    upTo.pop()
    return { id: event!.id, what: 'changed' }
  },
  'a root is told at another time': (read, pick) => {
    const { event } = pick(read.seals.filter(isOf('AuditRooted')))
    event!.recordedAt = '2020-01-01T00:00:00.000Z'
    return { id: event!.id, what: 'changed' }
  },
  'a seal is told at another time': (read, pick) => {
    const { event } = pick(read.seals.filter(isOf('AuditSealed')))
    event!.occurredAt = '2020-01-01T00:00:00.000Z'
    return { id: event!.id, what: 'changed' }
  },
  'the first run is dropped': (read) => {
    const record = read.seals.find(isOf('AuditRooted'))!
    read.seals.splice(read.seals.indexOf(record), 1)
    return { id: 'run 1', what: 'dropped' }
  },
}

describe('tampering is found', () => {
  const named = (findings: readonly Finding[]) => findings.map(({ id, what }) => `${what} ${id}`)

  test.each(Object.entries(tamperings))('%s', async (_, tamper) => {
    const read = structuredClone(untouched)
    const expected = tamper(read, (from) => from[from.length >> 1]!)!
    expect(named((await verified(read)).findings)).toContain(`${expected.what} ${expected.id}`)
  })

  test(`${TAMPERINGS} times at random, each is named`, { timeout: 120_000 }, async () => {
    const kinds = Object.values(tamperings)
    const any = fc.record({ kind: fc.constantFrom(...kinds), picks: fc.infiniteStream(fc.nat()) })
    let tried = 0
    await fc.assert(
      fc.asyncProperty(any, async ({ kind, picks }) => {
        const read = structuredClone(untouched)
        const expected = kind(read, (from) => from[picks.next().value! % from.length]!)
        if (!expected) return
        tried++
        expect(named((await verified(read)).findings)).toContain(`${expected.what} ${expected.id}`)
      }),
      { numRuns: TAMPERINGS },
    )
    expect(tried).toBeGreaterThan(TAMPERINGS * 0.9)
  })

  test('a user of whom nothing is left in the log, not even the forget', async () => {
    const read = structuredClone(untouched)
    read.records = read.records.filter(({ event }) => event!.userId !== BOB.userId)
    read.entries = read.entries.map((list) => list.filter(({ userId }) => userId !== BOB.userId))
    const { findings } = await verified(read)
    expect(findings).toEqual([
      {
        what: 'dropped',
        where: 'log',
        id: 'everything',
        appId: 'shop',
        userId: await createSigner(flow.ports.keys).pseudonymOf(BOB),
      },
    ])
  })

  test('root and seals of another service do not verify', async () => {
    const other = await givenHistory()
    const read = await readAll(other)
    const { findings } = await verifyAudit({ ...reading(other, read), keys: flow.ports.keys })
    const roots = read.seals.filter(isOf('AuditRooted')).map(({ event }) => event!.id)
    expect(named(findings)).toEqual(expect.arrayContaining(roots.map((id) => `changed ${id}`)))
    await other.stop()
  })
})

test('given a forget of what was sealed, when verified, then nothing is missed, and the seals stay as they were', async () => {
  const own = await givenHistory()
  const before = (await readAll(own)).seals
  await forget(own, ANN)
  await own.drained()
  expect((await verifyAudit(own.ports)).findings).toEqual([])
  expect((await readAll(own)).seals).toEqual(before)
  await seal(own)
  expect((await verifyAudit(own.ports)).findings).toEqual([])
  const listed: AuditEntry[] = (await own.ports.audit.list(ANN, { limit: 100 })).data
  expect(listed.every(({ permanent }) => permanent)).toBe(true)
  await own.stop()
})

test('given the public key of a root, when its statement is taken apart, then it names its app alone', () => {
  const rooted = untouched.seals.find(isOf('AuditRooted'))!.event as unknown as AuditRooted
  expect(
    signedRoots(rooted)
      .map(({ appId }) => appId)
      .sort(),
  ).toEqual(['club', 'shop'])
})
