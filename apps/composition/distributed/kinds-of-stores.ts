// Which kind of stores an installation over servers has: sealed, in plain, or both, if it has not been brought over. No
// process works on both: it would fill the stores of one kind while the other still holds what users said.
import { rm } from 'node:fs/promises'
import { type Config, InvalidConfig } from '../../../infra/config.ts'
import {
  holdsElasticsearchMemory,
  holdsElasticsearchStores,
} from '../../../infra/elasticsearch/indices/drop.ts'
import { holdsNeo4jGraph } from '../../../infra/neo4j/builds/drop.ts'
import { earlierGenerations, vectorsName } from '../vectors-name.ts'
import {
  isSealed,
  namesIn,
  neo4jServer,
  sealedName,
  statesFolder,
  withElasticsearch,
} from './distributed-servers.ts'

/** Throws if there are stores of another kind. A server that cannot tell prevents no start. */
export async function refuseOtherKind(config: Config): Promise<void> {
  await refuseEarlierVectors(config)
  const sealed = isSealed(config)
  const found = await storesOfKind(config, { sealed: !sealed })
  if (found.includes(true)) {
    const [have, want] = sealed ? ['in plain', 'off'] : ['sealed', 'on']
    throw new InvalidConfig(
      `SEALED_PROJECTIONS: the stores of this installation are ${have}: stop every process and run \`npm run cli -- bring-over\`, or set SEALED_PROJECTIONS=${want}`,
    )
  }
  // Brought over by another machine: what this one kept beside its workers is of the other kind too.
  if (!found.includes(null))
    await rm(statesFolder(config, { sealed: !sealed }), { recursive: true, force: true })
}

/** A forget would not reach what holds the vectors of an earlier generation. */
async function refuseEarlierVectors(config: Config): Promise<void> {
  const sealed = isSealed(config)
  const prefix = sealedName(namesIn(config.NAMESPACE).prefix, { sealed })
  await withElasticsearch(config, async (client) => {
    for (const generation of earlierGenerations(config)) {
      const asked = holdsElasticsearchMemory(client, vectorsName(prefix, generation))
      const holds = await asked.catch(() => null)
      // Brought over by another machine: what this one kept beside its workers is of that generation too.
      if (holds === false)
        await rm(statesFolder(config, { sealed, generation }), { recursive: true, force: true })
      if (!holds) continue
      throw new InvalidConfig(
        `EMBEDDING_GENERATION: the stores of this installation hold vectors of generation ${generation}: stop every process and run \`npm run cli -- bring-over\`, or set EMBEDDING_GENERATION=${generation}`,
      )
    }
  })
}

/** For each server: whether it holds stores of this kind; null if it does not tell. */
async function storesOfKind(
  config: Config,
  { sealed }: { sealed: boolean },
): Promise<(boolean | null)[]> {
  const name = sealedName(namesIn(config.NAMESPACE).prefix, { sealed })
  const known = (asked: Promise<boolean>) => asked.catch(() => null)
  return withElasticsearch(config, (client) =>
    Promise.all([
      known(holdsElasticsearchStores(client, name)),
      known(holdsNeo4jGraph({ ...neo4jServer(config), graph: name })),
    ]),
  )
}
