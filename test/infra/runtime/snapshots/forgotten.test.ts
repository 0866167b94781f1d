// A forget reaches snapshots: of a whole user by the user's key, of a category by the key of the snapshots. Covers
// earlier snapshots, a snapshot under way, and a later one by a process that has not heard of the forget.
import { describe, expect, test } from 'vitest'
import type { ObjectStore } from '../../../../infra/ports/object-store.ts'
import { stateNames } from '../../../../infra/ports/states.ts'
import { destroySnapshots } from '../../../../infra/runtime/snapshots/kept-snapshots.ts'
import { createDirectories, filesWith } from '../../sqlite/directory.ts'
import { framesOf } from './frames-of.ts'
import { givenSnapshots, PARTITION } from './given-snapshots.ts'

const newDirectory = createDirectories()
const ANNA = { appId: 'app', userId: 'anna' }
const BEN = { appId: 'app', userId: 'ben' }
const CANARY = 'wordcanary'

type Given = ReturnType<typeof givenSnapshots>

/** The users with readable content that contains the word. */
async function whoSaid(given: Given, word: string): Promise<string[]> {
  const frames = await framesOf(given, [PARTITION])
  return [
    ...new Set(frames.flatMap(({ frame, text }) => (text?.includes(word) ? frame.userId : []))),
  ]
}

async function givenTaken() {
  const directory = newDirectory()
  const given = givenSnapshots(directory)
  await given.write(ANNA, [CANARY])
  await given.write(BEN, [CANARY, 'violin'])
  const first = await given.assigned('first')
  for (const name of stateNames) await first.take(name)
  expect(await whoSaid(given, CANARY)).toEqual(['anna', 'ben'])
  return { directory, given, first }
}

describe('given snapshots, when a whole user is forgotten,', () => {
  test('then nothing of the user opens, and nothing is restored', async () => {
    const { directory, given, first } = await givenTaken()
    await given.keys.destroy(ANNA, await given.forget(ANNA))
    expect(await whoSaid(given, CANARY)).toEqual(['ben'])
    await first.assign()
    const second = await given.assigned('second')
    expect((await second.states.of(PARTITION).memory.listItems(ANNA, { limit: 9 })).total).toBe(0)
    expect((await second.states.of(PARTITION).memory.listItems(BEN, { limit: 9 })).total).toBe(2)
    expect(await second.digests()).toEqual(await first.digests())
    expect(given.told('a snapshot is not used, and the log is replayed instead')).toEqual([])
    await given.keys.destroy(BEN, await given.forget(BEN))
    await first.assign()
    await second.assign()
    await first.close()
    await second.close()
    expect(filesWith(directory, CANARY)).toEqual([])
  })

  test('then a snapshot of a state that has not heard of it leaves out what no key is left for', async () => {
    const given = givenSnapshots(newDirectory())
    await given.write(ANNA, [CANARY])
    await given.write(BEN, [CANARY])
    const first = await given.assigned('first')
    await given.keys.rotate(ANNA)
    await given.keys.destroy(ANNA, 1)
    // An item and a resource of the other user.
    expect(await first.take('memory')).toMatchObject({ of: 'all', rows: 2 })
    expect(await whoSaid(given, CANARY)).toEqual(['ben'])
  })

  test('then a snapshot of a state that has not heard of it is sealed under the destroyed key', async () => {
    const { given, first } = await givenTaken()
    // The API has rotated the key, and the log has not delivered the forget yet.
    await given.write(BEN, ['kettle'])
    await first.assign()
    const before = await given.keys.rotate(ANNA)
    await given.write(ANNA, ['newer'])
    await given.keys.destroy({ appId: '~snapshots', userId: 'memory-0' }, 1)
    await first.assign()
    expect(await first.take('memory')).toMatchObject({ of: 'all' })
    expect(await whoSaid(given, CANARY)).toEqual(['anna', 'ben'])
    await given.keys.destroy(ANNA, before)
    expect(await whoSaid(given, CANARY)).toEqual(['ben'])
    // What was said after the forget stays.
    expect(await whoSaid(given, 'newer')).toEqual(['anna'])
  })

  test('then what a later part of the snapshot knows to be forgotten is not restored from an earlier one', async () => {
    const { given, first } = await givenTaken()
    // The state obeys before the key is destroyed.
    await given.forget(ANNA)
    await first.assign()
    for (const name of stateNames) expect(await first.take(name)).toMatchObject({ of: 'changed' })
    const second = await given.assigned('second')
    const { memory } = second.states.of(PARTITION)
    expect((await memory.listItems(ANNA, { limit: 9 })).total).toBe(0)
    expect((await memory.searchText(ANNA, { terms: [CANARY], limit: 9 })).hits).toEqual([])
    expect((await memory.searchText(BEN, { terms: [CANARY], limit: 9 })).hits).toHaveLength(1)
    expect(await second.digests()).toEqual(await first.digests())
  })

  test('then the user may come back, and is kept under the next key', async () => {
    const { given, first } = await givenTaken()
    const before = await given.forget(ANNA)
    await given.keys.destroy(ANNA, before)
    await given.write(ANNA, ['back again'], { generation: before + 1 })
    await first.assign()
    for (const name of stateNames) await first.take(name)
    const second = await given.assigned('second')
    const { data } = await second.states.of(PARTITION).memory.listItems(ANNA, { limit: 9 })
    expect(data.map(({ text }) => text)).toEqual(['back again'])
    expect(await second.digests()).toEqual(await first.digests())
  })
})

describe('given snapshots, when a category is forgotten,', () => {
  const destroyAll = async (given: Given) => {
    for (const name of stateNames) await destroySnapshots(given, { name, partition: PARTITION })
  }

  test('then none is left, nothing of it opens, and the next one holds the rest', async () => {
    const { directory, given, first } = await givenTaken()
    await given.forget(ANNA, 'work')
    await destroyAll(given)
    expect(await given.keysOf('')).toEqual([])
    await first.assign()
    for (const name of stateNames) expect(await first.take(name)).toMatchObject({ of: 'all' })
    expect(await whoSaid(given, CANARY)).toEqual(['ben'])
    const second = await given.assigned('second')
    expect(await second.digests()).toEqual(await first.digests())
    expect(given.told('a snapshot is not used, and the log is replayed instead')).toEqual([])
    expect(filesWith(directory, 'anna').length).toBeGreaterThan(0)
  })

  test('then one that is being taken does not open when it has been', async () => {
    const { given, first } = await givenTaken()
    await given.write(BEN, ['kettle'])
    await first.assign()
    let destroyed = false
    const putMany: ObjectStore['putMany'] = async (some) => {
      if (!destroyed) {
        destroyed = true
        await given.forget(ANNA, 'work')
        await destroyAll(given)
      }
      return given.objects.putMany(some)
    }
    await first.take('memory', { objects: { ...given.objects, putMany } })
    expect(await given.keysOf('memory/')).not.toEqual([])
    expect(await framesOf(given, [PARTITION])).toEqual([])
    expect(await given.newest('memory')).toBeNull()
  })

  test('then a process that has not heard of it takes none', async () => {
    const { given, first } = await givenTaken()
    await given.write(BEN, ['kettle'])
    await first.assign()
    await given.forget(ANNA, 'work')
    await destroyAll(given)
    for (const name of stateNames) expect(await first.take(name)).toBeNull()
    expect(await given.keysOf('')).toEqual([])
    await first.assign()
    expect(await first.take('memory')).toMatchObject({ of: 'all' })
  })
})
