// Tells every process whose keys have changed: each change is a name in one folder, which each process lists at
// intervals, however many users it knows. A process that has just listed the folder knows that what it remembers of any
// other user still holds.
import { randomUUID } from 'node:crypto'
import type { Scope } from '../../../schemas/identifiers.ts'
import { objectKey } from '../../ports/object-store.ts'
import { lastOf } from '../../runtime/certain.ts'
import { oneAtATime } from '../../runtime/wait/shared-answer.ts'
import type { KeyObjects } from './key-names.ts'

export type KeyChanges = {
  /** Resolves when other processes can see that this user's names have changed. */
  announce(scope: Scope): Promise<void>
  /** Resolves when all changes are known that were announced more than `cacheMs` ago. */
  known(): Promise<void>
}

export type KeyChangesHeard = {
  /** The prefix of a user whose names have changed. */
  changed: (prefix: string) => void
  /** The last look is so long ago that changes may have been missed: nothing that is remembered holds. */
  lost: () => void
}

/** No app can have this name: identifiers never begin with ~. */
const FOLDER = '~changes'
const DIGITS = 15
const NAMES_A_LIST = 1_000
/** How far the clocks of processes may differ, and how long a change may take from its name to its listing. */
const SKEW_MS = 5 * 60_000
/** Names are removed after this; a process that has not looked for half of it forgets everything. */
const KEPT_MS = 60 * 60_000
/**
 * How often a process that announces changes looks for names to remove, if it left none: to look costs more than to
 * announce.
 */
const CLEAN_MS = 60_000

export function createKeyChanges(
  objects: KeyObjects,
  cacheMs: number,
  heard: KeyChangesHeard,
): KeyChanges {
  let seen = new Set<string>()
  /** By the clock that other processes see, and by the one that never jumps. */
  let looked = { at: 0, began: Number.NEGATIVE_INFINITY }
  let cleanedAt = 0
  const look = async () => {
    const now = { at: Date.now(), began: performance.now() }
    if (now.at - looked.at > KEPT_MS / 2) heard.lost()
    const names = await namesSince(objects, Math.min(looked.at, now.at) - SKEW_MS)
    for (const name of names) if (!seen.has(name)) heard.changed(prefixOf(name))
    seen = new Set(names)
    looked = now
  }
  const lookOnce = oneAtATime(look)
  return {
    announce: async (scope) => {
      const id = `${timeOf(Date.now())}-${randomUUID()}`
      await objects.putMany([
        { key: objectKey(FOLDER, id, scope.appId, scope.userId), body: new Uint8Array(0) },
      ])
      // This clock may be set back: then it is time again.
      if (Math.abs(Date.now() - cleanedAt) < CLEAN_MS) return
      cleanedAt = Date.now()
      const ended = await removeOld(objects).catch(() => false)
      if (!ended) cleanedAt = 0
    },
    known: async () => {
      const askedAt = performance.now()
      // Early enough that callers hardly ever wait for it.
      if (looked.began < askedAt - cacheMs / 2) lookOnce().catch(() => undefined)
      // A slow look may have begun too long ago.
      while (looked.began < askedAt - cacheMs) await lookOnce()
    },
  }
}

const timeOf = (at: number) => String(Math.max(0, at)).padStart(DIGITS, '0')

/** `~changes/<time>-<id>/<app>/<user>`, whose last two segments are those of the user's own names. */
const prefixOf = (name: string) => `${name.split('/').slice(2).join('/')}/`

async function namesSince(objects: KeyObjects, at: number): Promise<string[]> {
  const names: string[] = []
  let after = `${FOLDER}/${timeOf(at)}`
  for (;;) {
    const page = await objects.list({ prefix: `${FOLDER}/`, after, limit: NAMES_A_LIST })
    names.push(...page)
    if (page.length < NAMES_A_LIST) return names
    after = lastOf(page)
  }
}

/** Returns false if there may be more to remove. One page, because who announces a change waits for it. */
async function removeOld(objects: KeyObjects): Promise<boolean> {
  const oldest = await objects.list({ prefix: `${FOLDER}/`, limit: NAMES_A_LIST })
  const end = `${FOLDER}/${timeOf(Date.now() - KEPT_MS)}`
  const old = oldest.filter((name) => name < end)
  if (old.length > 0) await objects.deleteMany(old)
  return old.length < NAMES_A_LIST
}
