// A process knows where its own projectors stand, and says nothing about those of others.
import { beforeEach, describe, expect, test } from 'vitest'
import {
  createLocalStands,
  type LocalStands,
  seenFromHere,
} from '../../../../infra/runtime/wait/local-stands.ts'
import { topics } from '../../../../schemas/topics.ts'

const FACTS = 'memory.facts.v1'
const WRITES = 'memory.writes.v1'
const { partitions } = topics.find(({ name }) => name === FACTS)!
const all = Array.from({ length: partitions }, (_, partition) => partition)

let stands: LocalStands
beforeEach(() => {
  stands = createLocalStands()
})

const begun = (partition: number, position: number) => {
  stands.begin('index', { topic: FACTS, partition })
  stands.tell('index', { topic: FACTS, partition }, position)
}
const tellAll = (position: number) => {
  for (const partition of all) begun(partition, position)
}

describe('how far a projector is', () => {
  test('given that each partition is told of, when asked, then the last place of each is given', () => {
    tellAll(7)
    stands.tell('index', { topic: FACTS, partition: 2 }, 9)
    expect(stands.of('index', FACTS)).toEqual(new Map(all.map((n) => [n, n === 2 ? 9 : 7])))
  })

  test('given a partition of which nothing is told, when asked, then nothing is known', () => {
    for (const partition of all.slice(1)) begun(partition, 7)
    expect(stands.of('index', FACTS)).toBeNull()
  })

  test('given nothing at all, or another topic or projector, when asked, then nothing is known', () => {
    tellAll(7)
    expect(createLocalStands().of('index', FACTS)).toBeNull()
    expect(stands.of('index', WRITES)).toBeNull()
    expect(stands.of('graph', FACTS)).toBeNull()
  })

  test('given a partition that is another’s now, when asked, then nothing is known until it comes back', () => {
    tellAll(7)
    stands.forget('index', { topic: FACTS, partition: 1 })
    expect(stands.of('index', FACTS)).toBeNull()
    stands.begin('index', { topic: FACTS, partition: 1 })
    expect(stands.of('index', FACTS)!.get(1)).toBe(-1)
  })

  test('given a step that ends when the partition is another’s already, when told, then nothing is known', () => {
    tellAll(7)
    stands.forget('index', { topic: FACTS, partition: 1 })
    stands.tell('index', { topic: FACTS, partition: 1 }, 9)
    expect(stands.of('index', FACTS)).toBeNull()
  })

  test('given a projector that has never begun here, when told or forgotten, then nothing is known', () => {
    for (const partition of all) {
      stands.tell('index', { topic: FACTS, partition }, 9)
      expect(() => stands.forget('graph', { topic: FACTS, partition })).not.toThrow()
    }
    expect([stands.of('index', FACTS), stands.of('graph', FACTS)]).toEqual([null, null])
  })

  test('given steps that end in another order, when told, then it never goes back', () => {
    tellAll(7)
    stands.tell('index', { topic: FACTS, partition: 0 }, 5)
    expect(stands.of('index', FACTS)!.get(0)).toBe(7)
  })
})

describe('a store as it is seen from here', () => {
  const asked: string[] = []
  const store = {
    checkpoints: async (topic: string) => {
      asked.push(topic)
      return new Map([[0, 3]])
    },
  }
  beforeEach(() => void asked.splice(0))

  test('given what this process knows, when asked, then the store is not', async () => {
    tellAll(7)
    const seen = await seenFromHere(store, 'index', stands).checkpoints(FACTS)
    expect([seen.get(0), asked]).toEqual([7, []])
  })

  test('given what it does not know, when asked, then the store is', async () => {
    tellAll(7)
    const seen = await seenFromHere(store, 'graph', stands).checkpoints(FACTS)
    expect([seen.get(0), asked]).toEqual([3, [FACTS]])
  })
})
