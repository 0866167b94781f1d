// States beside a process: a memory and a graph for each of its partitions, as files in a folder that only this process
// uses.
import { randomUUID } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ObjectStore } from '../ports/object-store.ts'
import {
  type State,
  type StateName,
  type StateRows,
  type StateStore,
  type States,
  stateNames,
} from '../ports/states.ts'
import { asError, codeOf, getOrMake, present } from '../runtime/certain.ts'
import { isDamage } from '../runtime/fail/damaged-file.ts'
import type { Telemetry } from '../runtime/telemetry.ts'
import { type Database, openDatabase } from './database/database.ts'
import { keepPrivate, removeDatabase } from './database/database-file.ts'
import { lockFile } from './database/file-lock.ts'
import { makeFolder } from './database/make-folder.ts'
import { graphStoreOver } from './graph-store.ts'
import { memoryStoreOver } from './memory-store.ts'
import { BUILDING, createStateRestoring } from './state/state-restoring.ts'
import { createStateReading, layout } from './state/state-rows.ts'
import { isOfLayout, stateSchema } from './state/state-tables.ts'

/** A rebalance takes partitions away and usually gives most of them back. */
const KEPT_FOR_MS = 60_000
/**
 * The write-ahead log is written back into the file every 64 MiB. Each write-back waits for the disk, and restoring a
 * state writes most pages again and again: with SQLite's own 4 MiB, write-backs took three quarters of the time.
 */
const PAGES_A_CHECKPOINT = 8_192
/** How many processes may have their states under one folder. */
const MOST_PROCESSES = 1_000

/** A state is only asked about the present. */
const ofNow = { keepsPast: false }
const storeOver = {
  memory: (file: Database) => memoryStoreOver(file, ofNow),
  graph: (file: Database) => graphStoreOver(file, ofNow),
}

export function createSqliteStates(options: {
  /** Each process has its own folder in it. */
  directory: string
  /** Where snapshots are kept; without it none are taken. */
  snapshots?: ObjectStore
  keptForMs?: number
  mostProcesses?: number
  /** Told of files that cannot be removed yet. */
  logger?: Telemetry['logger']
}): States {
  const { keptForMs = KEPT_FOR_MS, mostProcesses = MOST_PROCESSES } = options
  const open = new Map<number, { state: State; files: Record<StateName, Database> }>()
  const holders = new Map<number, number>()
  const timers = new Set<NodeJS.Timeout>()
  let claimed: { folder: string; release: () => void } | null = null
  const folder = () => {
    if (claimed) return claimed.folder
    claimed = claimFolder(options.directory, mostProcesses)
    // The files of a dead process may hold what users have had forgotten since.
    later(() => removeLeftovers(options.directory, present(claimed, 'claimed').folder, isUsed))
    return claimed.folder
  }
  const isHeld = (partition: number) => (holders.get(partition) ?? 0) > 0
  const isUsed = (partition: number) => isHeld(partition) || open.has(partition)
  /** What fails is tried again, because what users have had forgotten must not stay. */
  const later = (work: () => void) => {
    const timer = setTimeout(() => {
      timers.delete(timer)
      try {
        work()
      } catch (error) {
        const told = { errorClass: asError(error).name, code: codeOf(error) }
        options.logger?.warn(told, 'files of a state cannot be removed yet')
        later(work)
      }
    }, keptForMs).unref()
    timers.add(timer)
  }
  const closeOne = (partition: number) => {
    const opened = open.get(partition)
    open.delete(partition)
    for (const name of stateNames) opened?.files[name].close()
  }
  /** In one turn of the event loop: a later caller opens an empty state, and none of its files are removed. */
  const remove = (partition: number) => {
    closeOne(partition)
    allOf(stateNames, (name) => removeDatabase(pathOf(folder(), name, partition)))
  }
  const stateOf = (partition: number) =>
    getOrMake(open, partition, () => {
      const files = {
        memory: openFile('memory', pathOf(folder(), 'memory', partition)),
        graph: openFile('graph', pathOf(folder(), 'graph', partition)),
      }
      const state = { memory: storeOver.memory(files.memory), graph: storeOver.graph(files.graph) }
      return { state, files }
    })
  /** In one turn of the event loop: a caller that asks for the state gets the old file or the new one. */
  const place = ({ name, partition }: StateStore, building: string) => {
    const path = pathOf(folder(), name, partition)
    const opened = open.get(partition)
    opened?.files[name].close()
    try {
      removeDatabase(path)
      renameSync(building, path)
      if (!opened) return
      opened.files[name] = openFile(name, path)
    } catch (error) {
      // The next caller opens what is there.
      closeOne(partition)
      throw error
    }
    Object.assign(opened.state, { [name]: storeOver[name](opened.files[name]) })
  }
  const rows: StateRows = {
    ...createStateReading(({ name, partition }) => stateOf(partition).files[name]),
    layout,
    restoring: (of) => {
      const path = pathOf(folder(), of.name, of.partition)
      return createStateRestoring({ of, path, place: (building) => place(of, building) })
    },
  }
  return {
    shared: false,
    snapshots: options.snapshots ? { rows, objects: options.snapshots } : null,
    keeper: () => nameOf(folder()),
    of: (partition) => stateOf(partition).state,
    assigned: (partition) => void holders.set(partition, (holders.get(partition) ?? 0) + 1),
    released: (partition) => {
      holders.set(partition, (holders.get(partition) ?? 0) - 1)
      later(() => {
        if (!isHeld(partition)) remove(partition)
      })
    },
    discard: async (partition) => remove(partition),
    close: async () => {
      for (const timer of timers) clearTimeout(timer)
      for (const partition of open.keys()) closeOne(partition)
      claimed?.release()
      claimed = null
      await options.snapshots?.close()
    },
  }
}

/** A file that is no longer a database, or is of another version, is restored as if it were lost. */
function openFile(name: StateName, path: string): Database {
  const schema = `${stateSchema(name)}; PRAGMA wal_autocheckpoint = ${PAGES_A_CHECKPOINT}`
  const open = () => openDatabase({ path, durable: false, schema, ifDamaged: 'ends' })
  const file = openUsable(open)
  if (file) return file
  removeDatabase(path)
  const empty = open()
  isOfLayout(empty)
  return empty
}

function openUsable(open: () => Database): Database | null {
  let file: Database | null = null
  try {
    file = open()
    if (isOfLayout(file)) return file
  } catch (error) {
    if (!isDamage(error)) throw error
  }
  file?.close()
  return null
}

/** Kept beside the files, so that a process that loses them gets another name. */
function nameOf(folder: string): string {
  const path = join(folder, 'name')
  const known = existsSync(path) ? readFileSync(path, 'utf8').trim() : ''
  if (known !== '') return known
  const name = randomUUID()
  writeFileSync(path, name, { mode: 0o600 })
  return name
}

function pathOf(folder: string, name: StateName, partition: number): string {
  return join(folder, `${name}-${partition}.db`)
}

/** The first folder that no other process has: after a restart usually the one that this process had before. */
function claimFolder(
  directory: string,
  mostProcesses: number,
): { folder: string; release: () => void } {
  makeFolder(directory)
  for (let n = 1; n <= mostProcesses; n++) {
    const folder = join(directory, String(n))
    const release = lockFile(join(folder, 'lock.db'))
    if (!release) continue
    removeUnfinished(folder)
    keepPrivate(folder)
    return { folder, release }
  }
  throw new Error(`${mostProcesses} processes have their state in ${directory}: set DATA_DIR`)
}

/** What a process was restoring when it died. */
function removeUnfinished(folder: string): void {
  for (const name of readdirSync(folder)) {
    if (name.endsWith(BUILDING)) removeDatabase(join(folder, name))
  }
}

function removeLeftovers(
  directory: string,
  own: string,
  isUsed: (partition: number) => boolean,
): void {
  const unused = readdirSync(own).filter((name) => {
    const partition = /^(?:memory|graph)-(\d+)\.db$/.exec(name)?.[1]
    return partition && !isUsed(Number(partition))
  })
  const others = readdirSync(directory).filter((name) => join(directory, name) !== own)
  allOf(
    [
      ...unused.map((name) => () => removeDatabase(join(own, name))),
      ...others.map((name) => () => removeUnclaimed(join(directory, name))),
    ],
    (remove) => remove(),
  )
}

function removeUnclaimed(folder: string): void {
  const lock = join(folder, 'lock.db')
  if (!existsSync(lock)) return
  const release = lockFile(lock)
  if (!release) return
  try {
    // The lock goes last: without it no later try would know the folder.
    for (const name of readdirSync(folder)) {
      if (name !== 'lock.db') rmSync(join(folder, name), { recursive: true })
    }
    rmSync(folder, { recursive: true })
  } finally {
    release()
  }
}

/** Removes each, also where another cannot be removed; then throws the first failure. */
function allOf<T>(things: readonly T[], remove: (thing: T) => void): void {
  const failures: unknown[] = []
  for (const thing of things) {
    try {
      remove(thing)
    } catch (error) {
      failures.push(error)
    }
  }
  if (failures.length > 0) throw failures[0]
}
