// States beside a process: for each partition that it has a memory and a graph, as files of a folder that is its alone.
import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { State, States } from '../ports/states.ts'
import { keepPrivate, removeDatabase } from './database-file.ts'
import { lockFile } from './file-lock.ts'
import { createSqliteGraphStore } from './graph-store.ts'
import { createSqliteMemoryStore } from './memory-store.ts'

/** A rebalance takes partitions away and gives most of them back. */
const KEPT_FOR_MS = 60_000
/** Processes that may have their states under one folder. */
const MOST_PROCESSES = 1_000
const NAMES = ['memory', 'graph'] as const satisfies readonly (keyof State)[]

export function createSqliteStates(options: {
  /** Each process has a folder of its own in it. */
  directory: string
  keptForMs?: number
  mostProcesses?: number
}): States {
  const { keptForMs = KEPT_FOR_MS, mostProcesses = MOST_PROCESSES } = options
  const open = new Map<number, State>()
  const holders = new Map<number, number>()
  const timers = new Set<NodeJS.Timeout>()
  let claimed: { folder: string; release: () => void } | null = null
  const folder = () => {
    if (claimed) return claimed.folder
    claimed = claimFolder(options.directory, mostProcesses)
    // What a process that is no more has left says what users may have had forgotten since.
    later(() => removeLeftovers(options.directory, claimed!.folder, isUsed))
    return claimed.folder
  }
  const isHeld = (partition: number) => (holders.get(partition) ?? 0) > 0
  const isUsed = (partition: number) => isHeld(partition) || open.has(partition)
  const later = (work: () => void) => {
    const timer = setTimeout(() => {
      timers.delete(timer)
      work()
    }, keptForMs).unref()
    timers.add(timer)
  }
  const closeOne = async (partition: number) => {
    const state = open.get(partition)
    open.delete(partition)
    await Promise.all([state?.memory.close(), state?.graph.close()])
  }
  const discard = async (partition: number) => {
    const closed = closeOne(partition)
    // In the same step: who opens it from now on finds nothing, and nothing of theirs is removed.
    for (const name of NAMES) removeDatabase(pathOf(folder(), name, partition))
    await closed
  }
  return {
    shared: false,
    of: (partition) => {
      const known = open.get(partition)
      if (known) return known
      const state = {
        memory: opened(createSqliteMemoryStore, pathOf(folder(), 'memory', partition)),
        graph: opened(createSqliteGraphStore, pathOf(folder(), 'graph', partition)),
      }
      open.set(partition, state)
      return state
    },
    assigned: (partition) => void holders.set(partition, (holders.get(partition) ?? 0) + 1),
    released: (partition) => {
      holders.set(partition, (holders.get(partition) ?? 0) - 1)
      later(() => {
        if (!isHeld(partition)) void discard(partition)
      })
    },
    discard,
    close: async () => {
      for (const timer of timers) clearTimeout(timer)
      await Promise.all([...open.keys()].map(closeOne))
      claimed?.release()
      claimed = null
    },
  }
}

/** What is no database any more is restored from the log, as what is lost. */
function opened<Store>(open: (options: { path: string }) => Store, path: string): Store {
  try {
    return open({ path })
  } catch (error) {
    if (!DAMAGED.has(((error as { errcode?: number }).errcode ?? 0) & 0xff)) throw error
    removeDatabase(path)
    return open({ path })
  }
}

/** SQLITE_CORRUPT and SQLITE_NOTADB. */
const DAMAGED = new Set([11, 26])

function pathOf(folder: string, name: keyof State, partition: number): string {
  return join(folder, `${name}-${partition}.db`)
}

/** The first folder that no other process has: after a restart the one that this process had before, mostly. */
function claimFolder(
  directory: string,
  mostProcesses: number,
): { folder: string; release: () => void } {
  mkdirSync(directory, { recursive: true, mode: 0o700 })
  for (let n = 1; n <= mostProcesses; n++) {
    const folder = join(directory, String(n))
    const release = lockFile(join(folder, 'lock.db'))
    if (!release) continue
    keepPrivate(folder)
    return { folder, release }
  }
  throw new Error(`${mostProcesses} processes have their state in ${directory}: set DATA_DIR`)
}

function removeLeftovers(
  directory: string,
  own: string,
  isUsed: (partition: number) => boolean,
): void {
  for (const name of readdirSync(own)) {
    const partition = /^(?:memory|graph)-(\d+)\.db$/.exec(name)?.[1]
    if (partition && !isUsed(Number(partition))) removeDatabase(join(own, name))
  }
  for (const name of readdirSync(directory)) {
    const folder = join(directory, name)
    if (folder === own || !existsSync(join(folder, 'lock.db'))) continue
    const release = lockFile(join(folder, 'lock.db'))
    if (!release) continue
    rmSync(folder, { recursive: true })
    release()
  }
}
