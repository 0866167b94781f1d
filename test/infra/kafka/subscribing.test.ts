// Foreign records in the topics, members that come and go, and slow partitions.
import { zstdCompressSync } from 'node:zlib'
import kafkajs from 'kafkajs'
import { describe, expect, test } from 'vitest'
import type { EventLog, LogRecord } from '../../../infra/ports/event-log.ts'
import { eventually } from '../../contracts/eventually.ts'
import { newScope } from '../../contracts/given.ts'
import { recordsOf } from '../runtime/given.ts'
import { missing, newPrefix, openLog } from './cluster.ts'
import { foreignClient, newRecord, TOPIC } from './given-events.ts'

const { CompressionCodecs, CompressionTypes } = kafkajs

describe.skipIf(missing.length > 0)(`subscribing to a broker (needs ${missing.join(', ')})`, () => {
  test('given unreadable values, when subscribed, then each is one defect and the rest is delivered', async () => {
    const topicPrefix = newPrefix()
    const log = await openLog({ topicPrefix, partitions: 1 })
    const seen = await follow(log, 'poison')
    await log.append([newRecord(newScope())])
    await produceBadly(`${topicPrefix}${TOPIC}`)
    await log.append([newRecord(newScope())])
    const defects = (records: readonly LogRecord[]) =>
      records.map(({ defect }) => defect?.replace(/\d+$/, 'N') ?? 'fine')
    const expected = [
      'fine',
      'the value is not in the wire format of the schema registry',
      'the schema registry does not know schema N',
      'the value is not in the wire format of the schema registry',
      'fine',
    ]
    await eventually(() => expect(defects(seen.records)).toEqual(expected))
    expect(defects(await recordsOf(log, TOPIC))).toEqual(expected)
    await seen.close()
    await log.close()
  })

  test('given a slow partition, when another has records, then they do not wait', async () => {
    const log = await openLog({ partitions: 2 })
    const { promise: begun, resolve: begin } = Promise.withResolvers<void>()
    const { promise: held, resolve: release } = Promise.withResolvers<void>()
    const seen = await follow(log, 'slow', {
      during: ({ partition }) => {
        if (partition !== 0) return undefined
        begin()
        return held
      },
    })
    const slow = { ...newRecord(newScope()), partition: 0 }
    const fast = Array.from({ length: 20 }, () => ({ ...newRecord(newScope()), partition: 1 }))
    await log.append([slow])
    await begun
    for (const record of fast) {
      await log.append([record])
      await eventually(() => expect(seen.ids()).toContain(record.event.id))
    }
    // All of them have arrived while the slow one is still held.
    expect(seen.ids()).not.toContain(slow.event.id)
    release()
    await eventually(() => expect(seen.ids()).toContain(slow.event.id))
    await seen.close()
    await log.close()
  })

  test('given two members, when one leaves without a word, then the other takes over', async () => {
    const options = { topicPrefix: newPrefix(), partitions: 4 }
    const [staying, leaving] = await Promise.all([openLog(options), openLog(options)])
    const one = await follow(staying, 'members')
    const other = await follow(leaving, 'members')
    const records = Array.from({ length: 4 }, (_, partition) => ({
      ...newRecord(newScope()),
      partition,
    }))
    await staying.append(records)
    await eventually(() => expect(new Set([...one.ids(), ...other.ids()]).size).toBe(4))
    expect(other.partitions().size).toBeGreaterThan(0)
    await leaving.close()
    const later = records.map(({ partition }) => ({ ...newRecord(newScope()), partition }))
    await staying.append(later)
    await eventually(
      () => expect(one.ids()).toEqual(expect.arrayContaining(later.map(({ event }) => event.id))),
      30_000,
    )
    await one.close()
    await staying.close()
  })

  test('given two topics and two members, when shared, then a partition number has one member', async () => {
    const options = { topicPrefix: newPrefix(), partitions: 4 }
    const logs = await Promise.all([openLog(options), openLog(options)])
    const seen: Awaited<ReturnType<typeof follow>>[] = []
    for (const log of logs)
      seen.push(await follow(log, 'pairs', { topics: [TOPIC, 'memory.notices.v1'] }))
    await eventually(() => {
      for (const { assigned } of seen) {
        const latest = assigned.slice(-4)
        const of = (topic: string) =>
          latest
            .filter((each) => each.startsWith(topic))
            .map((each) => each.split('/')[1])
            .sort()
        expect(of(TOPIC)).toHaveLength(2)
        expect(of('memory.notices.v1')).toEqual(of(TOPIC))
      }
    })
    await Promise.all(seen.map(({ close }) => close()))
    await Promise.all(logs.map((log) => log.close()))
  })

  test('given several subscriptions of one log, when records come, then each is fetched and read once for all', async () => {
    const log = await openLog({ partitions: 1 })
    const seen = [await follow(log, 'one'), await follow(log, 'two'), await follow(log, 'three')]
    // Before: records older than the subscription may be fetched for it alone.
    await log.append([newRecord(newScope())])
    for (const { records } of seen) await eventually(() => expect(records).toHaveLength(1))
    for (let n = 2; n <= 5; n++) {
      await log.append([newRecord(newScope())])
      for (const { records } of seen) await eventually(() => expect(records).toHaveLength(n))
    }
    const [first, ...others] = seen.map(({ records }) => records.slice(1))
    for (const records of others) {
      for (const [n, record] of records.entries()) expect(record).toBe(first![n])
    }
    await log.close()
  })

  test('given a subscription that begins later, when another stands at the end, then both get all that is theirs', async () => {
    const log = await openLog({ partitions: 1 })
    const early = await follow(log, 'early')
    const written = Array.from({ length: 300 }, () => newRecord(newScope()))
    await log.append(written)
    await eventually(() => expect(early.records).toHaveLength(300))
    const late = await follow(log, 'late')
    const more = newRecord(newScope())
    await log.append([more])
    const ids = [...written, more].map(({ event }) => event.id)
    for (const { ids: seen } of [early, late]) await eventually(() => expect(seen()).toEqual(ids))
    await log.close()
  })

  test('given a log that has no reader any more, when a reader comes again, then it is fetched again', async () => {
    const log = await openLog({ partitions: 1 })
    for (const group of ['first', 'second', 'third']) {
      const seen = await follow(log, group)
      const record = newRecord(newScope())
      await log.append([record])
      await eventually(() => expect(seen.ids()).toContain(record.event.id))
      await seen.close()
    }
    await log.close()
  })

  test('given history that is gone, when subscribed or read, then it is an alarm and no skip', async () => {
    const topicPrefix = newPrefix()
    const log = await openLog({ topicPrefix, partitions: 1 })
    await log.append(Array.from({ length: 5 }, () => newRecord(newScope())))
    const admin = foreignClient().admin()
    const topic = `${topicPrefix}${TOPIC}`
    // Only a topic that deletes allows records to be removed from its beginning.
    await admin.alterConfigs({
      validateOnly: false,
      resources: [
        { type: 2, name: topic, configEntries: [{ name: 'cleanup.policy', value: 'delete' }] },
      ],
    })
    await admin.deleteTopicRecords({ topic, partitions: [{ partition: 0, offset: '3' }] })
    await admin.disconnect()
    const failures: string[] = []
    for (const after of [undefined, 0, 1_000]) {
      await log.subscribe({
        group: `gone-${after}`,
        topics: [TOPIC],
        maxRecords: 10,
        resumeAfter: async () => after,
        deliver: async () => undefined,
        failed: (error) => failures.push(error.name),
      })
    }
    await eventually(() =>
      expect(failures).toEqual(['PositionLost', 'PositionLost', 'PositionLost']),
    )
    await expect(recordsOf(log, TOPIC)).rejects.toMatchObject({ name: 'PositionLost' })
    await log.close()
  })
})

async function follow(
  log: EventLog,
  group: string,
  given: {
    during?: (record: LogRecord) => Promise<void> | undefined
    topics?: Parameters<EventLog['subscribe']>[0]['topics']
  } = {},
) {
  const records: LogRecord[] = []
  const assigned: string[] = []
  const subscription = await log.subscribe({
    group,
    topics: given.topics ?? [TOPIC],
    maxRecords: 100,
    resumeAfter: async (topic, partition) => {
      assigned.push(`${topic}/${partition}`)
      return undefined
    },
    deliver: async (delivery) => {
      await given.during?.(delivery.records[0]!)
      records.push(...delivery.records)
    },
    failed: (error) => {
      throw error
    },
  })
  return {
    records,
    assigned,
    ids: () => records.map(({ event }) => event?.id),
    partitions: () => new Set(records.map(({ partition }) => partition)),
    close: () => subscription.close(),
  }
}

/** Text, an id that no registry knows, a tombstone, and a batch packed with zstd. */
async function produceBadly(topic: string): Promise<void> {
  CompressionCodecs[CompressionTypes.ZSTD] = () => ({
    compress: async ({ buffer }: { buffer: Buffer }) => zstdCompressSync(buffer),
    decompress: async () => Promise.reject(new Error('not needed')),
  })
  const producer = foreignClient().producer()
  await producer.connect()
  const send = (value: Buffer | null, compression = CompressionTypes.None) =>
    producer.send({ topic, compression, messages: [{ partition: 0, key: 'bad', value }] })
  await send(Buffer.from('Ada Lovelace'))
  await send(Buffer.from([0, 0x7f, 0, 0, 9, 1, 2, 3]))
  await producer.send({ topic, messages: [{ partition: 0, key: 'nothing here', value: null }] })
  await send(Buffer.from('Ada Lovelace, packed'), CompressionTypes.ZSTD)
  await producer.disconnect()
}
