// The signed-in key: it lies in the tab's session storage and goes with the tab. So do the users last looked at.
import { signal } from '@preact/signals'
import type { Scope } from './shapes.ts'

const KEY = 'palimpsest.key'
const RECENT = 'palimpsest.recent'
const MAX_RECENT = 8

export const apiKey = signal<string | null>(sessionStorage.getItem(KEY))
export const recentUsers = signal<readonly Scope[]>(
  JSON.parse(sessionStorage.getItem(RECENT) ?? '[]'),
)

/** Why the service, and not the person, ended the session. */
export const endedBecause = signal<string | null>(null)

export function signIn(key: string): void {
  sessionStorage.setItem(KEY, key)
  endedBecause.value = null
  apiKey.value = key
}

export function signOut(because: string | null = null): void {
  sessionStorage.clear()
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
  sessionStorage.setItem(RECENT, JSON.stringify(users))
}
