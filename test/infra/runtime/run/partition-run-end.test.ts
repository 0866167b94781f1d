// The end of a partition: work that fails, a service that stops, a partition that is taken away.
import { describe, expect, test, vi } from 'vitest'
import { IDLE_MS, LINGER_MS, passed, stands } from '../given-commits.ts'
import { answer, givenPartition, written } from '../given-partition.ts'

describe('the end', () => {
  test('given work that fails, when it has, then it is told once and nothing begins or is committed any more', async () => {
    const { take, begun, commits, failures, places, taken } = givenPartition({ turns: 2 })
    const many = Array.from({ length: 8_192 }, (_, n) => written(`u${n % 3}`, n + 1))
    expect(await take(...many)).toBe(0)
    const [one, other] = [new Error('a bug'), new Error('another bug')]
    await begun[0]!.fail(one)
    expect([failures, taken]).toEqual([[one], [8_192]])
    await begun[1]!.fail(other)
    expect(await take(written('z', 9_000))).toBe(2)
    await passed(IDLE_MS)
    expect([failures, places(), commits]).toEqual([[one], [[1], [2]], []])
  })

  test('given work that fails, when what else runs ends later, then that is not committed', async () => {
    const { take, begun, commits } = givenPartition()
    await take(written('u', 1), written('v', 2))
    await begun[0]!.fail(new Error('a bug'))
    await begun[1]!.end([answer()])
    await passed(IDLE_MS)
    expect(commits).toEqual([])
  })

  test('given a service that stops, when work ends with that, then no failure is reported; work that still ends is committed', async () => {
    const { take, begun, places, commits, failures, stopping } = givenPartition({ turns: 2 })
    await take(written('u', 1), written('u', 2), written('v', 3), written('w', 4))
    stopping.abort(new Error('stopping'))
    await begun[0]!.end([answer()])
    await passed(0)
    expect(places()).toEqual([[1], [3]])
    await passed(LINGER_MS)
    expect(stands(commits)).toEqual([1])
    await begun[1]!.fail(new Error('stopping'))
    expect(failures).toEqual([])
  })

  test('given what runs, when taken away, then it is waited for and committed, and nothing else begins', async () => {
    const { run, take, begun, places, commits } = givenPartition({
      turns: 2,
      voids: ({ version }) => version === 2,
    })
    await take(written('u', 1), written('u', 2), written('v', 3), written('w', 4))
    let isClosed = false
    const closed = run.close().then(() => {
      isClosed = true
    })
    expect(await take(written('x', 5), written('u', 6, { version: 2 }))).toBe(2)
    await begun[0]!.end([answer()])
    await passed(LINGER_MS)
    expect([places(), isClosed]).toEqual([[[1], [3]], false])
    await begun[1]!.end([answer()])
    await closed
    expect(places()).toEqual([[1], [3]])
    expect(commits.flatMap(({ records }) => records)).toHaveLength(2)
    expect(begun.some(({ work }) => work.signal.aborted)).toBe(false)
    expect(vi.getTimerCount()).toBe(0)
  })

  test('given nothing that runs, when taken away, then it ends at once, with where it stands', async () => {
    const { run, take, begun, commits } = givenPartition()
    await take(written('u', 1))
    await begun[0]!.end()
    await run.close()
    expect(stands(commits)).toEqual([1])
    expect(await take(written('u', 2))).toBe(2)
    expect(begun).toHaveLength(1)
  })

  test('given a delivery that waits for room, when taken away, then it is let go', async () => {
    const { run, take, taken } = givenPartition({ closePatienceMs: 0 })
    await take(...Array.from({ length: 8_192 }, (_, n) => written('u', n + 1)))
    expect(taken).toEqual([])
    void run.close()
    await passed(1)
    expect(taken).toEqual([8_192])
  })

  test.each([
    ['three seconds where nothing is said', undefined, 3_000],
    ['as long as is said', 70, 70],
  ])(
    'given work that does not end, when taken away, then it is waited for %s, then told to end and left',
    async (_, closePatienceMs, afterMs) => {
      const { run, take, begun, commits } = givenPartition({ closePatienceMs, turns: 2 })
      await take(...['u', 'v', 'w', 'x'].map((user, n) => written(user, n + 1)))
      await begun[1]!.end()
      const { signal } = begun[0]!.work
      const closed = run.close()
      await passed(afterMs - 1)
      expect(signal.aborted).toBe(false)
      await passed(1)
      await closed
      expect(signal.reason).toEqual(new Error('the partition has ended'))
      const before = commits.length
      expect(stands(commits)).toEqual([-1])
      await begun[0]!.end([answer()])
      await passed(IDLE_MS)
      expect(commits).toHaveLength(before)
    },
  )

  test('given work that fails while its partition is taken away, when that ends, then it is left to the next start', async () => {
    const { run, take, begun, commits, failures } = givenPartition()
    await take(written('u', 1), written('v', 2), written('w', 3))
    const closed = run.close()
    await begun[0]!.end()
    await begun[1]!.fail(new Error('a bug'))
    await begun[2]!.end()
    await closed
    expect(stands(commits).at(-1)).toBe(1)
    expect(commits.at(-1)!.checkpoints[0]!.note).toBe('{"done":"3","work":[]}')
    expect(failures).toEqual([])
  })

  test('given work that failed, when taken away, then nothing is committed', async () => {
    const { run, take, begun, commits } = givenPartition()
    await take(written('u', 1), written('v', 2))
    await begun[0]!.end([answer()])
    await begun[1]!.fail(new Error('a bug'))
    await run.close()
    expect(commits).toEqual([])
  })
})
