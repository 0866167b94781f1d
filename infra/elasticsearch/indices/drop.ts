// Removes the stores of a prefix with all of their builds.
import type { Client } from '@elastic/elasticsearch'
import { allBuilds, removeBuilds } from './builds.ts'
import { auditFamily, deliveryFamily, memoryFamily } from './mappings.ts'

export async function dropElasticsearchStores(client: Client, prefix: string): Promise<void> {
  for (const family of [memoryFamily(ANY), auditFamily, deliveryFamily]) {
    const set = { client, family, prefix }
    await removeBuilds(set, await allBuilds(set))
  }
}

/** The number of dimensions matters when an index is created, not for its name. */
const ANY = 1
