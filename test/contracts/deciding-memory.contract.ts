// What a memory must do beside memory-store.contract.ts where processors decide from it: find facts by their keys.
import { describe, expect, test } from 'vitest'
import type { DecidingMemory, ItemDocument, MemoryStep } from '../../infra/ports/memory-store.ts'
import { AT, createPlaces, eachOpened, fenceOf, newScope } from './given.ts'
import { emptyStep, itemDocument } from './memory-documents.ts'
import type { OpenedProjection } from './projection.contract.ts'
import { onDay } from './times.ts'

export function decidingMemoryContract(
  name: string,
  open: () => Promise<OpenedProjection<DecidingMemory>>,
): void {
  describe(`${name} as a memory that is decided from`, () => {
    const opened = eachOpened(open)
    const store = () => opened().store
    const write = (
      documents: readonly ItemDocument[],
      { checkpoint = createPlaces()(), fences = [] }: Partial<MemoryStep> = {},
    ) => store().apply({ ...emptyStep, checkpoint, documents, fences })
    const matched = async (...[scope, query]: Parameters<DecidingMemory['matching']>) =>
      (await store().matching(scope, query)).map(({ item }) => item.id).sort()

    test('given fingerprints and slots, when matched, then current items with either come, each once', async () => {
      const scope = newScope()
      await write([
        itemDocument(scope, { id: 'both', fingerprint: 'f1', slot: 's1' }),
        itemDocument(scope, { id: 'slot', fingerprint: 'f2', slot: 's1' }),
        itemDocument(scope, { id: 'closed', fingerprint: 'f1', item: { supersededBy: 'x' } }),
        itemDocument(newScope(), { id: 'other', fingerprint: 'f1', slot: 's1' }),
      ])
      const match = (fingerprints: string[], slots: string[]) =>
        matched(scope, { fingerprints, slots })
      expect(await match(['f1'], ['s1'])).toEqual(['both', 'slot'])
      expect(await match(['f2', 'f9'], [])).toEqual(['slot'])
      expect(await match([], [])).toEqual([])
    })

    test('given items that are closed, when matched with closed ones, then they come too', async () => {
      const scope = newScope()
      const faded = { pruned: { at: AT, reason: 'faded' as const } }
      const keys = { fingerprint: 'f1', slot: 's1' }
      await write([
        itemDocument(scope, { id: 'open', ...keys }),
        itemDocument(scope, {
          id: 'superseded',
          ...keys,
          item: { supersededBy: 'x', recordedAt: onDay(100) },
        }),
        itemDocument(scope, {
          id: 'pruned',
          ...keys,
          item: { ...faded, recordedAt: onDay(101) },
        }),
        itemDocument(scope, { id: 'other', item: faded }),
        itemDocument(newScope(), { id: 'foreign', ...keys, item: faded }),
      ])
      const match = (fingerprints: string[], slots: string[]) =>
        matched(scope, { fingerprints, slots, closed: true })
      const query = { fingerprints: [], slots: ['s1', 's2'], closed: true, most: 2 } as const
      expect(await matched(scope, query)).toEqual(['pruned', 'superseded'])
      expect(await match(['f1'], [])).toEqual(['open', 'pruned', 'superseded'])
      expect(await match([], ['s1'])).toEqual(['open', 'pruned', 'superseded'])
      expect(await match([], [])).toEqual([])
    })

    test('given an item, when it is matched, then its document comes whole', async () => {
      const scope = newScope()
      await write([itemDocument(scope, { id: 'one', slot: 'user\nhome' })])
      const stored = await store().itemDocuments([{ ...scope, id: 'one' }])
      expect(await store().matching(scope, { fingerprints: [], slots: ['user\nhome'] })).toEqual(
        stored,
      )
    })

    test('given items of one text, when one ends, or is forgotten, then the other is matched', async () => {
      const place = createPlaces()
      for (const ends of [true, false]) {
        const scope = newScope()
        const made = (id: string, version: number, item = {}) =>
          itemDocument(scope, { id, version, fingerprint: 'f', item: { category: id, ...item } })
        await write([made('a', 1), made('b', 1)], { checkpoint: place() })
        const pruned = { at: AT, reason: 'faded' } as const
        if (ends) await write([made('a', 2, { pruned })], { checkpoint: place() })
        else
          await write([], { checkpoint: place(), fences: [fenceOf(scope, 9, { category: 'a' })] })
        expect(await matched(scope, { fingerprints: ['f'], slots: [] })).toEqual(['b'])
      }
    })

    test('given an item that is pruned, or forgotten with its user, then it is not matched', async () => {
      const place = createPlaces()
      for (const ends of [true, false]) {
        const scope = newScope()
        const made = { id: 'i', slot: 's', fingerprint: 'f' }
        await write([itemDocument(scope, made)], { checkpoint: place() })
        expect(await matched(scope, { fingerprints: ['f'], slots: ['s'] })).toEqual(['i'])
        const pruned = { at: AT, reason: 'faded' } as const
        const ended = itemDocument(scope, { ...made, version: 2, item: { pruned } })
        if (ends) await write([ended], { checkpoint: place() })
        else
          await write([], {
            checkpoint: place(),
            fences: [fenceOf(scope, 9, { keyGeneration: 1 })],
          })
        expect(await matched(scope, { fingerprints: ['f'], slots: ['s'] })).toEqual([])
      }
    })
  })
}
