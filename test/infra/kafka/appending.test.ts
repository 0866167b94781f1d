// No acknowledged record is lost: late answers, lost answers, cut connections, foreign topics.
import { describe, expect, test } from 'vitest'
import { MAX_RECORD_BYTES } from '../../../infra/kafka/wire/codec.ts'
import { newScope } from '../../contracts/given.ts'
import { recordsOf } from '../runtime/given.ts'
import { cluster, missing, newPrefix, openLog } from './cluster.ts'
import { appendFor, foreignClient, idsIn, newRecord, TOPIC } from './given-events.ts'
import { startProxy } from './proxy.ts'

describe.skipIf(missing.length > 0)(`appending to a broker (needs ${missing.join(', ')})`, () => {
  test('given an answer that is lost, when three callers append, then each record is there once', async () => {
    const proxy = await startProxy(cluster.brokers[0]!)
    const log = await openLog({ socketFactory: proxy.socketFactory, requestTimeoutMs: 1_000 })
    const scope = newScope()
    await log.append([newRecord(scope)])
    const records = Array.from({ length: 3 }, () => newRecord(scope))
    proxy.holdAnswers()
    const first = log.append([records[0]!])
    await new Promise((resolve) => setTimeout(resolve, 100))
    const others = records.slice(1).map((record) => log.append([record]))
    setTimeout(() => proxy.cut(), 1_500)
    const places = (await Promise.all([first, ...others])).flat()
    const found = (await recordsOf(log, TOPIC)).filter(
      ({ event }) => event?.userId === scope.userId,
    )
    expect(found.slice(1).map(({ event }) => event!.id)).toEqual(
      records.map(({ event }) => event.id),
    )
    expect(found.slice(1).map(({ position }) => position)).toEqual(
      places.map(({ position }) => position),
    )
    await log.close()
    proxy.close()
  })

  test('given wires that are cut again and again, when appended, then nothing acknowledged is lost', async () => {
    const proxy = await startProxy(cluster.brokers[0]!)
    const log = await openLog({ socketFactory: proxy.socketFactory, requestTimeoutMs: 2_000 })
    const cutting = setInterval(() => proxy.cut(), 400)
    const acknowledged = await appendFor(3_000, log)
    clearInterval(cutting)
    expect(acknowledged.length).toBeGreaterThan(50)
    const there = new Set(await idsIn(log))
    expect(acknowledged.filter((id) => !there.has(id))).toEqual([])
    await log.close()
    proxy.close()
  })

  test('given a record that is too long, when appended, then the error says so and others go on', async () => {
    const log = await openLog()
    const long = newRecord(newScope(), { sealed: new Uint8Array(MAX_RECORD_BYTES) })
    const small = newRecord(newScope())
    const [refused, taken] = await Promise.allSettled([log.append([long]), log.append([small])])
    expect(refused).toMatchObject({ reason: { message: expect.stringContaining('too long') } })
    expect(taken.status).toBe('fulfilled')
    await log.close()
  })

  test('given the longest records that are allowed, when appended, then they are read back', async () => {
    const log = await openLog()
    const scope = newScope()
    const sealed = new Uint8Array(MAX_RECORD_BYTES - 1_000).map((_, at) => (at * 7919) % 251)
    const records = Array.from({ length: 4 }, () => newRecord(scope, { sealed }))
    await log.append(records)
    expect(await idsIn(log)).toEqual(records.map(({ event }) => event.id))
    await log.close()
  })

  test('given a topic with other partitions, when opened, then it is refused and says why', async () => {
    const topicPrefix = newPrefix()
    await (await openLog({ topicPrefix, partitions: 2 })).close()
    await expect(openLog({ topicPrefix, partitions: 3 })).rejects.toThrow(
      /2 partitions and must have/,
    )
  })

  test('given a topic that forgets, when opened, then it is refused and says why', async () => {
    const topicPrefix = newPrefix()
    const admin = foreignClient().admin()
    await admin.createTopics({
      topics: [{ topic: `${topicPrefix}memory.facts.v1`, numPartitions: 2 }],
      waitForLeaders: true,
    })
    await admin.disconnect()
    await expect(openLog({ topicPrefix })).rejects.toThrow('cleanup.policy=delete must be compact')
  })
})
