// The users of memory stores, one by one, and whether a service knows one.
import type { EventLog } from '../../../infra/ports/event-log.ts'
import type { MemoryStore } from '../../../infra/ports/memory-store.ts'
import { pagesOf } from '../../../infra/runtime/pages.ts'
import type { Scope } from '../../../schemas/identifiers.ts'
import { scopeName } from '../../../schemas/scope-name.ts'
import { WRITES } from '../../../schemas/topics.ts'
import { CommandFailed } from '../command/command.ts'

const PAGE = 500

/** Every user who has a current item in any of the stores, once. */
export async function* usersOf(
  ...stores: readonly Pick<MemoryStore, 'users'>[]
): AsyncIterable<Scope> {
  const seen = new Set<string>()
  for (const store of stores) {
    for await (const page of pagesOf((cursor) => store.users({ limit: PAGE, cursor }))) {
      for (const { appId, userId } of page) {
        const name = scopeName({ appId, userId })
        if (seen.has(name)) continue
        seen.add(name)
        yield { appId, userId }
      }
    }
  }
}

/** A name that is misspelt must not look as if there was nothing to do. */
export async function refuseUnknown(
  { log, memory }: { log: EventLog; memory: Pick<MemoryStore, 'users'> },
  { appId, userId }: { appId: string | null; userId: string | null },
): Promise<void> {
  if (appId === null) return
  const isKnown =
    userId === null
      ? (await memory.users({ appId, limit: 1 })).data.length > 0 || (await hasWrites(log, appId))
      : await hasWritesOf(log, { appId, userId })
  if (isKnown) return
  const who = userId === null ? `app ${appId}` : `user ${userId} of the app ${appId}`
  throw new CommandFailed(`there is no ${who}: nothing was ever written there, or all is forgotten`)
}

/** Of writes whose facts are all gone, no store knows. */
async function hasWrites(log: EventLog, appId: string): Promise<boolean> {
  for (const partition of log.partitions(WRITES)) {
    for await (const records of log.read({ topic: WRITES, partition, openOnly: true })) {
      if (records.some(({ event }) => event?.appId === appId && isWrite(event))) return true
    }
  }
  return false
}

async function hasWritesOf(log: EventLog, scope: Scope): Promise<boolean> {
  const partition = log.partitionOf(WRITES, scope)
  for await (const records of log.read({ topic: WRITES, partition, scope, openOnly: true })) {
    if (records.some(({ event }) => event !== null && isWrite(event))) return true
  }
  return false
}

const isWrite = ({ type }: { type: string }) => type !== 'MemoryForgotten'
