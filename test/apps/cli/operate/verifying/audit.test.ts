// What `audit verify` promises: what was checked, what no seal vouches for, and what only a root kept elsewhere can tell.
import { expect, test } from 'vitest'
import { summary } from '../../../../../apps/cli/operate/verifying/audit.ts'
import type { Verified } from '../../../../../processors/audit-seals/verify-audit.ts'

const NOW = new Date('2026-11-28T12:00:00.000Z')
const sealed: Verified = {
  users: 3,
  sealed: 40,
  day: '2026-11-28',
  run: 7,
  unsealed: { events: 0, oldest: null },
  unread: { events: 0, of: 40 },
  findings: [],
}
const linesOf = (verified: Partial<Verified>) => summary({ ...sealed, ...verified }, NOW)
const elsewhere =
  'only a root that is kept elsewhere tells whether run 7 is the newest (GET /v1/audit-roots/APP)'

test('given nothing that was changed, when told, then no change was found, and up to which run', () => {
  expect(linesOf({})).toEqual([
    '3 users, 40 sealed events (run 7, sealed last on 2026-11-28): no change was found',
    elsewhere,
  ])
})

test('given events since the last seal, when told, then they were compared only, which is no sign of anything', () => {
  const [, second, third] = linesOf({
    unsealed: { events: 2, oldest: '2026-11-27T11:30:00.000Z' },
  })
  expect(second).toBe('2 events are in no seal: of these only log and audit store were compared')
  expect(third).toBe(elsewhere)
})

test('given events that the audit store has not read, when told, then of these log and seals were compared alone', () => {
  expect(linesOf({ unread: { events: 1, of: 40 } })[1]).toBe(
    '1 event is not in the audit store yet: of these only log and seals were compared',
  )
})

test('given an audit store that has read nothing, when told, then it holds none of what it has to hold', () => {
  expect(linesOf({ unread: { events: 40, of: 40 } })[1]).toMatch(
    /^the audit store has read none of 40 events that it has to hold: it was emptied, or/,
  )
})

test('given an event of a day that is over and has no seal, when told, then a run may be missing', () => {
  const [, second, third] = linesOf({
    unsealed: { events: 1, oldest: '2026-11-26T08:00:00.000Z' },
  })
  expect(second).toMatch(/^1 event is in no seal/)
  expect(third).toMatch(
    /^the oldest of them is of 2026-11-26, .* newer runs of seals were removed$/,
  )
})

test('given a service that has sealed nothing, when told, then no run is named', () => {
  expect(linesOf({ users: 0, sealed: 0, day: null, run: 0 })).toEqual([
    '0 users, 0 sealed events (nothing has been sealed yet): no change was found',
  ])
})

test('given findings, when told, then they are counted', () => {
  const finding = {
    what: 'dropped',
    where: 'seals',
    id: 'run 8',
    appId: '_',
    userId: null,
  } as const
  expect(linesOf({ findings: [finding] })[0]).toMatch(/: 1 finding$/)
  expect(linesOf({ findings: [finding, finding] })[0]).toMatch(/: 2 findings$/)
})

test('given seals without a root, when told, then both causes and the next step are named, unless the root is known to be removed', () => {
  const ofAll = { where: 'seals', id: 'r', appId: '_', userId: null } as const
  const unrooted = { ...ofAll, what: 'unrooted' } as const
  const [, line] = linesOf({ findings: [unrooted] })
  expect(line).toMatch(/sealing was interrupted, or the root was removed\. .* run `audit seal`/)
  const removed = { ...ofAll, what: 'dropped' } as const
  expect(linesOf({ findings: [unrooted, removed] })[1]).toBe(elsewhere)
  expect(linesOf({ findings: [removed] })[1]).toBe(elsewhere)
})
