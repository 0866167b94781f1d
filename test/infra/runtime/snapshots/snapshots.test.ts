// A state restored from a snapshot and the tail of the log equals the state that was fed, whatever changed during the
// snapshot; and a snapshot that fails verification is not used.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { ObjectStore } from '../../../../infra/ports/object-store.ts'
import { stateNames } from '../../../../infra/ports/states.ts'
import { uuidV7 } from '../../../../infra/runtime/envelope/ids.ts'
import { putManifest } from '../../../../infra/runtime/snapshots/kept-snapshots.ts'
import { manifestKey, rowsIn, segmentsOf } from '../../../../infra/runtime/snapshots/manifest.ts'
import { usableSnapshot } from '../../../../infra/runtime/snapshots/restore-snapshot.ts'
import { createDirectories } from '../../sqlite/directory.ts'
import { FACTS, givenSnapshots, PARTITION } from './given-snapshots.ts'

const newDirectory = createDirectories()
const ANNA = { appId: 'app', userId: 'anna' }
const BEN = { appId: 'app', userId: 'ben' }
const NOT_USED = 'a snapshot is not used, and the log is replayed instead'
const MEMORY = { name: 'memory', partition: PARTITION } as const

const words = (prefix: string, count: number) =>
  Array.from({ length: count }, (_, n) => `${prefix} number${n}`)

describe('a state that another process restores', () => {
  test('is the one that was fed, from the snapshot and the rest of the log', async () => {
    const given = givenSnapshots(newDirectory())
    const [old, newer] = await given.write(ANNA, words('lantern', 300))
    await given.write(BEN, words('violin', 5))
    const first = await given.assigned('first')
    for (const name of stateNames) expect(await first.take(name)).toMatchObject({ of: 'all' })
    await given.supersede(ANNA, old!, newer!)
    await given.write(BEN, words('kettle', 3))
    const second = await given.assigned('second')
    await first.assign()
    expect(await second.digests()).toEqual(await first.digests())
    // Derived rows are there too.
    const { memory, graph } = second.states.of(PARTITION)
    expect((await memory.searchText(ANNA, { terms: ['number7'], limit: 5 })).hits).toHaveLength(1)
    expect((await memory.searchText(BEN, { terms: ['kettle'], limit: 5 })).hits).toHaveLength(3)
    const vector = new Int8Array(8).fill(7)
    expect(await memory.searchVectors(BEN, { vector, limit: 10 })).toHaveLength(8)
    const query = { words: ['violin', 'number1', 'hall'], entityLimit: 5, factLimit: 5 }
    expect((await graph.named(BEN, query)).entities.map(({ name }) => name)).toEqual([
      'violin number1 Hall',
    ])
    // New items do not take the numbers of others.
    await given.write(ANNA, words('drum', 2))
    await second.assign()
    expect((await memory.listItems(ANNA, { limit: 1 })).total).toBe(302)
    expect(given.told(NOT_USED)).toEqual([])
    const [, told] = given.told('a state is restored').filter(({ state }) => state === 'memory')
    expect(told).toMatchObject({ partition: PARTITION, snapshot: 307, log: 5 })
  })

  test('is the one that was fed, where it changed while the snapshot was taken', async () => {
    const given = givenSnapshots(newDirectory())
    const [old, newer] = await given.write(ANNA, words('lantern', 250))
    const first = await given.assigned('first')
    for (const name of stateNames) {
      const { rows } = first.states.snapshots!
      let slices = 0
      const changing = {
        ...rows,
        slice: (...args: Parameters<typeof rows.slice>) => {
          slices++
          return rows.slice(...args)
        },
      }
      // Between the first and the second reading of rows, because the users' keys are fetched then.
      const keys = {
        ...given.keys,
        get: async (...args: Parameters<typeof given.keys.get>) => {
          if (slices === 1) {
            slices++
            await given.supersede(ANNA, old!, newer!)
            await given.write(ANNA, words('kettle', 3))
            await first.assign()
          }
          return given.keys.get(...args)
        },
      }
      await first.take(name, { rows: changing, keys })
      expect(slices).toBeGreaterThan(3)
      // Rows that changed meanwhile are not taken for old.
      expect(await first.take(name)).toMatchObject({ of: 'changed' })
    }
    const second = await given.assigned('second')
    expect(await second.digests()).toEqual(await first.digests())
    expect(given.told(NOT_USED)).toEqual([])
  })

  test('goes on with what changes: the next owner adds to the snapshot that it began with', async () => {
    const given = givenSnapshots(newDirectory())
    await given.write(ANNA, words('lantern', 20))
    const first = await given.assigned('first')
    await first.take('memory')
    const second = await given.assigned('second')
    expect(await second.take('memory')).toBeNull()
    await given.write(BEN, words('kettle', 2))
    await second.assign()
    // Two items and a resource.
    expect(await second.take('memory')).toMatchObject({ of: 'changed', rows: 3 })
    const third = await given.assigned('third')
    expect(await third.digests()).toEqual(await second.digests())
  })
})

describe('what is kept', () => {
  test('is compacted when the changes outweigh the rest, and unneeded objects are removed', async () => {
    const given = givenSnapshots(newDirectory())
    const first = given.process('first')
    await given.write(ANNA, words('lantern', 3))
    await first.assign()
    await first.take('memory')
    const taken: string[] = []
    for (const thing of ['kettle', 'drum', 'tent']) {
      await given.write(ANNA, words(thing, 2))
      await first.assign()
      taken.push((await first.take('memory'))!.of)
    }
    expect(taken).toEqual(['changed', 'changed', 'all'])
    const kept = (await given.newest('memory'))!
    expect(rowsIn(kept.segments)).toBe(13)
    expect(await given.keysOf('memory/')).toEqual([
      manifestKey(MEMORY, 4),
      ...kept.segments.map(({ key }) => key),
    ])
    const second = await given.assigned('second')
    expect(await second.digests()).toEqual(await first.digests())
  })

  test('is of one process: another that has the state too takes none', async () => {
    const given = givenSnapshots(newDirectory())
    await given.write(ANNA, words('lantern', 3))
    const [first, second] = [given.process('first'), given.process('second')]
    await first.assign()
    await second.assign()
    await first.take('memory')
    expect(await second.take('memory')).toBeNull()
    expect((await given.newest('memory'))!.number).toBe(1)
  })

  test('is that of the first of two that take one at the same time, and nothing of the other is left', async () => {
    const given = givenSnapshots(newDirectory())
    await given.write(ANNA, words('lantern', 3))
    const [first, second] = [given.process('first'), given.process('second')]
    await first.assign()
    await second.assign()
    const objects: ObjectStore = {
      ...given.objects,
      putMany: async (some) => {
        // The segment is there, and the manifest comes next.
        if (some[0]!.key === manifestKey(MEMORY, 1)) await first.take('memory')
        return given.objects.putMany(some)
      },
    }
    expect(await second.take('memory', { objects })).toBeNull()
    const kept = (await given.newest('memory'))!
    expect(await given.keysOf('memory/')).toEqual([
      manifestKey(MEMORY, 1),
      ...kept.segments.map(({ key }) => key),
    ])
  })

  test('names no user, neither in keys nor in what lies under them', async () => {
    const directory = newDirectory()
    const given = givenSnapshots(directory)
    await given.write({ appId: 'appcanary', userId: 'usercanary' }, ['wordcanary'])
    const first = await given.assigned('first')
    for (const name of stateNames) await first.take(name)
    const keys = await given.keysOf('')
    expect(keys).toHaveLength(4)
    const bodies = await Promise.all(keys.map((key) => given.objects.get(key)))
    const all = Buffer.concat([Buffer.from(keys.join()), ...bodies.map((body) => body!)])
    expect(all.includes('canary')).toBe(false)
  })

  test('is of several segments where it is large, of which none is left where it fails', async () => {
    const given = givenSnapshots(newDirectory())
    const long = Array.from({ length: 30 }, (_, n) => `lantern${n}`.repeat(3_000))
    await given.write(ANNA, long)
    await given.write(ANNA, words('violin', 100))
    const first = await given.assigned('first')
    let puts = 0
    const failing: ObjectStore = {
      ...given.objects,
      putMany: async (some) => {
        if (++puts === 2) throw new Error('the bucket is full')
        return given.objects.putMany(some)
      },
    }
    await expect(first.take('memory', { objects: failing })).rejects.toThrow('the bucket is full')
    expect(await given.keysOf('')).toEqual([])
    expect(await first.take('memory')).toMatchObject({ segments: 2, rows: 132 })
    const second = await given.assigned('second')
    expect(await second.digests()).toEqual(await first.digests())
    expect(given.told(NOT_USED)).toEqual([])
  })

  test('may belong to a snapshot about to be named: unnamed objects go after an hour', async () => {
    const given = givenSnapshots(newDirectory())
    await given.write(ANNA, words('lantern', 3))
    const first = await given.assigned('first')
    const nowMs = Date.parse('2026-06-01T08:00:00.000Z')
    const segment = (agoMs: number) => `${segmentsOf(MEMORY)}${uuidV7(nowMs - agoMs)}`
    const [old, young] = [segment(3_600_001), segment(3_600_000)]
    await given.objects.putMany([old, young].map((key) => ({ key, body: new Uint8Array(1) })))
    await first.take('memory', { now: () => new Date(nowMs) })
    const kept = (await given.newest('memory'))!
    expect(await given.keysOf(segmentsOf(MEMORY))).toEqual([young, kept.segments[0]!.key])
  })

  test('holds nothing where the store fails half-way, and the next one starts over', async () => {
    const given = givenSnapshots(newDirectory())
    await given.write(ANNA, words('lantern', 3))
    const first = await given.assigned('first')
    const failing: ObjectStore = {
      ...given.objects,
      putMany: async (some) => {
        if (some[0]!.key.includes('/manifests/')) throw new Error('the bucket is gone')
        return given.objects.putMany(some)
      },
    }
    await expect(first.take('memory', { objects: failing })).rejects.toThrow('the bucket is gone')
    expect(await first.take('memory')).toMatchObject({ of: 'all', rows: 4 })
  })
})

describe('a snapshot that does not check out is not used, and the log is replayed', () => {
  type Given = ReturnType<typeof givenSnapshots>
  const rewritten =
    (change: (manifest: NonNullable<Awaited<ReturnType<Given['newest']>>>) => void) =>
    async (given: Given) => {
      const kept = (await given.newest('memory'))!
      change(kept)
      const scope = { appId: '~snapshots', userId: 'memory-0' }
      const [key] = await given.keys.current([scope])
      await given.objects.deleteMany([manifestKey(MEMORY, 1)])
      expect(await putManifest(given, MEMORY, { made: kept, key: key! })).toBe(true)
    }
  const changedBytes = async (given: Given, key: string) => {
    const body = Buffer.from((await given.objects.get(key))!)
    body[body.length - 1]! ^= 1
    await given.objects.deleteMany([key])
    await given.objects.putMany([{ key, body }])
  }

  test.each<[string, string, (given: Given) => Promise<void>]>([
    [
      'a segment is missing',
      'a segment is missing',
      async (given) => {
        await given.objects.deleteMany([(await given.newest('memory'))!.segments[0]!.key])
      },
    ],
    [
      'a segment is damaged',
      'a segment is damaged',
      async (given) => changedBytes(given, (await given.newest('memory'))!.segments[0]!.key),
    ],
    [
      'a segment lies under another name',
      'it does not open',
      async (given) => {
        const [segment] = (await given.newest('memory'))!.segments
        const body = (await given.objects.get(segment!.key))!
        const key = `${segment!.key}-moved`
        await given.objects.putMany([{ key, body }])
        await rewritten(({ segments }) => {
          segments[0] = { ...segments[0]!, key }
        })(given)
      },
    ],
    [
      'the manifest is damaged',
      'its manifest does not open',
      async (given) => changedBytes(given, manifestKey(MEMORY, 1)),
    ],
    [
      'it was taken by another version',
      'it was taken by another version',
      rewritten((manifest) => {
        manifest.layout++
      }),
    ],
    [
      'it is ahead of the log',
      'it is of another log',
      rewritten((manifest) => {
        manifest.checkpoints['memory.facts.v1']! += 1_000
      }),
    ],
    [
      'another event stands where it ends',
      'it is of another log',
      rewritten((manifest) => {
        manifest.witnesses[0]!.id = 'another'
      }),
    ],
    [
      'its key was destroyed',
      'its key was destroyed',
      async (given) => given.keys.destroy({ appId: '~snapshots', userId: 'memory-0' }, 1),
    ],
  ])('where %s', async (_, why, spoil) => {
    const directory = newDirectory()
    const given = givenSnapshots(directory)
    await given.write(ANNA, words('lantern', 20))
    const first = await given.assigned('first')
    await first.take('memory')
    await spoil(given)
    const second = await given.assigned('second')
    expect(given.told(NOT_USED)).toMatchObject([{ state: 'memory', partition: PARTITION, why }])
    const folder = join(directory, 'second', '1')
    expect(readdirSync(folder).filter((each) => each.includes('restoring'))).toEqual([])
    expect(await second.digests()).toEqual(await first.digests())
  })

  test('but one that was replaced meanwhile is, and its successor is used', async () => {
    const given = givenSnapshots(newDirectory())
    await given.write(ANNA, words('lantern', 2))
    const first = await given.assigned('first')
    await first.take('memory')
    await given.write(ANNA, words('kettle', 9))
    await first.assign()
    await first.take('memory')
    await given.write(ANNA, words('drum', 1))
    await first.assign()
    let replaced = 0
    const get: ObjectStore['get'] = async (key) => {
      if (key.includes('/segments/') && key.startsWith('memory') && replaced++ === 0) {
        expect(await first.take('memory')).toMatchObject({ of: 'all' })
      }
      return given.objects.get(key)
    }
    const second = await given.assigned('second', { objects: { get } })
    expect(replaced).toBeGreaterThan(1)
    expect(given.told(NOT_USED)).toEqual([])
    expect(await second.digests()).toEqual(await first.digests())
  })
})

describe('a state that lies on the disk', () => {
  test('goes on from where it stands, unless the snapshot is far ahead of it', async () => {
    const given = givenSnapshots(newDirectory())
    await given.write(ANNA, words('lantern', 3))
    const first = await given.assigned('first')
    await first.take('memory')
    const position = (await given.newest('memory'))!.checkpoints[FACTS]!
    const usable = (behind: number) =>
      usableSnapshot(
        {
          ...given.parts,
          ...first.states.snapshots!,
          of: MEMORY,
          progress: () => {},
          unusable: () => {},
        },
        new Map([[FACTS, position - behind] as const]),
      )
    expect(await usable(19_999)).toBeNull()
    expect(await usable(20_000)).toMatchObject({ number: 1 })
  })

  test('is rebuilt where a page of it is damaged, from the snapshot', async () => {
    const directory = newDirectory()
    const given = givenSnapshots(directory)
    await given.write(ANNA, words('lantern', 400))
    const first = await given.assigned('first')
    await first.take('memory')
    const digests = await first.digests()
    await first.close()
    const path = join(directory, 'first', '1', 'memory-0.db')
    const file = readFileSync(path)
    // Not the first page, which is checked when the file is opened.
    file.fill(255, Math.floor(file.length / 2), Math.floor(file.length / 2) + 8_192)
    writeFileSync(path, file)
    const again = await given.assigned('first')
    expect(given.told('a damaged state is rebuilt')).toMatchObject([
      { state: 'memory', partition: PARTITION },
    ])
    expect(await again.digests()).toEqual(digests)
    const [, told] = given.told('a state is restored').filter(({ state }) => state === 'memory')
    expect(told).toMatchObject({ snapshot: 401 })
  })
})
