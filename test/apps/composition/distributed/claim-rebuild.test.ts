// Over servers a projection is rebuilt by one replay at a time: a plain one beside that of dead letters would go on in
// its build, or lose its own. The claims lie in the bucket, so this runs over S3 too, where there is one.
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { openAlone } from '../../../../apps/composition/distributed/claim-rebuild.ts'
import type { MemoryStore } from '../../../../infra/ports/memory-store.ts'
import type { ObjectStore } from '../../../../infra/ports/object-store.ts'
import type { Rebuild } from '../../../../infra/ports/projection.ts'
import { createS3ObjectStore } from '../../../../infra/s3/object-store.ts'
import { createSqliteMemoryStore } from '../../../../infra/sqlite/memory-store.ts'
import { createSqliteObjectStore } from '../../../../infra/sqlite/object-store.ts'
import { eventually } from '../../../contracts/eventually.ts'
import { createBucket, isMissing, MISSING } from '../../../infra/s3/server.ts'
import { createDirectories } from '../../../infra/sqlite/directory.ts'

const newDirectory = createDirectories()

describe('in a file', () => {
  rebuildsAlone(() => {
    const path = `${newDirectory()}/objects.db`
    return () => createSqliteObjectStore({ path })
  })
})

describe.skipIf(isMissing)(`on a real server${MISSING}`, () => {
  const options = createBucket()
  let used = 0
  rebuildsAlone(() => {
    const prefix = `rebuilds-${used++}/`
    return () => createS3ObjectStore({ ...options, prefix })
  })
})

/** `newBucket` gives what opens one and the same bucket as another process does. */
function rebuildsAlone(newBucket: () => () => ObjectStore): void {
  function given() {
    const bucket = newBucket()
    const clock = { at: Date.parse('2026-11-28T04:00:00Z') }
    const now = () => new Date(clock.at)
    const leaves: (() => Promise<void>)[] = []
    return {
      leaves,
      pass: (ms: number) => {
        clock.at += ms
      },
      open: (projection: 'memory' | 'graph' = 'memory') =>
        openAlone({ objects: bucket(), now }, projection, async () => {
          const leave = leaves.pop()
          return { ...rebuildHere(), ...(leave ? { leave } : {}) }
        }),
      keys: async () => {
        const objects = bucket()
        const found = await objects.list({ prefix: 'memory/', limit: 10 })
        await objects.close()
        return found
      },
      fail: () =>
        openAlone({ objects: bucket(), now }, 'memory', () =>
          Promise.reject(new Error('no server')),
        ),
    }
  }

  test('given a rebuild that runs, when another of its projection is opened, then it is refused and told why', async () => {
    const { open, pass } = given()
    await open()
    pass(30_000)
    await expect(open()).rejects.toThrow(/another replay of memory is running.*wait for it/)
    await expect(open('graph')).resolves.toBeDefined()
  })

  test('given a rebuild that runs for long, when another is opened later, then it is refused, because the first was renewed', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    onTestFinished(() => void vi.useRealTimers())
    const { open, pass, keys } = given()
    const long = await open()
    for (let renewed = 0; renewed < 9; renewed++) {
      const before = await keys()
      pass(10_000)
      vi.advanceTimersByTime(10_000)
      await eventually(async () => {
        const now = await keys()
        expect(now).toHaveLength(1)
        expect(now).not.toEqual(before)
      })
    }
    await expect(open()).rejects.toThrow(/another replay of memory is running/)
    await long.discard()
    expect(await keys()).toEqual([])
  })

  test('given several that begin at one moment, when opened, then at most one of them runs', async () => {
    const { open } = given()
    const outcomes = await Promise.allSettled([open(), open(), open()])
    expect(outcomes.filter(({ status }) => status === 'fulfilled').length).toBeLessThan(2)
  })

  test.each(['swap', 'discard', 'leave'] as const)(
    'given a rebuild that ended with %s, when the next is opened, then it runs',
    async (ending) => {
      const { open } = given()
      const rebuild = await open()
      await rebuild[ending]()
      await expect(open()).resolves.toBeDefined()
    },
  )

  test('given a rebuild that is left and cannot close its stores, when the next is opened, then it runs', async () => {
    const { open, leaves } = given()
    leaves.push(() => Promise.reject(new Error('no server')))
    await expect((await open()).leave()).rejects.toThrow('no server')
    await expect(open()).resolves.toBeDefined()
  })

  test('given one that could not be opened, when the next is opened, then it runs', async () => {
    const { open, fail } = given()
    await expect(fail()).rejects.toThrow('no server')
    await expect(open()).resolves.toBeDefined()
  })

  test('given one that was not renewed for a minute, when the next has begun, then the first is not swapped', async () => {
    const { open, pass } = given()
    const stopped = await open()
    pass(61_000)
    const next = await open()
    await expect(stopped.swap()).rejects.toThrow(/another replay of memory is running/)
    await expect(next.swap()).resolves.toBeUndefined()
  })

  test('given one that was not renewed for a minute while no other began, when swapped, then it is', async () => {
    const { open, pass } = given()
    const slow = await open()
    pass(61_000)
    await expect(slow.swap()).resolves.toBeUndefined()
  })
}

function rebuildHere(): Rebuild<MemoryStore> {
  const [before, fresh] = [
    createSqliteMemoryStore({ path: ':memory:' }),
    createSqliteMemoryStore({ path: ':memory:' }),
  ]
  const close = async () => {
    await before.close()
    await fresh.close()
  }
  return { before, fresh, resumed: false, swap: close, discard: close }
}
