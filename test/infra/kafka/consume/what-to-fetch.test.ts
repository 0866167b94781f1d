// From where to fetch for subscriptions that stand at different places of the same partitions.
import { describe, expect, test } from 'vitest'
import { keyOf } from '../../../../infra/kafka/consume/partition-worker.ts'
import { atEnd, behind, type Wanting } from '../../../../infra/kafka/consume/what-to-fetch.ts'
import { layOut } from '../../../../infra/kafka/topics/topics.ts'

const topic = layOut('').of('memory.facts.v1')

/** A subscription's partition that wants the records from an offset on; null: it has enough. */
function at(offset: number | null, { partition = 0, lag = 0 } = {}): Wanting {
  const progress = { at: 0, delivering: false, lag }
  return { key: keyOf(topic.kafka, partition), topic, partition, progress, wants: () => offset }
}

const first = () => 0

const offsets = (asking: ReturnType<typeof atEnd>) =>
  [...asking.values()].map(({ partition, offset }) => `${partition}: ${offset}`)

test('given subscriptions at several places, when asked for the end, then it is where the foremost of each partition is', () => {
  const workers = [at(5), at(9), at(7), at(2, { partition: 1 }), at(null, { partition: 2 })]
  expect(offsets(atEnd(workers))).toEqual(['0: 9', '1: 2'])
  expect(atEnd([at(5)]).get('memory.facts.v1/0')).toEqual({
    topic: 'memory.facts.v1',
    partition: 0,
    offset: 5,
  })
})

describe('those that are behind', () => {
  test.each([
    [0, '0: 7'],
    [0.49, '0: 7'],
    [0.5, '0: 5'],
    [0.99, '0: 5'],
  ])(
    'given several at two places behind the foremost, when asked by chance %d, then it is one of the places',
    (chance, asked) => {
      const workers = [at(7), at(9), at(5), at(7), at(3, { partition: 1 }), at(3, { partition: 1 })]
      const byChance = () => chance
      expect(offsets(behind(workers, undefined, byChance))).toEqual([asked])
      expect(offsets(behind(workers, atEnd(workers), byChance))).toEqual([asked])
    },
  )

  test('given one far behind and one that the end is waited for without, when asked often, then each has its turns', () => {
    const workers = [at(5), at(90, { lag: 4 })]
    const asked = [0, 0.9].flatMap((chance) => offsets(behind(workers, new Map(), () => chance)))
    expect(asked).toEqual(['0: 5', '0: 90'])
  })

  test('given one that has had enough, when another is ahead of it, then nothing is asked for it', () => {
    expect(offsets(behind([at(null), at(9)], undefined, first))).toEqual([])
  })

  test('given one that wants more again and knows that there is more, when the end is waited for without it, then it is asked for', () => {
    const more = at(5, { lag: 4 })
    const waiting = atEnd([at(8, { partition: 1 })])
    expect(offsets(behind([more], waiting, first))).toEqual(['0: 5'])
    // There is nothing to wait for: the next request at the end asks for it.
    expect(offsets(behind([more], undefined, first))).toEqual([])
  })

  test('given one that is waited for, or knows of nothing more, when asked, then nothing is', () => {
    const more = at(5, { lag: 4 })
    expect(offsets(behind([more], atEnd([more]), first))).toEqual([])
    expect(offsets(behind([at(5)], new Map(), first))).toEqual([])
  })
})
