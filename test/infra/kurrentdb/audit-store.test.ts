// The audit store on KurrentDB: the contract, over streams in memory and on a real server where there is one, and a
// process that dies or pauses in the middle.
import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { auditStoreOver, createKurrentDbAuditStore } from '../../../infra/kurrentdb/audit-store.ts'
import type { Streams } from '../../../infra/kurrentdb/streams.ts'
import type { AuditEntry, AuditStore } from '../../../infra/ports/audit-store.ts'
import { isOutage } from '../../../infra/runtime/fail/retry.ts'
import type { Scope } from '../../../schemas/identifiers.ts'
import { auditStoreContract } from '../../contracts/audit-store.contract.ts'
import { AT, fenceOf, newScope } from '../../contracts/given.ts'
import { createStreams } from './streams-in-memory.ts'

const url = process.env.PALIMPSEST_TEST_KURRENTDB
const MISSING = url ? '' : ' (not run: PALIMPSEST_TEST_KURRENTDB names no server)'
const CANARY = 'xylophone-canary-in-the-streams'

auditStoreContract('KurrentDB (its logic, over streams in memory)', async () => {
  const { streams } = createStreams()
  const open = () => auditStoreOver(streams, 'audit')
  const store = open()
  return { store, reopen: async () => open(), close: () => store.close() }
})

describe.skipIf(!url)(`on a real server${MISSING}`, () => {
  auditStoreContract('KurrentDB', async () => {
    const prefix = `test_${randomUUID().replaceAll('-', '')}`
    const open = () => createKurrentDbAuditStore({ url: url!, prefix })
    const store = open()
    return { store, reopen: async () => open(), close: () => store.close() }
  })
})

test('given many entries, when asked by category, then they are read up to the first one of it', async () => {
  const { streams } = createStreams()
  const scope = newScope()
  let read = 0
  const counting: Streams = {
    ...streams,
    read: async function* (stream) {
      for await (const event of streams.read(stream)) {
        read++
        yield event
      }
    },
  }
  const store = auditStoreOver(counting, 'audit')
  await write(
    store,
    1,
    [1, 2, 3, 4, 5].map((source) => entry(scope, source)),
  )
  expect([await store.hasCategory(scope, 'work'), read]).toEqual([true, 1])
  expect([await store.hasCategory(scope, 'none'), read]).toEqual([false, 6])
})

describe('a fence', () => {
  test('given entries with a canary, when it comes, then no stream holds them', async () => {
    const { streams, texts } = createStreams()
    const store = auditStoreOver(streams, 'audit')
    const scope = newScope()
    await write(store, 1, [entry(scope, 1), entry(scope, 10), entry(newScope(), 1)])
    expect(texts().filter((text) => text.includes(CANARY))).toHaveLength(3)
    await store.apply({ ...step(2), fences: [fenceOf(scope, 9)] })
    expect(texts().filter((text) => text.includes(CANARY))).toHaveLength(2)
  })

  test.each(Array.from({ length: 9 }, (_, n) => n + 1))(
    'given a process that dies after %i changes, when the step is applied again, then it is complete',
    async (changes) => {
      const { streams, texts } = createStreams()
      const scope = newScope()
      const kept = { ...entry(scope, 2), permanent: true }
      await write(auditStoreOver(streams, 'audit'), 1, [entry(scope, 1), entry(scope, 3), kept])
      const forgetting = { ...step(2), fences: [fenceOf(scope, 9)], entries: [entry(scope, 12)] }
      const died = await auditStoreOver(dyingAfter(changes, streams), 'audit')
        .apply(forgetting)
        .then(
          () => false,
          () => true,
        )
      const store = auditStoreOver(streams, 'audit')
      if (died) expect((await store.checkpoints('memory.facts.v1')).get(0)).toBe(1)
      await store.apply(forgetting)
      expect((await store.list(scope, { limit: 9 })).data).toEqual([kept, entry(scope, 12)])
      expect((await store.receipt(scope, 9))?.removed).toEqual({ entries: 2 })
      expect(texts().filter((text) => text.includes(CANARY))).not.toEqual([])
      expect(texts().filter((text) => text.includes('"source":3'))).toEqual([])
    },
  )

  test('given a writer that was paused before it, when it goes on, then nothing of it can be read', async () => {
    const { streams, texts } = createStreams()
    const store = auditStoreOver(streams, 'audit')
    const scope = newScope()
    await write(store, 1, [entry(scope, 1)])
    let paused = false
    const pausing: Streams = {
      ...streams,
      append: async (stream, events, expected) => {
        if (!paused && stream.includes('-entries-')) {
          paused = true
          await store.apply({ ...step(5), fences: [fenceOf(scope, 9)] })
        }
        return streams.append(stream, events, expected)
      },
    }
    await write(auditStoreOver(pausing, 'audit'), 3, [entry(scope, 2), entry(scope, 11)])
    expect(paused).toBe(true)
    expect((await store.list(scope, { limit: 9 })).data).toEqual([entry(scope, 11)])
    expect(texts().filter((text) => text.includes('"source":2'))).toEqual([])
    expect((await store.checkpoints('memory.facts.v1')).get(0)).toBe(5)
  })

  test('given two processes, when both obey it at the same time, then it is obeyed once', async () => {
    const { streams } = createStreams()
    const [one, other] = [auditStoreOver(streams, 'audit'), auditStoreOver(streams, 'audit')]
    const scope = newScope()
    await write(one, 1, [entry(scope, 1), entry(scope, 2), entry(scope, 10)])
    const forgetting = { ...step(2), fences: [fenceOf(scope, 9)] }
    await Promise.all([one.apply(forgetting), other.apply(forgetting)])
    expect((await one.receipt(scope, 9))?.removed).toEqual({ entries: 2 })
    expect((await one.list(scope, { limit: 9 })).data).toEqual([entry(scope, 10)])
  })
})

test('names of streams hold no name of a user', async () => {
  const { streams, names } = createStreams()
  const scope = newScope()
  await write(auditStoreOver(streams, 'audit'), 1, [entry(scope, 1)])
  expect(names().length).toBeGreaterThan(2)
  for (const name of names()) expect(name).not.toContain(scope.userId)
})

test('given no server, when asked, then it is an outage', async () => {
  const store = createKurrentDbAuditStore({
    url: 'kurrentdb://127.0.0.1:1?tls=false&maxDiscoverAttempts=1',
  })
  const error = await store.checkpoints('memory.facts.v1').catch((reason: unknown) => reason)
  expect(isOutage(error)).toBe(true)
  await store.close()
  await store.close()
})

/** Streams that refuse every request after so many changes. */
function dyingAfter(changes: number, streams: Streams): Streams {
  let left = changes
  const change = <A extends unknown[]>(work: (...given: A) => Promise<void>) =>
    async function changing(...given: A): Promise<void> {
      if (left-- <= 0) throw new Error('the process died')
      await work(...given)
    }
  return {
    ...streams,
    append: change(streams.append),
    tombstone: change(streams.tombstone),
    keepLast: change(streams.keepLast),
  }
}

function entry(scope: Scope, source: number): AuditEntry {
  return {
    ...scope,
    topic: 'memory.facts.v1',
    partition: 0,
    position: source,
    id: `entry-${String(source).padStart(3, '0')}`,
    type: 'FactAsserted',
    at: AT,
    causationId: null,
    source,
    category: 'work',
    permanent: false,
    details: { text: CANARY },
  }
}

function step(position: number) {
  const checkpoint = { topic: 'memory.facts.v1', partition: 0, position } as const
  return { checkpoint, fences: [], entries: [], removed: [] }
}

function write(store: AuditStore, position: number, entries: readonly AuditEntry[]) {
  return store.apply({ ...step(position), entries })
}
