// Removes the stores of a prefix with all of their builds, and says whether there are any.
import type { Client } from '@elastic/elasticsearch'
import { allBuilds, removeBuilds } from './builds.ts'
import { auditFamily, deliveryFamily, type Family, memoryFamily } from './mappings.ts'

export function dropElasticsearchStores(client: Client, prefix: string): Promise<void> {
  return drop(client, prefix, families)
}

/** Of the memory alone. */
export function dropElasticsearchMemory(client: Client, prefix: string): Promise<void> {
  return drop(client, prefix, [memory])
}

async function drop(client: Client, prefix: string, of: readonly Family[]): Promise<void> {
  for (const family of of) {
    const set = { client, family, prefix }
    await removeBuilds(set, await allBuilds(set))
  }
}

export function holdsElasticsearchStores(client: Client, prefix: string): Promise<boolean> {
  return holds(client, prefix, families)
}

/** Of the memory alone. */
export function holdsElasticsearchMemory(client: Client, prefix: string): Promise<boolean> {
  return holds(client, prefix, [memory])
}

async function holds(client: Client, prefix: string, of: readonly Family[]): Promise<boolean> {
  const builds = await Promise.all(of.map((family) => allBuilds({ client, family, prefix })))
  return builds.some((each) => each.length > 0)
}

/** The number of dimensions matters when an index is created, not for its name. */
const ANY = 1
const memory = memoryFamily(ANY)
const families = [memory, auditFamily, deliveryFamily]
