// The forget itself, over real stores in memory: what is gone when it reports that it is complete, and in which order.
// Each promise has a test that fails without it: the key, every store's receipt, every topic, the objects, and the
// sweep.
import { randomBytes, randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { candidateOver } from '../../../apps/composition/candidate/candidate.ts'
import type { AuditStore } from '../../../infra/ports/audit-store.ts'
import type { EventLog } from '../../../infra/ports/event-log.ts'
import type { KeyStore } from '../../../infra/ports/key-store.ts'
import type { MemoryDocument, MemoryStore } from '../../../infra/ports/memory-store.ts'
import { type ObjectStore, objectKey } from '../../../infra/ports/object-store.ts'
import type { Receipt } from '../../../infra/ports/projection.ts'
import type { Remainder } from '../../../infra/ports/remainder.ts'
import { MOST_STANDBYS, stateNames } from '../../../infra/ports/states.ts'
import { Outage } from '../../../infra/runtime/fail/retry.ts'
import type { Delivered, Outcome } from '../../../infra/runtime/run/processor.ts'
import { standbyGroup } from '../../../infra/runtime/run/run-standby.ts'
import { canonicalJson } from '../../../infra/runtime/signing/canonical-json.ts'
import { createSigner } from '../../../infra/runtime/signing/signer.ts'
import { verifySigned } from '../../../infra/runtime/signing/verify-signed.ts'
import { createSqliteAuditStore } from '../../../infra/sqlite/audit-store.ts'
import { createSqliteEventLog } from '../../../infra/sqlite/event-log.ts'
import { createSqliteKeyStore } from '../../../infra/sqlite/key-store.ts'
import { createSqliteMemoryStore } from '../../../infra/sqlite/memory-store.ts'
import { createSqliteObjectStore } from '../../../infra/sqlite/object-store.ts'
import { flow } from '../../../processors/flow.ts'
import { processedId } from '../../../processors/forget/decide.ts'
import { createForget, type ForgetPorts } from '../../../processors/forget/processor.ts'
import { type AwaitedStore, reachOf } from '../../../processors/forget/reach.ts'
import { receiptOf } from '../../../processors/forget/receipt.ts'
import { topology } from '../../../processors/forget/topology.ts'
import { noSettings } from '../../../processors/settings/evolve.ts'
import type { Scope } from '../../../schemas/identifiers.ts'
import { type AnyTopicName, topics, WRITES } from '../../../schemas/topics.ts'
import { AT, storedEvent } from '../../contracts/given.ts'
import { resourceDocument } from '../../contracts/memory-documents.ts'
import { recordsOf } from '../../infra/runtime/given.ts'
import { alone, delivered, LATER, opens, RESOURCE, USER } from '../given.ts'

const reach = reachOf(flow, topics)
const NEIGHBOUR = { appId: 'app', userId: 'user2' }
const FENCE = 50
const NOT_THIS = '01937e2a-7c00-7000-8000-000000000099'
const GENERATION = 1
const path = ':memory:'

let log: EventLog
let keys: KeyStore
let objects: ObjectStore
/** The audit knows where the log holds what a user has. */
let audit: AuditStore
/** The memory knows of which writes nothing is left. */
let memory: MemoryStore
/** The calls, in order. */
let calls: string[]
let deleted: string[]
/** How many times a store does not have the fence yet. */
let behind: Partial<Record<AwaitedStore, number>>
let receipts: Partial<Record<AwaitedStore, Partial<Receipt>>>
let remainders: Partial<Record<AwaitedStore | 'log', readonly Remainder[]>>
/** Whether the states that processors decide from are the readers' stores. */
let shared: boolean
/** Where snapshots of states are kept. */
let snapshots: ObjectStore | null
/** The places of standby copies, by group; other groups have none. */
let standbys: Record<string, Map<number, number | null> | null>
let stopping: AbortController
/** How often the maps of sources were looked at. */
let mapsAsked: number
/** Whether the log finds a user's records by itself. */
let findsUsers: boolean
let candidate: ForgetPorts['candidate']
/** How to wait, if not by the clock. */
let pacing: Pick<ForgetPorts, 'pause'>

beforeEach(() => {
  shared = true
  mapsAsked = 0
  findsUsers = true
  candidate = undefined
  pacing = {}
  snapshots = null
  standbys = {}
  log = createSqliteEventLog({ directory: null })
  keys = createSqliteKeyStore({ path, masterKey: randomBytes(32) })
  objects = createSqliteObjectStore({ path })
  audit = createSqliteAuditStore({ path })
  memory = createSqliteMemoryStore({ path })
  calls = []
  deleted = []
  behind = {}
  receipts = {}
  remainders = {}
  stopping = new AbortController()
})

/** The ports, which note every removal. */
function ports(): ForgetPorts {
  const receiptOf = (name: AwaitedStore) => async (_: Scope, before: number) => {
    const left = behind[name] ?? 0
    behind[name] = left - 1
    if (left > 0) return null
    calls.push(`receipt of ${name}`)
    return { before, removed: {}, resourceIds: [], ...receipts[name] }
  }
  const noting = <A extends unknown[], R>(word: string, work: (...args: A) => Promise<R>) => {
    return (...args: A) => {
      calls.push(word)
      return work(...args)
    }
  }
  return {
    log: {
      ...log,
      findsUsers,
      remainders: remainders.log ?? log.remainders,
      erase: noting('erase', log.erase),
      standbys: async (group) => (group in standbys ? standbys[group]! : new Map()),
    },
    objects: {
      ...objects,
      list: noting('list', objects.list),
      deleteMany: noting('delete', (some) => {
        deleted.push(...some)
        return objects.deleteMany(some)
      }),
    },
    keys: { ...keys, destroy: noting('destroy', keys.destroy) },
    settings: { current: () => noSettings, caughtUp: async () => void mapsAsked++ },
    candidate,
    states: { shared, snapshots: snapshots && { objects: snapshots } },
    signal: stopping.signal,
    now: () => new Date(LATER),
    ...pacing,
    ...(Object.fromEntries(
      reach.awaited.map((name) => [
        name,
        {
          ...(name === 'memory' ? memory : audit),
          receipt: receiptOf(name),
          remainders: remainders[name] ?? [],
        },
      ]),
    ) as unknown as Pick<ForgetPorts, AwaitedStore>),
  }
}

const forgotten = (category: string | null = null, position = FENCE) =>
  delivered('MemoryForgotten', {
    id: RESOURCE,
    position,
    open: { category, keyGeneration: category === null ? GENERATION : 0 },
  })
const passed = (category: string | null = null, causationId = RESOURCE): Delivered => {
  const fenced = delivered('ExtractionFenced', { position: 9, open: { source: FENCE, category } })
  return { ...fenced, event: { ...fenced.event, causationId } }
}

/** The memory has taken in what extraction did before it passed the forget. */
function indexed(documents: readonly MemoryDocument[] = []): Promise<void> {
  const checkpoint = { topic: 'memory.facts.v1', partition: 0, position: 9 } as const
  return memory.apply({ fences: [], erasedResources: [], erasures: [], documents, checkpoint })
}

function handle(event: Delivered): Promise<Outcome> {
  return createForget(ports(), reach).handle([event], alone())
}

describe('what a forget waits for', () => {
  const turns = async () => {
    for (let turn = 0; turn < 20; turn++) await new Promise((next) => setImmediate(next))
  }
  /** A store never has the fence. */
  function waiting(instead: Partial<ForgetPorts>, signal: AbortSignal) {
    let asked = 0
    behind = { graph: Number.POSITIVE_INFINITY }
    pacing = {
      pause: async () => {
        asked++
        await new Promise((next) => setImmediate(next))
      },
    }
    const forget = createForget({ ...ports(), ...instead }, reach)
    return { handled: forget.handle([forgotten()], { ...alone(), signal }), asked: () => asked }
  }

  test('is asked no more once an attempt has failed: the next one asks by itself', async () => {
    const down = async () => {
      throw new Outage('the log is down')
    }
    const settings = { current: () => noSettings, caughtUp: down }
    const { handled, asked } = waiting({ settings }, new AbortController().signal)
    await expect(handled).rejects.toThrow('the log is down')
    await turns()
    expect(asked()).toBeLessThan(3)
  })

  test('is asked no more once the partition is taken away: its next owner asks', async () => {
    const taken = new AbortController()
    const { handled, asked } = waiting({}, taken.signal)
    await vi.waitFor(() => expect(asked()).toBeGreaterThan(3))
    taken.abort(new Error('taken away'))
    await expect(handled).rejects.toThrow('taken away')
    const before = asked()
    await turns()
    expect(asked()).toBe(before)
  })
})

describe('a state beside a processor', () => {
  const at = { topic: WRITES, partition: 0 } as const
  /** The processor has come so far in the writes. */
  const passes = (group: string, position: number, note: string | null = null) =>
    log.commit({ group, records: [], checkpoints: [{ ...at, position, note }] })
  const beyond = (position: number) => JSON.stringify({ done: position.toString(36), work: [] })

  test('has let go before the forget is complete: each processor that decides from one has passed it', async () => {
    shared = false
    expect(reach.deciding).toEqual(['extract-facts', 'evolve-summaries', 'raise-notices'])
    const [last, ...others] = reach.deciding
    for (const group of others) await passes(group, FENCE)
    await passes(last!, FENCE - 1)
    let isDone = false
    const handled = handle(forgotten()).then(() => {
      isDone = true
    })
    await vi.waitFor(() => expect(calls).toHaveLength(1 + reach.awaited.length))
    expect(isDone).toBe(false)
    await passes(last!, FENCE)
    await handled
  })

  test('has let go where the forget was passed before what stands in front of it', async () => {
    shared = false
    for (const group of reach.deciding) await passes(group, 3, beyond(FENCE))
    expect((await handle(forgotten())).outcome).toBe('emit')
  })

  test.each([
    ['has not come so far', new Map([[0, FENCE - 1]])],
    ['has told nothing', new Map([[0, null]])],
    ['is being given to somebody', null],
  ])('is complete when each copy that stands by has let go: one %s', async (_, stands) => {
    shared = false
    for (const group of reach.deciding) await passes(group, FENCE)
    for (const processor of reach.deciding) {
      for (let nth = 1; nth <= MOST_STANDBYS; nth++) {
        const group = standbyGroup(processor, nth)
        standbys[group] = stands
        let isDone = false
        const handled = handle(forgotten()).then(() => {
          isDone = true
        })
        await vi.waitFor(() => expect(calls).toHaveLength(1 + reach.awaited.length))
        for (let turn = 0; turn < 20; turn++) await new Promise((next) => setImmediate(next))
        expect(isDone).toBe(false)
        standbys[group] = new Map([[0, FENCE]])
        await handled
        calls = []
      }
    }
  })

  test('is not complete where a copy has told nothing, however early the forget came', async () => {
    shared = false
    for (const group of reach.deciding) await passes(group, FENCE)
    const group = standbyGroup(reach.deciding[0]!, 1)
    standbys[group] = new Map([[0, null]])
    let isDone = false
    const handled = handle(forgotten(null, 1)).then(() => {
      isDone = true
    })
    await vi.waitFor(() => expect(calls).toHaveLength(1 + reach.awaited.length))
    for (let turn = 0; turn < 20; turn++) await new Promise((next) => setImmediate(next))
    expect(isDone).toBe(false)
    standbys[group] = new Map()
    await handled
  })

  test('is complete where a copy stands by of another partition only', async () => {
    shared = false
    for (const group of reach.deciding) {
      await passes(group, FENCE)
      standbys[standbyGroup(group, 1)] = new Map([[1, null]])
    }
    expect((await handle(forgotten())).outcome).toBe('emit')
  })

  test('is waited for no longer than the service runs', async () => {
    shared = false
    stopping.abort(new Error('the service stops'))
    await expect(handle(forgotten())).rejects.toThrow('the service stops')
  })

  test('that readers share is told of by their receipts', async () => {
    expect((await handle(forgotten())).outcome).toBe('emit')
  })
})

/** A record of each topic for each user: derived from a write before the forget. */
async function fill(more: Record<string, unknown> = {}): Promise<void> {
  for (const { name } of topics) {
    const type = name.endsWith('.dlq') ? 'RecordParked' : 'NoticeRaised'
    const open = { source: FENCE - 1, category: 'work', objectKey: 'none', ...more }
    for (const scope of [USER, NEIGHBOUR]) {
      await log.append([{ topic: name, event: storedEvent(scope, { type, open, recordedAt: AT }) }])
    }
  }
}

async function topicsOf(scope: Scope): Promise<AnyTopicName[]> {
  const found: AnyTopicName[] = []
  for (const { name } of topics) {
    const records = await recordsOf(log, name)
    if (records.some(({ event }) => event?.userId === scope.userId)) found.push(name)
  }
  return found
}

const everyTopic = topics.map(({ name }) => name)
const left = everyTopic.filter((name) => !reach.cleaned.includes(name))

describe('snapshots of states', () => {
  const snapshotKeys = stateNames.map((name) => ({ appId: '~snapshots', userId: `${name}-0` }))
  const destroyed = async () =>
    (await Promise.all(snapshotKeys.map((scope) => keys.get(scope, 1)))).map((key) => key === null)
  const kept = () => snapshots!.list({ prefix: '', limit: 9 })

  beforeEach(async () => {
    snapshots = createSqliteObjectStore({ path })
    await keys.current(snapshotKeys)
    const names = ['graph/0/segments/a', 'memory/0/manifests/1', 'memory/1/manifests/1']
    await snapshots.putMany(names.map((key) => ({ key, body: new Uint8Array(1) })))
  })

  test('of the partition go where a category is forgotten, and their keys with them', async () => {
    await handle(forgotten('work'))
    expect(await destroyed()).toEqual([true, true])
    expect(await kept()).toEqual(['memory/1/manifests/1'])
  })

  test('go before the forget is complete', async () => {
    behind.memory = Number.POSITIVE_INFINITY
    const handled = handle(forgotten('work'))
    await vi.waitFor(async () => expect(await kept()).toHaveLength(1))
    expect(calls).not.toContain('erase')
    stopping.abort(new Error('stopping'))
    await expect(handled).rejects.toThrow('stopping')
  })

  test('stay where a whole user is forgotten, whose key is destroyed', async () => {
    await handle(forgotten())
    expect(await destroyed()).toEqual([false, false])
    expect(await kept()).toHaveLength(3)
  })
})

test('the processor takes one event at a time, and a forget before everything else', () => {
  expect(createForget(ports(), reach)).toMatchObject({
    ...topology,
    kind: 'transformer',
    grouping: 'event',
    urgent: ['MemoryForgotten'],
  })
})

test('the maps of sources lose a whole user, and keep one of whom a category is forgotten', async () => {
  await handle(forgotten('work'))
  expect(mapsAsked).toBe(0)
  await handle(forgotten())
  expect(mapsAsked).toBe(1)
})

describe('the key', () => {
  test('is destroyed up to the generation of the forget; a later one and a neighbour’s stay', async () => {
    await keys.current([USER, NEIGHBOUR])
    await keys.rotate(USER)
    await handle(forgotten())
    expect(await keys.get(USER, GENERATION)).toBeNull()
    expect(await keys.get(USER, GENERATION + 1)).not.toBeNull()
    expect(await keys.get(NEIGHBOUR, GENERATION)).not.toBeNull()
  })

  test('goes first, so that whatever fails in between, no copy opens', async () => {
    stopping.abort(new Error('stopping'))
    await keys.current([USER])
    behind.memory = Number.POSITIVE_INFINITY
    await expect(handle(forgotten())).rejects.toThrow('stopping')
    expect(await keys.get(USER, GENERATION)).toBeNull()
    expect(calls[0]).toBe('destroy')
    expect(calls).not.toContain('erase')
  })

  test('stays where a category is forgotten', async () => {
    await keys.current([USER])
    await handle(forgotten('work'))
    expect(await keys.get(USER, GENERATION)).not.toBeNull()
    expect(calls).not.toContain('destroy')
  })
})

describe('the stores', () => {
  test.each(reach.awaited)('are awaited: %s', async (store) => {
    await fill()
    behind[store] = 3
    await handle(forgotten())
    expect(behind[store]).toBe(-1)
    const granted = calls.indexOf(`receipt of ${store}`)
    expect(granted).toBeGreaterThanOrEqual(0)
    expect(calls.indexOf('erase')).toBeGreaterThan(granted)
  })

  test('given one that is behind, when it is asked again and again, then less and less often', async () => {
    const pauses: number[] = []
    pacing = { pause: async (ms) => void pauses.push(ms) }
    behind.memory = 8
    await handle(forgotten())
    expect(pauses).toEqual([10, 15, 22.5, 33.75, 50.625, 75.9375, 100, 100])
  })

  test('tell what they removed, and it is counted', async () => {
    receipts = {
      memory: { removed: { items: 3, resources: 2, summaries: 9 }, resourceIds: ['a', 'b'] },
      graph: { removed: { entities: 4 } },
      audit: { removed: { entries: 7 }, resourceIds: ['b'] },
    }
    const outcome = await handle(forgotten())
    const events = outcome.outcome === 'emit' ? outcome.events : []
    expect(events.map(({ event }) => event.type)).toEqual([
      'ResourceErased',
      'ResourceErased',
      'ReceiptIssued',
      'MemoryErased',
    ])
    expect(events.at(-1)).toMatchObject({
      keyGeneration: null,
      event: {
        ...USER,
        open: {
          source: FENCE,
          forgottenId: RESOURCE,
          category: null,
          deletedItems: 3,
          deletedResources: 2,
          deletedEntities: 4,
          deletedObjects: 0,
          deletedEvents: 0,
        },
      },
    })
  })
})

describe('the receipt', () => {
  const issued = async (event: Delivered) => {
    const outcome = await handle(event)
    const events = outcome.outcome === 'emit' ? outcome.events : []
    const found = events.map(({ event }) => event).find(({ type }) => type === 'ReceiptIssued')!
    return receiptOf(found as Extract<typeof found, { type: 'ReceiptIssued' }>)
  }

  test('tells what was asked, what each store removed and when it let go, and what remains', async () => {
    receipts = { memory: { removed: { items: 3 } } }
    remainders = {
      graph: [{ what: 'transaction logs', goneWithinMs: null }],
      audit: [{ what: 'old files', goneWithinMs: 60_000 }],
    }
    const { statement } = await issued(forgotten())
    expect(statement).toMatchObject({
      receiptId: RESOURCE,
      appId: USER.appId,
      asked: { category: null, at: AT },
      log: { topic: WRITES, partition: 0, position: FENCE },
      destroyedKeys: { from: 1, to: GENERATION },
      completedAt: LATER,
    })
    expect(statement.stores.map(({ store }) => store)).toEqual([
      'keys',
      ...reach.awaited,
      'states',
      'objects',
      'log',
    ])
    expect(statement.stores.every(({ letGoAt }) => letGoAt === LATER)).toBe(true)
    expect(statement.stores.find(({ store }) => store === 'memory')!.removed).toEqual({ items: 3 })
    expect(statement.remains).toEqual([
      { store: 'graph', what: 'transaction logs', until: null },
      { store: 'audit', what: 'old files', until: '2026-06-01T08:01:00.000Z' },
    ])
  })

  test('given records and objects, when forgotten, then it counts what the log and the objects removed', async () => {
    await fill()
    const key = objectKey(USER.appId, USER.userId, String(GENERATION), 'a')
    await objects.putMany([{ key, body: new Uint8Array(1) }])
    const { statement } = await issued(forgotten())
    expect(statement.stores.slice(-2)).toEqual([
      { store: 'objects', letGoAt: LATER, removed: { objects: 1 } },
      { store: 'log', letGoAt: LATER, removed: { records: reach.cleaned.length } },
    ])
  })

  test('given what another engine has read, when forgotten there, then it says so', async () => {
    const own = createSqliteEventLog({ directory: null })
    const open = candidateOver({
      log: own,
      memory: createSqliteMemoryStore({ path }),
      beside: () => own,
    })
    candidate = open
    const { statement } = await issued(forgotten())
    expect(statement.stores).toContainEqual({ store: 'candidate', letGoAt: LATER, removed: {} })
    await open.close()
  })

  test('given a log that keeps removed data on its disk, when forgotten, then it says until when', async () => {
    remainders = { log: [{ what: 'segments', goneWithinMs: 60_000 }] }
    const { statement } = await issued(forgotten())
    expect(statement.remains).toEqual([
      { store: 'log', what: 'segments', until: '2026-06-01T08:01:00.000Z' },
    ])
  })

  test('is signed, and names its user by a keyed hash', async () => {
    const receipt = await issued(forgotten())
    expect(verifySigned(canonicalJson(receipt), await createSigner(keys).publicKeys()).valid).toBe(
      true,
    )
    expect(receipt.statement.user).toBe(await createSigner(keys).pseudonymOf(USER))
    expect(receipt.statement.user).not.toBe(await createSigner(keys).pseudonymOf(NEIGHBOUR))
    expect(JSON.stringify(receipt)).not.toContain(`:"${USER.userId}"`)
  })

  test('of a category says that no key was destroyed', async () => {
    const { statement } = await issued(forgotten('work'))
    expect(statement).toMatchObject({ asked: { category: 'work' }, destroyedKeys: null })
    expect(statement.stores.map(({ store }) => store)).not.toContain('keys')
  })
})

describe('the records', () => {
  test.each(everyTopic)('of the user are gone, a neighbour’s stay: %s', async (topic) => {
    await fill()
    await handle(forgotten())
    expect((await topicsOf(USER)).includes(topic)).toBe(left.includes(topic))
    expect(await topicsOf(NEIGHBOUR)).toContain(topic)
  })

  test('given a log that finds them by itself, when they are gone, then nothing was noted of where they are', async () => {
    await fill()
    await handle(forgotten())
    expect(await objects.list({ prefix: '~erasing/', limit: 9 })).toEqual([])
  })

  test('are counted', async () => {
    await fill()
    const outcome = await handle(forgotten())
    const deletedEvents = reach.cleaned.length
    expect(outcome).toMatchObject({ events: [{}, { event: { open: { deletedEvents } } }] })
  })

  test.each([
    ['of the forget', RESOURCE, reach.cleaned.length],
    ['of another forget', NOT_THIS, reach.cleaned.length - reach.swept.length],
  ])('that go beside, because extraction has passed, are counted: %s', async (_, by, count) => {
    await fill()
    const forget = createForget(ports(), reach)
    // As while the forget waits for its stores.
    await forget.handle([passed(null, by)], alone())
    const outcome = await forget.handle([forgotten()], alone())
    expect(outcome).toMatchObject({ events: [{}, { event: { open: { deletedEvents: count } } }] })
  })

  test('that go beside in an attempt that fails afterwards are counted, and one that removes nothing takes none away', async () => {
    await fill()
    const given = ports()
    let fails = true
    const emptied: typeof given.memory.emptied = async (fence) => {
      if (fails) throw new Outage('the memory is down')
      return given.memory.emptied(fence)
    }
    await indexed()
    const forget = createForget({ ...given, memory: { ...given.memory, emptied } }, reach)
    await expect(forget.handle([passed('work')], alone())).rejects.toThrow(Outage)
    fails = false
    await forget.handle([passed('work')], alone())
    const outcome = await forget.handle([forgotten('work')], alone())
    const told = outcome.outcome === 'emit' ? outcome.events.at(-1)?.event.open : undefined
    const alike = createForget(ports(), reach)
    await fill()
    const whole = await alike.handle([forgotten('work')], alone())
    const expected = whole.outcome === 'emit' ? whole.events.at(-1)?.event.open : undefined
    expect(told).toMatchObject({ deletedEvents: expect.any(Number) })
    expect(told).toEqual(expected)
  })

  test('that go once a receipt has told its count are in no other: neither that of a later attempt, nor twice', async () => {
    const forget = createForget(ports(), reach)
    const counted = async (event: Delivered) => {
      const outcome = await forget.handle([event], alone())
      return outcome.outcome === 'emit' ? outcome.events.at(-1)?.event.open : undefined
    }
    await fill()
    await forget.handle([passed()], alone())
    await counted(forgotten())
    await fill()
    const deletedEvents = reach.cleaned.length
    expect(await counted(forgotten())).toMatchObject({ deletedEvents })
    await fill()
    await forget.handle([passed()], alone())
    await fill()
    const twice = 2 * deletedEvents - reach.swept.length
    expect(await counted(forgotten())).toMatchObject({ deletedEvents: twice })
  })

  test('that came after the forget stay', async () => {
    await fill({ source: FENCE })
    await handle(forgotten())
    expect(await topicsOf(USER)).toEqual(expect.arrayContaining(['memory.facts.v1']))
  })
})

describe('the objects', () => {
  const at = (scope: Scope, generation: number, id: string) =>
    objectKey(scope.appId, scope.userId, String(generation), id)
  const body = new Uint8Array([1])
  const there = async (key: string) => (await objects.get(key)) !== null

  test('that records point at are gone', async () => {
    const key = 'elsewhere/of another layout'
    await objects.putMany([{ key, body }])
    const open = { objectKey: key, keyGeneration: GENERATION }
    const event = storedEvent(USER, { type: 'ContentStored', open })
    await log.append([{ topic: 'memory.writes.v1', event }])
    await log.append([{ topic: 'memory.writes.v1', event: storedEvent(USER, { type: 'Other' }) }])
    const outcome = await handle(forgotten())
    expect(await there(key)).toBe(false)
    expect(deleted).toEqual([key])
    expect(outcome).toMatchObject({ events: [{}, { event: { open: { deletedObjects: 1 } } }] })
  })

  test('that no record points at are gone, a neighbour’s and newer ones stay', async () => {
    const kept = [at(NEIGHBOUR, 1, 'a'), at(USER, 2, 'a')]
    // More than one page of the list, with what stays in between.
    const gone = Array.from({ length: 1_001 }, (_, n) => at(USER, 1, `${n}`))
    await objects.putMany([...kept, ...gone].map((key) => ({ key, body })))
    const outcome = await handle(forgotten())
    for (const key of kept) expect(await there(key), key).toBe(true)
    expect(await objects.list({ prefix: `${objectKey('app', 'user', '1')}/`, limit: 5 })).toEqual(
      [],
    )
    expect(outcome).toMatchObject({
      events: [{}, { event: { open: { deletedObjects: 1_001 } } }],
    })
    // A full page, the rest, and nothing more.
    expect(calls.filter((call) => call === 'list')).toHaveLength(3)
  })

  test('of a category are those of which nothing is left', async () => {
    const [gone, kept] = [at(USER, 1, 'gone'), at(USER, 1, 'kept')]
    await objects.putMany([gone, kept].map((key) => ({ key, body })))
    receipts = { memory: { resourceIds: ['gone'] } }
    await handle(forgotten('work'))
    expect([await there(gone), await there(kept)]).toEqual([false, true])
  })

  test('are not even looked for where a category took no resource with it', async () => {
    await objects.putMany([{ key: at(USER, 1, 'kept'), body }])
    await handle(forgotten('work'))
    expect(await there(at(USER, 1, 'kept'))).toBe(true)
    expect(calls).not.toContain('list')
    expect(calls).not.toContain('delete')
  })

  test('are not asked to be deleted where none is left to delete', async () => {
    await objects.putMany([{ key: at(USER, 2, 'newer'), body }])
    await fill()
    await handle(forgotten())
    expect(calls).toContain('list')
    expect(calls).not.toContain('delete')
  })

  test('go before the records that say where they are', async () => {
    await fill()
    await objects.putMany([{ key: at(USER, 1, 'a'), body }])
    await handle(forgotten())
    expect(calls.indexOf('delete')).toBeLessThan(calls.indexOf('erase'))
  })
})

describe('what was in flight', () => {
  test.each(reach.swept)('is swept once extraction has passed: %s', async (topic) => {
    await fill()
    const outcome = await handle(passed())
    expect(outcome).toEqual({ outcome: 'emit', events: [] })
    expect(await topicsOf(USER)).not.toContain(topic)
    expect(await topicsOf(NEIGHBOUR)).toContain(topic)
  })

  test('and came of a write after the forget stays, and so does another category', async () => {
    await indexed()
    await fill({ source: FENCE })
    await handle(passed())
    await handle(passed('health'))
    expect(await topicsOf(USER)).toEqual(everyTopic)
    await fill()
    await handle(passed('health'))
    expect(await topicsOf(USER)).toEqual(everyTopic)
    await handle(passed('work'))
    const facts = await recordsOf(log, 'memory.facts.v1')
    const sources = facts.flatMap(({ event }) =>
      event?.userId === USER.userId ? (event.open as { source: number }).source : [],
    )
    expect(sources).toEqual([FENCE])
  })

  test('and turns out to have said nothing else goes with its content, and this is told', async () => {
    const [late, both] = [randomUUID(), randomUUID()]
    const keyOf = (id: string) => `elsewhere/${id}`
    const saidIn = { [late]: ['work'], [both]: ['work', 'health'] }
    const documents: MemoryDocument[] = []
    for (const [id, categories] of Object.entries(saidIn)) {
      const key = keyOf(id)
      await objects.putMany([{ key, body: new Uint8Array([1]) }])
      const open = { objectKey: key, keyGeneration: GENERATION }
      const written = storedEvent(USER, { id, open })
      const [at] = await log.append([{ topic: WRITES, event: written }])
      const done = { id: processedId(id), type: 'ResourceProcessed', open: { resourceId: id } }
      await log.append([{ topic: 'memory.facts.v1', event: storedEvent(USER, done) }])
      const resource = { saidIn: categories }
      documents.push(resourceDocument(USER, { id, source: at!.position, resource }))
    }
    await indexed(documents)
    const outcome = await handle(passed('work'))
    expect(outcome).toMatchObject({
      outcome: 'emit',
      events: [
        {
          keyGeneration: null,
          event: {
            ...USER,
            type: 'ResourceErased',
            open: { source: FENCE, resourceId: late, forgottenId: RESOURCE },
          },
        },
      ],
    })
    expect(deleted).toEqual([keyOf(late)])
    const left = [...(await recordsOf(log, WRITES)), ...(await recordsOf(log, 'memory.facts.v1'))]
    expect(left.map(({ event }) => event?.id)).toEqual([both, processedId(both)])
  })

  test('is looked for in the memory once that has come so far', async () => {
    let isDone = false
    const handled = handle(passed('work')).then(() => {
      isDone = true
    })
    for (let turn = 0; turn < 20; turn++) await new Promise((next) => setImmediate(next))
    expect(isDone).toBe(false)
    await indexed()
    await handled
  })

  test('is no concern of other events', async () => {
    await fill()
    const other = delivered('MemoryErased', {
      open: {
        source: FENCE,
        forgottenId: RESOURCE,
        category: null,
        deletedItems: 0,
        deletedEntities: 0,
        deletedResources: 0,
        deletedObjects: 0,
        deletedEvents: 0,
      },
      occurredAt: LATER,
    })
    expect(await handle(other)).toEqual({ outcome: 'emit', events: [] })
    expect(calls).toEqual([])
  })

  test('given a log that does not find users by itself, when an event of no forget comes, then no record goes', async () => {
    findsUsers = false
    await fill()
    const other = delivered('FactReinforced', { open: opens.factReinforced })
    expect(await handle(other)).toEqual({ outcome: 'emit', events: [] })
    expect(calls).toEqual([])
  })
})
