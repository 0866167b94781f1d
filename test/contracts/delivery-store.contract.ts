// What every delivery store must do, whatever the technology: the contract of projections, leases, and lists.
import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type {
  Claimed,
  ClaimOptions,
  Delivery,
  DeliveryStore,
  NewDelivery,
  Progress,
} from '../../infra/ports/delivery-store.ts'
import { encodeCursor, InvalidCursor } from '../../infra/ports/rules/cursor.ts'
import { derivedUuid } from '../../infra/runtime/envelope/ids.ts'
import type { Scope } from '../../schemas/identifiers.ts'
import { AT, createPlaces, eachOpened, fenceOf, newScope } from './given.ts'
import { type OpenedProjection, projectionContract } from './projection.contract.ts'

const NAMESPACE = '9b2f7b57-6f1c-4c3e-8a63-1a0a6f1f0c11'
const LEASE_MS = 60_000

export function deliveryStoreContract(
  name: string,
  open: () => Promise<OpenedProjection<DeliveryStore>>,
): void {
  const webhookOf = (scope: Scope) =>
    derivedUuid(NAMESPACE, JSON.stringify([scope.appId, scope.userId]))

  projectionContract(name, open, {
    counted: 'deliveries',
    apply: (store, { entries, ...step }) =>
      store.apply({
        ...step,
        deliveries: entries.map(({ appId, userId, id, source, category, text }) =>
          delivery(
            { appId, userId },
            {
              id,
              noticeId: id,
              source,
              category,
              webhookId: webhookOf({ appId, userId }),
              payload: Buffer.from(text),
            },
          ),
        ),
      }),
    idsOf: async (store, scope) =>
      (await store.list(webhookOf(scope), { limit: 100 })).data.map(({ id }) => id),
    textOf: async (store, scope, id) => {
      const claimed = await store.claim(claiming(at(1)))
      const found = claimed.find((each) => each.id === id && each.userId === scope.userId)
      return found && Buffer.from(found.payload).toString('utf8')
    },
  })

  describe(`${name} as a delivery store`, () => {
    const opened = eachOpened(open)
    const store = () => opened().store

    test('given a delivery, when claimed, then it comes whole; when listed, then without its payload', async () => {
      const given = delivery(newScope())
      await put(store(), [given])
      const [claimed] = await store().claim(claiming(at(1)))
      const { lease, payload, ...rest } = claimed!
      expect(lease).not.toBe('')
      expect(Buffer.from(payload)).toEqual(Buffer.from(given.payload))
      const { payload: _, ...expected } = given
      expect(rest).toEqual(expected)
      expect(await listed(store(), given.webhookId)).toEqual([shown(given)])
      expect(await store().find(given.webhookId, given.id)).toEqual(shown(given))
      expect(await store().find(randomUUID(), given.id)).toBeNull()
    })

    test('given a delivery that was claimed, when others claim before the lease ends, then they get nothing', async () => {
      await put(store(), [delivery(newScope())])
      expect(await store().claim(claiming(at(1)))).toHaveLength(1)
      expect(await store().claim(claiming(at(2)))).toEqual([])
      expect(await store().claim(claiming(at(1 + LEASE_MS / 1000)))).toHaveLength(1)
    })

    test('given many claiming at once, when all are done, then each delivery went to one', async () => {
      const given = Array.from({ length: 40 }, () => delivery(newScope()))
      await put(store(), given)
      const claims: Claimed[] = []
      for (let round = 0; round < 20 && claims.length < given.length; round++) {
        const some = await Promise.all(
          Array.from({ length: 4 }, () => store().claim({ ...claiming(at(1)), limit: 5 })),
        )
        claims.push(...some.flat())
      }
      expect(claims.map(({ id }) => id).sort()).toEqual(given.map(({ id }) => id).sort())
    })

    test('given what is planned for later, when claimed, then it comes at its time and not before', async () => {
      const given = delivery(newScope(), { nextAttemptAt: at(60) })
      await put(store(), [given])
      expect(await store().claim(claiming(at(59)))).toEqual([])
      expect(await store().claim(claiming(at(60)))).toHaveLength(1)
    })

    test('given an attempt that failed, when settled, then it waits for the next, and shows what happened', async () => {
      const given = delivery(newScope())
      await put(store(), [given])
      const [claimed] = await store().claim(claiming(at(1)))
      const progress = failedOnce(at(61))
      expect(await store().settle(claimed!, progress)).toBe(true)
      expect(await listed(store(), given.webhookId)).toEqual([{ ...shown(given), ...progress }])
      expect(await store().claim(claiming(at(60)))).toEqual([])
      expect(await store().claim(claiming(at(61)))).toMatchObject([{ id: given.id, tries: 1 }])
    })

    test('given one that was delivered, when claimed at any time, then it never comes again', async () => {
      const given = delivery(newScope())
      await put(store(), [given])
      const [claimed] = await store().claim(claiming(at(1)))
      await store().settle(claimed!, delivered(at(2)))
      expect(await store().claim(claiming(at(1_000_000)))).toEqual([])
      await put(store(), [given])
      expect(await store().claim(claiming(at(1_000_000)))).toEqual([])
    })

    test('given a lease that passed to another, when the first settles, then it does not count', async () => {
      const given = delivery(newScope())
      await put(store(), [given])
      const [first] = await store().claim(claiming(at(1)))
      const [second] = await store().claim(claiming(at(100)))
      expect(await store().settle(first!, failedOnce(at(500)))).toBe(false)
      expect(await store().settle(second!, delivered(at(101)))).toBe(true)
      expect(await store().settle(second!, failedOnce(at(500)))).toBe(false)
      expect(await listed(store(), given.webhookId)).toMatchObject([{ state: 'delivered' }])
    })

    test('given a claim, when asked whether it holds, then it does until it is settled, passes on or is forgotten', async () => {
      const [scope, place] = [newScope(), createPlaces()]
      await put(store(), [delivery(scope)], place())
      const [first] = await store().claim(claiming(at(1)))
      expect(await store().holds(first!)).toBe(true)
      const [second] = await store().claim(claiming(at(100)))
      expect(await store().holds(first!)).toBe(false)
      expect(await store().holds(second!)).toBe(true)
      await store().settle(second!, failedOnce(at(200)))
      expect(await store().holds(second!)).toBe(false)
      const [third] = await store().claim(claiming(at(200)))
      const fences = [fenceOf(scope, 9, { category: 'work' })]
      await store().apply({ checkpoint: place(), fences, deliveries: [] })
      expect(await store().holds(third!)).toBe(false)
    })

    test('given a fence, when what it forbids is counted, then it is all of that user until the fence is obeyed', async () => {
      const [scope, other] = [newScope(), newScope()]
      const of = (source: number, category: string | null, keyGeneration = 2) =>
        delivery(scope, { source, category, keyGeneration })
      const given = [of(1, 'work'), of(2, null), of(8, 'work'), of(9, 'work', 1), of(9, null)]
      await put(store(), [...given, delivery(other, { source: 1 })])
      const [whole, ofCategory] = [{ keyGeneration: 1 }, { category: 'work', keyGeneration: 0 }]
      const count = (more: typeof whole | typeof ofCategory) =>
        store().countForbidden(fenceOf(scope, 9, more))
      expect([await count(whole), await count(ofCategory)]).toEqual([4, 2])
      const fences = [fenceOf(scope, 9, whole)]
      await store().apply({ checkpoint: nextPlace(), fences, deliveries: [] })
      expect([await count(whole), await count(ofCategory)]).toEqual([0, 0])
      expect(await store().countForbidden(fenceOf(newScope(), 9))).toBe(0)
      expect(await store().countForbidden(fenceOf(other, 9))).toBe(1)
    })

    test('given a fence while it is claimed, when settled, then it stays gone', async () => {
      const [scope, place] = [newScope(), createPlaces()]
      const given = delivery(scope)
      await put(store(), [given], place())
      const [claimed] = await store().claim(claiming(at(1)))
      const fences = [fenceOf(scope, 9)]
      await store().apply({ checkpoint: place(), fences, deliveries: [] })
      expect(await store().settle(claimed!, failedOnce(at(61)))).toBe(false)
      expect(await listed(store(), given.webhookId)).toEqual([])
      expect(await store().claim(claiming(at(1_000)))).toEqual([])
    })

    test('given a fence of a whole user, when its key generation covers a later write, then that goes too', async () => {
      const [scope, place] = [newScope(), createPlaces()]
      const late = delivery(scope, { source: 20, keyGeneration: 1 })
      const kept = delivery(scope, { source: 20, keyGeneration: 2 })
      await put(store(), [late, kept], place())
      const fences = [fenceOf(scope, 9, { keyGeneration: 1 })]
      await store().apply({ checkpoint: place(), fences, deliveries: [] })
      const claimed = await store().claim(claiming(at(1)))
      expect(claimed.map(({ id }) => id)).toEqual([kept.id])
    })

    test('given one webhook with much to send, when claimed, then at most its share comes, and all of the others', async () => {
      const [busy, other] = [randomUUID(), randomUUID()]
      const many = Array.from({ length: 30 }, () => delivery(newScope(), { webhookId: busy }))
      await put(store(), [...many, delivery(newScope(), { webhookId: other })])
      const options = { ...claiming(at(1)), perWebhook: 4, limit: 20 }
      const first = await store().claim(options)
      expect(counts(first)).toEqual({ [busy]: 4, [other]: 1 })
      const left = new Map([[busy, 0]])
      expect(await store().claim({ ...options, left })).toEqual([])
      expect(counts(await store().claim({ ...options, left: new Map([[busy, 1]]) }))).toEqual({
        [busy]: 1,
      })
      expect(counts(await store().claim({ ...options, left: new Map([[busy, 6]]) }))).toEqual({
        [busy]: 6,
      })
    })

    test('given more than the limit, when claimed, then what waits longest comes first', async () => {
      const given = [30, 10, 20].map((second) =>
        delivery(newScope(), { nextAttemptAt: at(second) }),
      )
      await put(store(), given)
      const claimed = await store().claim({ ...claiming(at(60)), limit: 2 })
      expect(claimed.map(({ id }) => id).sort()).toEqual([given[1]!.id, given[2]!.id].sort())
    })

    test('given deliveries, when listed in pages, then each comes once, the newest first', async () => {
      const webhookId = randomUUID()
      const given = Array.from({ length: 11 }, (_, n) =>
        delivery(newScope(), { webhookId, createdAt: at(n % 4) }),
      )
      await put(store(), [...given, delivery(newScope())])
      const all: Delivery[] = []
      for (let cursor: string | undefined; ; ) {
        const page = await store().list(webhookId, { limit: 4, cursor })
        expect(page.total).toBe(11)
        all.push(...page.data)
        if (page.nextCursor === null) break
        cursor = page.nextCursor
      }
      expect(all.map(({ id }) => id).sort()).toEqual(given.map(({ id }) => id).sort())
      const times = all.map(({ createdAt }) => createdAt)
      expect(times).toEqual([...times].sort().reverse())
      for (const cursor of ['!!', encodeCursor('items', [at(1), 'id'])]) {
        await expect(store().list(webhookId, { limit: 4, cursor })).rejects.toThrow(InvalidCursor)
      }
    })

    test('given one that failed for good, when changed by hand, then it is due again under its id', async () => {
      const given = delivery(newScope())
      await put(store(), [given])
      const [claimed] = await store().claim(claiming(at(1)))
      await store().settle(claimed!, { ...delivered(at(2)), state: 'failed' })
      const again = (progress: Progress): Progress => ({
        ...progress,
        state: 'waiting',
        tries: 0,
        nextAttemptAt: at(50),
        endedAt: null,
      })
      expect(await store().change(given.webhookId, given.id, again)).toBe(true)
      expect(await store().change(randomUUID(), given.id, again)).toBe(false)
      expect(await store().claim(claiming(at(49)))).toEqual([])
      const [once] = await store().claim(claiming(at(50)))
      expect(once).toMatchObject({ id: given.id, tries: 0, attempts: [{ status: 200 }] })
      // An attempt is under way: no other process may send it meanwhile.
      expect(await store().change(given.webhookId, given.id, again)).toBe(true)
      expect(await store().claim(claiming(at(51)))).toEqual([])
    })

    test('given deliveries that ended, when pruned, then those of these states and before then go', async () => {
      const webhookId = randomUUID()
      const given = Array.from({ length: 5 }, () => delivery(newScope(), { webhookId }))
      await put(store(), given)
      const claimed = await store().claim({ ...claiming(at(1)), perWebhook: 9 })
      const [old, older, recent, failed] = claimed
      await store().settle(old!, delivered(at(2)))
      await store().settle(older!, delivered(at(3)))
      await store().settle(recent!, delivered(at(90)))
      await store().settle(failed!, { ...delivered(at(2)), state: 'failed' })
      const options = { before: at(10), states: ['delivered' as const], limit: 1 }
      expect(await store().prune(options)).toBe(1)
      expect(await store().prune({ ...options, limit: 9 })).toBe(1)
      const left = (await listed(store(), webhookId)).map(({ id }) => id).sort()
      expect(left).toEqual([recent!.id, failed!.id, claimed[4]!.id].sort())
    })
  })
}

/** So many seconds after AT. */
function at(second: number): string {
  return new Date(Date.parse(AT) + second * 1000).toISOString()
}

function claiming(now: string): ClaimOptions {
  const leaseUntil = new Date(Date.parse(now) + LEASE_MS).toISOString()
  return { now, leaseUntil, limit: 100, perWebhook: 100, left: new Map() }
}

function delivery(scope: Scope, more: Partial<NewDelivery> = {}): NewDelivery {
  return {
    ...scope,
    id: randomUUID(),
    webhookId: randomUUID(),
    noticeId: randomUUID(),
    event: 'memory.processed',
    createdAt: AT,
    state: 'waiting',
    attempts: [],
    tries: 0,
    nextAttemptAt: AT,
    endedAt: null,
    source: 1,
    category: 'work',
    keyGeneration: 1,
    payload: Uint8Array.from([0, 255, 1]),
    ...more,
  }
}

function shown(given: NewDelivery): Delivery {
  const { source: _, category: _c, keyGeneration: _k, payload: _p, ...rest } = given
  return rest
}

function failedOnce(nextAttemptAt: string): Progress {
  const attempts = [{ at: AT, status: 500, error: null, durationMs: 12 }]
  return { state: 'waiting', attempts, tries: 1, nextAttemptAt, endedAt: null }
}

function delivered(endedAt: string): Progress {
  const attempts = [{ at: AT, status: 200, error: null, durationMs: 12 }]
  return { state: 'delivered', attempts, tries: 1, nextAttemptAt: null, endedAt }
}

function put(store: DeliveryStore, deliveries: readonly NewDelivery[], checkpoint?: Place) {
  return store.apply({ checkpoint: checkpoint ?? nextPlace(), fences: [], deliveries })
}
type Place = ReturnType<ReturnType<typeof createPlaces>>
const nextPlace = createPlaces('memory.notices.v1')

async function listed(store: DeliveryStore, webhookId: string): Promise<Delivery[]> {
  return (await store.list(webhookId, { limit: 100 })).data
}

function counts(claimed: readonly Claimed[]): Record<string, number> {
  const found: Record<string, number> = {}
  for (const { webhookId } of claimed) found[webhookId] = (found[webhookId] ?? 0) + 1
  return found
}
