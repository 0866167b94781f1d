// Taking a snapshot: what it costs where nothing has changed, what it leaves out, and what remains where it fails.
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { ObjectStore } from '../../../../infra/ports/object-store.ts'
import type { StateRows } from '../../../../infra/ports/states.ts'
import {
  eventAt,
  pauseAfter,
  type Taking,
} from '../../../../infra/runtime/snapshots/take-snapshot.ts'
import { nextTurn } from '../../../../infra/runtime/turns/next-turn.ts'
import { eventually } from '../../../contracts/eventually.ts'
import { createDirectories } from '../../sqlite/directory.ts'
import { recordsOf } from '../given.ts'
import { FACTS, givenSnapshots, PARTITION, WRITES } from './given-snapshots.ts'

const newDirectory = createDirectories()
const ANNA = { appId: 'app', userId: 'anna' }
const BEN = { appId: 'app', userId: 'ben' }

afterEach(() => void vi.restoreAllMocks())

async function givenState(words: readonly string[] = ['lantern', 'kettle']) {
  const given = givenSnapshots(newDirectory())
  await given.write(ANNA, words)
  const own = await given.assigned('own')
  const { rows } = own.states.snapshots!
  return {
    ...given,
    own,
    rows,
    take: (changed: Partial<Taking> = {}) => own.take('memory', changed),
  }
}

test('given nothing that has changed, when it is looked at, then neither keys nor objects are asked for', async () => {
  const given = await givenState()
  await given.take()
  const asked: string[] = []
  const telling = <T extends object>(of: T): T =>
    new Proxy(of, {
      get: (target, name) => {
        asked.push(String(name))
        return Reflect.get(target, name)
      },
    })
  const parts = { keys: telling(given.keys), objects: telling(given.objects) }
  expect(await given.take(parts)).toBeNull()
  expect(asked).toEqual([])
  await given.write(ANNA, ['drum'])
  await given.own.assign()
  expect(await given.take(parts)).toMatchObject({ of: 'changed' })
  expect(asked).not.toEqual([])
})

test('given a snapshot, when it was taken, then it tells how much it is', async () => {
  const given = await givenState()
  const taken = await given.take()
  const [segment] = (await given.newest('memory'))!.segments
  const body = (await given.objects.get(segment!.key))!
  expect(taken).toEqual({ of: 'all', rows: 3, segments: 1, bytes: body.length })
  expect(segment).toMatchObject({ rows: 3, bytes: body.length, of: 'all' })
  await given.write(ANNA, ['drum'])
  await given.own.assign()
  await given.take()
  const { segments } = (await given.newest('memory'))!
  expect(segments[0]).toEqual(segment)
  expect(segments[1]).toMatchObject({ rows: 2, of: 'changed' })
})

test('given a snapshot, when it was taken, then it says where the state stood, and which events stand there', async () => {
  const given = await givenState()
  const nowMs = Date.parse('2026-06-01T08:00:00.000Z')
  await given.take({ now: () => new Date(nowMs) })
  const made = (await given.newest('memory'))!
  const ends = async (topic: typeof WRITES | typeof FACTS) =>
    (await given.log.ends(topic)).get(PARTITION)
  expect(made).toMatchObject({ number: 1, takenAt: '2026-06-01T08:00:00.000Z' })
  expect(made.checkpoints).toEqual({ [WRITES]: await ends(WRITES), [FACTS]: await ends(FACTS) })
  const witnesses = await Promise.all(
    Object.entries(made.checkpoints).map(async ([topic, position]) => ({
      topic,
      position,
      id: await eventAt(given.log, {
        topic: topic as typeof WRITES,
        partition: PARTITION,
        position,
      }),
    })),
  )
  expect(made.witnesses).toEqual(witnesses)
})

test('given puts that were repeated because their answers were lost, when a snapshot is taken, then it counts, and is continued', async () => {
  const given = await givenState()
  const repeats: ObjectStore = {
    ...given.objects,
    putMany: async (objects) => {
      await given.objects.putMany(objects)
      return given.objects.putMany(objects)
    },
  }
  expect(await given.take({ objects: repeats })).toMatchObject({ of: 'all' })
  const [segment] = (await given.newest('memory'))!.segments
  expect(await given.objects.get(segment!.key)).not.toBeNull()
  await given.write(ANNA, ['drum'])
  await given.own.assign()
  expect(await given.take({ objects: repeats })).toMatchObject({ of: 'changed' })
})

test('given a snapshot of which a segment is gone, when something changes, then all rows are taken again', async () => {
  const given = await givenState()
  await given.take()
  const [segment] = (await given.newest('memory'))!.segments
  await given.objects.deleteMany([segment!.key])
  await given.write(ANNA, ['drum'])
  await given.own.assign()
  expect(await given.take()).toMatchObject({ of: 'all' })
  expect((await given.newest('memory'))!.segments.map(({ key }) => key)).not.toContain(segment!.key)
})

test('given a place of which the event was erased, when a snapshot is taken, then nothing is its witness', async () => {
  const given = await givenState()
  const { log } = given
  const read: typeof log.read = (stretch) =>
    stretch.topic === FACTS ? (async function* () {})() : log.read(stretch)
  await given.take({ log: { ...log, read } })
  expect((await given.newest('memory'))!.witnesses.map(({ topic }) => topic)).toEqual([WRITES])
})

test('given a place of the log, when it is asked what stands there, then that event is told and no other', async () => {
  const given = await givenState()
  await given.write(BEN, ['violin'])
  const ids: (string | null)[] = []
  const first = { topic: FACTS, partition: PARTITION } as const
  const all: (string | null)[] = []
  for (const { event, position } of await recordsOf(given.log, FACTS)) {
    all.push(event!.id)
    ids.push(await eventAt(given.log, { ...first, position }))
  }
  expect(ids).toEqual(all)
  expect(await eventAt(given.log, { ...first, position: 1_000 })).toBeNull()
  // A log may return more than was requested.
  const log = { ...given.log, read: () => given.log.read(first) }
  expect(await eventAt(log, { ...first, position: 2 })).toBe(all[1])
  expect(await eventAt(log, { ...first, position: 1_000 })).toBeNull()
})

test('given no user whose key is left, when a snapshot is taken, then it holds no segment', async () => {
  const given = await givenState()
  await given.keys.rotate(ANNA)
  await given.keys.destroy(ANNA, 1)
  expect(await given.take()).toEqual({ of: 'all', rows: 0, bytes: 0, segments: 0 })
  expect(await given.keysOf('memory/')).toHaveLength(1)
})

describe('given a log that goes on behind the state,', () => {
  test('when nothing is forgotten there, then a snapshot is taken', async () => {
    const given = await givenState()
    await given.write(BEN, ['violin'])
    expect(await given.take()).toMatchObject({ of: 'all', rows: 3 })
  })

  test('when something is forgotten among other events, then none is taken', async () => {
    const given = await givenState()
    await given.write(BEN, ['violin'])
    await given.forget(ANNA, 'work')
    await given.write(BEN, ['drum'])
    expect(await given.take()).toBeNull()
    expect(await given.keysOf('memory/')).toEqual([])
  })

  test('when an event there cannot be read, then a snapshot is taken all the same', async () => {
    const given = await givenState()
    await given.write(BEN, ['violin'])
    const { log } = given
    const read: typeof log.read = async function* (stretch) {
      for await (const records of log.read(stretch)) {
        yield records.map((record) => ({ ...record, event: null, defect: 'unreadable' as const }))
      }
    }
    expect(await given.take({ log: { ...log, read } })).toMatchObject({ of: 'all' })
  })
})

describe('given a snapshot that fails,', () => {
  const long = Array.from({ length: 30 }, (_, n) => `lantern${n}`.repeat(3_000))

  test('when what it has put away cannot be removed, then the first failure is told', async () => {
    const given = await givenState([...long, ...Array<string>(100).fill('violin')])
    let puts = 0
    const objects: ObjectStore = {
      ...given.objects,
      putMany: async (some) => {
        if (++puts === 2) throw new Error('the bucket is full')
        return given.objects.putMany(some)
      },
      deleteMany: () => Promise.reject(new Error('the bucket is gone')),
    }
    await expect(given.take({ objects })).rejects.toThrow('the bucket is full')
  })

  test('when the service stops between two slices, then no more is read, and nothing is left', async () => {
    const given = await givenState([...long, ...Array<string>(100).fill('violin')])
    const stop = new AbortController()
    let slices = 0
    const rows: StateRows = {
      ...given.rows,
      slice: (...args) => {
        slices++
        return given.rows.slice(...args)
      },
    }
    const objects: ObjectStore = {
      ...given.objects,
      putMany: async (some) => {
        stop.abort(new Error('stopping'))
        return given.objects.putMany(some)
      },
    }
    const taken = given.take({ rows, objects, signal: stop.signal })
    await expect(taken).rejects.toThrow('stopping')
    expect(slices).toBe(1)
    expect(await given.keysOf('memory/')).toEqual([])
  })
})

describe('reading rows takes a part of the time only', () => {
  test.each([
    [0, 0],
    [0.3, 0],
    [1 / 3, 1],
    [1, 3],
    [5, 15],
  ])('after %d ms it rests for %d ms', (tookMs, pauseMs) => {
    expect(pauseAfter(tookMs)).toBe(pauseMs)
  })

  test('so nothing is read while it rests, and it stops at once where it is to', async () => {
    const given = await givenState(Array<string>(200).fill('violin'))
    const stop = new AbortController()
    let slices = 0
    let nowMs = 0
    vi.spyOn(performance, 'now').mockImplementation(() => nowMs)
    const rows: StateRows = {
      ...given.rows,
      slice: (...args) => {
        slices++
        nowMs += 3_600_000
        return given.rows.slice(...args)
      },
    }
    const taken = given.take({ rows, signal: stop.signal }).catch((error) => error.message)
    await eventually(() => expect(slices).toBe(1))
    for (let turns = 0; turns < 50; turns++) await nextTurn()
    expect(slices).toBe(1)
    stop.abort(new Error('stopping'))
    expect(await taken).toBe('stopping')
  })
})
