// A queue that is fair between apps and users: round-robin over the apps that wait, and within an app over its users.
// One user's items keep their order. So an app waits for one turn of each other app, however much that app has queued.
import type { Scope } from '../../../schemas/identifiers.ts'
import { getFrom, getOrMake, present } from '../certain.ts'

export type FairQueue<T> = {
  readonly size: number
  push(scope: Scope, item: T): void
  /** The next item, or undefined where none waits. Apps for which `mayGo` is false are passed over. */
  shift(mayGo?: (appId: string) => boolean): T | undefined
  /** Removes and gives everything of one user, in order. */
  take(scope: Scope): T[]
  /** Removes an item wherever it stands; false where it does not wait. */
  remove(scope: Scope, item: T): boolean
}

/** Waiting names, each with its waiting items. A Map keeps the order in which they wait. */
type Ring<V> = Map<string, V>

export function createFairQueue<T>(): FairQueue<T> {
  const apps: Ring<Ring<T[]>> = new Map()
  let size = 0
  return {
    get size() {
      return size
    },
    push: ({ appId, userId }, item) => {
      const users = getOrMake(apps, appId, () => new Map<string, T[]>())
      getOrMake(users, userId, () => []).push(item)
      size++
    },
    shift: (mayGo = () => true) => {
      const appId = firstThat(apps.keys(), mayGo)
      if (appId === undefined) return undefined
      const users = getFrom(apps, appId)
      const [userId, items] = present(users.entries().next().value, 'waiting user')
      const item = items.shift()
      toTheEnd(users, userId, { waits: items.length > 0 })
      toTheEnd(apps, appId, { waits: users.size > 0 })
      size--
      return item
    },
    take: ({ appId, userId }) => {
      const users = apps.get(appId)
      const items = users?.get(userId) ?? []
      users?.delete(userId)
      if (users?.size === 0) apps.delete(appId)
      size -= items.length
      return items
    },
    remove: ({ appId, userId }, item) => {
      const users = apps.get(appId)
      if (!users) return false
      const items = users.get(userId)
      if (!items?.includes(item)) return false
      items.splice(items.indexOf(item), 1)
      if (items.length === 0) users.delete(userId)
      if (users.size === 0) apps.delete(appId)
      size--
      return true
    },
  }
}

/** Without a copy of all that wait: there may be thousands of apps, and this is asked for each turn. */
function firstThat(names: Iterable<string>, mayGo: (name: string) => boolean): string | undefined {
  for (const name of names) if (mayGo(name)) return name
  return undefined
}

/** After its turn a name goes behind the others, if it still waits. */
function toTheEnd<V>(ring: Ring<V>, name: string, { waits }: { waits: boolean }): void {
  const value = getFrom(ring, name)
  ring.delete(name)
  if (waits) ring.set(name, value)
}
