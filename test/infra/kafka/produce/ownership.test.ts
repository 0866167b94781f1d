// Claims come before checkpoints are read, once for each assignment of a partition.
import { describe, expect, test } from 'vitest'
import { createOwnership } from '../../../../infra/kafka/produce/ownership.ts'

function recorded() {
  const calls: string[] = []
  let fails = false
  const ownership = createOwnership({
    claim: async (group, topic, partition) => {
      if (fails) throw new Error('down')
      calls.push(`claim ${group} ${topic} ${partition}`)
    },
    revoke: (group, topic, partition) => calls.push(`revoke ${group} ${topic} ${partition}`),
  })
  return { ownership, calls, down: (is: boolean) => (fails = is) }
}

describe('ownership', () => {
  test('given partitions, when checkpoints are asked for, then each is claimed once', async () => {
    const { ownership, calls } = recorded()
    ownership.of('g').assigned('t', 0)
    ownership.of('g').assigned('t', 1)
    ownership.of('g').assigned('u', 1)
    await Promise.all([ownership.claim('g', 't'), ownership.claim('g', 't')])
    expect(calls).toEqual(['claim g t 0', 'claim g t 1'])
  })

  test('given no subscription, when checkpoints are asked for, then nothing is claimed', async () => {
    const { ownership, calls } = recorded()
    await ownership.claim('g', 't')
    expect(calls).toEqual([])
  })

  test('given a partition taken away before, when asked, then it is not claimed', async () => {
    const { ownership, calls } = recorded()
    ownership.of('g').assigned('t', 0)
    ownership.of('g').revoked('t', 0)
    await ownership.claim('g', 't')
    expect(calls).toEqual(['revoke g t 0'])
  })

  test('given a claim that fails, when asked again, then it is made again', async () => {
    const { ownership, calls, down } = recorded()
    ownership.of('g').assigned('t', 0)
    down(true)
    await expect(ownership.claim('g', 't')).rejects.toThrow('down')
    down(false)
    await ownership.claim('g', 't')
    expect(calls).toEqual(['claim g t 0'])
  })

  test('given a partition that is taken away while its claim is under way, when that fails, then it is not claimed again before it is assigned again', async () => {
    const { ownership, calls, down } = recorded()
    ownership.of('g').assigned('t', 0)
    down(true)
    const claiming = ownership.claim('g', 't')
    ownership.of('g').revoked('t', 0)
    // A caller that waits for claims of other partitions is not refused for this one.
    await claiming
    down(false)
    await ownership.claim('g', 't')
    expect(calls).toEqual(['revoke g t 0'])
    ownership.of('g').assigned('t', 0)
    await ownership.claim('g', 't')
    expect(calls).toEqual(['revoke g t 0', 'claim g t 0'])
  })

  test('given a claim under way that fails, when another asks, then it is refused as well, and the claim stays open', async () => {
    const { ownership, calls, down } = recorded()
    ownership.of('g').assigned('t', 0)
    down(true)
    const answers = await Promise.allSettled([ownership.claim('g', 't'), ownership.claim('g', 't')])
    expect(answers.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    down(false)
    await ownership.claim('g', 't')
    expect(calls).toEqual(['claim g t 0'])
  })

  test('given two claims, when one fails before the other ends, then the next caller waits for the other', async () => {
    const { promise: slow, resolve: end } = Promise.withResolvers<void>()
    const ended: number[] = []
    let failures = 1
    const ownership = createOwnership({
      claim: async (_, __, partition) => {
        if (partition === 0 && failures-- > 0) throw new Error('down')
        if (partition === 1) await slow
        ended.push(partition)
      },
      revoke: () => undefined,
    })
    for (const partition of [0, 1]) ownership.of('g').assigned('t', partition)
    const first = ownership.claim('g', 't').catch(() => 'refused')
    const next = ownership.claim('g', 't').catch(() => [...ended])
    end()
    expect(await first).toBe('refused')
    expect(await next).toEqual([1])
    await ownership.claim('g', 't')
    expect(ended).toEqual([1, 0])
  })
})
