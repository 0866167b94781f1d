// Snapshots in the object store: bound to their places, found whatever their number, and read only where the store and
// the keys are reachable.
import { describe, expect, test } from 'vitest'
import { WrongMasterKey } from '../../../../infra/ports/key-store.ts'
import type { ObjectStore } from '../../../../infra/ports/object-store.ts'
import { uuidV7 } from '../../../../infra/runtime/envelope/ids.ts'
import { Outage } from '../../../../infra/runtime/fail/retry.ts'
import {
  boundTo,
  destroySnapshots,
  newestManifest,
  removeObsolete,
} from '../../../../infra/runtime/snapshots/kept-snapshots.ts'
import { manifestKey, segmentsOf } from '../../../../infra/runtime/snapshots/manifest.ts'
import { createDirectories } from '../../sqlite/directory.ts'
import { givenSnapshots, PARTITION } from './given-snapshots.ts'

const newDirectory = createDirectories()
const ANNA = { appId: 'app', userId: 'anna' }
const MEMORY = { name: 'memory', partition: PARTITION } as const
const AT_MS = Date.parse('2026-06-01T08:00:00.000Z')

async function givenTaken() {
  const given = givenSnapshots(newDirectory())
  await given.write(ANNA, ['lantern'])
  const first = await given.assigned('first')
  await first.take('memory')
  return given
}

test('a sealed segment is bound to its name and to the key of its state', () => {
  expect(boundTo(MEMORY, 'name')).toEqual({
    appId: '~snapshots',
    userId: 'memory-0',
    id: 'name',
  })
})

describe('the newest manifest', () => {
  test('is not one that lies in the place of another', async () => {
    const given = await givenTaken()
    const body = (await given.objects.get(manifestKey(MEMORY, 1)))!
    await given.objects.putMany([{ key: manifestKey(MEMORY, 7), body }])
    expect(await newestManifest(given, MEMORY)).toEqual({
      number: 7,
      manifest: null,
      why: 'its manifest does not open',
    })
  })

  test('is none where another process removes it meanwhile', async () => {
    const given = await givenTaken()
    const objects: ObjectStore = { ...given.objects, get: async () => null }
    expect(await newestManifest({ ...given, objects }, MEMORY)).toEqual({
      number: 1,
      manifest: null,
      why: 'it has gone',
    })
  })

  test.each([
    ['a store that cannot be reached', new Outage('down')],
    ['a master key that is another', new WrongMasterKey()],
  ])('is not given up for %s', async (_, error) => {
    const given = await givenTaken()
    const keys = {
      ...given.keys,
      get: async () => {
        throw error
      },
    }
    await expect(newestManifest({ ...given, keys }, MEMORY)).rejects.toBe(error)
  })
})

describe('of more objects than a page shows', () => {
  async function givenMany() {
    const given = await givenTaken()
    const old = Array.from({ length: 2_001 }, (_, n) => ({
      key: `${segmentsOf(MEMORY)}${uuidV7(AT_MS - 4_000_000 + n)}`,
      body: new Uint8Array(1),
    }))
    await given.objects.putMany(old)
    return given
  }
  const countOf = async (given: Awaited<ReturnType<typeof givenMany>>) =>
    (await given.objects.list({ prefix: 'memory/', limit: 9_999 })).length

  test('unneeded ones are all found and removed', async () => {
    const given = await givenMany()
    const kept = (await given.newest('memory'))!
    expect(await countOf(given)).toBe(2_003)
    await removeObsolete(given, MEMORY, { kept, before: null, nowMs: AT_MS })
    expect(await countOf(given)).toBe(2)
  })

  test('all are destroyed', async () => {
    const given = await givenMany()
    await destroySnapshots(given, MEMORY)
    expect(await countOf(given)).toBe(0)
  })
})
