// What every audit store must do, whatever the technology: the contract of projections, and lists of entries.
import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import {
  type AuditEntry,
  type AuditPlace,
  type AuditStore,
  cursorAfter,
  cursorFrom,
} from '../../infra/ports/audit-store.ts'
import { encodeCursor, InvalidCursor } from '../../infra/ports/rules/cursor.ts'
import type { Scope } from '../../schemas/identifiers.ts'
import { AT, createPlaces, eachOpened, fenceOf, newScope } from './given.ts'
import { type OpenedProjection, projectionContract } from './projection.contract.ts'

export function auditStoreContract(
  name: string,
  open: () => Promise<OpenedProjection<AuditStore>>,
): void {
  projectionContract(name, open, {
    counted: 'entries',
    apply: (store, { entries, ...step }) =>
      store.apply({
        ...step,
        removed: [],
        entries: entries.map(({ appId, userId, id, source, category, text }) =>
          entry({ appId, userId }, { id, source, category, details: { text } }),
        ),
      }),
    idsOf: async (store, scope) => (await list(store, scope)).map(({ id }) => id),
    textOf: async (store, scope, id) =>
      (await list(store, scope)).find((each) => each.id === id)?.details.text as string,
  })

  describe(`${name} as an audit store`, () => {
    const opened = eachOpened(open)
    const store = () => opened().store

    test('given entries, when listed, then they come whole, the oldest first', async () => {
      const scope = newScope()
      const entries = [3, 1, 2].map((second) =>
        entry(scope, { at: `2026-05-08T00:00:0${second}.000Z`, details: { n: [second, null] } }),
      )
      await apply(store(), entries)
      expect(await list(store(), scope)).toEqual([entries[1], entries[2], entries[0]])
    })

    test('given many entries of one instant, when paged, then each comes once', async () => {
      const scope = newScope()
      const entries = Array.from({ length: 13 }, () => entry(scope))
      await apply(store(), entries)
      const listed: AuditEntry[] = []
      for (let cursor: string | undefined; ; ) {
        const page = await store().list(scope, { limit: 4, cursor })
        expect(page.total).toBe(13)
        listed.push(...page.data)
        if (page.nextCursor === null) break
        cursor = page.nextCursor
      }
      expect(listed.map(({ id }) => id).sort()).toEqual(entries.map(({ id }) => id).sort())
    })

    test('given entries, when listed with the newest first, then it goes on after an entry or from an instant', async () => {
      const scope = newScope()
      const at = (n: number) => `2026-05-0${n}T00:00:00.000Z`
      const [one, two, three, four] = [1, 2, 3, 4].map((n) => entry(scope, { at: at(n) }))
      await apply(store(), [two!, four!, one!, three!])
      const newest = (limit: number, cursor?: string) =>
        store().list(scope, { limit, cursor, list: 'audit, newest first' })
      const first = await newest(3)
      expect(first).toMatchObject({ data: [four, three, two], total: 4 })
      expect(await newest(3, first.nextCursor ?? '')).toEqual({
        data: [one],
        total: 4,
        nextCursor: null,
      })
      expect((await newest(9, cursorAfter(three!))).data).toEqual([two, one])
      expect((await newest(9, cursorFrom(at(3)))).data).toEqual([three, two, one])
      expect((await newest(9, cursorFrom('2026-04-30T23:59:59.999Z'))).data).toEqual([])
    })

    test('given entries, when asked where their events are, then each place comes once, page by page', async () => {
      const [scope, other] = [newScope(), newScope()]
      const entries = Array.from({ length: 5 }, (_, position) => entry(scope, { position }))
      await apply(store(), [...entries, entry(other)])
      const first = await store().places(scope, { limit: 3 })
      const rest = await store().places(scope, { limit: 3, cursor: first.nextCursor ?? '' })
      const found = [...first.data, ...rest.data]
      const placeOf = ({ id, topic, position }: AuditPlace) => ({ id, topic, position })
      expect(found.map(placeOf).sort((a, b) => a.position - b.position)).toEqual(
        entries.map(placeOf),
      )
      expect(found[0]).toMatchObject({ type: 'FactAsserted', source: 1, category: 'work' })
    })

    test('given entries, when asked by category, then those of the user alone count', async () => {
      const [scope, other] = [newScope(), newScope()]
      const told = entry(scope, { category: 'health', permanent: true, type: 'MemoryForgotten' })
      await apply(store(), [entry(scope), told, entry(other, { category: 'hobby' })])
      const has = (category: string, of = scope) => store().hasCategory(of, category)
      const answers = [
        has('work'),
        has('health'),
        has('hobby'),
        has('wor'),
        has('work', newScope()),
      ]
      expect(await Promise.all(answers)).toEqual([true, true, false, false, false])
    })

    test('given a cursor that was never issued, when listed, then it is refused', async () => {
      const scope = newScope()
      await apply(store(), [entry(scope)])
      await expect(store().list(scope, { limit: 4, cursor: '!!' })).rejects.toThrow(InvalidCursor)
    })

    test('given a cursor of one list of the audit, when another is asked with it, then it is refused', async () => {
      const scope = newScope()
      await apply(store(), [entry(scope), entry(scope)])
      const lists = ['audit', 'audit of an app', 'audit roots', 'audit, newest first'] as const
      for (const list of lists) {
        const { nextCursor } = await store().list(scope, { limit: 1, list })
        const next = { limit: 1, cursor: nextCursor ?? '' }
        expect((await store().list(scope, { ...next, list })).data).toHaveLength(1)
        for (const other of lists) {
          if (other === list) continue
          const asked = store().list(scope, { ...next, list: other })
          await expect(asked).rejects.toThrow(InvalidCursor)
        }
      }
    })

    test('given a cursor of another list, when listed, then it is refused', async () => {
      const cursor = encodeCursor('items', [newScope().userId, 'id'])
      const page = { limit: 1, cursor }
      await expect(store().list(newScope(), page)).rejects.toThrow(InvalidCursor)
      await expect(store().places(newScope(), page)).rejects.toThrow(InvalidCursor)
    })

    test('given what tells of the forgetting, when a fence arrives, then it stays', async () => {
      const [scope, place] = [newScope(), createPlaces()]
      const kept = entry(scope, { permanent: true, source: 1 })
      await apply(store(), [kept, entry(scope, { source: 2 })], place())
      await store().apply({
        checkpoint: place(),
        fences: [fenceOf(scope, 9)],
        entries: [],
        removed: [],
      })
      const late = entry(scope, { permanent: true, source: 3, at: '2026-06-01T00:00:00.000Z' })
      await apply(store(), [late, entry(scope, { source: 4 })], place())
      expect(await list(store(), scope)).toEqual([kept, late])
    })

    test('given events that were removed from the log, when told, then their entries go', async () => {
      const [scope, other, place] = [newScope(), newScope(), createPlaces()]
      const [gone, kept] = [entry(scope), entry(scope)]
      const same = entry(other, { id: gone.id })
      await apply(store(), [gone, kept, same], place())
      await store().apply({
        checkpoint: place(),
        fences: [],
        entries: [],
        removed: [
          { ...scope, id: gone.id },
          { ...scope, id: randomUUID() },
        ],
      })
      expect(await list(store(), scope)).toEqual([kept])
      expect(await list(store(), other)).toEqual([same])
    })
  })
}

function entry(scope: Scope, more: Partial<AuditEntry> = {}): AuditEntry {
  return {
    ...scope,
    topic: 'memory.facts.v1',
    partition: 0,
    position: 1,
    id: randomUUID(),
    type: 'FactAsserted',
    at: AT,
    causationId: null,
    source: 1,
    category: 'work',
    permanent: false,
    details: {},
    ...more,
  }
}

function apply(store: AuditStore, entries: readonly AuditEntry[], checkpoint = createPlaces()()) {
  return store.apply({ checkpoint, fences: [], entries, removed: [] })
}

async function list(store: AuditStore, scope: Scope): Promise<AuditEntry[]> {
  return (await store.list(scope, { limit: 100 })).data
}
