// A memory that a rebuild has filled equals one that took the same steps one by one, whatever they were, also where
// several files were filled with parts of the users; and a file that is not completed stays one to complete.
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { AuditEntry } from '../../../../infra/ports/audit-store.ts'
import type { MemoryDocument, MemoryStep } from '../../../../infra/ports/memory-store.ts'
import { auditFilling, createSqliteAuditStore } from '../../../../infra/sqlite/audit-store.ts'
import { createSqliteMemoryStore, memoryFilling } from '../../../../infra/sqlite/memory-store.ts'
import {
  beginFilling,
  completeFilling,
  deriveRows,
  isFillingFile,
  passTo,
} from '../../../../infra/sqlite/projection/filling.ts'
import type { Scope } from '../../../../schemas/identifiers.ts'
import { AT, createPlaces, fenceOf } from '../../../contracts/given.ts'
import {
  itemDocument,
  resourceDocument,
  summaryDocument,
} from '../../../contracts/memory-documents.ts'
import { runs } from '../../../long.ts'
import { createDirectories } from '../directory.ts'

const newDirectory = createDirectories()
const USERS: readonly Scope[] = ['ann', 'bob', 'eve'].map((userId) => ({ appId: 'app', userId }))
const WORDS = ['tea', 'chess', 'berlin']
const LATER = '2026-05-09T00:00:00.000Z'
const NOTHING = { fences: [], erasedResources: [], erasures: [], documents: [] }
const going = new AbortController().signal

type Filled = { path: string; store: ReturnType<typeof createSqliteMemoryStore> }

function fillingFile({ byUser = false } = {}): Filled {
  const path = join(newDirectory(), 'memory.db')
  beginFilling(path)
  return { path, store: createSqliteMemoryStore({ path, isFilled: true, byUser }) }
}

/** What a thread does in the end with the file that it fills. */
const derive = ({ path }: Filled) => deriveRows(path, memoryFilling)
const complete = ({ path }: Filled, others: readonly Filled[] = [], signal = going) =>
  completeFilling(path, memoryFilling, { others: others.map((each) => each.path), signal })

type Written = { who: number; n: number; words: string[]; current: boolean; category: string }
type Change =
  | { do: 'write'; items: Written[] }
  | { do: 'summarise' | 'report' | 'erase' | 'forget'; who: number; category: string | null }

const who = fc.nat(USERS.length - 1)
const category = fc.constantFrom('work', 'health')
const written = fc.record({
  who,
  n: fc.nat(5),
  words: fc.subarray(WORDS),
  current: fc.boolean(),
  category,
})
const change: fc.Arbitrary<Change> = fc.oneof(
  fc.record({ do: fc.constant('write' as const), items: fc.array(written) }),
  fc.record({
    do: fc.constantFrom('summarise', 'report', 'erase', 'forget'),
    who,
    category: fc.option(category),
  }),
)

/** The steps of a log, each with the user whom it is about. */
type Taken = { who: number | null; step: MemoryStep }

function stepsOf(changes: readonly Change[]): Taken[] {
  const place = createPlaces()
  return changes.flatMap((each): Taken[] => {
    const checkpoint = place()
    const version = checkpoint.position
    const source = version
    const of = (userOfIt: number, step: Partial<MemoryStep>) => [
      { who: userOfIt, step: { ...NOTHING, checkpoint, ...step } },
    ]
    if (each.do === 'write') {
      const documents = each.items.map((item, n) => documentOf(item, version + n / 100, source))
      return [{ who: null, step: { ...NOTHING, checkpoint, documents } }]
    }
    const scope = USERS[each.who]!
    if (each.do === 'summarise') {
      const summary = summaryDocument(scope, { category: 'work', text: `at ${version}`, version })
      return of(each.who, { documents: [summary] })
    }
    if (each.do === 'report') {
      return of(each.who, { documents: [resourceDocument(scope, { id: 'r', version, source })] })
    }
    if (each.do === 'erase') return of(each.who, { erasedResources: [{ ...scope, id: 'r' }] })
    const fence = fenceOf(scope, version, { category: each.category })
    return of(each.who, { fences: [{ ...fence, keyGeneration: 0 }] })
  })
}

function documentOf(
  { who: of, n, words, current, category: filed }: Written,
  version: number,
  source: number,
): MemoryDocument {
  return itemDocument(USERS[of]!, {
    id: `i${n}`,
    version,
    source,
    terms: words,
    vector: Int8Array.of(n + 1, words.length, 3),
    slot: words[0] ?? null,
    item: {
      category: filed,
      resourceId: `r${n % 2}`,
      ...(n === 1 ? { pinned: true } : {}),
      ...(current ? {} : { validTo: LATER, supersededBy: 'other' }),
    },
  })
}

/** All that a reader can ask. */
async function read(store: Filled['store']) {
  const page = { limit: 50 }
  const answers = USERS.map(async (scope) => {
    const then = store.at({ asOf: AT })
    return {
      items: await store.listItems(scope, page),
      before: await then.listItems(scope, page),
      threads: await store.listThreads(scope, page),
      resources: await store.listResources(scope, page),
      summaries: await store.summaries(scope),
      pinned: await store.pinnedItems(scope, 9),
      top: await store.topItems(scope, { category: 'work', limit: 9 }),
      words: await Promise.all(
        WORDS.flatMap((word) => [
          store.searchText(scope, { terms: [word], limit: 9 }),
          then.searchText(scope, { terms: [word], limit: 9 }),
        ]),
      ),
      near: await store.searchVectors(scope, { vector: Int8Array.of(1, 1, 3), limit: 9 }),
      nearThen: await then.searchVectors(scope, { vector: Int8Array.of(1, 1, 3), limit: 9 }),
      held: await store.matching(scope, { fingerprints: ['fingerprint of i1'], slots: WORDS }),
      fences: await store.fences([scope]),
    }
  })
  return { digest: await store.digest(), users: await Promise.all(answers) }
}

/** `parts`: of the users, each in a file. */
async function filled(changes: readonly Change[], parts: number): Promise<Filled> {
  const files = Array.from({ length: parts }, () => fillingFile())
  for (const { who: of, step } of stepsOf(changes)) {
    for (const [part, { store }] of files.entries()) {
      const isOwn = (scope: Scope) =>
        USERS.findIndex((each) => each.userId === scope.userId) % parts === part
      const documents = (step.documents as MemoryDocument[]).filter(isOwn)
      const own = of === null ? { ...step, documents } : { ...NOTHING, checkpoint: step.checkpoint }
      await store.apply(of !== null && of % parts === part ? step : own)
    }
  }
  const [first, ...others] = files
  for (const other of others) {
    derive(other)
    await other.store.close()
  }
  await complete(first!, others)
  return first!
}

test.each([1, 2, 3])(
  'given random steps, when %d files were filled with them and completed, then nothing that is read differs from taking them in one by one',
  { timeout: 120_000 },
  async (parts) => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(change, { maxLength: 12 }),
        fc.array(change, { maxLength: 4 }),
        async (changes, later) => {
          const plain = createSqliteMemoryStore({ path: join(newDirectory(), 'memory.db') })
          const { store } = await filled(changes, parts)
          for (const { step } of stepsOf(changes)) await plain.apply(step)
          expect(await read(store)).toEqual(await read(plain))
          // What comes after it is complete leaves nothing out.
          for (const { step } of stepsOf([...changes, ...later]).slice(changes.length)) {
            await plain.apply(step)
            await store.apply(step)
          }
          expect(await read(store)).toEqual(await read(plain))
          await plain.close()
          await store.close()
        },
      ),
      { numRuns: runs(25, 200) },
    )
  },
)

/** The steps of one user after those of another, a step of each user's. */
function byUser(changes: readonly Change[]): MemoryStep[] {
  return USERS.flatMap((user, n) =>
    stepsOf(changes).map(({ who: of, step }) => {
      const documents = (step.documents as MemoryDocument[]).filter(
        ({ userId }) => userId === user.userId,
      )
      return of === null || of === n
        ? { ...step, documents }
        : { ...NOTHING, checkpoint: step.checkpoint }
    }),
  )
}

/** No event files an item elsewhere: a step that is taken again would find the earlier category without a fence. */
function asFiled(each: Change): Change {
  if (each.do !== 'write') return each
  const filed = each.items.map((item) => ({ ...item, category: item.n % 2 ? 'work' : 'health' }))
  return { ...each, items: filed }
}

test('given random steps, when a file was filled user by user, and a part of it again, then nothing that is read differs from taking them in one by one', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(change.map(asFiled), { minLength: 1, maxLength: 12 }),
      fc.nat(30),
      async (changes, killedAfter) => {
        const plain = createSqliteMemoryStore({ path: join(newDirectory(), 'memory.db') })
        for (const { step } of stepsOf(changes)) await plain.apply(step)
        const file = fillingFile({ byUser: true })
        const steps = byUser(changes)
        for (const step of [...steps.slice(0, killedAfter), ...steps]) await file.store.apply(step)
        const { topic } = steps[0]!.checkpoint
        const stood = async () => (await file.store.checkpoints(topic)).get(0)
        expect(await stood()).toBeUndefined()
        const end = steps.at(-1)!.checkpoint
        passTo(file.path, end)
        expect(await file.store.checkpoints(topic)).toEqual(new Map([[0, end.position]]))
        await complete(file)
        expect(await read(file.store)).toEqual(await read(plain))
        await plain.close()
        await file.store.close()
      },
    ),
    { numRuns: runs(25, 200) },
  )
}, 120_000)

const tea = (user: Scope) => [
  itemDocument(user, { id: 'i', terms: ['tea'], vector: Int8Array.of(1, 2) }),
]
const [ann, bob] = [USERS[0]!, USERS[1]!]
const found = async ({ store }: Filled, scope = ann) =>
  (await store.searchText(scope, { terms: ['tea'], limit: 9 })).hits.map(({ id }) => id)

test('given a file that is being filled, when its completion is stopped, then it is as before and can be completed', async () => {
  const file = fillingFile()
  const checkpoint = createPlaces()()
  await file.store.apply({ ...NOTHING, checkpoint, documents: tea(ann) })
  const reason = new Error('stopped')
  await expect(complete(file, [], AbortSignal.abort(reason))).rejects.toBe(reason)
  expect([isFillingFile(file.path), await found(file)]).toEqual([true, []])
  await complete(file)
  expect([isFillingFile(file.path), await found(file)]).toEqual([false, ['i']])
  // Once more changes nothing.
  await complete(file)
  expect(await found(file)).toEqual(['i'])
  await file.store.close()
})

test.each([
  ['different positions', 3],
  ['none and one', null],
])(
  'given files that stand at %s, when put together, then that is refused and nothing has changed',
  async (_, stands) => {
    const [first, other] = [fillingFile(), fillingFile()]
    const place = createPlaces()
    const at = place(7)
    await first.store.apply({ ...NOTHING, checkpoint: at, documents: tea(ann) })
    if (stands !== null) {
      const checkpoint = { ...at, position: stands }
      await other.store.apply({ ...NOTHING, checkpoint, documents: tea(bob) })
    }
    for (const each of [first, other]) derive(each)
    await expect(complete(first, [other])).rejects.toThrow('different positions of the log')
    await expect(complete(other, [first])).rejects.toThrow('different positions of the log')
    expect([isFillingFile(first.path), isFillingFile(other.path)]).toEqual([true, true])
    await first.store.close()
    await other.store.close()
  },
)

test('given a file whose rows lack what steps leave out, when it is taken in, then that is refused', async () => {
  const [first, other] = [fillingFile(), fillingFile()]
  const checkpoint = createPlaces()()
  for (const { store } of [first, other]) await store.apply({ ...NOTHING, checkpoint })
  await expect(complete(first, [other])).rejects.toThrow('lacks rows')
  derive(other)
  await complete(first, [other])
  await first.store.close()
  await other.store.close()
})

test('given a file whose rows were derived, when it takes further steps and is completed, then they left nothing out and it lacked only its indexes', async () => {
  const file = fillingFile()
  const place = createPlaces()
  await file.store.apply({ ...NOTHING, checkpoint: place(), documents: tea(ann) })
  derive(file)
  const later = itemDocument(ann, { id: 'j', terms: ['tea'] })
  await file.store.apply({ ...NOTHING, checkpoint: place(), documents: [later] })
  expect([isFillingFile(file.path), await found(file)]).toEqual([true, ['i', 'j']])
  // Once more changes nothing.
  derive(file)
  await complete(file)
  expect([isFillingFile(file.path), await found(file)]).toEqual([false, ['i', 'j']])
  await file.store.close()
})

test('given vectors of two files, when put together, then the next revision is after those of both: what was kept of one is not taken for the other', async () => {
  const [first, other] = [fillingFile(), fillingFile()]
  const place = createPlaces()
  const checkpoint = place()
  await first.store.apply({ ...NOTHING, checkpoint, documents: tea(ann) })
  const many = Array.from({ length: 200 }, (_, n) =>
    itemDocument(bob, { id: `i${n}`, vector: Int8Array.of(1, 1 + (n % 9)) }),
  )
  await other.store.apply({ ...NOTHING, checkpoint, documents: many })
  derive(other)
  await complete(first, [other])
  const near = async (vector: Int8Array) =>
    (await first.store.searchVectors(bob, { vector, limit: 1 })).map(({ id }) => id)
  const db = new DatabaseSync(first.path, { readOnly: true })
  const newest = () => db.prepare('SELECT max(revision) AS newest FROM vector_blocks').get()?.newest
  const before = newest()
  await near(Int8Array.of(0, 9))
  const added = itemDocument(bob, { id: 'added', vector: Int8Array.of(0, 100) })
  await first.store.apply({ ...NOTHING, checkpoint: place(), documents: [added] })
  expect(newest()).toBeGreaterThan(Number(before))
  expect(await near(Int8Array.of(0, 9))).toEqual(['added'])
  db.close()
  await first.store.close()
  await other.store.close()
})

const erasure = {
  id: 'f',
  category: null,
  deletedItems: 1,
  deletedEntities: 0,
  deletedResources: 0,
}

test('given a scope that two files have noted, when put together, then it is one, with the items of either and the numbers after theirs', async () => {
  const [first, other] = [fillingFile(), fillingFile()]
  const place = createPlaces()
  const noted = {
    ...NOTHING,
    checkpoint: place(),
    erasures: [{ ...ann, erasure: { ...erasure, erasedAt: AT } }],
  }
  await first.store.apply(noted)
  await other.store.apply({ ...noted, documents: tea(ann) })
  derive(other)
  await complete(first, [other])
  const chess = itemDocument(ann, { id: 'j', terms: ['tea'] })
  await first.store.apply({ ...NOTHING, checkpoint: place(), documents: [chess] })
  expect(await found(first)).toEqual(['i', 'j'])
  expect(await first.store.erasure(ann, 'f')).toMatchObject({ deletedItems: 1 })
  await first.store.close()
  await other.store.close()
})

test('given entries of two files of the audit, when put together, then each is there, in order', async () => {
  const files = [0, 1].map(() => {
    const path = join(newDirectory(), 'audit.db')
    beginFilling(path)
    return { path, store: createSqliteAuditStore({ path, isFilled: true, byUser: true }) }
  })
  const [checkpoint, next] = [createPlaces()(), createPlaces()(9)]
  const entry = (scope: Scope, n: number): AuditEntry => ({
    ...scope,
    ...checkpoint,
    id: `e${n}`,
    type: 'FactAsserted',
    at: `2026-05-08T13:56:0${n}.000Z`,
    causationId: null,
    source: n,
    category: 'work',
    details: {},
    permanent: false,
  })
  const plain = createSqliteAuditStore({ path: join(newDirectory(), 'audit.db') })
  const step = { fences: [], removed: [] }
  for (const [n, { path, store }] of files.entries()) {
    const entries = [1, 2, 3].map((each) => entry(USERS[n]!, each))
    for (const each of entries) await store.apply({ ...step, checkpoint, entries: [each] })
    passTo(path, checkpoint)
    await plain.apply({ ...step, checkpoint: { ...checkpoint, partition: n }, entries })
  }
  const [first, other] = files
  deriveRows(other!.path, auditFilling)
  await completeFilling(first!.path, auditFilling, { others: [other!.path], signal: going })
  await first!.store.apply({ ...step, checkpoint: next, entries: [entry(bob, 4)] })
  await plain.apply({ ...step, checkpoint: next, entries: [entry(bob, 4)] })
  for (const scope of USERS) {
    const page = { limit: 9 }
    expect(await first!.store.list(scope, page)).toEqual(await plain.list(scope, page))
  }
  expect(await first!.store.digest()).toBe(await plain.digest())
  for (const { store } of [...files, { store: plain }]) await store.close()
})

test('given a forget and a summary while a file is filled, then no revision is noted: numbers of two files would repeat', async () => {
  const { path, store } = fillingFile()
  const place = createPlaces()
  const documents = [...tea(ann), summaryDocument(ann, { category: 'work', text: 'tea' })]
  await store.apply({ ...NOTHING, checkpoint: place(), documents })
  await store.apply({ ...NOTHING, checkpoint: place(), fences: [fenceOf(ann, 9)] })
  const db = new DatabaseSync(path, { readOnly: true })
  expect(db.prepare('SELECT * FROM memory_revisions').all()).toEqual([])
  db.close()
  await store.close()
})

test('given a step while a file is filled, then only the indexes that steps need are kept', async () => {
  const { path, store } = fillingFile()
  const db = new DatabaseSync(path, { readOnly: true })
  const indexes = () =>
    db
      .prepare(`SELECT name FROM sqlite_master WHERE type = 'index' AND sql IS NOT NULL`)
      .all()
      .map(({ name }) => name)
  expect(indexes().sort()).toEqual([...memoryFilling.kept].sort())
  await complete({ path, store })
  expect(indexes().length).toBeGreaterThan(10)
  db.close()
  await store.close()
})
