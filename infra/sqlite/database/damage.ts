// Damage that is met in a file while it is open. SQLite meets it page by page, so the next question may succeed: the
// file counts as damaged until the process ends. Threads tell one another, because one of them reports health.
import { basename } from 'node:path'
import { BroadcastChannel } from 'node:worker_threads'
import { DamagedFile, DamagedState, isDamage, toldDamage } from '../../runtime/fail/damaged-file.ts'
import { isOutage } from '../../runtime/fail/retry.ts'
import { removeDatabase } from './database-file.ts'

/** `waits`: work waits until the file is mended. `ends`: the file is removed, and the process ends and makes it again at its next start. */
export type IfDamaged = 'waits' | 'ends'

const CHANNEL = 'palimpsest damaged files'
const known = new Map<string, DamagedFile>()
let channel: BroadcastChannel | null = null

function others(): BroadcastChannel {
  if (channel) return channel
  channel = new BroadcastChannel(CHANNEL)
  channel.onmessage = ({ data }) => {
    known.set(data.path, new DamagedFile(basename(data.path), data))
  }
  // A thread does not live for it.
  channel.unref()
  return channel
}

const CORRUPT = 11

/** SQLite vouches for the pages of a file, and not for what its rows say. Quotes nothing of the row. */
class NoJson extends Error {
  override readonly name = 'NoJson'
  readonly errcode = CORRUPT
  readonly at: string
  constructor(at: string) {
    super(`what is stored at ${at} is no JSON`)
    this.at = at
  }
}

/** For rows whose file is not at hand; `what` names it in words. */
export function storedJson<T>(json: string, what: string): T {
  try {
    return JSON.parse(json)
  } catch {
    throw new DamagedFile(what, new NoJson(what))
  }
}

export type DamageWatch = {
  /** What `work` throws of damage is told as what it means, and remembered. */
  watch<T>(work: () => T): T
  /** The value of a JSON that a row holds. A text that is none is damage; `at` says where. */
  parsed<T>(json: string, at: () => string): T
  /** The same for rows that are read one at a time. */
  rows<T>(read: () => IterableIterator<T>): IterableIterator<T>
  /** For work on behalf of others: a ping tells of its damage, and writes that need the room tell of a full disk. */
  unlessOutage(work: () => void): void
  /** Throws when damage was met. */
  check(): void
}

export function createDamageWatch(path: string, ifDamaged: IfDamaged): DamageWatch {
  const remembers = ifDamaged === 'waits' && path !== ':memory:'
  if (remembers) others()
  const told = (error: unknown): unknown => {
    if (!isDamage(error) || toldDamage(error) !== null) return error
    if (ifDamaged === 'ends') {
      // What is written to it until the process ends is lost with it.
      removeDatabase(path)
      return new DamagedState(basename(path), error)
    }
    const where = error instanceof NoJson ? ` (${error.at})` : ''
    const damaged = new DamagedFile(`${basename(path)}${where}`, error)
    if (remembers) {
      known.set(path, damaged)
      others().postMessage({ path, errcode: damaged.errcode })
    }
    return damaged
  }
  const watch = <T>(work: () => T): T => {
    try {
      return work()
    } catch (error) {
      throw told(error)
    }
  }
  return {
    watch,
    parsed: (json, at) => {
      try {
        return JSON.parse(json)
      } catch {
        throw told(new NoJson(at()))
      }
    },
    rows: function* (read) {
      try {
        yield* read()
      } catch (error) {
        throw told(error)
      }
    },
    unlessOutage: (work) => {
      try {
        watch(work)
      } catch (error) {
        if (!isOutage(error)) throw error
      }
    },
    check: () => {
      const damaged = known.get(path)
      if (damaged) throw damaged
    },
  }
}
