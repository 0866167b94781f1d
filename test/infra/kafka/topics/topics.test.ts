// The layout of topics: what stays for ever, what may be compacted, and names that do not collide.
import { describe, expect, test } from 'vitest'
import { LIMITS } from '../../../../infra/kafka/produce/producer.ts'
import { layOut, MAX_BATCH_BYTES, topicConfig } from '../../../../infra/kafka/topics/topics.ts'
import { MAX_RECORD_BYTES } from '../../../../infra/kafka/wire/codec.ts'
import { topics } from '../../../../schemas/topics.ts'

const DAY_MS = 24 * 60 * 60 * 1000

describe('the layout', () => {
  test.each(topics)(
    'given $name, when laid out, then only what is declared to expire does',
    (topic) => {
      const config = topicConfig(topic)
      const deletes = config['cleanup.policy']!.split(',').includes('delete')
      expect(deletes).toBe(topic.retentionMs !== null)
      expect(config['retention.ms']).toBe(String(topic.retentionMs ?? -1))
      expect(config['retention.bytes']).toBe('-1')
      expect(config['compression.type']).toBe(
        topic.name === 'memory.inbox.v1' ? 'gzip' : 'producer',
      )
      expect(config['message.timestamp.type']).toBe('LogAppendTime')
      expect(Number(config['segment.ms'])).toBeLessThanOrEqual(DAY_MS)
      expect(Number(config['delete.retention.ms'])).toBeGreaterThanOrEqual(7 * DAY_MS)
    },
  )

  test('given keys that partners choose, when laid out, then nothing is compacted by them', () => {
    const inbox = topics.find(({ name }) => name === 'memory.inbox.v1')!
    expect(topicConfig(inbox)['cleanup.policy']).toBe('delete')
  })

  test('given the longest record, when sent alone, then it fits into a batch, and a batch into a topic', () => {
    expect(MAX_RECORD_BYTES).toBeLessThan(LIMITS.maxBytesPerPartition)
    expect(LIMITS.maxBytesPerPartition * 1.1).toBeLessThan(MAX_BATCH_BYTES)
  })

  test('given a count, when laid out, then the topics of users have so many partitions and the others one', () => {
    const { all, of } = layOut('', 3)
    expect(of('memory.writes.v1').partitions).toEqual([0, 1, 2])
    for (const topic of topics)
      expect(of(topic.name).partitions).toHaveLength(topic.partitions === 1 ? 1 : 3)
    expect(all).toHaveLength(topics.length)
  })

  test('given a prefix, when laid out, then every name has it and leads back to its topic', () => {
    const layout = layOut('other.')
    for (const { name, partitions } of topics) {
      expect(layout.of(name).kafka).toBe(`other.${name}`)
      expect(layout.of(name).partitions).toHaveLength(partitions)
      expect(layout.byKafkaName(`other.${name}`)?.name).toBe(name)
    }
  })
})
