// Snapshots are taken in the background by who has the state, as long as it has it, and once however many decide from it.
import { expect, test } from 'vitest'
import type { ObjectStore } from '../../../../infra/ports/object-store.ts'
import { stateNames } from '../../../../infra/ports/states.ts'
import { isKept } from '../../../../infra/runtime/snapshots/keep-snapshots.ts'
import { eventually } from '../../../contracts/eventually.ts'
import { createDirectories } from '../../sqlite/directory.ts'
import { atOnce, givenSnapshots, PARTITION } from './given-snapshots.ts'

const newDirectory = createDirectories()
const ANNA = { appId: 'app', userId: 'anna' }

async function givenKept(objects: (objects: ObjectStore) => Partial<ObjectStore> = () => ({})) {
  const given = givenSnapshots(newDirectory(), { pace: { ...atOnce, lookMs: 1 } })
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
  const [line] = given.told('a snapshot could not be taken; it is tried again')
  expect(line).toMatchObject({ partition: PARTITION, errorClass: 'Error' })
  expect(JSON.stringify(given.lines)).not.toContain('wordcanary')
  expect(await given.metric('failed')).toBe(2)
})
