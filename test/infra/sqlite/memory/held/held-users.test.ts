// A connection that only reads answers from what it holds exactly as one that reads everything from the file, whatever
// other connections write, forget or rebuild meanwhile; and what it holds is bounded.
import { join } from 'node:path'
import { setImmediate as nextEvent } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import type { MemoryStore } from '../../../../../infra/ports/memory-store.ts'
import { openDatabase } from '../../../../../infra/sqlite/database/database.ts'
import { replaceContents } from '../../../../../infra/sqlite/database/replace-contents.ts'
import { createHeldUsers } from '../../../../../infra/sqlite/memory/held/held-users.ts'
import { createSqliteMemoryStore, memorySchema } from '../../../../../infra/sqlite/memory-store.ts'
import type { Scope } from '../../../../../schemas/identifiers.ts'
import { createPlaces, fenceOf, lookAlikes, newScope } from '../../../../contracts/given.ts'
import { itemDocument, summaryDocument } from '../../../../contracts/memory-documents.ts'
import { randomItem, randomOf, words } from '../../../search/random-items.ts'
import { isCollected } from '../../collected.ts'
import { createDirectories } from '../../directory.ts'

const newDirectory = createDirectories()
const step = { fences: [], documents: [], erasedResources: [], erasures: [] }

function given({ mostBytes }: { mostBytes?: number } = {}) {
  const path = join(newDirectory(), 'memory.db')
  const [writer, place] = [createSqliteMemoryStore({ path }), createPlaces()]
  const reader = createSqliteMemoryStore({ path, readOnly: true, ...(mostBytes && { mostBytes }) })
  onTestFinished(async () => {
    await Promise.all([writer.close(), reader.close()])
  })
  const apply = (more: Partial<Parameters<MemoryStore['apply']>[0]>) =>
    writer.apply({ ...step, checkpoint: place(), ...more })
  return { path, writer, reader, place, apply }
}

const ids = Array.from({ length: 40 }, (_, n) => `i${n}`)
const places = Array.from({ length: 25 }, (_, n) => ({ threadId: `t${n % 2}`, place: n * 2 }))

async function everyRead(store: MemoryStore, scope: Scope) {
  return {
    text: await store.searchText(scope, { terms: words, limit: 8 }),
    vector: await store.searchVectors(scope, { vector: Int8Array.from([90, 20, -60]), limit: 8 }),
    items: await store.items(scope, ids),
    near: await store.neighbours(scope, places.slice(3, 9), 4),
    all: await store.neighbours(scope, places, 20),
    pinned: await store.pinnedItems(scope, 3),
    summaries: await store.summaries(scope),
  }
}

function randomDocument(scope: Scope, random: (below: number) => number, version: number) {
  if (random(6) === 0)
    return summaryDocument(scope, { category: 'work', text: `v${version}`, version })
  return randomItem(scope, random, version)
}

test.each([1, 2, 3])(
  'given any writes and forgets of users that look alike (%i), then a reader that holds them answers as the file says',
  async (seed) => {
    const { writer, reader, apply } = given()
    const random = randomOf(seed)
    const scopes = lookAlikes().slice(0, 4)
    for (let version = 1; version <= 60; version++) {
      const scope = scopes[random(scopes.length)]!
      const category = random(2) === 0 ? null : 'health'
      if (random(12) === 0) await apply({ fences: [fenceOf(scope, version, { category })] })
      else {
        const count = version % 20 === 0 ? 90 : 1 + random(4)
        const documents = Array.from({ length: count }, () =>
          randomDocument(scope, random, version),
        )
        await apply({ documents })
      }
      for (const each of scopes) {
        // Not always, so that a reader has missed several changes.
        if (random(3) === 0) continue
        expect(await everyRead(reader, each)).toEqual(await everyRead(writer, each))
      }
    }
  },
)

test('given an item that did not change, then it is the same object in every answer, and a changed one is another', async () => {
  const { reader, apply } = given()
  const scope = newScope()
  const item = (id: string, version: number) =>
    itemDocument(scope, { id, version, item: { text: `v${version}`, threadId: 't', place: 1 } })
  await apply({ documents: [item('a', 1), item('b', 1)] })
  const before = await reader.items(scope, ['a', 'b'])
  expect(await reader.items(scope, ['a', 'b'])).toEqual(before)
  await apply({ documents: [item('b', 2)] })
  const after = await reader.items(scope, ['a', 'b'])
  expect(after[0]).toBe(before[0])
  expect(after[1]).toMatchObject({ text: 'v2' })
  expect((await reader.neighbours(scope, [{ threadId: 't', place: 1 }], 1))[0]).toBe(after[0])
})

test('given users whose numbers in the file were exchanged, then none is answered with what the other has', async () => {
  const { path, reader, apply } = given()
  const [scope, other] = [newScope(), newScope()]
  await apply({ documents: [scope, other].map((each) => itemDocument(each, { id: each.userId })) })
  const ids = [scope.userId, other.userId]
  for (const each of [scope, other]) expect(await reader.items(each, ids)).toHaveLength(1)
  const db = openDatabase({ path, durable: false, schema: '' })
  db.exec('UPDATE owners SET owner = -owner; UPDATE owners SET owner = 3 + owner')
  db.close()
  expect(await reader.items(scope, ids)).toMatchObject([{ id: other.userId }])
  expect(await reader.items(other, ids)).toMatchObject([{ id: scope.userId }])
})

const many = Array.from({ length: 70 }, (_, n) => `m${n}`)

test('given more changes than are listed, of which a reader has missed the first, then none is missed', async () => {
  const { reader, apply } = given()
  const [scope, other] = [newScope(), newScope()]
  const at = (version: number) => (id: string) =>
    itemDocument(scope, { id, version, item: { text: `v${version}` } })
  const textsOf = async () => new Set((await reader.items(scope, many)).map(({ text }) => text))
  await apply({ documents: many.map(at(1)) })
  expect(await textsOf()).toEqual(new Set(['v1']))
  for (const id of many.slice(0, 10)) await apply({ documents: [at(2)(id)] })
  // Seen by the reader, and later than the changes that it has missed.
  await apply({ fences: [fenceOf(other, 1)] })
  await reader.items(other, many)
  for (const id of many.slice(10)) await apply({ documents: [at(2)(id)] })
  expect(await textsOf()).toEqual(new Set(['v2']))
  await apply({ documents: many.map(at(3)) })
  expect(await textsOf()).toEqual(new Set(['v3']))
})

/** Over a connection of its own, so that what is held can be seen. */
function heldOver(path: string, mostBytes?: number) {
  const db = openDatabase({ path, durable: false, readOnly: true, schema: memorySchema })
  onTestFinished(() => db.close())
  return { db, held: createHeldUsers(db, mostBytes) }
}

test('given a user who was forgotten, when any user is asked about, then nothing of the user is held', async () => {
  const { path, apply } = given()
  const [scope, other] = [newScope(), newScope()]
  await apply({ documents: [itemDocument(scope, { id: 'a' }), itemDocument(other, { id: 'o' })] })
  const { db, held } = heldOver(path)
  held.read(other, null, (user) => user.byId('o'))
  const ofOther = held.bytes
  held.read(scope, null, (user) => user.byId('a'))
  expect(held.bytes).toBeGreaterThan(ofOther)
  await apply({ fences: [fenceOf(scope, 9)] })
  held.read(other, null, (user) => user.byId('o'))
  expect(held.bytes).toBe(ofOther)
  expect(db.all('SELECT n FROM changed_items')).toHaveLength(1)
})

test('given a user who was forgotten, when an idle connection is pinged, then it holds nothing of the user', async () => {
  const { reader, apply } = given()
  const scope = newScope()
  await apply({ documents: [itemDocument(scope, { id: 'a' })] })
  const held = new WeakRef((await reader.items(scope, ['a']))[0]!)
  await apply({ fences: [fenceOf(scope, 9)] })
  await reader.ping()
  expect(await isCollected(held)).toBe(true)
})

test('given a rebuild that voided more users than a call takes arguments, then a user is answered, and one who is forgotten later is not held', async () => {
  const { path, apply } = given()
  const [scope, other] = [newScope(), newScope()]
  await apply({ documents: [itemDocument(scope, { id: 'a' }), itemDocument(other, { id: 'o' })] })
  const { held } = heldOver(path)
  const rebuilt = openDatabase({ path, durable: false, schema: '' })
  rebuilt.exec(`INSERT INTO memory_revisions
    WITH RECURSIVE each (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM each WHERE n < 200000)
    SELECT 1000 + n, n, n FROM each; UPDATE vector_revision SET revision = 200000`)
  rebuilt.close()
  expect(held.read(other, null, (user) => user.byId('o'))).toMatchObject({ id: 'o' })
  const ofOther = held.bytes
  held.read(scope, null, (user) => user.byId('a'))
  await apply({ fences: [fenceOf(scope, 9)] })
  held.dropErased()
  expect(held.bytes).toBe(ofOther)
})

test('given a user who was forgotten, when others are asked about, then they are held as before, and what the user has left is held from then on', async () => {
  const { reader, apply } = given()
  const [scope, other] = [newScope(), newScope()]
  const item = (of: Scope, id: string) => itemDocument(of, { id, source: 10 })
  await apply({ documents: [item(scope, 'a'), item(other, 'o')] })
  const ofOther = await reader.items(other, ['o'])
  await reader.items(scope, ['a'])
  await apply({ fences: [fenceOf(scope, 9)] })
  const after = await reader.items(scope, ['a'])
  await nextEvent()
  expect((await reader.items(other, ['o']))[0]).toBe(ofOther[0])
  expect((await reader.items(scope, ['a']))[0]).toBe(after[0])
})

test('given what was made of a user, when nothing of the user has changed, then it is not made again', async () => {
  const { path, apply } = given()
  const [scope, other] = [newScope(), newScope()]
  await apply({ documents: [itemDocument(scope, { id: 'a' })] })
  const { held } = heldOver(path)
  let made = 0
  const ask = () => held.read(scope, 0, (user) => user.unchanged('made', () => ++made))
  expect([ask(), ask()]).toEqual([1, 1])
  await apply({ documents: [itemDocument(other, { id: 'o' })] })
  expect(ask()).toBe(1)
  await apply({ documents: [itemDocument(scope, { id: 'a', version: 2 })] })
  expect(ask()).toBe(2)
})

test('given an item that moved to another thread, when its old neighbours are asked for, then it is not among them', async () => {
  const { reader, apply } = given()
  const scope = newScope()
  const write = (version: number, threadId: string) =>
    apply({ documents: [itemDocument(scope, { id: 'a', version, item: { threadId, place: 1 } })] })
  const near = async (threadId: string) =>
    (await reader.neighbours(scope, [{ threadId, place: 1 }], 1)).map(({ id }) => id)
  await write(1, 't')
  expect([await near('t'), await near('u')]).toEqual([['a'], []])
  await write(2, 'u')
  expect([await near('t'), await near('u')]).toEqual([[], ['a']])
})

test('given items that are written again and again, when they are read, then no more counts as held than is', async () => {
  const { path, apply } = given()
  const scope = newScope()
  const write = (version: number) =>
    apply({
      documents: ['a', 'b'].map((id) =>
        itemDocument(scope, { id, version, item: { threadId: 't', place: 1 } }),
      ),
    })
  await write(1)
  const { held } = heldOver(path)
  const ask = () =>
    held.read(scope, null, (user) => {
      for (const id of ['a', 'b']) user.byId(id)
      user.inThread({ threadId: 't', place: 1 }, 1, () => undefined)
    })
  ask()
  const before = held.bytes
  for (let version = 2; version < 6; version++) {
    await write(version)
    await nextEvent()
    ask()
    expect(held.bytes).toBe(before)
  }
})

test('given more users than there is room for, then the one asked about longest ago makes room', async () => {
  const { path, apply } = given()
  const scopes = lookAlikes().slice(0, 6)
  await apply({ documents: scopes.map((scope) => itemDocument(scope, { id: 'a' })) })
  const one = heldOver(path)
  one.held.read(scopes[0]!, null, (user) => user.byId('a'))
  const bytesOfOne = one.held.bytes
  const { held } = heldOver(path, bytesOfOne * 3.5)
  const ask = (scope: Scope) => held.read(scope, null, (user) => user.byId('a'))
  const [first, second, ...others] = scopes.map((scope) => ({ scope, item: ask(scope) }))
  expect(held.bytes).toBe(bytesOfOne * 3)
  const last = others.at(-1)!
  expect(ask(last.scope)).toBe(last.item)
  expect(ask(first!.scope)).not.toBe(first!.item)
  expect(ask(second!.scope)).toEqual(second!.item)
})

test('given room for one user to the byte, then that user is held, and makes room for the next', async () => {
  const { path, apply } = given()
  const [scope, other] = [newScope(), newScope()]
  const documents = [scope, other].map((each) => itemDocument(each, { id: 'a' }))
  await apply({ documents })
  const one = heldOver(path)
  one.held.read(scope, null, (user) => user.byId('a'))
  const bytesOfOne = one.held.bytes
  const { held } = heldOver(path, bytesOfOne)
  const ask = (of: Scope) => held.read(of, null, (user) => user.byId('a'))
  const first = ask(scope)
  expect([held.bytes, ask(scope) === first]).toEqual([bytesOfOne, true])
  ask(other)
  expect([held.bytes, ask(scope) === first]).toEqual([bytesOfOne, false])
})

test('given a user who takes more than the room, then the others stay held', async () => {
  const { reader, apply } = given({ mostBytes: 6_000 })
  const [scope, other] = [newScope(), newScope()]
  const large = itemDocument(scope, { id: 'a', item: { text: 'x'.repeat(2_000) } })
  await apply({ documents: [large, itemDocument(other, { id: 'o' })] })
  const [before] = await reader.items(other, ['o'])
  expect(await reader.items(scope, ['a'])).toHaveLength(1)
  expect((await reader.items(other, ['o']))[0]).toBe(before)
})

test('given a user who takes more than half of the room, then the user is held', async () => {
  const { reader, apply } = given({ mostBytes: 3_000 })
  const scope = newScope()
  await apply({ documents: [itemDocument(scope, { id: 'a' })] })
  const [before] = await reader.items(scope, ['a'])
  const [after] = await reader.items(scope, ['a'])
  expect(after).toBe(before)
})

test('given a user who takes more than the room, then the user is not held, and answered all the same', async () => {
  const { reader, apply } = given({ mostBytes: 1_500 })
  const scope = newScope()
  await apply({ documents: [itemDocument(scope, { id: 'a' })] })
  const [before] = await reader.items(scope, ['a'])
  const [after] = await reader.items(scope, ['a'])
  expect(after).toEqual(before)
  expect(after).not.toBe(before)
})

test('given a rebuilt projection with other rows under the same numbers, then nothing from before is answered', async () => {
  const { path, writer, reader, apply, place } = given()
  const [scope, other, third] = [newScope(), newScope(), newScope()]
  const told = (id: string, text: string) => itemDocument(scope, { id, item: { text } })
  const ofThird = (text: string) => itemDocument(third, { id: 't', item: { text } })
  await apply({ documents: [told('a', 'before'), itemDocument(other, { id: 'o' })] })
  await apply({ documents: [told('gone', 'before'), ofThird('before')] })
  expect(await reader.items(third, ['t'])).toMatchObject([{ text: 'before' }])
  expect(await reader.items(scope, ['a', 'gone'])).toHaveLength(2)
  expect(await reader.items(other, ['o'])).toHaveLength(1)
  const freshPath = `${path}.rebuild`
  const fresh = createSqliteMemoryStore({ path: freshPath })
  // In another order: two users exchange their numbers, and the third keeps its own.
  const documents = [itemDocument(other, { id: 'o2' }), told('a', 'after'), ofThird('after')]
  await fresh.apply({ ...step, checkpoint: place(), documents })
  await replaceContents({ path, freshPath, catchUp: async () => undefined })
  for (const each of [scope, other]) {
    expect(await everyRead(reader, each)).toEqual(await everyRead(writer, each))
  }
  expect(await reader.items(scope, ['a', 'gone'])).toMatchObject([{ text: 'after' }])
  expect(await reader.items(third, ['t'])).toMatchObject([{ text: 'after' }])
  expect(await reader.items(other, ['o', 'o2'])).toMatchObject([{ id: 'o2' }])
  await apply({
    documents: [itemDocument(scope, { id: 'a', version: 9, item: { text: 'later' } })],
  })
  expect(await reader.items(scope, ['a'])).toMatchObject([{ text: 'later' }])
  await fresh.close()
})
