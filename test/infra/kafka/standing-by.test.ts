// A standby reads what others decide for, and its announcements count for no other member.
import { describe, expect, test } from 'vitest'
import type { EventLog, LogPosition } from '../../../infra/ports/event-log.ts'
import { eventually } from '../../contracts/eventually.ts'
import { newScope } from '../../contracts/given.ts'
import { missing, newPrefix, openLog } from './cluster.ts'
import { newRecord, TOPIC } from './given-events.ts'

const PARTITIONS = [0, 1, 2, 3]
const GROUP = 'decide.standby-1'
const PATIENCE_MS = 60_000

async function follow(log: EventLog, member: string, standby?: number) {
  const given = new Set<number>()
  const seen = new Set<number>()
  const subscription = await log.subscribe({
    group: standby === undefined ? 'decide' : GROUP,
    member,
    standby,
    topics: [TOPIC],
    maxRecords: 100,
    resumeAfter: async (_, partition) => {
      given.add(partition)
      return undefined
    },
    deliver: async ({ partition }) => void seen.add(partition),
    released: async (_, partition) => void given.delete(partition),
    failed: (error) => {
      throw error
    },
  })
  return { given, seen, ...subscription }
}

const sorted = (partitions: Iterable<number>) => [...partitions].sort()
const at = (partition: number, position: number): LogPosition => ({
  topic: TOPIC,
  partition,
  position,
})

describe.skipIf(missing.length > 0)(`standing by (needs ${missing.join(', ')})`, () => {
  test('given two members, when they stand by too, then each does for what the other has, and none for a partition without an owner', async () => {
    const options = { topicPrefix: newPrefix(), partitions: PARTITIONS.length }
    const logs = await Promise.all([openLog(options), openLog(options)])
    await logs[0]!.append(PARTITIONS.map((partition) => ({ ...newRecord(newScope()), partition })))
    expect(await logs[0]!.standbys(GROUP, TOPIC)).toEqual(new Map())
    const members = []
    for (const [index, log] of logs.entries()) {
      const name = ['anna', 'ben'][index]!
      members.push({ decides: await follow(log, name), stands: await follow(log, name, 1) })
    }
    const [anna, ben] = members as [(typeof members)[0], (typeof members)[0]]
    await eventually(() => {
      expect(sorted([...anna.decides.given, ...ben.decides.given])).toEqual(PARTITIONS)
      expect(sorted(anna.stands.given)).toEqual(sorted(ben.decides.given))
      expect(sorted(ben.stands.given)).toEqual(sorted(anna.decides.given))
      expect(sorted(anna.stands.seen)).toEqual(sorted(ben.decides.given))
    }, PATIENCE_MS)
    expect(anna.decides.given.size).toBe(2)
    const has = sorted(ben.decides.given)
    await ben.decides.close()
    await ben.stands.close()
    await eventually(() => expect(sorted(anna.decides.given)).toEqual(PARTITIONS), PATIENCE_MS)
    // It stood by for them, and no other standby is left.
    expect(has).toHaveLength(2)
    await eventually(
      async () => expect(await logs[0]!.standbys(GROUP, TOPIC)).toEqual(new Map()),
      PATIENCE_MS,
    )
    await Promise.all(logs.map((log) => log.close()))
  })

  test('given an announced place, when the partition is given to another member, then it is not theirs', async () => {
    const options = { topicPrefix: newPrefix(), partitions: PARTITIONS.length }
    const [log, other] = await Promise.all([openLog(options), openLog(options)])
    await log.append(PARTITIONS.map((partition) => ({ ...newRecord(newScope()), partition })))
    const anna = await follow(log, 'anna', 1)
    const ben = await follow(other, 'ben', 1)
    const both = (told: number | null) => new Map(PARTITIONS.map((partition) => [partition, told]))
    await eventually(
      async () => expect(await log.standbys(GROUP, TOPIC)).toEqual(both(null)),
      PATIENCE_MS,
    )
    await anna.announce(sorted(anna.given).map((partition) => at(partition, 0)))
    await ben.announce(sorted(ben.given).map((partition) => at(partition, 0)))
    expect(await log.standbys(GROUP, TOPIC)).toEqual(both(0))
    const bens = sorted(ben.given)
    await ben.close()
    const again = await follow(other, 'ben', 1)
    await eventually(() => expect(sorted(again.given)).toEqual(bens), PATIENCE_MS)
    // The departed member reported the committed place.
    await eventually(async () => {
      const standbys = await log.standbys(GROUP, TOPIC)
      expect(bens.map((partition) => standbys?.get(partition))).toEqual(bens.map(() => null))
    }, PATIENCE_MS)
    await again.announce(bens.map((partition) => at(partition, 0)))
    const standbys = await log.standbys(GROUP, TOPIC)
    expect(bens.map((partition) => standbys?.get(partition))).toEqual(bens.map(() => 0))
    await Promise.all([log.close(), other.close()])
  })
})
