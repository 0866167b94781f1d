// Removes a forgotten user from the maps of the app's sources, which name our users beside the providers' ids: a new
// map without the user goes to the settings, and the records that hold an earlier one are erased.
import type { EventLog, Position } from '../../infra/ports/event-log.ts'
import type { KeyStore } from '../../infra/ports/key-store.ts'
import { firstOf } from '../../infra/runtime/certain.ts'
import { createDecoder, encode } from '../../infra/runtime/envelope/codec.ts'
import { timeOf, uuidV7 } from '../../infra/runtime/envelope/ids.ts'
import type { DomainEvent } from '../../schemas/events/catalogue.ts'
import { NO_USER, type StoredEvent } from '../../schemas/events/envelope.ts'
import type { Scope } from '../../schemas/identifiers.ts'
import { bindingsOf, type SourceBinding } from '../settings/evolve.ts'
import { eraseRemoved } from '../settings/removed.ts'
import type { SettingsView } from '../settings/settings-view.ts'

const TOPIC = 'memory.settings.v1'

type Parts = {
  log: EventLog
  keys: KeyStore
  settings: Pick<SettingsView, 'current' | 'caughtUp'>
  now: () => string
}

/** Call again if it fails: it continues. */
export async function eraseFromMaps(parts: Parts, scope: Scope): Promise<void> {
  const { settings } = parts
  await settings.caughtUp()
  // Asked again after a change: a map that came meanwhile wins, and may name the user.
  for (;;) {
    const holding = mapped(settings, scope).filter(({ users }) =>
      [...users.values()].includes(scope.userId),
    )
    if (holding.length === 0) break
    for (const binding of holding) await writeWithout(parts, binding, scope)
    await settings.caughtUp()
  }
  for (const binding of mapped(settings, scope)) await eraseEarlier(parts, binding)
  // A removal may have been stored without its erasing.
  const removed = settings.current().removed.get(scope.appId)
  await eraseRemoved(parts.log, scope.appId, [...(removed?.keys() ?? [])])
}

/** Users whom a map names in the log, be it an earlier one: who never wrote is known from there alone. */
export async function usersInMaps(
  { log, keys }: Pick<Parts, 'log' | 'keys'>,
  apps: ReadonlySet<string>,
): Promise<Scope[]> {
  const decode = createDecoder(keys)
  const found: Scope[] = []
  for (const partition of log.partitions(TOPIC)) {
    for await (const records of log.read({ topic: TOPIC, partition })) {
      for (const record of records) {
        if (!record.event || !apps.has(record.event.appId)) continue
        const decoded = await decode(record)
        if (decoded.ok) found.push(...usersIn(decoded.event))
      }
    }
  }
  return found
}

function usersIn(event: DomainEvent): Scope[] {
  if (event.type !== 'SourceBound' && event.type !== 'SourceUserForgotten') return []
  const { appId, sealed } = event
  return Object.values(sealed?.users ?? {}).map((userId) => ({ appId, userId }))
}

type Mapped = SourceBinding & { users: ReadonlyMap<string, string> }

function mapped({ current }: Parts['settings'], { appId }: Scope): Mapped[] {
  return bindingsOf(current(), appId).filter((binding): binding is Mapped => binding.users !== null)
}

async function writeWithout(
  { log, keys, now }: Parts,
  { id: sourceId, appId, source, secret, users, createdAt, eventId: basis }: Mapped,
  { userId }: Scope,
): Promise<void> {
  const at = now()
  const others = [...users].filter(([, user]) => user !== userId)
  const event = {
    // Later than what it changes, whatever the clock says here.
    id: uuidV7(Math.max(Date.parse(at), timeOf(basis) + 1)),
    type: 'SourceUserForgotten' as const,
    appId,
    userId: NO_USER,
    occurredAt: at,
    open: { sourceId, source, createdAt, basis },
    sealed: { secret, users: Object.fromEntries(others) },
  }
  const key = firstOf(await keys.current([event]))
  const provenance = { recordedAt: at, causationId: null, traceparent: null }
  await log.append([encode(event, provenance, key)])
}

/** The records that held an earlier map of the binding. */
async function eraseEarlier({ log }: Parts, { id, appId, eventId }: SourceBinding): Promise<void> {
  const scope = { appId, userId: NO_USER }
  const before = await positionOf(log, scope, eventId)
  if (before === null) return
  await log.erase({
    topic: TOPIC,
    scope,
    matches: ({ event, position }) =>
      event?.open.sourceId === id &&
      (event.type === 'SourceUserForgotten'
        ? position < before || isOvertaken(event, eventId)
        : event.type === 'SourceBound' && position < before),
  })
}

/** It changes a map that another has replaced, so it has no effect, wherever it stands. */
function isOvertaken({ id, open }: StoredEvent, eventId: string): boolean {
  return id !== eventId && String(open.basis) < eventId
}

/** Null if the record is gone: the binding was removed meanwhile. */
async function positionOf(log: EventLog, scope: Scope, id: string): Promise<Position | null> {
  const partition = log.partitionOf(TOPIC, scope)
  for await (const records of log.read({ topic: TOPIC, partition, scope })) {
    const found = records.find(({ event }) => event?.id === id)
    if (found) return found.position
  }
  return null
}
