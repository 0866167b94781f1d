// The micro-batcher, with a send that the test controls.
import { describe, expect, test } from 'vitest'
import {
  type BatchLimits,
  createBatcher,
  type Message,
} from '../../../../infra/kafka/produce/batcher.ts'

const KIB = 1024
const roomy: BatchLimits = {
  maxBytesPerPartition: 100 * KIB,
  maxBytesPerSend: 400 * KIB,
  maxWaitingBytes: 900 * KIB,
}

function message(key: string, { partition = 0, bytes = 10 } = {}): Message {
  return { topic: 'writes', partition, key, value: Buffer.alloc(bytes) }
}

/** Every send waits for its turn to be answered. */
function scripted(limits: BatchLimits = roomy) {
  const sends: { keys: string[]; answer: (error?: Error) => void }[] = []
  const batcher = createBatcher<string>(
    (messages) =>
      new Promise((resolve, reject) => {
        const keys = messages.map(({ key }) => key)
        const answer = (error?: Error) =>
          error ? reject(error) : resolve(keys.map((key) => `place of ${key}`))
        sends.push({ keys, answer })
      }),
    limits,
  )
  const turn = () => new Promise((resolve) => setTimeout(resolve, 5))
  return { batcher, sends, turn }
}

describe('the micro-batcher', () => {
  test('given a send under way, when more arrives, then it waits and goes as one', async () => {
    const { batcher, sends, turn } = scripted()
    const first = batcher.add([message('a')])
    await turn()
    const others = [batcher.add([message('b'), message('c')]), batcher.add([message('d')])]
    await turn()
    expect(sends.map(({ keys }) => keys)).toEqual([['a']])
    sends[0]!.answer()
    await turn()
    expect(sends.map(({ keys }) => keys)).toEqual([['a'], ['b', 'c', 'd']])
    sends[1]!.answer()
    expect(await Promise.all([first, ...others])).toEqual([
      ['place of a'],
      ['place of b', 'place of c'],
      ['place of d'],
    ])
  })

  test('given callers of one turn, when they add, then they go together', async () => {
    const { batcher, sends, turn } = scripted()
    const calls = ['a', 'b', 'c'].map((key) => batcher.add([message(key)]))
    await turn()
    expect(sends.map(({ keys }) => keys)).toEqual([['a', 'b', 'c']])
    sends[0]!.answer()
    await Promise.all(calls)
  })

  test('given a send that fails, when it does, then all in it fail and the next goes on', async () => {
    const { batcher, sends, turn } = scripted()
    const failing = [batcher.add([message('a')]), batcher.add([message('b')])]
    const settled = Promise.allSettled(failing)
    await turn()
    const next = batcher.add([message('c')])
    sends[0]!.answer(new Error('down'))
    expect((await settled).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    await turn()
    sends[1]!.answer()
    expect(await next).toEqual(['place of c'])
  })

  test('given more than a partition takes at once, when added, then it is parted, in order', async () => {
    const { batcher, sends, turn } = scripted()
    const large = { bytes: 60 * KIB }
    const call = batcher.add([message('a', large), message('b', large), message('c')])
    await turn()
    expect(sends[0]!.keys).toEqual(['a'])
    sends[0]!.answer()
    await turn()
    expect(sends[1]!.keys).toEqual(['b', 'c'])
    sends[1]!.answer()
    expect(await call).toEqual(['place of a', 'place of b', 'place of c'])
  })

  test('given several partitions, when added, then each has room of its own', async () => {
    const { batcher, sends, turn } = scripted()
    const large = { bytes: 60 * KIB }
    const call = batcher.add([message('a', large), message('b', { ...large, partition: 1 })])
    await turn()
    expect(sends[0]!.keys).toEqual(['a', 'b'])
    sends[0]!.answer()
    await call
  })

  test('given a parted call whose first part fails, when it does, then the rest is not sent', async () => {
    const { batcher, sends, turn } = scripted()
    const large = { bytes: 60 * KIB }
    const call = batcher.add([message('a', large), message('b', large)])
    const failed = expect(call).rejects.toThrow('down')
    await turn()
    sends[0]!.answer(new Error('down'))
    await failed
    await turn()
    expect(sends).toHaveLength(1)
  })

  test('given too much waiting, when more is added, then it is refused as an outage', async () => {
    const { batcher, sends, turn } = scripted()
    const calls = Array.from({ length: 10 }, (_, at) =>
      batcher.add([message(`${at}`, { bytes: 99 * KIB })]),
    )
    await expect(batcher.add([message('late')])).rejects.toMatchObject({ outage: true })
    for (let at = 0; at < 10; at++) {
      await turn()
      sends[at]?.answer()
    }
    await Promise.all(calls)
    await batcher.idle()
  })

  test('given nothing, when added, then there are no places and no send', async () => {
    const { batcher, sends, turn } = scripted()
    expect(await batcher.add([])).toEqual([])
    await turn()
    expect(sends).toEqual([])
  })

  test('given calls that are withdrawn, when they wait, then they are not sent; what is on its way is', async () => {
    const { batcher, sends, turn } = scripted({ ...roomy, maxWaitingBytes: 100 })
    const withdrawn = new AbortController()
    const calls = [batcher.add([message('a')], withdrawn.signal)]
    await turn()
    calls.push(batcher.add([message('b')], withdrawn.signal), batcher.add([message('c')]))
    withdrawn.abort(new Error('withdrawn'))
    expect(await Promise.allSettled(calls.slice(0, 2))).toMatchObject([
      { reason: { message: 'withdrawn' } },
      { reason: { message: 'withdrawn' } },
    ])
    sends[0]!.answer()
    await turn()
    sends[1]!.answer()
    expect(await calls[2]).toEqual(['place of c'])
    expect(sends.map(({ keys }) => keys)).toEqual([['a'], ['c']])
    // Each returned its room once.
    const more = ['d', 'e', 'f'].map((key) => batcher.add([message(key)]))
    await expect(batcher.add([message('g')])).rejects.toMatchObject({ name: 'Outage' })
    await turn()
    sends[2]!.answer()
    await Promise.all(more)
  })
})
