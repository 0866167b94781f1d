// The signed-in key: it lies in the tab's session storage and goes with the tab. So do the users last looked at. Where
// the browser blocks that storage, both go with the page.
import { signal } from '@preact/signals'
import type { Scope } from './shapes.ts'

const KEY = 'palimpsest.key'
const RECENT = 'palimpsest.recent'
const MAX_RECENT = 8

/** Null where the browser's privacy settings block it. */
export const storage = storageOfTab()

function storageOfTab(): Storage | null {
  try {
    return sessionStorage
  } catch {
    return null
  }
}

export const apiKey = signal<string | null>(storage?.getItem(KEY) ?? null)
export const recentUsers = signal<readonly Scope[]>(JSON.parse(storage?.getItem(RECENT) ?? '[]'))

/** Why the service, and not the person, ended the session. */
export const endedBecause = signal<string | null>(null)

export function signIn(key: string): void {
  storage?.setItem(KEY, key)
  endedBecause.value = null
  apiKey.value = key
}

export function signOut(because: string | null = null): void {
  storage?.clear()
  endedBecause.value = because
  apiKey.value = null
  recentUsers.value = []
}

export function noteUser({ appId, userId }: Scope): void {
  const others = recentUsers.value.filter((each) => each.appId !== appId || each.userId !== userId)
  keep([{ appId, userId }, ...others].slice(0, MAX_RECENT))
}

export function dropUser({ appId, userId }: Scope): void {
  keep(recentUsers.value.filter((each) => each.appId !== appId || each.userId !== userId))
}

function keep(users: readonly Scope[]): void {
  recentUsers.value = users
  storage?.setItem(RECENT, JSON.stringify(users))
}
