// Whether a snapshot is worth restoring, and interruptions of a restore: the snapshot is replaced or destroyed, the
// store fails, or the service stops.
import { describe, expect, test } from 'vitest'
import type { ObjectStore } from '../../../../infra/ports/object-store.ts'
import { Outage } from '../../../../infra/runtime/fail/retry.ts'
import {
  destroySnapshots,
  putManifest,
} from '../../../../infra/runtime/snapshots/kept-snapshots.ts'
import { type Manifest, manifestKey } from '../../../../infra/runtime/snapshots/manifest.ts'
import {
  type Restoring,
  restoreSnapshot,
  usableSnapshot,
} from '../../../../infra/runtime/snapshots/restore-snapshot.ts'
import { nextTurn } from '../../../../infra/runtime/turns/next-turn.ts'
import { createDirectories } from '../../sqlite/directory.ts'
import { FACTS, givenSnapshots, PARTITION, WRITES } from './given-snapshots.ts'

const newDirectory = createDirectories()
const ANNA = { appId: 'app', userId: 'anna' }
const MEMORY = { name: 'memory', partition: PARTITION } as const

/** A snapshot of so many segments, and a process that restores it. */
async function givenTaken(segments = 1) {
  const given = givenSnapshots(newDirectory())
  const first = given.process('first')
  const more = async (count: number) => {
    await given.write(
      ANNA,
      Array.from({ length: count }, (_, n) => `lantern ${n}`),
    )
    await first.assign()
    return first.take('memory')
  }
  // Many, so that changes do not outweigh them.
  await more(segments * 3)
  for (let taken = 1; taken < segments; taken++) await more(1)
  const newest = (await given.newest('memory'))!
  expect(newest.segments).toHaveLength(segments)
  const told: string[] = []
  const stop = new AbortController()
  const second = given.process('second')
  const restoring = (changed: Partial<Restoring> = {}): Restoring => ({
    ...given.parts,
    objects: given.objects,
    rows: second.states.snapshots!.rows,
    of: MEMORY,
    signal: stop.signal,
    progress: () => {},
    unusable: (why) => void told.push(why),
    ...changed,
  })
  const reading = (get: (key: string) => Promise<Uint8Array | null>): ObjectStore => ({
    ...given.objects,
    get: (key) => (key.includes('/segments/') ? get(key) : given.objects.get(key)),
  })
  return {
    ...given,
    first,
    second,
    more,
    newest,
    told,
    stop,
    restoring,
    reading,
  }
}

describe('a snapshot is worth restoring', () => {
  async function givenManifest(change: Partial<Manifest>) {
    const given = await givenTaken()
    const [key] = await given.keys.current([{ appId: '~snapshots', userId: 'memory-0' }])
    await given.objects.deleteMany([manifestKey(MEMORY, 1)])
    await putManifest(given, MEMORY, { made: { ...given.newest, ...change }, key: key! })
    return given
  }
  const endsAt = (position: number | undefined) => async () =>
    new Map(position === undefined ? [] : [[PARTITION, position]])

  test.each([
    [19_999, 1],
    [19_998, undefined],
  ])('that is at %i of a topic of which the state holds nothing: %s', async (position, number) => {
    const given = await givenManifest({ checkpoints: { [FACTS]: position }, witnesses: [] })
    const log = { ...given.log, ends: endsAt(20_000) }
    const usable = await usableSnapshot(given.restoring({ log }), new Map([[WRITES, 1] as const]))
    expect(usable?.number).toBe(number)
    expect(given.told).toEqual([])
  })

  test('unless the log is empty', async () => {
    const given = await givenManifest({ checkpoints: { [FACTS]: 0 }, witnesses: [] })
    const log = { ...given.log, ends: endsAt(undefined) }
    expect(await usableSnapshot(given.restoring({ log }), new Map())).toBeNull()
    expect(given.told).toEqual(['it is of another log'])
  })

  test('also where the events at its places have been erased since', async () => {
    const given = await givenTaken()
    expect(given.newest.witnesses.length).toBeGreaterThan(0)
    const log = { ...given.log, read: async function* () {} }
    expect(await usableSnapshot(given.restoring({ log }), new Map())).toMatchObject({ number: 1 })
  })
})

describe('while a snapshot is restored', () => {
  test('progress is told with each segment, and the rows are counted', async () => {
    const given = await givenTaken(3)
    const told: number[][] = []
    const progress = (...at: number[]) => void told.push(at)
    const rows = await restoreSnapshot(given.restoring({ progress }), given.newest)
    // Facts and their write, each time.
    expect(told).toEqual([
      [10, 14],
      [12, 14],
      [14, 14],
    ])
    expect(rows).toBe(14)
  })

  test('segments are fetched ahead of their turn, three at most', async () => {
    const given = await givenTaken(7)
    let underWay = 0
    let most = 0
    const objects = given.reading(async (key) => {
      most = Math.max(most, ++underWay)
      for (let turns = 0; turns < 20; turns++) await nextTurn()
      underWay--
      return given.objects.get(key)
    })
    expect(await restoreSnapshot(given.restoring({ objects }), given.newest)).toBe(34)
    expect(most).toBe(3)
  })

  test('one that was destroyed is given up', async () => {
    const given = await givenTaken()
    const objects = given.reading(async (key) => {
      await destroySnapshots(given, MEMORY)
      return given.objects.get(key)
    })
    expect(await restoreSnapshot(given.restoring({ objects }), given.newest)).toBeNull()
    expect(given.told).toEqual(['a segment is missing'])
  })

  test('one that is damaged is read once', async () => {
    const given = await givenTaken()
    let read = 0
    const objects = given.reading(async () => {
      read++
      return null
    })
    expect(await restoreSnapshot(given.restoring({ objects }), given.newest)).toBeNull()
    expect(read).toBe(1)
    expect(given.told).toEqual(['a segment is missing'])
  })

  test('one that is replaced each time is given up at the third', async () => {
    const given = await givenTaken()
    let looks = 0
    const objects: ObjectStore = {
      ...given.reading(async () => null),
      // It looks for the snapshot again after each failure.
      list: async (options) => {
        looks++
        await given.more(1)
        return given.objects.list(options)
      },
    }
    expect(await restoreSnapshot(given.restoring({ objects }), given.newest)).toBeNull()
    expect(given.told).toEqual(['a segment is missing'])
    expect(looks).toBe(3)
  })

  test.each([
    ['a store that cannot be reached', new Outage('down')],
    ['a configuration that is wrong', Object.assign(new Error('wrong'), { fatal: true })],
  ])('%s is met by who waits, and the snapshot stays usable', async (_, error) => {
    const given = await givenTaken()
    const objects = given.reading(() => Promise.reject(error))
    await expect(restoreSnapshot(given.restoring({ objects }), given.newest)).rejects.toBe(error)
    expect(given.told).toEqual([])
  })

  test('failures caused by the service’s stop are not reported', async () => {
    const given = await givenTaken()
    const objects = given.reading(async () => {
      given.stop.abort(new Error('stopping'))
      return null
    })
    const restored = restoreSnapshot(given.restoring({ objects }), given.newest)
    await expect(restored).rejects.toThrow('stopping')
    expect(given.told).toEqual([])
  })

  test('nothing more of it is read where the service stops between two segments', async () => {
    const given = await givenTaken(2)
    const progress = () => given.stop.abort(new Error('stopping'))
    const restored = restoreSnapshot(given.restoring({ progress }), given.newest)
    await expect(restored).rejects.toThrow('stopping')
    expect(given.second.states.snapshots!.rows.standing(MEMORY).basedOn).toBeNull()
  })

  test('a segment that fails ahead of its turn is thrown in its turn, and only there', async () => {
    const given = await givenTaken(2)
    const unhandled: unknown[] = []
    const note = (reason: unknown) => void unhandled.push(reason)
    process.on('unhandledRejection', note)
    const [before] = given.newest.segments
    const objects = given.reading(async (key) => {
      if (key !== before!.key) return null
      for (let turns = 0; turns < 20; turns++) await nextTurn()
      return given.objects.get(key)
    })
    const restored = restoreSnapshot(given.restoring({ objects }), given.newest)
    expect(await restored.finally(() => process.off('unhandledRejection', note))).toBeNull()
    expect(unhandled).toEqual([])
    expect(given.told).toEqual(['a segment is missing'])
  })
})
