// Names of objects: pseudonyms below, the callers' own names above, and what lies there from before is found.
import { beforeEach, expect, test } from 'vitest'
import {
  type ObjectStore,
  objectKey,
  type StoredObject,
} from '../../../../infra/ports/object-store.ts'
import { createOwners } from '../../../../infra/runtime/envelope/owners.ts'
import { renameObjects } from '../../../../infra/sealed/objects/rename-objects.ts'
import { sealObjectNames } from '../../../../infra/sealed/objects/seal-object-names.ts'
import { createSqliteObjectStore } from '../../../../infra/sqlite/object-store.ts'
import { startedEach } from '../../../started.ts'

const owners = createOwners(new Uint8Array(32))
const USER = 'anna@example.com/ä'
const body = (text: string) => Buffer.from(text)

const below = startedEach(() => createSqliteObjectStore({ path: ':memory:' }))
let plain: ObjectStore
let sealed: ObjectStore
beforeEach(() => {
  plain = sealObjectNames(below, owners, { sealed: false })
  sealed = sealObjectNames(below, owners, { sealed: true })
})

const stored = () => below.list({ prefix: '', limit: 99 })
const prefix = `${objectKey('app', USER)}/`
const key = (id: string) => `${prefix}1/${id}`

test('no name below holds a user, whatever folder it is in', async () => {
  const names = [
    key('a'),
    objectKey('~forgotten', 'app', USER, 'id'),
    objectKey('~erasing', 'app', USER, 'id', 'list'),
    objectKey('~changes', '1-x', 'app', USER),
  ]
  await sealed.putMany(names.map((name) => ({ key: name, body: body(name) })))
  expect(await sealed.addMany([{ key: key('b'), body: body('b') }])).toEqual([key('b')])
  expect((await stored()).join()).not.toMatch(/anna|example/)
  for (const name of names) expect(Buffer.from((await sealed.get(name))!).toString()).toBe(name)
  expect(await sealed.list({ prefix, limit: 9 })).toEqual([key('a'), key('b')])
  expect(await sealed.list({ prefix, after: key('a'), limit: 9 })).toEqual([key('b')])
  expect(await sealed.list({ prefix: '~changes/', limit: 9 })).toEqual([names.at(-1)])
  expect(await sealed.deleteMany([key('a'), key('b')])).toBe(2)
  expect(await sealed.list({ prefix, limit: 9 })).toEqual([])
})

test('what a store adds to a name stands behind the name that its caller knows', async () => {
  const packing = {
    ...below,
    addMany: async (objects: readonly StoredObject[]) =>
      objects.map(({ key }) => `${key}@pack.0.1`),
  }
  const over = sealObjectNames(packing, owners, { sealed: true })
  const added = ['a', 'b'].map((id) => ({ key: key(id), body: body(id) }))
  expect(await over.addMany(added)).toEqual([`${key('a')}@pack.0.1`, `${key('b')}@pack.0.1`])
})

test('a name that a store below has cut, and ends with a hash, is listed as it is', async () => {
  const [cut, whole] = ['%F0%9F%98%80%F0%9=abc', encodeURIComponent(USER)]
  const names = [`~changes/1-x/app/${cut}`, `~changes/2-x/${cut}/${whole}`]
  await below.putMany(names.map((name) => ({ key: name, body: body(name) })))
  for (const objects of [plain, sealed]) {
    expect(await objects.list({ prefix: '~changes/', limit: 9 })).toEqual(names)
    for (const name of names) expect(Buffer.from((await objects.get(name))!).toString()).toBe(name)
  }
})

test('the service’s own names stay as they are', async () => {
  const names = [
    objectKey('~idempotency', 'app', 'hash'),
    objectKey('~master-key', 'probe', '1'),
    '=packs/1/2',
  ]
  await sealed.putMany(names.map((name) => ({ key: name, body: body(name) })))
  expect(await stored()).toEqual([...names].sort())
})

test('what lies there under the names of the other setting is listed in one order, read and deleted', async () => {
  for (const [before, now] of [[plain, sealed] as const, [sealed, plain] as const]) {
    await before.putMany(['a', 'c'].map((id) => ({ key: key(id), body: body(id) })))
    const fresh = sealObjectNames(below, owners, { sealed: now === sealed })
    await fresh.putMany(['b', 'c'].map((id) => ({ key: key(id), body: body(`new ${id}`) })))
    expect(await fresh.list({ prefix, limit: 9 })).toEqual(['a', 'b', 'c'].map(key))
    expect(await fresh.list({ prefix, limit: 2 })).toEqual(['a', 'b'].map(key))
    expect(await fresh.list({ prefix, after: key('b'), limit: 2 })).toEqual([key('c')])
    expect(Buffer.from((await fresh.get(key('a')))!).toString()).toBe('a')
    expect(Buffer.from((await fresh.get(key('c')))!).toString()).toBe('new c')
    await fresh.deleteMany(['a', 'b', 'c'].map(key))
    expect(await stored()).toEqual([])
  }
})

test('a store is renamed to either kind, and again where it was interrupted', async () => {
  const note = objectKey('~forgotten', 'app', USER, 'id')
  const own = objectKey('~idempotency', 'app', 'hash')
  await plain.putMany(
    [key('a'), key('b'), note, own].map((name) => ({ key: name, body: body(name) })),
  )
  await sealed.putMany([{ key: key('b'), body: body(key('b')) }])
  const rename = ({ to }: { to: boolean }, within = '') =>
    renameObjects(below, { owners, sealed: to, prefix: within })
  expect(await rename({ to: true }, '~forgotten/')).toBe(1)
  expect(await rename({ to: true })).toBe(2)
  expect(await rename({ to: true })).toBe(0)
  expect((await stored()).join()).not.toMatch(/anna|example/)
  for (const name of [key('a'), note])
    expect(Buffer.from((await sealed.get(name))!).toString()).toBe(name)
  expect(await rename({ to: false })).toBe(3)
  expect(await stored()).toEqual([own, note, key('a'), key('b')].sort())
})

test('what a process of the other setting makes while this one runs is listed too, and is deleted and counted once', async () => {
  expect(await sealed.list({ prefix, limit: 9 })).toEqual([])
  await plain.putMany([{ key: key('a'), body: body('a') }])
  expect(await sealed.list({ prefix, limit: 9 })).toEqual([key('a')])
  const fresh = sealObjectNames(below, owners, { sealed: true })
  await fresh.putMany([{ key: key('a'), body: body('a') }])
  expect(await fresh.deleteMany([key('a')])).toBe(1)
  expect(await stored()).toEqual([])
})

test('a user of another app, or of a name that begins alike, is not listed', async () => {
  const others = [objectKey('app', `${USER}x`, '1', 'i'), objectKey('app2', USER, '1', 'i')]
  await sealed.putMany(others.map((name) => ({ key: name, body: body('') })))
  expect(await sealed.list({ prefix, limit: 9 })).toEqual([])
})
