// The rows of a state as a snapshot takes them: the changes since the last one, and a file built from them.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { StateRows, States } from '../../../../infra/ports/states.ts'
import { isDamage } from '../../../../infra/runtime/fail/damaged-file.ts'
import { openDatabase } from '../../../../infra/sqlite/database/database.ts'
import { createSqliteObjectStore } from '../../../../infra/sqlite/object-store.ts'
import { MOST_CHANGES } from '../../../../infra/sqlite/state/state-tables.ts'
import { createSqliteStates } from '../../../../infra/sqlite/states.ts'
import { emptyStep } from '../../../contracts/memory-documents.ts'
import { createDirectories, filesWith, openFiles } from '../directory.ts'

const OF = { name: 'memory', partition: 0 } as const
const FACTS = 'memory.facts.v1'
const USER = { appId: 'app', userId: 'user' }

const newDirectory = createDirectories()
let directory: string
const opened: States[] = []
beforeEach(() => {
  directory = newDirectory()
})
afterEach(async () => {
  for (const states of opened.splice(0)) await states.close()
})

function open() {
  const objects = createSqliteObjectStore({ path: ':memory:' })
  const states = createSqliteStates({ directory, snapshots: objects })
  opened.push(states)
  return { states, rows: states.snapshots!.rows }
}

const path = (name = 'memory-0.db') => join(directory, '1', name)

/** A summary of a write that was sealed under this generation. */
async function summarise(
  { states, rows }: ReturnType<typeof open>,
  position: number,
  { source = 1, generation = 1, category = 'work' } = {},
): Promise<void> {
  rows.noteGenerations(OF, new Map([[source, generation]]))
  const summary = { category, text: `words ${position}`, updatedAt: '2026-06-01T08:00:00.000Z' }
  await states.of(0).memory.apply({
    ...emptyStep,
    checkpoint: { topic: FACTS, partition: 0, position },
    documents: [{ ...USER, kind: 'summary', version: position, source, summary }],
  })
}

function changedRows(rows: StateRows) {
  const { change } = rows.standing(OF)
  const cursor = rows.begin(OF, 'changed', change)
  return rows.slice(OF, cursor, 100).groups
}

/** How often other work has had its turn meanwhile. */
async function turnsWhile(work: () => Promise<unknown>): Promise<number> {
  let turns = 0
  let isOver = false
  const next = () => {
    turns++
    if (!isOver) setImmediate(next)
  }
  setImmediate(next)
  await work().finally(() => {
    isOver = true
  })
  return turns
}

describe('what has changed', () => {
  test('is counted since the last snapshot, and given once however often it did', async () => {
    const given = open()
    expect(given.rows.standing(OF)).toEqual({ basedOn: null, sinceBase: 0, change: 0 })
    await summarise(given, 1)
    await summarise(given, 2)
    expect(given.rows.standing(OF)).toEqual({ basedOn: null, sinceBase: 2, change: 2 })
    const [group, ...others] = changedRows(given.rows)
    expect(others).toEqual([])
    expect(group).toMatchObject({ ...USER, keyGeneration: 1, rows: [expect.any(Array)] })
    expect(JSON.stringify(group)).toContain('words 2')
    given.rows.taken(OF, 'snapshot', 1)
    expect(given.rows.standing(OF)).toEqual({ basedOn: 'snapshot', sinceBase: 1, change: 2 })
    given.rows.taken(OF, 'snapshot', 2)
    expect(changedRows(given.rows)).toEqual([])
    await summarise(given, 3)
    expect(given.rows.standing(OF)).toMatchObject({ sinceBase: 1, change: 3 })
  })

  test('up to a change holds nothing of those after it, and a slice no more than it may', async () => {
    const given = open()
    for (const [n, category] of ['work', 'home', 'travel', 'health'].entries()) {
      await summarise(given, n + 1, { category })
    }
    given.rows.taken(OF, 'snapshot', 1)
    const begin = given.rows.begin(OF, 'changed', 3)
    const { groups, next } = given.rows.slice(OF, begin, 1)
    expect(JSON.stringify(groups)).toMatch(/home/)
    expect(JSON.stringify(groups)).not.toMatch(/work|travel|health/)
    const rest = given.rows.slice(OF, next!, 9)
    expect(JSON.stringify(rest.groups)).toMatch(/travel/)
    expect(JSON.stringify(rest.groups)).not.toMatch(/work|home|health/)
    expect(given.rows.slice(OF, rest.next!, 9)).toEqual({ groups: [], next: null })
  })

  test('and is gone since is not given', async () => {
    const given = open()
    await summarise(given, 1)
    openDatabase({ path: path(), durable: false, schema: 'DELETE FROM summaries' }).close()
    expect(changedRows(given.rows)).toEqual([])
    expect(given.rows.standing(OF)).toMatchObject({ sinceBase: 1 })
  })

  test.each([
    ['of a whole user', null],
    ['of a category', 'quixotry'],
  ])('names nothing that a forget has removed: %s', async (_, category) => {
    const given = open()
    await summarise(given, 1, { category: 'home', source: 20 })
    given.rows.taken(OF, 'snapshot', 1)
    await summarise(given, 2, { category: 'quixotry' })
    await summarise(given, 3, { category: 'work', source: 20 })
    expect(filesWith(directory, 'quixotry')).not.toEqual([])
    await given.states.of(0).memory.apply({
      ...emptyStep,
      checkpoint: { topic: 'memory.writes.v1', partition: 0, position: 9 },
      fences: [{ ...USER, category, before: 9, keyGeneration: 0 }],
    })
    const file = openDatabase({ path: path(), durable: false, schema: '' })
    expect(file.all('SELECT key FROM changed ORDER BY change')).toEqual([
      { key: 'work' },
      { key: 9 },
    ])
    file.close()
    expect(given.rows.standing(OF)).toEqual({ basedOn: 'snapshot', sinceBase: 3, change: 4 })
  })

  test('is known after the next start', async () => {
    const before = open()
    await summarise(before, 1)
    before.rows.taken(OF, 'snapshot', 1)
    await summarise(before, 2)
    await before.states.close()
    expect(open().rows.standing(OF)).toEqual({ basedOn: 'snapshot', sinceBase: 1, change: 2 })
  })

  test('is given up where it is too much, so that the next snapshot holds all rows', async () => {
    const given = open()
    await summarise(given, 1)
    given.rows.taken(OF, 'snapshot', 1)
    const file = openDatabase({ path: path(), durable: false, schema: '' })
    const add = (count: number) =>
      file.run(
        `WITH RECURSIVE n(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < ?)
         INSERT INTO changed (kind, owner, key) SELECT 2, 1, 'work' FROM n`,
        count,
      )
    add(MOST_CHANGES)
    expect(given.rows.standing(OF)).toMatchObject({ basedOn: 'snapshot', sinceBase: MOST_CHANGES })
    add(1)
    expect(given.rows.standing(OF)).toMatchObject({ basedOn: null, sinceBase: MOST_CHANGES + 1 })
    expect(file.get('SELECT count(*) AS left FROM changed')).toEqual({ left: 0 })
    file.close()
  })
})

describe('a key generation', () => {
  test('is that of the write, and the oldest where several are told', async () => {
    const given = open()
    await summarise(given, 1, { generation: 3 })
    await summarise(given, 2, { generation: 2 })
    await summarise(given, 3, { generation: 4 })
    await summarise(given, 4, { source: 2, generation: 5, category: 'home' })
    expect(changedRows(given.rows).map(({ keyGeneration }) => keyGeneration)).toEqual([2, 5])
  })

  test('must be known: rows without one are sealed under none', async () => {
    const given = open()
    await summarise(given, 1)
    const file = openDatabase({ path: path(), durable: false, schema: 'DELETE FROM sealed_under' })
    file.close()
    expect(() => changedRows(given.rows)).toThrow('a row of a state has no key generation')
  })
})

describe('a file of another version', () => {
  test.each([
    ['of another layout', `UPDATE state_facts SET value = 0 WHERE name = 'layout'`],
    ['from before there were layouts', 'DROP TABLE state_facts'],
  ])('%s is emptied, and the state restored again', async (_, change) => {
    const before = open()
    await summarise(before, 7)
    await before.states.close()
    openDatabase({ path: path(), durable: false, schema: change }).close()
    const after = open()
    const stands = () => after.states.of(0).memory.checkpoints(FACTS)
    expect((await stands()).size).toBe(0)
    await summarise(after, 7)
    await after.states.close()
    expect((await open().states.of(0).memory.checkpoints(FACTS)).get(0)).toBe(7)
  })
})

describe('restoring', () => {
  test('leaves the state as it is until it is done, and then puts all in its place', async () => {
    const given = open()
    await summarise(given, 1)
    const { memory, graph } = given.states.of(0)
    const groups = changedRows(given.rows)
    const building = given.rows.restoring(OF)
    for (const group of groups) building.put({ ...group, userId: 'another' })
    expect((await memory.summaries(USER)).length).toBe(1)
    await building.finish({ snapshot: 'snapshot', checkpoints: new Map([[FACTS, 9]]) })
    const state = given.states.of(0)
    expect(await state.memory.summaries(USER)).toEqual([])
    expect((await state.memory.summaries({ ...USER, userId: 'another' })).length).toBe(1)
    expect((await state.memory.checkpoints(FACTS)).get(0)).toBe(9)
    expect(given.rows.standing(OF)).toEqual({ basedOn: 'snapshot', sinceBase: 0, change: 0 })
    expect(existsSync(path('memory-0.db.restoring'))).toBe(false)
    // The other store of the partition goes on.
    expect(state.graph).toBe(graph)
    await graph.ping()
  })

  test('lets others have their turn between its parts, and leaves no file open', async () => {
    const given = open()
    await summarise(given, 1)
    const building = given.rows.restoring(OF)
    for (const group of changedRows(given.rows)) building.put(group)
    const checkpoints = new Map([[FACTS, 9]] as const)
    const turns = await turnsWhile(() => building.finish({ snapshot: 'snapshot', checkpoints }))
    // Each index is a part.
    expect(turns).toBeGreaterThan(7)
    await given.states.close()
    expect(openFiles(join(directory, '1'))).toEqual([])
  })

  test('leaves nothing behind where it is given up', async () => {
    const given = open()
    given.states.of(0)
    const building = given.rows.restoring(OF)
    expect(existsSync(path('memory-0.db.restoring'))).toBe(true)
    building.discard()
    expect(existsSync(path('memory-0.db.restoring'))).toBe(false)
    await given.states.close()
    expect(openFiles(join(directory, '1'))).toEqual([])
  })

  test('starts over where something was left behind', async () => {
    const given = open()
    await summarise(given, 1)
    writeFileSync(path('memory-0.db.restoring'), 'words')
    const building = given.rows.restoring(OF)
    for (const group of changedRows(given.rows)) building.put(group)
    await building.finish({ snapshot: 'snapshot', checkpoints: new Map([[FACTS, 9]]) })
    expect((await given.states.of(0).memory.summaries(USER)).length).toBe(1)
  })

  test('leaves nothing behind where the process died', async () => {
    const before = open()
    before.states.of(0)
    await before.states.close()
    writeFileSync(path('memory-0.db.restoring'), 'words')
    open().states.of(1)
    expect(existsSync(path('memory-0.db.restoring'))).toBe(false)
  })
})

describe('a state that lies on the disk is damaged', () => {
  const LAST = 59
  /** The file of a state that stands at LAST. */
  async function givenFile() {
    const given = open()
    for (let n = 1; n <= LAST; n++) {
      await summarise(given, n, { category: `category ${n}`, source: n })
    }
    await given.states.close()
    const bytes = readFileSync(path())
    return { bytes, size: bytes.readUInt16BE(16) }
  }
  /** Whether the state counts as sound, and where it stands: nowhere, where it was emptied. */
  const found = async (bytes: Uint8Array) => {
    writeFileSync(path(), bytes)
    const { states, rows } = open()
    const sound = await rows.isSound(OF)
    const stands = sound && (await states.of(0).memory.checkpoints(FACTS)).get(0)
    await states.close()
    return { sound, stands }
  }
  const isSound = async (bytes: Uint8Array) => (await found(bytes)).sound

  test('wherever a page of it is, and is sound where none is', async () => {
    const { bytes, size } = await givenFile()
    expect(await found(bytes)).toEqual({ sound: true, stands: LAST })
    const missed: number[] = []
    for (let page = 1; page <= bytes.length / size; page++) {
      const damaged = Buffer.from(bytes).fill(255, (page - 1) * size, page * size)
      if ((await found(damaged)).stands === LAST) missed.push(page)
    }
    expect(missed).toEqual([])
  })

  test('beyond what is read in time, which is met when it is read', async () => {
    const { bytes, size } = await givenFile()
    const damaged = Buffer.from(bytes).fill(255, bytes.length - size)
    expect(await isSound(damaged)).toBe(false)
    let nowMs = 0
    const now = vi.spyOn(performance, 'now').mockImplementation(() => {
      nowMs += 3_001
      return nowMs
    })
    expect(await isSound(damaged).finally(() => now.mockRestore())).toBe(true)
  })

  test('and others have their turn while it is read', async () => {
    const given = open()
    given.states.of(0)
    // Each table and each index is a part.
    expect(await turnsWhile(() => given.rows.isSound(OF))).toBeGreaterThan(20)
  })

  test('or sound once for as long as it is open', async () => {
    const given = open()
    await summarise(given, 1)
    expect(await given.rows.isSound(OF)).toBe(true)
    const now = vi.spyOn(performance, 'now')
    expect(await given.rows.isSound(OF)).toBe(true)
    expect(now).not.toHaveBeenCalled()
    now.mockRestore()
  })

  test('but not where reading fails for another reason', async () => {
    const given = open()
    given.states.of(0)
    openDatabase({ path: path(), durable: false, schema: 'CREATE TABLE "a""b" (c)' }).close()
    await expect(given.rows.isSound(OF)).rejects.toThrow('unrecognized token')
  })

  test.each([
    ['is malformed', { errcode: 11 }, true],
    ['is malformed, told in detail', { errcode: 11 + 256 }, true],
    ['is no database', { errcode: 26 }, true],
    ['cannot be opened', { errcode: 14 }, false],
    ['failed otherwise', {}, false],
  ])('by an error that says that it %s: %o', (_, error, damage) => {
    expect(isDamage(Object.assign(new Error(), error))).toBe(damage)
  })
})
