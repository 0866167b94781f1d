// An object store whose names hold pseudonyms instead of user ids. Callers keep the names that they know: a name is
// changed on its way in, and changed back on its way out. Names from before the setting changed are still found, and
// are deleted with the others.
import type { ObjectStore } from '../../ports/object-store.ts'
import { firstOf, nth } from '../../runtime/certain.ts'
import { createBounded } from '../../runtime/envelope/bounded.ts'
import type { Owners } from '../../runtime/envelope/owners.ts'

type Named = Pick<ObjectStore, 'putMany' | 'get' | 'deleteMany' | 'list'> & Partial<ObjectStore>

/** How many folders of apps a process remembers to hold names of one kind alone. */
const MOST_FOLDERS = 1_000
const MARK = '~'

/** `sealed`: what new names hold; names of the other kind are only looked for. */
export function sealObjectNames<Store extends Named>(
  objects: Store,
  owners: Owners,
  { sealed }: { sealed: boolean },
): Store & { opened(name: string): string } {
  const { seal, open } = objectNaming(owners)
  const [own, other] = sealed ? [seal, open] : [open, seal]
  const holdsOthers = createLookForOthers(objects, { sealed })
  const both = async (name: string) =>
    (await holdsOthers(name)) && other(name) !== own(name) ? [own(name), other(name)] : [own(name)]
  const renamed: Named = {
    putMany: (stored) => objects.putMany(stored.map(({ key, body }) => ({ key: own(key), body }))),
    get: async (key) => {
      const found = await objects.get(own(key))
      return found ?? (other(key) === own(key) ? null : objects.get(other(key)))
    },
    deleteMany: async (keys) => {
      const names = (await Promise.all(keys.map(both))).flat()
      // A server without versions counts names that were not there.
      return Math.min(keys.length, await objects.deleteMany(names))
    },
    list: async ({ prefix, after, limit }) => {
      const page = (form: string, behind: string | undefined) =>
        objects.list({ prefix: form, limit, ...(behind !== undefined && { after: behind }) })
      const behind = after === undefined ? [] : [own(after), other(after)]
      const isWhole = nameOf(prefix)?.isBelow === true
      // Names of several users: in the order, and by the names, of the store.
      if (!isWhole && !prefix.startsWith(CHANGES)) return page(prefix, after)
      if (!isWhole) return (await page(prefix, behind[0])).map(open)
      const found = await page(own(prefix), behind[0])
      // Asked too where a user has no names: a process of the other setting may have made them.
      const others = found.length === 0 || (await holdsOthers(prefix))
      const more = others ? await page(other(prefix), behind[1]) : []
      return [...new Set([...found, ...more].map(open))].sort().slice(0, limit)
    },
  }
  const { addMany } = objects
  if (addMany) {
    renamed.addMany = async (stored) => {
      const named = stored.map(({ key, body }) => ({ key: own(key), body }))
      const given = await addMany(named)
      // What a store adds to a name stands behind it.
      return given.map((key, n) => `${nth(stored, n).key}${key.slice(nth(named, n).key.length)}`)
    }
  }
  return { ...objects, ...renamed, opened: open }
}

/** In their names the time precedes the user, so their order does not depend on who it is. */
const CHANGES = '~changes/'

/** At which segment the app is, which the user follows; null: these names hold no user. */
function placeOf(folder: string): number | null {
  if (folder === '~changes') return 2
  if (folder === '~forgotten' || folder === '~erasing') return 1
  return /^[~=]/.test(folder) ? null : 0
}

type Name = {
  segments: string[]
  /** The app's segment. */
  at: number
  /** More follows the user, so the user is whole. */
  isBelow: boolean
}

/** Null if the name holds no user. */
function nameOf(name: string): Name | null {
  const segments = name.split('/')
  const at = placeOf(firstOf(segments))
  if (at === null || !segments[at + 1]) return null
  return { segments, at, isBelow: segments.length > at + 2 }
}

/** Null for a segment that a store has cut, and marked with a sign that percent-encoding never makes. */
function decoded(segment: string): string | null {
  return segment.includes('=') ? null : decodeURIComponent(segment)
}

/** Both leave a name as it is that they need not, or cannot, change. */
export function objectNaming(owners: Owners) {
  const changed = (name: string, userOf: (appId: string, userId: string) => string) => {
    const found = nameOf(name)
    if (!found) return name
    const { segments, at } = found
    const [appId, userId] = [decoded(nth(segments, at)), decoded(nth(segments, at + 1))]
    if (appId === null || userId === null) return name
    return segments.with(at + 1, encodeURIComponent(userOf(appId, userId))).join('/')
  }
  return {
    seal: (name: string) =>
      changed(name, (appId, userId) =>
        userId.startsWith(MARK) ? userId : owners.seal({ appId, userId }).userId,
      ),
    open: (name: string) =>
      changed(name, (appId, userId) => owners.open({ appId, userId })?.userId ?? userId),
  }
}

/**
 * Whether the folder of an app holds names of the other kind: seldom, and then from before the setting changed. No
 * process makes new ones, so a folder without them is asked once. Pseudonyms begin with `~`, which sorts last.
 */
function createLookForOthers(objects: Named, { sealed }: { sealed: boolean }) {
  const known = createBounded<boolean>(MOST_FOLDERS)
  const look = async (folder: string) => {
    const prefix = sealed ? folder : `${folder}${MARK}`
    const [first] = await objects.list({ prefix, limit: 1 })
    return first !== undefined && !(sealed && first.startsWith(`${folder}${MARK}`))
  }
  return async (name: string): Promise<boolean> => {
    const found = nameOf(name)
    if (!found || found.at === placeOf('~changes')) return false
    const folder = `${found.segments.slice(0, found.at + 1).join('/')}/`
    return known.get(folder) ?? known.set(folder, await look(folder))
  }
}
