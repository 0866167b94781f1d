// What is committed when: one commit at a time, of all finished work, soon or at once.
import { describe, expect, test, vi } from 'vitest'
import type { LogPosition } from '../../../../infra/ports/event-log.ts'
import {
  AT,
  IDLE_MS,
  LINGER_MS,
  passed,
  SHORT_LINGER_MS,
  SOON_MS,
  stands,
} from '../given-commits.ts'
import { ended, givenCommitter, record } from '../given-committer.ts'

/** Places so far from each other that a note names each. */
const apart = (count: number) => Array.from({ length: count }, (_, n) => 1 + 40 * n)

/** The commit of the first place is under way, until `open` is called. */
async function givenUnderWay(places: number) {
  const given = givenCommitter({ places })
  const open = given.hold()
  given.committer.add(ended(1))
  await passed(LINGER_MS)
  return { ...given, open }
}

describe('what has ended', () => {
  test('given that others run, when it ends, then all of a moment is one commit, in the order of the log', async () => {
    const { committer, commits } = givenCommitter({ places: 4 })
    const [first, second] = [record(), record()]
    committer.add(ended(2, { records: [second] }))
    await passed(LINGER_MS - 1)
    committer.add(ended(1, { records: [first] }))
    expect(commits).toEqual([])
    await passed(1)
    expect(commits).toEqual([
      {
        group: 'subject',
        records: [first, second],
        checkpoints: [{ ...AT, position: 2, note: null }],
      },
    ])
    committer.add(ended(3))
    await passed(LINGER_MS - 1)
    expect(commits).toHaveLength(1)
    await passed(1)
    expect(stands(commits)).toEqual([2, 3])
  })

  test('given that nothing runs any more, when told so, then it is committed at once', async () => {
    const { committer, commits, busy } = givenCommitter({ places: 1 })
    committer.add(ended(1))
    committer.idle()
    await passed(0)
    expect(commits).toEqual([])
    busy.now = false
    committer.idle()
    await passed(0)
    expect(stands(commits)).toEqual([1])
  })

  test('given a commit under way, when more ends, then it waits for that and is one commit more', async () => {
    const { committer, commits, busy, open } = await givenUnderWay(3)
    expect(stands(commits)).toEqual([1])
    busy.now = false
    committer.add(ended(2))
    committer.idle()
    committer.add(ended(3))
    committer.moved()
    await passed(IDLE_MS)
    expect(commits).toHaveLength(1)
    open()
    await passed(0)
    expect(stands(commits)).toEqual([1, 3])
    await passed(IDLE_MS)
    expect(commits).toHaveLength(2)
  })

  test('given a commit under way, when more ends while others run, then it lingers after that', async () => {
    const { committer, commits, open } = await givenUnderWay(2)
    committer.add(ended(2))
    open()
    await passed(SHORT_LINGER_MS - 1)
    expect(commits).toHaveLength(1)
    await passed(1)
    expect(stands(commits)).toEqual([1, 2])
  })

  test('given a commit that two shared, when more ends, then it lingers as long again', async () => {
    const { committer, commits } = givenCommitter({ places: 3 })
    for (const position of [1, 2]) committer.add(ended(position))
    await passed(LINGER_MS)
    committer.add(ended(3))
    await passed(LINGER_MS - 1)
    expect(stands(commits)).toEqual([2])
    await passed(1)
    expect(stands(commits)).toEqual([2, 3])
  })

  test('given more than a note holds, when it ends, then the rest is committed once there is room', async () => {
    const { committer, progress, commits } = givenCommitter({ noteLimit: 2_540 })
    const places = apart(120)
    for (const position of places) progress.add(position)
    for (const position of places.slice(1)) committer.add(ended(position))
    await passed(LINGER_MS)
    expect(commits[0]!.checkpoints[0]!.note).toContain('"done"')
    expect(progress.open()).toBe(20)
    committer.add(ended(places[0]!))
    await passed(LINGER_MS)
    expect(stands(commits).at(-1)).toBe(places.at(-1))
    expect(progress.open()).toBe(0)
  })

  test('given more than a note holds and nothing that runs, when told so, then the rest is left to the next start', async () => {
    const { committer, progress, commits, busy } = givenCommitter({ noteLimit: 2_540 })
    const [first, ...others] = apart(120)
    for (const position of [first!, ...others]) progress.add(position)
    for (const position of others) committer.add(ended(position))
    busy.now = false
    committer.idle()
    await passed(IDLE_MS)
    expect(commits).toHaveLength(1)
    await committer.finish()
    expect([commits.length, progress.open()]).toEqual([1, 20])
  })

  test('given groups that begin in one order and end in another, when all have ended, then all are committed', async () => {
    const { committer, commits, busy } = givenCommitter({ places: 400, noteLimit: 2_540 })
    const group = (...positions: readonly number[]) => ({
      group: positions.map((position) => ({ ...AT, position, event: null, defect: null })),
    })
    const even = Array.from({ length: 199 }, (_, n) => 2 * n + 2)
    const odd = even.map((position) => position + 1)
    committer.add(ended(0, group(1, 400)))
    committer.add(ended(0, group(...even)))
    committer.add(ended(0, group(...odd)))
    busy.now = false
    committer.idle()
    await passed(IDLE_MS)
    expect(stands(commits)).toEqual([400])
  })

  test('given what it made, when committed, then each is told its own places, and it is counted', async () => {
    const { runtime, committer } = givenCommitter({ places: 3 })
    const told: (readonly LogPosition[])[] = []
    const committed = (places: readonly LogPosition[]) => void told.push(places)
    committer.add(ended(1, { records: [record(), record()], committed }))
    committer.add(ended(2, { records: [record()], isDeadLettered: true }))
    committer.add(ended(3, { records: [record()], committed }))
    await passed(LINGER_MS)
    const { topic, partition } = told[0]![0]!
    expect([topic, partition]).toEqual(['memory.facts.v1', 0])
    expect(told.map((places) => places.map(({ position }) => position))).toEqual([[1, 2], [4]])
    const counted = (await runtime.telemetry.events.get()).values
    expect(counted.map(({ labels, value }) => [labels, value])).toEqual([
      [{ processor: 'subject', outcome: 'handled' }, 2],
      [{ processor: 'subject', outcome: 'parked' }, 1],
    ])
  })
})

describe('what has ended without a result', () => {
  const nothing = (position: number) => ended(position, { records: [] })

  test('given nothing else, when it ends, then it is told at once, and its checkpoint waits', async () => {
    const { committer, commits } = givenCommitter({ places: 2 })
    const committed = vi.fn()
    committer.add({ ...nothing(1), committed })
    expect(committed.mock.calls).toEqual([[[]]])
    committer.add(nothing(2))
    await passed(IDLE_MS - 1)
    expect(commits).toEqual([])
    await passed(1)
    expect(stands(commits)).toEqual([2])
  })

  test('given what has a result, when that is committed, then the checkpoint of both goes with it', async () => {
    const { committer, commits } = givenCommitter({ places: 2 })
    committer.add(nothing(1))
    committer.add(ended(2))
    await passed(LINGER_MS)
    expect(stands(commits)).toEqual([2])
    await passed(IDLE_MS)
    expect(commits).toHaveLength(1)
  })

  test('given more than a note holds, when it ends, then it waits for room as what has a result does', async () => {
    const places = apart(300)
    const { committer, progress, commits } = givenCommitter({ noteLimit: 2_700 })
    for (let position = 1; position <= 40 * 300; position++) progress.add(position)
    const committed = vi.fn()
    for (const position of places.slice(1)) committer.add({ ...nothing(position), committed })
    const told = committed.mock.calls.length
    expect(told).toBeLessThan(299)
    committer.add({ ...nothing(1), committed })
    await passed(IDLE_MS)
    expect(committed.mock.calls.length).toBeGreaterThan(told)
    expect(stands(commits)[0]).toBe(1)
  })

  test('given a part that waits for room for its note, when work with one ends, then the part is published', async () => {
    const { committer, commits } = givenCommitter({ places: 12 })
    for (let position = 1; position <= 10; position++)
      await committer.publish({ records: [record()], position, note: { parts: 1 } })
    const last = committer.publish({ records: [record()], position: 11, note: { parts: 1 } })
    await passed(LINGER_MS)
    const before = commits.length
    committer.add(nothing(1))
    await last
    expect(commits).toHaveLength(before + 1)
  })
})

describe('a stand that moved', () => {
  test.each([
    ['a second where nothing is said', undefined, IDLE_MS],
    ['as long as is said', 7, 7],
  ])(
    'given nothing to append, when it moves, then it is committed once after %s',
    async (_, idleMs, afterMs) => {
      const { committer, progress, commits } = givenCommitter({ places: 1, idleMs })
      progress.finish(1)
      committer.moved()
      committer.idle()
      await passed(afterMs - 1)
      committer.moved()
      expect(commits).toEqual([])
      await passed(1)
      expect(commits).toEqual([
        { group: 'subject', records: [], checkpoints: [{ ...AT, position: 1, note: null }] },
      ])
      committer.idle()
      expect(vi.getTimerCount()).toBe(0)
      await passed(10 * IDLE_MS)
      expect(commits).toHaveLength(1)
    },
  )

  test('given a note, when it is kept, then it is committed after 200 ms, and what moves then waits as long as before', async () => {
    const { committer, progress, commits } = givenCommitter({ places: 2 })
    progress.finish(1)
    committer.moved()
    committer.soon()
    await passed(SOON_MS - 1)
    expect(commits).toEqual([])
    await passed(1)
    expect(stands(commits)).toEqual([1])
    progress.finish(2)
    committer.moved()
    await passed(IDLE_MS - 1)
    expect(commits).toHaveLength(1)
    await passed(1)
    expect(stands(commits)).toEqual([1, 2])
  })

  test('given a commit of a note under way, when the stand moves, then it waits as long as one without a note', async () => {
    const { committer, progress, commits, hold } = givenCommitter({ places: 2 })
    progress.finish(1)
    const open = hold()
    committer.soon()
    await passed(SOON_MS)
    expect(stands(commits)).toEqual([1])
    progress.finish(2)
    committer.moved()
    open()
    await passed(IDLE_MS - 1)
    expect(commits).toHaveLength(1)
    await passed(1)
    expect(stands(commits)).toEqual([1, 2])
  })

  test('given a commit under way, when a note is kept, then it is committed as soon after that', async () => {
    const { committer, commits, open } = await givenUnderWay(2)
    committer.soon()
    open()
    await passed(SOON_MS)
    expect(commits).toHaveLength(2)
  })

  test('given one that waits, when something ends, then it goes with that', async () => {
    const { committer, progress, commits } = givenCommitter({ places: 2 })
    progress.finish(1)
    committer.moved()
    committer.add(ended(2))
    await passed(LINGER_MS)
    expect(stands(commits)).toEqual([2])
    await passed(IDLE_MS)
    expect(commits).toHaveLength(1)
  })

  test('given one that waits, when a commit is under way at its time, then nothing is committed beside that', async () => {
    const { committer, commits, hold } = givenCommitter({ places: 2 })
    const open = hold()
    committer.moved()
    committer.add(ended(1))
    await passed(LINGER_MS)
    committer.add(ended(2))
    await passed(IDLE_MS)
    expect(stands(commits)).toEqual([1])
    open()
    await passed(LINGER_MS)
    expect(stands(commits)).toEqual([1, 2])
  })

  test('given a commit under way, when it moves, then it is committed later', async () => {
    const { committer, progress, commits, open } = await givenUnderWay(2)
    progress.finish(2)
    committer.moved()
    open()
    await passed(IDLE_MS - 1)
    expect(commits).toHaveLength(1)
    await passed(1)
    expect(stands(commits)).toEqual([1, 2])
  })
})

describe('a part', () => {
  test('given what has ended, when published, then both are committed at once, with its note', async () => {
    const { committer, progress, commits } = givenCommitter({ places: 2 })
    const [of, part] = [record(), record()]
    committer.add(ended(2, { records: [of] }))
    const published = committer.publish({ records: [part], position: 1, note: { parts: 1 } })
    await passed(0)
    expect(commits).toHaveLength(1)
    expect(commits[0]!.records).toEqual([part, of])
    expect(commits[0]!.checkpoints[0]).toMatchObject({ ...AT, position: -1 })
    expect(progress.noteOf(1)).toEqual({ parts: 1 })
    expect(JSON.parse(commits[0]!.checkpoints[0]!.note!).work).toEqual([[1, { parts: 1 }]])
    expect(await published).toEqual([{ topic: 'memory.facts.v1', partition: 0, position: 1 }])
  })

  test('given a commit under way, when published, then it goes right after that', async () => {
    const { committer, commits, hold } = givenCommitter({ places: 2 })
    const open = hold()
    committer.add(ended(2))
    await passed(LINGER_MS)
    const published = committer.publish({ records: [record()], position: 1, note: {} })
    await passed(IDLE_MS)
    expect(commits).toHaveLength(1)
    open()
    await passed(0)
    expect(commits).toHaveLength(2)
    expect(await published).toHaveLength(1)
  })

  test('given as many in parts as a checkpoint notes, when one more is published, then it waits until one has ended', async () => {
    const { committer, progress, commits } = givenCommitter({ places: 12 })
    const publish = (position: number) =>
      committer.publish({ records: [record()], position, note: { parts: 1 } })
    await Promise.all([1, 2, 3, 4, 5, 6, 7, 8, 9, 10].map(publish))
    const before = commits.length
    let isPublished = false
    const late = publish(11).then(() => {
      isPublished = true
    })
    await publish(3)
    expect(commits.length).toBe(before + 1)
    await passed(IDLE_MS)
    expect([commits.length, isPublished]).toEqual([before + 1, false])
    committer.add(ended(5))
    await passed(LINGER_MS)
    await late
    expect(progress.noteOf(11)).toEqual({ parts: 1 })
  })

  test('given room for its note, when it is reserved, then it is kept without a commit, in place of none', async () => {
    const { committer, progress, commits } = givenCommitter({ places: 2 })
    await committer.reserve({ position: 2, note: { parts: 0 } })
    await committer.publish({ records: [], position: 1, note: { parts: 1 } })
    await committer.reserve({ position: 1, note: { parts: 0 } })
    expect([progress.noteOf(1), progress.noteOf(2)]).toEqual([{ parts: 1 }, { parts: 0 }])
    expect(commits).toHaveLength(1)
  })

  test('given no room for its note, when it is reserved, then that waits until a work with one has ended', async () => {
    const { committer, progress } = givenCommitter({ places: 12 })
    for (let position = 2; position <= 11; position++) progress.keep(position, {})
    let isReserved = false
    const late = committer.reserve({ position: 12, note: { parts: 0 } }).then(() => {
      isReserved = true
    })
    await passed(IDLE_MS)
    expect(isReserved).toBe(false)
    committer.add(ended(5))
    await passed(LINGER_MS)
    await late
    expect(progress.noteOf(12)).toEqual({ parts: 0 })
  })
})
