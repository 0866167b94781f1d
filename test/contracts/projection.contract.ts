// What every projection's store must do, whatever it holds: atomic steps, checkpoints, fences, receipts, digests. The
// contracts of the memory, graph and audit stores each run this with entries of their own.
import { describe, expect, test } from 'vitest'
import type { Fence, ProjectionStore, Step } from '../../infra/ports/projection.ts'
import type { Scope } from '../../schemas/identifiers.ts'
import { createPlaces, eachOpened, fenceOf, lookAlikes, newScope, oddTexts } from './given.ts'

export type OpenedProjection<Store> = {
  /** Empty, and no other process writes to it. */
  store: Store
  reopen?: () => Promise<Store>
  close: () => Promise<void>
}

/** One thing that a store keeps: the result of a write at `source`. */
export type Entry = Scope & { id: string; source: number; category: string; text: string }

export type ProjectionSubject<Store> = {
  apply: (store: Store, step: Step & { entries: readonly Entry[] }) => Promise<void>
  /** The ids of a user's entries, in any order. */
  idsOf: (store: Store, scope: Scope) => Promise<string[]>
  /** A different text in an entry changes nothing but the digest. Absent where the store keeps no text. */
  textOf?: (store: Store, scope: Scope, id: string) => Promise<string | undefined>
  /** The name under which a receipt counts the entries. */
  counted: string
}

const CATEGORIES = ['work', 'health'] as const

export function projectionContract<Store extends ProjectionStore>(
  name: string,
  open: () => Promise<OpenedProjection<Store>>,
  subject: ProjectionSubject<Store>,
): void {
  describe(`${name} as a projection`, () => {
    const opened = eachOpened(open)
    const store = () => opened().store
    const { counted, idsOf, textOf } = subject

    const apply = (
      to: Store,
      at: Step['checkpoint'],
      what: { entries?: readonly Entry[]; fences?: readonly Fence[] },
    ) => subject.apply(to, { checkpoint: at, fences: [], entries: [], ...what })

    test('given an empty store, when asked, then it has read nothing and can be used', async () => {
      expect(await store().checkpoints('memory.facts.v1')).toEqual(new Map())
      expect(await store().fences([newScope()])).toEqual([])
      expect(await store().receipt(newScope(), 5)).toBeNull()
      expect(await idsOf(store(), newScope())).toEqual([])
      await store().ping()
    })

    test('given a step, when applied, then its entries and its checkpoint are there', async () => {
      const [scope, place] = [newScope(), createPlaces()]
      const at = place()
      await apply(store(), at, { entries: [entry(scope, 1)] })
      expect(await idsOf(store(), scope)).toEqual([idOf(1)])
      expect(await store().checkpoints(at.topic)).toEqual(new Map([[at.partition, at.position]]))
    })

    test('given a step without entries, when applied, then the checkpoint moves', async () => {
      const place = createPlaces()
      place()
      const at = place()
      await apply(store(), at, {})
      expect((await store().checkpoints(at.topic)).get(at.partition)).toBe(at.position)
    })

    test('given a step, when applied twice, then nothing doubles', async () => {
      const [scope, place] = [newScope(), createPlaces()]
      const at = place()
      await apply(store(), at, { entries: [entry(scope, 1), entry(scope, 2)] })
      const digest = await store().digest()
      await apply(store(), at, { entries: [entry(scope, 1), entry(scope, 2)] })
      expect(await store().digest()).toBe(digest)
      expect((await idsOf(store(), scope)).sort()).toEqual([idOf(1), idOf(2)])
    })

    test('given an entry that is there, when a later step brings it again, then nothing doubles', async () => {
      const [scope, place] = [newScope(), createPlaces()]
      await apply(store(), place(), { entries: [entry(scope, 1)] })
      const digest = await store().digest()
      await apply(store(), place(), { entries: [entry(scope, 1)] })
      expect(await idsOf(store(), scope)).toEqual([idOf(1)])
      expect(await store().digest()).toBe(digest)
    })

    test('given a checkpoint, when a step at or before it comes, then it changes nothing', async () => {
      const [scope, place] = [newScope(), createPlaces()]
      const [early, at] = [place(), place()]
      await apply(store(), at, { entries: [entry(scope, 1)] })
      const digest = await store().digest()
      for (const late of [early, at]) {
        await apply(store(), late, { entries: [entry(scope, 2)], fences: [fenceOf(scope, 1000)] })
      }
      expect(await store().digest()).toBe(digest)
      expect(await idsOf(store(), scope)).toEqual([idOf(1)])
      expect((await store().checkpoints(at.topic)).get(at.partition)).toBe(at.position)
      expect(await store().receipt(scope, 1000)).toBeNull()
    })

    test('given several topics and partitions, when steps come, then each has its own checkpoint', async () => {
      const scope = newScope()
      const [far, near] = [createPlaces()(50), createPlaces('memory.facts.v1', 3)(7)]
      const other = createPlaces('memory.writes.v1')(5)
      await apply(store(), far, { entries: [entry(scope, 1)] })
      await apply(store(), near, { entries: [entry(scope, 2)] })
      await apply(store(), other, { entries: [entry(scope, 3)] })
      expect(await store().checkpoints('memory.facts.v1')).toEqual(
        new Map([
          [0, far.position],
          [3, near.position],
        ]),
      )
      expect(await store().checkpoints('memory.writes.v1')).toEqual(new Map([[0, other.position]]))
      expect((await idsOf(store(), scope)).sort()).toEqual([idOf(1), idOf(2), idOf(3)])
    })

    test('given a fence, when it arrives, then what was written before it is gone and counted', async () => {
      const [scope, place] = [newScope(), createPlaces()]
      await apply(store(), place(), {
        entries: [entry(scope, 1), entry(scope, 2), entry(scope, 9)],
      })
      await apply(store(), place(), { fences: [fenceOf(scope, 9)] })
      expect(await idsOf(store(), scope)).toEqual([idOf(9)])
      const receipt = await store().receipt(scope, 9)
      expect(receipt?.before).toBe(9)
      expect(receipt?.removed[counted]).toBe(2)
      expect(await store().fences([scope])).toEqual([fenceOf(scope, 9)])
    })

    test('given a fence, when what was written before it comes later, then it is ignored', async () => {
      const [scope, place] = [newScope(), createPlaces()]
      await apply(store(), place(), { fences: [fenceOf(scope, 9)] })
      await apply(store(), place(), { entries: [entry(scope, 8), entry(scope, 9)] })
      expect(await idsOf(store(), scope)).toEqual([idOf(9)])
      expect((await store().receipt(scope, 9))?.removed[counted]).toBe(0)
    })

    test('given a fence and older entries in one step, when applied, then the entries are ignored', async () => {
      const [scope, place] = [newScope(), createPlaces()]
      await apply(store(), place(), {
        entries: [entry(scope, 8), entry(scope, 10)],
        fences: [fenceOf(scope, 9)],
      })
      expect(await idsOf(store(), scope)).toEqual([idOf(10)])
    })

    test('given a fence of a category, when it arrives, then the other categories stay', async () => {
      const [scope, place] = [newScope(), createPlaces()]
      const [work, health] = [entry(scope, 2), entry(scope, 1)]
      expect([work.category, health.category]).toEqual(['work', 'health'])
      await apply(store(), place(), { entries: [work, health] })
      await apply(store(), place(), { fences: [fenceOf(scope, 9, { category: 'health' })] })
      expect(await idsOf(store(), scope)).toEqual([work.id])
      await apply(store(), place(), {
        entries: [entry(scope, 3), entry(scope, 4), entry(scope, 11)],
      })
      expect((await idsOf(store(), scope)).sort()).toEqual([idOf(2), idOf(4), idOf(11)])
    })

    test('given a fence, when it comes again with later entries there, then they and the receipt stay', async () => {
      const [scope, place] = [newScope(), createPlaces()]
      await apply(store(), place(), { entries: [entry(scope, 1)] })
      await apply(store(), place(), { fences: [fenceOf(scope, 9)] })
      await apply(store(), place(), { entries: [entry(scope, 10)] })
      const receipt = await store().receipt(scope, 9)
      const digest = await store().digest()
      await apply(store(), place(), { fences: [fenceOf(scope, 9)] })
      expect(await store().receipt(scope, 9)).toEqual(receipt)
      expect(await store().digest()).toBe(digest)
      expect(await idsOf(store(), scope)).toEqual([idOf(10)])
    })

    test('given a user who comes back, when forgotten again, then both receipts are kept and all is gone', async () => {
      const [scope, place] = [newScope(), createPlaces()]
      await apply(store(), place(), { entries: [entry(scope, 1)] })
      await apply(store(), place(), { fences: [fenceOf(scope, 9)] })
      await apply(store(), place(), { entries: [entry(scope, 10), entry(scope, 11)] })
      await apply(store(), place(), { fences: [fenceOf(scope, 20)] })
      expect(await idsOf(store(), scope)).toEqual([])
      expect((await store().receipt(scope, 9))?.removed[counted]).toBe(1)
      expect((await store().receipt(scope, 20))?.removed[counted]).toBe(2)
      await apply(store(), place(), { entries: [entry(scope, 12), entry(scope, 21)] })
      expect(await idsOf(store(), scope)).toEqual([idOf(21)])
    })

    test('given users with names alike, when one is forgotten, then the others are as they were', async () => {
      const place = createPlaces()
      const [first, ...others] = lookAlikes()
      await apply(store(), place(), {
        entries: [first!, ...others].flatMap((scope) => [entry(scope, 1), entry(scope, 2)]),
      })
      await apply(store(), place(), { fences: [fenceOf(first!, 9)] })
      expect(await idsOf(store(), first!)).toEqual([])
      for (const scope of others) {
        expect((await idsOf(store(), scope)).sort()).toEqual([idOf(1), idOf(2)])
        expect(await store().receipt(scope, 9)).toBeNull()
        expect(await store().fences([scope])).toEqual([])
      }
    })

    test('given two forgets of which the earlier has the newer key, when both come, then the fence has the later place and the newer key', async () => {
      const scope = newScope()
      const early = fenceOf(scope, 9, { keyGeneration: 3 })
      const late = fenceOf(scope, 12, { keyGeneration: 2 })
      const other = fenceOf(scope, 10, { category: 'work' })
      for (const order of [
        [early, other, late],
        [late, early, other],
      ]) {
        const fresh = await open()
        const place = createPlaces()
        for (const each of order) await apply(fresh.store, place(), { fences: [each] })
        const fences = await fresh.store.fences([scope])
        expect(fences).toHaveLength(2)
        expect(fences).toContainEqual({ ...late, keyGeneration: 3 })
        expect(fences).toContainEqual(other)
        for (const { before } of order)
          expect(await fresh.store.receipt(scope, before)).not.toBeNull()
        await fresh.close()
      }
    })

    test('given others, when a user is written and forgotten, then only the fence tells the digest', async () => {
      const [scope, other, place] = [newScope(), newScope(), createPlaces()]
      const stranger = await open()
      const others = [entry(other, 1), entry(other, 2)]
      await apply(store(), place(), { entries: [...others, entry(scope, 1), entry(scope, 2)] })
      await apply(store(), place(), { fences: [fenceOf(scope, 9)] })
      const elsewhere = createPlaces()
      await apply(stranger.store, elsewhere(), { fences: [fenceOf(scope, 9)] })
      await apply(stranger.store, elsewhere(), { entries: others })
      expect(await store().digest()).toBe(await stranger.store.digest())
      await stranger.close()
    })

    test('given the same steps in another order, when all are applied, then the digests are equal', async () => {
      const [one, other] = [newScope(), newScope()]
      const steps: { entries?: Entry[]; fences?: Fence[] }[] = [
        { entries: [entry(one, 1), entry(other, 1), entry(one, 2)] },
        { entries: [entry(other, 2), entry(one, 8), entry(one, 21)] },
        { fences: [fenceOf(one, 9)] },
        { fences: [fenceOf(other, 9, { category: 'work' })] },
        { entries: [entry(other, 3), entry(one, 22), entry(other, 30)] },
      ]
      const digests: string[] = []
      for (const order of [steps, [...steps].reverse(), [2, 0, 4, 3, 1].map((n) => steps[n]!)]) {
        const fresh = await open()
        const place = createPlaces()
        for (const step of order) await apply(fresh.store, place(), step)
        digests.push(await fresh.store.digest())
        await fresh.close()
      }
      expect(new Set(digests).size).toBe(1)
    })

    test('given stores that differ in one text or one user, when digested, then the digests differ', async () => {
      const scope = newScope()
      const digests: string[] = []
      for (const entries of [
        [],
        [entry(scope, 1)],
        ...(textOf ? [[{ ...entry(scope, 1), text: 'another text' }]] : []),
        [entry(scope, 1), entry(scope, 2)],
        [entry({ ...scope, userId: `${scope.userId}x` }, 1)],
      ]) {
        const fresh = await open()
        await apply(fresh.store, createPlaces()(), { entries })
        digests.push(await fresh.store.digest())
        await fresh.close()
      }
      expect(new Set(digests).size).toBe(digests.length)
    })

    test.runIf(textOf).each(oddTexts)(
      'given odd text %j, when applied, then it comes back as it was',
      async (text) => {
        const scope = newScope()
        await apply(store(), createPlaces()(), { entries: [{ ...entry(scope, 1), text }] })
        expect(await textOf?.(store(), scope, idOf(1))).toBe(text)
      },
    )

    test('given a step that cannot be applied, when it comes, then none of it is there', async () => {
      const [scope, place] = [newScope(), createPlaces()]
      const at = place()
      await apply(store(), at, { entries: [entry(scope, 1)] })
      const digest = await store().digest()
      const broken = { ...entry(scope, 3), source: undefined as unknown as number }
      const bad = apply(store(), place(), {
        entries: [entry(scope, 2), { ...broken, id: undefined as unknown as string }],
        fences: [fenceOf(scope, 9)],
      })
      await expect(bad).rejects.toThrow()
      expect(await store().digest()).toBe(digest)
      expect((await store().checkpoints(at.topic)).get(at.partition)).toBe(at.position)
      expect(await store().receipt(scope, 9)).toBeNull()
      expect(await idsOf(store(), scope)).toEqual([idOf(1)])
    })

    test('given a store that was closed, when opened again, then everything is where it was', async (context) => {
      const { reopen } = opened()
      if (!reopen) return context.skip()
      const [scope, place] = [newScope(), createPlaces()]
      await apply(store(), place(), { entries: [entry(scope, 1), entry(scope, 10)] })
      const at = place()
      await apply(store(), at, { fences: [fenceOf(scope, 9)] })
      const digest = await store().digest()
      await store().close()
      await store().close()
      const again = await reopen()
      expect(await again.digest()).toBe(digest)
      expect((await again.checkpoints(at.topic)).get(at.partition)).toBe(at.position)
      expect(await again.fences([scope])).toEqual([fenceOf(scope, 9)])
      expect((await again.receipt(scope, 9))?.removed[counted]).toBe(1)
      await apply(again, place(), { entries: [entry(scope, 2)] })
      expect(await idsOf(again, scope)).toEqual([idOf(10)])
      await again.close()
    })
  })
}

/** The entry of the write at `source`: of work where that is even, of health where it is odd. */
function entry(scope: Scope, source: number): Entry {
  const category = CATEGORIES[source % 2]!
  return { ...scope, id: idOf(source), source, category, text: `what was said at ${source}` }
}

function idOf(source: number): string {
  return `00000000-0000-4000-8000-${String(source).padStart(12, '0')}`
}
