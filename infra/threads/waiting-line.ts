// Where requests wait for a thread: fair between apps and users, and of bounded length, in total and for each app.
import type { Scope } from '../../schemas/identifiers.ts'
import { createFairQueue } from '../runtime/turns/fair-queue.ts'

export type WaitingLine<T> = {
  readonly size: number
  /** True if a request of an app waits for which `mayGo` is true. */
  holdsAny(mayGo: (appId: string) => boolean): boolean
  /** True if no more requests of this app may wait. */
  isFull(scope: Scope): boolean
  push(scope: Scope, item: T): void
  /** Skips apps for which `mayGo` is false. */
  shift(mayGo?: (appId: string) => boolean): T | undefined
  /** False if it does not wait. */
  remove(scope: Scope, item: T): boolean
}

export function createWaitingLine<T>(limits: { most: number; mostOfApp: number }): WaitingLine<T> {
  const queue = createFairQueue<{ scope: Scope; item: T }>()
  const entries = new Map<T, { scope: Scope; item: T }>()
  const ofApp = new Map<string, number>()
  const count = ({ appId }: Scope, by: number) => {
    const waiting = (ofApp.get(appId) ?? 0) + by
    if (waiting === 0) ofApp.delete(appId)
    else ofApp.set(appId, waiting)
  }
  const taken = (entry: { scope: Scope; item: T }) => {
    entries.delete(entry.item)
    count(entry.scope, -1)
  }
  return {
    get size() {
      return queue.size
    },
    holdsAny: (mayGo) => [...ofApp.keys()].some(mayGo),
    isFull: ({ appId }) => queue.size >= limits.most || (ofApp.get(appId) ?? 0) >= limits.mostOfApp,
    push: (scope, item) => {
      const entry = { scope, item }
      entries.set(item, entry)
      queue.push(scope, entry)
      count(scope, 1)
    },
    shift: (mayGo) => {
      const entry = queue.shift(mayGo)
      if (entry) taken(entry)
      return entry?.item
    },
    remove: (scope, item) => {
      const entry = entries.get(item)
      if (!entry || !queue.remove(scope, entry)) return false
      taken(entry)
      return true
    },
  }
}
