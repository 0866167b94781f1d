// Commits are all or nothing, and a replaced writer changes nothing.
import { describe, expect, test } from 'vitest'
import { eventually } from '../../contracts/eventually.ts'
import { newScope } from '../../contracts/given.ts'
import { missing, newPrefix, openLog } from './cluster.ts'
import { foreignClient, idsIn, newRecord, TOPIC } from './given-events.ts'

const at = { topic: 'memory.inbox.v1' as const, partition: 0 }

describe.skipIf(missing.length > 0)(`committing to a broker (needs ${missing.join(', ')})`, () => {
  test('given a transaction that is aborted, when read, then nothing of it is seen', async () => {
    const topicPrefix = newPrefix()
    const log = await openLog({ topicPrefix, partitions: 1 })
    const foreign = foreignClient().producer({
      transactionalId: topicPrefix,
      maxInFlightRequests: 1,
    })
    await foreign.connect()
    const before = newRecord(newScope())
    await log.append([before])
    const transaction = await foreign.transaction()
    await transaction.send({
      topic: `${topicPrefix}${TOPIC}`,
      messages: [{ partition: 0, key: 'x', value: 'never' }],
    })
    const behind = newRecord(newScope())
    await log.append([behind])
    const reading = idsIn(log)
    await new Promise((resolve) => setTimeout(resolve, 300))
    await transaction.abort()
    // Waits for the record that was acknowledged behind the open transaction.
    expect(await reading).toEqual([before.event.id, behind.event.id])
    await foreign.disconnect()
    await log.close()
  })

  test('given a writer that was replaced, when it commits again, then it is fenced, each time', async () => {
    const topicPrefix = newPrefix()
    const [zombie, owner] = await Promise.all([openLog({ topicPrefix }), openLog({ topicPrefix })])
    const commit = (log: typeof owner, position: number) => {
      const record = newRecord(newScope())
      const done = log.commit({ group: 'g', records: [record], checkpoints: [{ ...at, position }] })
      return done.then(() => record.event.id)
    }
    const first = await commit(zombie, 1)
    const second = await commit(owner, 2)
    await expect(commit(zombie, 1)).rejects.toMatchObject({ name: 'Fenced' })
    await expect(commit(zombie, 1)).rejects.toMatchObject({ name: 'Fenced' })
    const third = await commit(owner, 3)
    expect((await idsIn(owner)).sort()).toEqual([first, second, third].sort())
    expect((await owner.checkpoints('g', at.topic)).get(0)).toBe(3)
    await Promise.all([zombie.close(), owner.close()])
  })

  test('given a delivery that outlives its ownership, when it commits, then nothing happens', async () => {
    const topicPrefix = newPrefix()
    const options = { topicPrefix, partitions: 1, closeTimeoutMs: 200 }
    const [one, other] = await Promise.all([openLog(options), openLog(options)])
    const record = newRecord(newScope())
    await one.append([record])
    const { promise: begun, resolve: begin } = Promise.withResolvers<void>()
    const { promise: paused, resolve: resume } = Promise.withResolvers<void>()
    const outcomes: string[] = []
    const subscribe = (log: typeof one, name: string, before: () => Promise<void>) =>
      log.subscribe({
        group: 'g',
        topics: [TOPIC],
        maxRecords: 1,
        resumeAfter: async (topic, partition) => (await log.checkpoints('g', topic)).get(partition),
        deliver: async ({ records: [first] }) => {
          await before()
          await log
            .commit({ group: 'g', records: [], checkpoints: [first!] })
            .then(() => outcomes.push(`${name} committed`))
            .catch((error) => outcomes.push(`${name} ${error.name}`))
        },
        failed: () => undefined,
      })
    const subscription = await subscribe(one, 'one', () => {
      begin()
      return paused
    })
    await begun
    // `one` leaves the group while its delivery still runs: as after too long a pause.
    await subscription.close()
    const second = await subscribe(other, 'other', async () => undefined)
    await eventually(() => expect(outcomes).toEqual(['other committed']))
    resume()
    await eventually(() => expect(outcomes).toEqual(['other committed', 'one Fenced']))
    await second.close()
    await Promise.all([one.close(), other.close()])
  })

  test('given many commits one after another, when made, then each is there once, in their order', async () => {
    const log = await openLog()
    const made: string[] = []
    for (let position = 0; position < 50; position++) {
      const records = [newRecord(newScope()), newRecord(newScope())]
      made.push(...records.map(({ event }) => event.id))
      await log.commit({ group: 'g', records, checkpoints: [{ ...at, position }] })
    }
    expect((await idsIn(log)).sort()).toEqual(made.sort())
    await log.close()
  })
})
