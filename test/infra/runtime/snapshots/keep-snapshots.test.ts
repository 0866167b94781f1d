// A process that has a state takes snapshots in the background for as long as it has it, and once however many
// processors decide from it.
import { describe, expect, test } from 'vitest'
import type { ObjectStore } from '../../../../infra/ports/object-store.ts'
import { type StateRows, type StateStore, stateNames } from '../../../../infra/ports/states.ts'
import type { Pace } from '../../../../infra/runtime/snapshots/due.ts'
import {
  hold,
  isKept,
  type Keeping,
  keepSnapshots,
} from '../../../../infra/runtime/snapshots/keep-snapshots.ts'
import { destroySnapshots } from '../../../../infra/runtime/snapshots/kept-snapshots.ts'
import { nextTurn } from '../../../../infra/runtime/turns/next-turn.ts'
import { eventually } from '../../../contracts/eventually.ts'
import { createDirectories } from '../../sqlite/directory.ts'
import { atOnce, givenSnapshots, PARTITION } from './given-snapshots.ts'

const newDirectory = createDirectories()
const ANNA = { appId: 'app', userId: 'anna' }
const MEMORY = { name: 'memory', partition: PARTITION } as const
const GRAPH = { name: 'graph', partition: PARTITION } as const
const NOT_TAKEN = 'a snapshot could not be taken; it is tried again'
const OFTEN: Pace = { ...atOnce, lookMs: 1 }

async function givenKept(objects: (objects: ObjectStore) => Partial<ObjectStore> = () => ({})) {
  const given = givenSnapshots(newDirectory(), { pace: OFTEN })
  const own = given.process('first', { objects: objects(given.objects) })
  await given.write(ANNA, ['lantern'])
  const numbered = (number: number) =>
    eventually(async () => {
      for (const name of stateNames) expect((await given.newest(name))?.number).toBe(number)
    })
  const { rows } = own.states.snapshots!
  const kept = () => stateNames.filter((name) => isKept(rows, { name, partition: PARTITION }))
  const metric = async (outcome: string) => {
    const { values } = await given.telemetry.snapshots.get()
    return values
      .filter(({ labels }) => labels.outcome === outcome)
      .reduce((sum, { value }) => sum + value, 0)
  }
  return { ...given, own, numbered, kept, metric }
}

test('what a processor decides from is kept from when it is restored until the partition is given back', async () => {
  const given = await givenKept()
  expect(given.kept()).toEqual([])
  const close = await given.own.assign()
  await given.numbered(1)
  expect(given.kept()).toEqual(stateNames)
  expect(await given.metric('all')).toBe(2)
  close()
  expect(given.kept()).toEqual([])
})

test('given two who decide from a state, when one has given it back, then it is kept; when both have, no more', async () => {
  const given = await givenKept()
  const [one, other] = [await given.own.assign(), await given.own.assign()]
  one()
  // Twice is once.
  one()
  expect(given.kept()).toEqual(stateNames)
  await given.numbered(1)
  other()
  expect(given.kept()).toEqual([])
})

test('given a store that fails, when a snapshot is due, then it is told without words and tried again', async () => {
  let failures = 0
  const given = await givenKept((objects) => ({
    putMany: async (some) => {
      if (failures++ < 2) throw new Error('wordcanary')
      return objects.putMany(some)
    },
  }))
  const close = await given.own.assign()
  await given.numbered(1)
  close()
  const [line] = given.told(NOT_TAKEN)
  expect(line).toMatchObject({ partition: PARTITION, errorClass: 'Error' })
  expect(JSON.stringify(given.lines)).not.toContain('wordcanary')
  expect(await given.metric('failed')).toBe(2)
})

/** A process with restored states that are not looked after yet, and how often each of them was looked at. */
async function givenRestored(pace: Pace = OFTEN) {
  const given = givenSnapshots(newDirectory(), { pace: { ...pace, lookMs: 3_600_000 } })
  const own = given.process('first')
  await given.write(ANNA, ['lantern'])
  const close = await own.assign()
  close()
  const looks = new Map<string, number>()
  const rows: StateRows = {
    ...own.states.snapshots!.rows,
    standing: (of) => {
      looks.set(of.name, looksAt(of) + 1)
      return own.states.snapshots!.rows.standing(of)
    },
  }
  const looksAt = ({ name }: StateStore) => looks.get(name) ?? 0
  let nowMs = Date.parse('2026-06-01T08:00:00.000Z')
  const stop = new AbortController()
  const parts = {
    ...given.parts,
    signal: AbortSignal.any([given.signal, stop.signal]),
    now: () => new Date(nowMs),
    snapshotPace: pace,
  }
  return {
    ...given,
    own,
    looksAt,
    stop: () => stop.abort(new Error('stopping')),
    pass: (ms: number) => {
      nowMs += ms
    },
    keep: (of: StateStore, more: Partial<Keeping> = {}) =>
      keepSnapshots(parts, {
        rows,
        objects: given.objects,
        of,
        checkpoints: () => own.stands(of.name),
        ...more,
      }),
    /** Until a kept state was looked at so many more times. */
    looked: async (of: StateStore, times = 5) => {
      const before = looksAt(of)
      await eventually(() => expect(looksAt(of)).toBeGreaterThanOrEqual(before + times))
    },
  }
}

describe('the check for a due snapshot stops', () => {
  test('when the partition was given back, while others are looked after', async () => {
    const given = await givenRestored()
    const [release] = [given.keep(MEMORY), given.keep(GRAPH)]
    await given.looked(MEMORY)
    release!()
    // A look that had begun ends.
    await given.looked(GRAPH)
    const looks = given.looksAt(MEMORY)
    await given.looked(GRAPH, 20)
    expect(given.looksAt(MEMORY)).toBe(looks)
  })

  test('when it was given back before the first look', async () => {
    const given = await givenRestored()
    given.keep(MEMORY)()
    given.keep(GRAPH)
    await given.looked(GRAPH)
    expect(given.looksAt(MEMORY)).toBe(0)
  })

  test('when the service has stopped', async () => {
    const [given, other] = [await givenRestored(), await givenRestored()]
    given.keep(MEMORY)
    other.keep(MEMORY)
    await given.looked(MEMORY)
    given.stop()
    await other.looked(MEMORY)
    const looks = given.looksAt(MEMORY)
    await other.looked(MEMORY, 20)
    expect(given.looksAt(MEMORY)).toBe(looks)
  })

  test('and failures caused by that are not reported', async () => {
    const given = await givenRestored()
    const asked = Promise.withResolvers<void>()
    const answered = Promise.withResolvers<never>()
    const list: ObjectStore['list'] = () => {
      asked.resolve()
      return answered.promise
    }
    const release = given.keep(MEMORY, { objects: { ...given.objects, list } })
    await asked.promise
    release()
    answered.reject(new Error('aborted'))
    for (let turns = 0; turns < 20; turns++) await nextTurn()
    expect(given.told(NOT_TAKEN)).toEqual([])
  })
})

describe('what is looked after', () => {
  test('is told when it was taken', async () => {
    const given = await givenRestored()
    given.keep(MEMORY)
    await given.looked(MEMORY)
    expect(given.told('a snapshot was taken')).toMatchObject([
      { state: 'memory', partition: PARTITION, of: 'all', rows: 2, segments: 1 },
    ])
    expect((await given.telemetry.snapshots.get()).values).toMatchObject([
      { labels: { state: 'memory', outcome: 'all' }, value: 1 },
    ])
  })

  test('is taken when a few changes have waited long enough, since it was looked after', async () => {
    const given = await givenRestored({
      ...OFTEN,
      leastChanges: 1_000,
      afterMs: 60_000,
      allEveryMs: 60_000,
    })
    given.keep(MEMORY)
    await given.looked(MEMORY)
    given.pass(59_999)
    await given.looked(MEMORY)
    expect(await given.newest('memory')).toBeNull()
    given.pass(1)
    await given.looked(MEMORY)
    expect(await given.newest('memory')).toMatchObject({ number: 1 })
    expect(given.told(NOT_TAKEN)).toEqual([])
  })

  test('is not taken as a whole again for a while, whatever was forgotten', async () => {
    const given = await givenRestored({ ...OFTEN, allEveryMs: 60_000 })
    given.keep(MEMORY)
    await eventually(async () => expect(await given.newest('memory')).not.toBeNull())
    await destroySnapshots(given, MEMORY)
    await given.write(ANNA, ['kettle'])
    const close = await given.own.assign()
    await given.looked(MEMORY)
    expect(await given.newest('memory')).toBeNull()
    given.pass(60_000)
    await eventually(async () => expect(await given.newest('memory')).toMatchObject({ number: 1 }))
    close()
  })

  test('is one state after another, whatever becomes of the first', async () => {
    const given = await givenRestored()
    let underWay = 0
    let most = 0
    let failures = 0
    const putMany: ObjectStore['putMany'] = async (some) => {
      most = Math.max(most, ++underWay)
      for (let turns = 0; turns < 20; turns++) await nextTurn()
      underWay--
      if (failures++ === 0) throw 'no error at all'
      return given.objects.putMany(some)
    }
    for (const one of [MEMORY, GRAPH]) {
      given.keep(one, { objects: { ...given.objects, putMany } })
    }
    await eventually(async () => {
      for (const name of stateNames) expect(await given.newest(name)).not.toBeNull()
    })
    expect(most).toBe(1)
    expect(given.told(NOT_TAKEN)).toMatchObject([{ partition: PARTITION, errorClass: 'unknown' }])
  })
})

test('given a state in use, when another processor of the process is given it, then no newer snapshot takes its place', async () => {
  const given = givenSnapshots(newDirectory())
  const [own, other] = [given.process('own'), given.process('other')]
  // Of an empty log: a snapshot would be worth restoring.
  await own.assign()
  const { rows } = own.states.snapshots!
  for (const one of [MEMORY, GRAPH]) await eventually(() => expect(isKept(rows, one)).toBe(true))
  await given.write(ANNA, ['lantern'])
  await other.assign()
  for (const name of stateNames) await other.take(name)
  const { memory } = own.states.of(PARTITION)
  await own.assign()
  expect(own.states.of(PARTITION).memory).toBe(memory)
  for (const one of [MEMORY, GRAPH]) expect(rows.standing(one).basedOn).toBeNull()
  expect(await own.digests()).toEqual(await other.digests())
})

test('given a state that is held, when each who holds it has let go, then it may be replaced again', async () => {
  const { rows } = givenSnapshots(newDirectory()).process('own').states.snapshots!
  const kept = (of: StateStore) => isKept(rows, of)
  const letGo = [hold({ rows, of: MEMORY }), hold({ rows, of: MEMORY })]
  expect([kept(MEMORY), kept(GRAPH), kept({ ...MEMORY, partition: 1 })]).toEqual([
    true,
    false,
    false,
  ])
  letGo[0]!()
  expect(kept(MEMORY)).toBe(true)
  letGo[1]!()
  expect(kept(MEMORY)).toBe(false)
})
