// One partition by itself: what starts, what it waits for, and how much it takes in.
import { describe, expect, test } from 'vitest'
import { CARRIED } from '../../../../schemas/events/envelope.ts'
import { eventually } from '../../../contracts/eventually.ts'
import {
  AT,
  IDLE_MS,
  LINGER_MS,
  passed,
  SHORT_LINGER_MS,
  SOON_MS,
  stands,
} from '../given-commits.ts'
import { answer, givenFullNote, givenPartition, unreadable, written } from '../given-partition.ts'

const MEGABYTE = 1024 * 1024

describe('what is taken in', () => {
  test('given several users, when taken in, then each one’s events are settled one after another', async () => {
    const { take, begun, places } = givenPartition()
    await take(written('u', 1), written('u', 2), written('v', 3))
    expect(places()).toEqual([[1], [3]])
    await begun[0]!.end()
    expect(places()).toEqual([[1], [3], [2]])
  })

  test('given what was done before, when taken in, then only the rest is settled', async () => {
    const { take, places } = givenPartition({ note: '{"done":"2","work":[]}' })
    await take(written('u', 1), written('v', 2), written('w', 3))
    expect(places()).toEqual([[1], [3]])
  })

  test('given events for others only, when taken in, then the stand moves and nothing is settled', async () => {
    const { take, begun, commits } = givenPartition({ handles: ['MemoryForgotten'] })
    expect(await take(written('u', 1), written('u', 2))).toBe(1)
    await passed(IDLE_MS - 1)
    expect([begun, commits]).toEqual([[], []])
    await passed(1)
    expect(commits).toEqual([
      { group: 'subject', records: [], checkpoints: [{ ...AT, position: 2, note: null }] },
    ])
  })

  test('given an event that is not done, when events for others follow, then the next checkpoint notes none of them', async () => {
    const { take, begun, commits } = givenPartition({ handles: ['ContentStored'] })
    const forOthers = (position: number) => written('v', position, { type: 'MemoryForgotten' })
    await take(written('u', 1))
    for (let position = 2; position < 3_000; position += 3) {
      await take(forOthers(position), written('w', position + 1), forOthers(position + 2))
    }
    await passed(IDLE_MS)
    expect(commits.map(({ checkpoints: [checkpoint] }) => checkpoint)).toEqual([
      { ...AT, position: -1, note: null },
    ])
    await begun[0]!.end()
    await passed(LINGER_MS)
    // Up to the first of those that wait.
    expect(stands(commits).at(-1)).toBe(2)
  })

  test('given an event beyond one that is not done, when others wait for it to be passed, then the note says so', async () => {
    const more = { handles: ['ContentStored'], awaitedPast: ['MemoryForgotten'] } as const
    const { take, commits } = givenPartition(more)
    await take(written('u', 1), written('v', 2, { type: 'MemoryForgotten' }))
    await passed(SOON_MS)
    expect(commits.map(({ checkpoints: [checkpoint] }) => checkpoint!.note)).toEqual([
      '{"done":"2","work":[]}',
    ])
  })

  test('given types that stand apart, when a user’s event is not done, then those of the user are settled beside it, in their order', async () => {
    const { take, places, begun } = givenPartition({
      handles: ['ContentStored', 'ActivityRecorded'],
      apart: ['ActivityRecorded'],
    })
    const apart = (position: number) => written('u', position, { type: 'ActivityRecorded' })
    await take(written('u', 1), apart(2), written('u', 3), apart(4))
    expect(places()).toEqual([[1], [2]])
    await begun[1]!.end()
    expect(places()).toEqual([[1], [2], [4]])
  })

  test.each(['apart a', '/a', 'apart%2Fa'])(
    'given an app called %s, when its user writes what stands apart for another app, then the two have lines of their own',
    async (appId) => {
      const { take, places } = givenPartition({
        handles: ['ContentStored', 'ActivityRecorded'],
        apart: ['ActivityRecorded'],
      })
      await take(written('u', 1, { type: 'ActivityRecorded' }), written('u', 2, { appId }))
      expect(places()).toEqual([[1], [2]])
    },
  )

  test('given every turn taken by what waits, when events come that stand apart, then they have turns of their own, which go round the apps', async () => {
    const { take, places, begun } = givenPartition({
      handles: ['ContentStored', 'ActivityRecorded'],
      apart: ['ActivityRecorded'],
      turns: 1,
    })
    const apart = (position: number, appId: string, userId: string) =>
      written(userId, position, { type: 'ActivityRecorded', appId })
    await take(written('u', 1), written('v', 2), apart(3, 'many', 'u'), apart(4, 'many', 'v'))
    await take(apart(5, 'many', 'w'), apart(6, 'one', 'x'))
    expect(places()).toEqual([[1], [3]])
    await begun[1]!.end()
    await begun[2]!.end()
    await begun[3]!.end()
    expect(places()).toEqual([[1], [3], [4], [6], [5]])
  })

  test('given an event for others that others wait for it to pass, when taken in, then the stand is committed soon', async () => {
    const { take, begun, commits } = givenPartition({
      handles: ['MemoryForgotten'],
      awaitedPast: ['ContentStored'],
    })
    await take(written('u', 1))
    await passed(SOON_MS - 1)
    expect([begun, commits]).toEqual([[], []])
    await passed(1)
    expect(commits.map(({ checkpoints }) => checkpoints[0]!.position)).toEqual([1])
  })

  test.each([
    ['is settled by who reads those', true, [[1], [2]]],
    ['is passed over like one for others', undefined, [[2]]],
  ])(
    'given an event that was carried over, when taken in, then it %s',
    async (_, readsCarried, settled) => {
      const { take, begun, places, commits } = givenPartition({ readsCarried })
      await take(written('u', 1, { traceparent: CARRIED }), written('u', 2))
      for (let n = 0; n < settled.length; n++) await begun[n]!.end()
      await passed(LINGER_MS)
      expect(places()).toEqual(settled)
      expect(stands(commits).at(-1)).toBe(2)
    },
  )

  test('given records that cannot be read, when taken in, then they wait for each other not', async () => {
    const { take, places } = givenPartition({ urgent: ['MemoryForgotten'] })
    await take(unreadable(1), unreadable(2))
    expect(places()).toEqual([[1], [2]])
  })

  test.each([
    ['event', [1, 1]],
    ['user', [1, 256]],
  ] as const)(
    'given much of a user, when grouped by %s, then so many are settled at a time: %s',
    async (grouping, sizes) => {
      const { take, begun, places } = givenPartition({ grouping })
      await take(...Array.from({ length: 300 }, (_, n) => written('u', n + 1)))
      await begun[0]!.end()
      expect(places().map((each) => each.length)).toEqual(
        grouping === 'user' ? [256, 44] : [...sizes],
      )
      expect(places().flat()).toEqual(
        Array.from({ length: places().flat().length }, (_, n) => n + 1),
      )
    },
  )

  test('given a partition that rests after calls, when many come, then each user’s next call takes what came meanwhile; a few wait for nothing', async () => {
    const { take, begun, places } = givenPartition({ grouping: 'user', restMs: 250 })
    const handled = async (position: number) => {
      await take(written('u', position))
      expect(places().at(-1)).toEqual([position])
      await begun.at(-1)!.end()
    }
    for (const position of [1, 2, 3, 4, 5]) await handled(position)
    await take(written('u', 6), written('v', 7), written('u', 8))
    expect(places()).toHaveLength(5)
    // The rest itself is no timer of the test's.
    await eventually(() => expect(places().slice(5)).toEqual([[6, 8], [7]]))
    await begun[5]!.end()
    await begun[6]!.end()
    await take(written('w', 9))
    expect(places()).toHaveLength(7)
    await eventually(() => expect(places().slice(7)).toEqual([[9]]))
  })

  test('given a partition that rests, when there is room for no more, then it rests no longer', async () => {
    const { take, begun, places, stopping } = givenPartition({
      grouping: 'user',
      restMs: 3_600_000,
    })
    for (let position = 1; position <= 5; position++) {
      await take(written('u', position))
      await begun.at(-1)!.end()
    }
    await take(...Array.from({ length: 8_191 }, (_, n) => written('u', n + 6)))
    expect(places()).toHaveLength(5)
    await take(written('v', 9_000))
    await eventually(() => expect(places().length).toBeGreaterThan(5))
    stopping.abort()
  })

  test('given no room, when all that was taken in ends before any of it is committed, then there is room after the commit', async () => {
    const { take, begun, commits, taken } = givenPartition({ grouping: 'user' })
    await take(...Array.from({ length: 8_192 }, (_, n) => written(`u${n % 32}`, n + 1)))
    expect([begun.length, taken]).toEqual([32, []])
    await Promise.all(begun.map(({ end }) => end()))
    expect([stands(commits), taken]).toEqual([[8_192], [8_192]])
  })

  test('given ten works with a note whose results do not fit, when the first work publishes a part, then it is committed, and they after it', async () => {
    const partition = givenPartition({ grouping: 'user' })
    const { begun, commits } = partition
    await givenFullNote(partition)
    await passed(LINGER_MS)
    const published: unknown[] = []
    void begun[0]!.work.publish([answer()], { parts: 1 }).then((at) => published.push(...at))
    await passed(LINGER_MS)
    expect(published).toHaveLength(1)
    await begun[0]!.end()
    await passed(LINGER_MS)
    expect(commits.at(-1)!.checkpoints).toMatchObject([{ position: 4_107, note: null }])
  })

  test.each([
    ['before', [], [LINGER_MS]],
    ['when', [LINGER_MS], []],
  ])(
    'given as much begun as may be, which waits for room for its note, %s the first place is open, then the work there begins',
    async (_, before, after) => {
      const work = Array.from({ length: 10 }, (_, n) => [n + 50, {}])
      const { take, begun, places } = givenPartition({
        turns: 1,
        note: JSON.stringify({ done: '', work }),
      })
      await take(written('u', 1))
      await take(written('u', 2), written('long', 3))
      await begun[0]!.end()
      for (const ms of before) await passed(ms)
      const { turn, reserve } = begun[1]!.work
      const reserved = turn.aside(() => reserve({}))
      for (const ms of [...after, 0]) await passed(ms)
      expect(places()).toEqual([[1], [3], [2]])
      await begun[2]!.end()
      await passed(LINGER_MS)
      await reserved
    },
  )

  test('given no room, when what others wait for is passed, then there is room', async () => {
    const more = { handles: ['ContentStored'], awaitedPast: ['MemoryForgotten'] } as const
    const { take, begun, hold, taken } = givenPartition({ ...more, grouping: 'user' })
    const release = hold()
    await take(written('u', 1))
    await begun[0]!.end()
    await passed(LINGER_MS)
    const many = Array.from({ length: 8_191 }, (_, n) => written('w', n + 2))
    await take(...many, written('v', 8_193, { type: 'MemoryForgotten' }))
    expect(taken).toEqual([1])
    release()
    await passed(0)
    expect(taken).toEqual([1, 8_192])
  })

  test('given a partition that rests, when it is taken away, then that waits for no rest', async () => {
    const { run, take, begun, places } = givenPartition({
      grouping: 'user',
      restMs: 3_600_000,
      closePatienceMs: 3_600_000,
    })
    for (let position = 1; position <= 5; position++) {
      await take(written('u', position))
      await begun.at(-1)!.end()
    }
    await take(written('u', 6))
    await run.close()
    expect(places()).toHaveLength(5)
  })

  test('given 8,192 events that are not done, when taken in, then the next are waited with until one is', async () => {
    const { take, begun, taken } = givenPartition()
    const some = Array.from({ length: 8_191 }, (_, n) => written('u', n + 1))
    expect(await take(...some)).toBe(1)
    expect(await take(written('u', 8_192))).toBe(1)
    await begun[0]!.end()
    expect(taken).toHaveLength(1)
    await passed(LINGER_MS)
    await begun[1]!.end()
    expect(taken).toHaveLength(2)
  })

  test('given 32 MiB that are not done, when taken in, then the next are waited with until one is', async () => {
    const { take, begun, taken } = givenPartition()
    const sealed = Buffer.alloc(MEGABYTE)
    const some = Array.from({ length: 31 }, (_, n) => written(`u${n}`, n + 1, { sealed }))
    expect(await take(...some, written('v', 32, { sealed: sealed.subarray(1) }))).toBe(1)
    expect(await take(written('w', 33, { sealed: sealed.subarray(-1) }))).toBe(1)
    await begun[4]!.end()
    expect(taken).toHaveLength(2)
    expect(await take(written('x', 34, { sealed }))).toBe(2)
    await begun[6]!.end()
    expect(taken).toHaveLength(3)
    expect(await take(written('y', 35))).toBe(4)
  })
})

describe('when it is committed', () => {
  test('given others that run, when something ends, then it lingers for them; the last goes at once', async () => {
    const { take, begun, commits } = givenPartition()
    await take(written('u', 1), written('v', 2))
    await begun[0]!.end()
    await passed(LINGER_MS - 1)
    expect(commits).toEqual([])
    await passed(1)
    expect(stands(commits)).toEqual([1])
    await begun[1]!.end()
    expect(stands(commits)).toEqual([1, 2])
  })
})

describe('while a commit is under way', () => {
  test('given others that run, when something ends meanwhile, then it lingers for them after that', async () => {
    const { take, begun, commits, hold } = givenPartition()
    await take(written('u', 1), written('v', 2), written('w', 3))
    const open = hold()
    await begun[0]!.end()
    await passed(LINGER_MS)
    await begun[1]!.end()
    open()
    await passed(SHORT_LINGER_MS - 1)
    expect(stands(commits)).toEqual([1])
    await passed(1)
    expect(stands(commits)).toEqual([1, 2])
  })
})

describe('whose turn it is', () => {
  test('given an urgent event, when it comes, then its user’s events up to it wait for no other user’s queue', async () => {
    const { take, begun, places } = givenPartition({
      turns: 1,
      urgent: ['FactAsserted', 'MemoryForgotten'],
      handles: ['ContentStored', 'MemoryForgotten'],
    })
    await take(...['u', 'v', 'x', 'y', 'z', 'w'].map((user, n) => written(user, n + 1)))
    await take(written('w', 7, { type: 'MemoryForgotten' }), written('w', 8))
    for (let n = 0; n < 8; n++) await begun[n]!.end()
    expect(places().flat()).toEqual([1, 6, 2, 7, 3, 4, 5, 8])
  })

  test('given an event that voids, when it comes, then what waits is done with and what is settled is ended', async () => {
    const { runtime, take, begun, places, commits } = givenPartition({
      voids: ({ version }) => version === 2,
    })
    await take(written('u', 1), written('u', 2), written('u', 3), written('v', 4))
    const { signal } = begun[0]!.work
    expect(signal.aborted).toBe(false)
    await take(written('u', 5, { version: 2 }))
    expect([signal.aborted, begun[1]!.work.signal.aborted]).toEqual([true, false])
    expect(signal.reason).toEqual(new Error('a later event has made this one void'))
    await expect(begun[0]!.work.publish([answer()], {})).rejects.toBe(signal.reason)
    await expect(begun[0]!.work.reserve({})).rejects.toBe(signal.reason)
    await begun[0]!.end([answer()])
    expect(places()).toEqual([[1], [4], [5]])
    const [first, second] = [answer(), answer()]
    await begun[2]!.end([second])
    await begun[1]!.end([first])
    await passed(LINGER_MS)
    expect(commits.flatMap(({ records }) => records)).toEqual([first, second])
    expect(stands(commits).at(-1)).toBe(5)
    const counted = (await runtime.telemetry.events.get()).values
    expect(counted.map(({ labels, value }) => [labels.outcome, value])).toEqual([['handled', 5]])
  })

  test('given work that has ended, when a later event voids what follows it, then it is not told to end', async () => {
    const { take, begun, places } = givenPartition({
      turns: 1,
      voids: ({ version }) => version === 2,
    })
    await take(written('u', 1), written('v', 2), written('u', 3))
    await begun[0]!.end()
    await take(written('u', 4, { version: 2 }))
    expect([places(), begun[0]!.work.signal.aborted]).toEqual([[[1], [2]], false])
  })

  test('given an event that voids one whose work fails, when it fails, then no failure is reported and the partition goes on', async () => {
    const { take, begun, places, failures } = givenPartition({
      voids: ({ version }) => version === 2,
    })
    await take(written('u', 1))
    await take(written('u', 2, { version: 2 }))
    await begun[0]!.fail(new Error('ended'))
    expect([failures, places()]).toEqual([[], [[1], [2]]])
  })

  test('given an event that voids and comes first, when another follows it, then both are settled', async () => {
    const { take, begun, places, commits } = givenPartition({
      voids: ({ version }) => version === 2,
    })
    await take(written('u', 1, { version: 2 }))
    await take(written('u', 2))
    await begun[0]!.end()
    expect(begun[0]!.work.signal.aborted).toBe(false)
    await begun[1]!.end()
    await passed(LINGER_MS)
    expect([places(), stands(commits).at(-1)]).toEqual([[[1], [2]], 2])
  })

  test('given clients that go first, when work comes, then it waits in its turn until they are gone, or something urgent comes', async () => {
    let isGone = false
    const { take, begun, places } = givenPartition({
      turns: 1,
      handles: ['ContentStored', 'MemoryForgotten'],
      urgent: ['MemoryForgotten'],
      throttle: async (isUrgent) => {
        while (!isGone && !isUrgent()) await new Promise((resolve) => setTimeout(resolve, 1))
      },
    })
    await take(written('u', 1))
    await passed(9)
    expect(places()).toEqual([])
    await take(written('v', 2, { type: 'MemoryForgotten' }))
    await passed(9)
    await begun[0]!.end()
    expect(places()).toEqual([[1], [2]])
    await begun[1]!.end()
    await take(written('w', 3))
    await passed(9)
    expect(places()).toHaveLength(2)
    isGone = true
    await passed(1)
    expect(places()).toEqual([[1], [2], [3]])
  })
})

describe('what follows the event that is settled', () => {
  test.each([
    ['a turn is left over', 3, [2, 3]],
    ['no turn is left over', 2, []],
  ])('given that %s, when asked for, then only then is it told', async (_, turns, told) => {
    const { take, begun } = givenPartition({ turns })
    await take(...[1, 2, 3, 4].map((position) => written('u', position)), written('v', 5))
    const following = begun[0]!.work.following(2)
    expect(following.map(({ position }) => position)).toEqual(told)
  })

  test('given that the event is void, when asked for, then none is told', async () => {
    const { take, begun } = givenPartition({ voids: ({ version }) => version === 2 })
    await take(written('u', 1))
    await take(written('u', 2, { version: 2 }))
    expect(begun[0]!.work.following(2)).toEqual([])
  })
})

describe('work in parts', () => {
  test('given a part that is published, when asked for the note, then it is the last one', async () => {
    const { take, begun, commits } = givenPartition()
    await take(written('u', 1))
    const { work } = begun[0]!
    expect(work.note).toBeNull()
    const part = answer()
    const published = work.publish([part], { parts: 1 })
    await passed(0)
    expect(await published).toHaveLength(1)
    expect(work.note).toEqual({ parts: 1 })
    expect(commits.map(({ records }) => records)).toEqual([[part]])
  })

  test('given five works that keep a note, when kept, then four are in the next checkpoint and the fifth is lost', async () => {
    const { take, begun, commits } = givenPartition()
    await take(...[1, 2, 3, 4, 5].map((n) => written(`u${n}`, n)))
    for (const { work } of begun) work.keep({ tried: 1 })
    begun[1]!.work.keep({ tried: 2 })
    await passed(SOON_MS - 1)
    expect(commits).toEqual([])
    await passed(1)
    expect(begun.map(({ work }) => work.note)).toEqual([
      { tried: 1 },
      { tried: 2 },
      { tried: 1 },
      { tried: 1 },
      null,
    ])
    expect(JSON.parse(commits[0]!.checkpoints[0]!.note!).work).toHaveLength(4)
  })

  test('given a lost note alone, when kept, then there is nothing to commit', async () => {
    const work = [1, 2, 3, 4].map((n) => [n, {}])
    const { take, begun, commits } = givenPartition({ note: JSON.stringify({ done: '', work }) })
    await take(written('u', 5))
    begun[0]!.work.keep({ tried: 1 })
    await passed(IDLE_MS)
    expect(commits).toEqual([])
  })

  test('given a part that waits because as many others have a note, when an event voids its work, then it is never published, and that event waits for nothing', async () => {
    const { take, begun, places, commits } = givenPartition({
      voids: ({ version }) => version === 2,
    })
    await take(...Array.from({ length: 11 }, (_, n) => written(`u${n}`, n + 1)))
    for (const { work } of begun.slice(0, 10)) await work.publish([answer()], { parts: 1 })
    const late = begun[10]!
    const isVoid = expect(late.work.publish([answer()], { parts: 1 })).rejects.toThrow(
      'made this one void',
    )
    await take(written('u10', 12, { version: 2 }))
    await isVoid
    await late.end()
    expect(places().at(-1)).toEqual([12])
    await begun[0]!.end([])
    await passed(IDLE_MS)
    expect(commits.flatMap(({ records }) => records)).toHaveLength(10)
  })

  test('given a part that waits for a commit under way, when an event voids its work, then it is never published', async () => {
    const { take, begun, commits, hold } = givenPartition({ voids: ({ version }) => version === 2 })
    await take(written('u', 1), written('v', 2))
    const open = hold()
    const ofOther = answer()
    await begun[1]!.end([ofOther])
    await passed(LINGER_MS)
    const waiting = begun[0]!.work.publish([answer()], {})
    const isVoid = expect(waiting).rejects.toThrow('made this one void')
    await take(written('u', 3, { version: 2 }))
    await isVoid
    open()
    await passed(IDLE_MS)
    expect(commits.flatMap(({ records }) => records)).toEqual([ofOther])
  })

  test('given a part in a commit that is under way, when an event voids its work, then it is published, because the log may have it', async () => {
    const { take, begun, hold } = givenPartition({ voids: ({ version }) => version === 2 })
    await take(written('u', 1))
    const open = hold()
    const published = begun[0]!.work.publish([answer()], { parts: 1 })
    await take(written('u', 2, { version: 2 }))
    open()
    expect(await published).toHaveLength(1)
  })
})
