// Removes the stores of a prefix with all of their builds, and says whether there are any.
import type { Client } from '@elastic/elasticsearch'
import { allBuilds, removeBuilds } from './builds.ts'
import { auditFamily, deliveryFamily, memoryFamily } from './mappings.ts'

export async function dropElasticsearchStores(client: Client, prefix: string): Promise<void> {
  for (const family of families) {
    const set = { client, family, prefix }
    await removeBuilds(set, await allBuilds(set))
  }
}

export async function holdsElasticsearchStores(client: Client, prefix: string): Promise<boolean> {
  const builds = await Promise.all(families.map((family) => allBuilds({ client, family, prefix })))
  return builds.some((each) => each.length > 0)
}

/** The number of dimensions matters when an index is created, not for its name. */
const ANY = 1
const families = [memoryFamily(ANY), auditFamily, deliveryFamily]
