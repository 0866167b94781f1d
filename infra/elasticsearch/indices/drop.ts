// Removes the stores of a prefix, with all of their builds.
import type { Client } from '@elastic/elasticsearch'
import { allBuilds, removeBuilds } from './builds.ts'
import { auditFamily, deliveryFamily, memoryFamily } from './mappings.ts'

export async function dropElasticsearchStores(client: Client, prefix: string): Promise<void> {
  for (const family of [memoryFamily(ANY), auditFamily, deliveryFamily]) {
    const set = { client, family, prefix }
    await removeBuilds(set, await allBuilds(set))
  }
}

/** Of how many dimensions vectors are matters to making an index, not to its name. */
const ANY = 1
