// The newest run of seals cannot be taken away where anything else knows of it: the audit store, or its own seals.
import { beforeAll, describe, expect, test } from 'vitest'
import type { AuditStore } from '../../../infra/ports/audit-store.ts'
import { createSqliteAuditStore } from '../../../infra/sqlite/audit-store.ts'
import { verifyAudit } from '../../../processors/audit-seals/verify-audit.ts'
import { isStoredAs } from '../../../schemas/events/catalogue.ts'
import { AUDIT } from '../../../schemas/topics.ts'
import { startedOnce } from '../../started.ts'
import { givenHistory, type Read, readAll, reading } from './given.ts'

const flow = startedOnce(givenHistory)
let untouched: Read
beforeAll(async () => {
  untouched = await readAll(flow)
})

const isRoot = ({ event }: Read['seals'][number]) => isStoredAs(event, 'AuditRooted')
/** Without the newest root, and without the seals of its run unless they are kept. */
function withoutNewest(kept: 'seals are kept' | 'seals went too'): Read {
  const { seals, ...read } = structuredClone(untouched)
  const newest = seals.findLast(isRoot)?.event?.id
  const isOfRun = ({ event }: Read['seals'][number]) =>
    event?.id === newest || (kept === 'seals went too' && event?.open.rootedBy === newest)
  return { ...read, seals: seals.filter((record) => !isOfRun(record)) }
}
const later = () => new Date(Date.now() + 3_600_000)
const dropped = (id: string, appId: string) => ({
  what: 'dropped',
  where: 'seals',
  id,
  appId,
  userId: null,
})

describe('given a service whose newest root is gone from the log', () => {
  test.each(['seals are kept', 'seals went too'] as const)(
    'when the audit store shows it still and its %s, then the run is named for each app',
    async (kept) => {
      const { findings } = await verifyAudit(reading(flow, withoutNewest(kept)))
      expect(findings).toEqual([dropped('run 2', 'shop'), dropped('run 2', 'club')])
    },
  )

  test('when the audit store has lost it too, then the place up to which that store has read is named', async () => {
    const ports = reading(flow, withoutNewest('seals went too'))
    const { findings } = await verifyAudit({ ...ports, audit: withoutRoots(ports.audit, 2) })
    const end = untouched.seals.at(-1)?.position
    expect(findings).toEqual([dropped(`position ${end}`, '_')])
  })

  test('when its seals are left alone, then the root that they name is missing, but not while a run may be going on', async () => {
    const ports = reading(flow, withoutNewest('seals are kept'))
    const audit = { ...withoutRoots(ports.audit, 2), checkpoints: async () => new Map() }
    const found = async (now: () => Date) =>
      (await verifyAudit({ ...ports, audit }, { now })).findings
    const newest = untouched.seals.findLast(isRoot)?.event?.id ?? ''
    expect(await found(() => new Date())).toEqual([])
    expect(await found(later)).toEqual([{ ...dropped(newest, '_'), what: 'unrooted' }])
  })
})

test('given an earlier root that is gone, when the audit store shows it still, then its run is named once', async () => {
  const read = structuredClone(untouched)
  read.seals.splice(read.seals.findIndex(isRoot), 1)
  const { findings } = await verifyAudit(reading(flow, read))
  expect(findings.filter(({ id }) => id === 'run 1')).toEqual([dropped('run 1', '_')])
})

test('given seals of a run that was interrupted and done again, when verified later, then nothing is found', async () => {
  const read = structuredClone(untouched)
  const seal = structuredClone(read.seals.find((record) => !isRoot(record)))
  if (!seal?.event) throw new Error('there is a seal')
  Object.assign(seal.event, { id: crypto.randomUUID() })
  Object.assign(seal.event.open, { rootedBy: crypto.randomUUID() })
  read.seals.push({ ...seal, position: seal.position - 0.5 })
  expect((await verifyAudit(reading(flow, read), { now: later })).findings).toEqual([])
})

test('given an audit store that lost the newest root, when verified, then it is missing there', async () => {
  const audit = withoutRoots(flow.ports.audit, 2)
  const { findings } = await verifyAudit({ ...flow.ports, audit })
  const ofAudit = { what: 'dropped', where: 'audit', id: 'run 2', userId: null }
  expect(findings).toEqual(['shop', 'club'].map((appId) => ({ ...ofAudit, appId })))
})

test('given an audit store that shows another root, when verified, then it is named', async () => {
  const audit = {
    ...flow.ports.audit,
    list: async (...asked: Parameters<AuditStore['list']>) => {
      const page = await flow.ports.audit.list(...asked)
      const [first, ...more] = page.data
      if (first?.appId !== '~audit-roots') return page
      return {
        ...page,
        data: [{ ...first, details: { ...first.details, signature: {} } }, ...more],
      }
    },
  }
  const { findings } = await verifyAudit({ ...flow.ports, audit })
  expect(findings).toContainEqual({
    what: 'changed',
    where: 'audit',
    id: 'run 1',
    appId: 'shop',
    userId: null,
  })
})

test('given an audit store that has read no seals yet, when verified, then it misses none', async () => {
  const audit = createSqliteAuditStore({ path: ':memory:' })
  const { findings } = await verifyAudit({ ...flow.ports, audit })
  expect(findings).toEqual([])
})

test('given an audit store that was emptied with its checkpoints, when verified, then all events are told as unread, and none where it was left alone', async () => {
  const audit = createSqliteAuditStore({ path: ':memory:' })
  const { unread } = await verifyAudit({ ...flow.ports, audit })
  expect(unread.of).toBe(untouched.entries.flat().length)
  expect(unread.events).toBe(unread.of)
  expect((await verifyAudit(flow.ports)).unread).toEqual({ events: 0, of: unread.of })
})

test('given what was written since the last seal, when verified, then it is counted, and since when', async () => {
  const sealed = new Set(
    untouched.seals.flatMap(({ event }) =>
      isStoredAs(event, 'AuditSealed') ? event.open.entries.map(({ id }) => id) : [],
    ),
  )
  const open = untouched.records.flatMap(({ event }) =>
    event && !sealed.has(event.id) ? [event.recordedAt] : [],
  )
  const { run, unsealed } = await verifyAudit(flow.ports)
  expect(open.length).toBeGreaterThan(0)
  expect({ run, unsealed }).toEqual({
    run: 2,
    unsealed: { events: open.length, oldest: open.sort()[0] },
  })
})

function withoutRoots(audit: AuditStore, run: number): AuditStore {
  return {
    ...audit,
    list: async (...asked) => {
      const page = await audit.list(...asked)
      const isKept = ({ topic, details }: (typeof page.data)[number]) =>
        topic !== AUDIT || (details.statement as { run: number }).run !== run
      return { ...page, data: page.data.filter(isKept) }
    },
  }
}
