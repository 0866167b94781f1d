// A verification holds what some users have, and never a history: users are read in groups of so many records, each
// group's seals with it, whether or not a log finds the records of a user by themselves.
import { expect, test } from 'vitest'
import type { EventLog, ReadOptions } from '../../../infra/ports/event-log.ts'
import { groupsIn } from '../../../processors/audit-seals/read-users.ts'
import { SEALED_TOPICS } from '../../../processors/audit-seals/seals.ts'
import { verifyAudit } from '../../../processors/audit-seals/verify-audit.ts'
import { AUDIT, WRITES } from '../../../schemas/topics.ts'
import { startedOnce } from '../../started.ts'
import { givenHistory, USERS } from './given.ts'
import { recordAt } from './given-seals.ts'

const flow = startedOnce(givenHistory)

/** The log, and the reads of it. */
function watched(over: Partial<EventLog> = {}) {
  const reads: ReadOptions[] = []
  const log: EventLog = {
    ...flow.ports.log,
    ...over,
    read: (options) => {
      reads.push(options)
      return flow.ports.log.read(options)
    },
  }
  return { log, reads }
}

test('given a log that finds users, when verified, then what is sealed is read user by user, in the log and in the seals', async () => {
  const { log, reads } = watched()
  expect(await verifyAudit({ ...flow.ports, log })).toMatchObject({ users: 3, findings: [] })
  const [all, ofUsers] = [reads.filter(({ scope }) => !scope), reads.filter(({ scope }) => scope)]
  expect(all.map(({ topic, openOnly }) => [topic, openOnly])).toEqual([
    [AUDIT, undefined],
    ...SEALED_TOPICS.map((topic) => [topic, true]),
  ])
  expect(ofUsers).toHaveLength(USERS.length * (SEALED_TOPICS.length + 1))
})

test('given a log that does not find users, when verified, then a group of them is read at once, and the same is found', async () => {
  const { log, reads } = watched({ findsUsers: false })
  const found = await verifyAudit({ ...flow.ports, log })
  expect(found).toEqual(await verifyAudit(flow.ports))
  expect(found.users).toBe(USERS.length)
  expect(reads.map(({ topic, scope }) => [topic, scope])).toEqual(
    [AUDIT, ...SEALED_TOPICS, ...SEALED_TOPICS, AUDIT].map((topic) => [topic, undefined]),
  )
})

test.each([
  { findsUsers: true, most: 5_000 },
  { findsUsers: false, most: 50_000 },
])(
  'given findsUsers: $findsUsers, then a group has $most records at most, or one user',
  async ({ findsUsers, most }) => {
    const counts = { ann: most - 1, bob: 1, cid: 1, dan: 2 * most, eve: most }
    const { log } = watched({ findsUsers })
    const read: EventLog['read'] = async function* ({ topic }) {
      if (topic !== WRITES) return
      for (const [userId, count] of Object.entries(counts)) {
        yield Array.from({ length: count }, (_, n) => recordAt(n, { userId }))
      }
    }
    const groups = await groupsIn({ ...log, read }, 0)
    expect(groups.map((group) => group.map(({ userId }) => userId))).toEqual([
      ['ann', 'bob'],
      ['cid'],
      ['dan'],
      ['eve'],
    ])
  },
)
