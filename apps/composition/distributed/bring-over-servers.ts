// Brings an installation over servers to the kind of stores that SEALED_PROJECTIONS and EMBEDDING_GENERATION ask for, while no worker runs:
// replays the log into stores of that kind, carries deliveries over, renames keys, and then removes the stores of the
// other kind. If it is interrupted, it continues when it is called again. bring-over.ts does it for an embedded one.
import { rm } from 'node:fs/promises'
import type { Config } from '../../../infra/config.ts'
import { carryDeliveries } from '../../../infra/elasticsearch/deliveries/carry-deliveries.ts'
import {
  dropElasticsearchMemory,
  dropElasticsearchStores,
} from '../../../infra/elasticsearch/indices/drop.ts'
import { dropNeo4jGraph } from '../../../infra/neo4j/builds/drop.ts'
import type { EventLog } from '../../../infra/ports/event-log.ts'
import type { ProjectionName } from '../../../infra/ports/ports.ts'
import { MOST_STANDBYS } from '../../../infra/ports/states.ts'
import { firstOf, present } from '../../../infra/runtime/certain.ts'
import { verifyEmbedding } from '../../../infra/runtime/envelope/one-embedding.ts'
import { createOwners } from '../../../infra/runtime/envelope/owners.ts'
import { replay, replayLength } from '../../../infra/runtime/replay/replay.ts'
import { standbyGroup } from '../../../infra/runtime/run/run-standby.ts'
import type { RuntimeParts } from '../../../infra/runtime/run/runtime-parts.ts'
import { dropObjects } from '../../../infra/s3/drop.ts'
import { createS3ObjectStore } from '../../../infra/s3/object-store.ts'
import { renameObjects } from '../../../infra/sealed/objects/rename-objects.ts'
import { flow } from '../../../processors/flow.ts'
import type { Scope } from '../../../schemas/identifiers.ts'
import type { OpenPorts } from '../embedded/embedded.ts'
import { projectionNames, projectors } from '../projections.ts'
import { earlierGenerations, vectorsName } from '../vectors-name.ts'
import { keysFolder } from './distributed-keys.ts'
import {
  isSealed,
  namesIn,
  neo4jServer,
  s3Options,
  sealedName,
  snapshotsFolder,
  statesFolder,
  withElasticsearch,
} from './distributed-servers.ts'

export type BringOverServers = {
  config: Config
  /** The ports of the kind that is wanted from now on. */
  ports: OpenPorts
  runtime: RuntimeParts
  /** `of`: how many there are at most. The returned function is told how many more are done. */
  step(what: string, of: number): (more: number) => void
}

type BroughtOver = { records: number; deliveries: number; names: number }

/** A worker runs: what it writes meanwhile would be lost with the stores that are removed. */
class WorkersRun extends Error {
  override readonly name = 'WorkersRun'
  constructor(processors: string) {
    super(`workers run ${processors}: stop every process of this installation first`)
  }
}

export async function bringOverServers(options: BringOverServers): Promise<BroughtOver> {
  const { config, ports, runtime } = options
  await refuseWorkers(ports.log)
  // Before anything is removed: vectors of a generation that is not in use may be missing.
  await verifyEmbedding(ports.objects, ports.language.embedding)
  let records = 0
  for (const name of projectionNames) records += await replayInto(options, name)
  const deliveries = await carry(config)
  const names = await renameAll(config)
  // A worker that was started meanwhile is refused by the stores that it finds; one that was not is seen here.
  await refuseWorkers(ports.log)
  runtime.signal.throwIfAborted()
  await removeOtherKind(config)
  return { records, deliveries, names }
}

async function refuseWorkers(log: EventLog): Promise<void> {
  const groups = flow.flatMap(({ name, reads }) => {
    const standbys = Array.from({ length: MOST_STANDBYS }, (_, n) => standbyGroup(name, n + 1))
    return [name, ...standbys].map((group) => ({ group, topic: firstOf(reads) }))
  })
  const found = await Promise.all(
    groups.map(async ({ group, topic }) => {
      const members = await log.standbys(group, topic)
      return members?.size === 0 ? [] : [group]
    }),
  )
  if (found.flat().length > 0) throw new WorkersRun(found.flat().join(', '))
}

async function replayInto<Name extends ProjectionName>(
  { ports, runtime, step }: BringOverServers,
  name: Name,
): Promise<number> {
  const projector = projectors[name](ports[name], ports.language)
  const told = step(name, await replayLength(ports.log, projector))
  return replay(runtime, projector, ({ records }) => told(records))
}

function prefixesOf(config: Config) {
  const { prefix } = namesIn(config.NAMESPACE)
  const sealed = isSealed(config)
  return { from: sealedName(prefix, { sealed: !sealed }), to: sealedName(prefix, { sealed }) }
}

function namingOf(config: Config) {
  const owners = createOwners(Buffer.from(present(config.MASTER_KEY, 'MASTER_KEY'), 'hex'))
  return { owners, sealed: isSealed(config) }
}

function carry(config: Config): Promise<number> {
  const { owners, sealed } = namingOf(config)
  const rename = (scope: Scope) => (sealed ? owners.seal(scope) : (owners.open(scope) ?? scope))
  return withElasticsearch(config, (client) =>
    carryDeliveries({ client, ...prefixesOf(config), rename }),
  )
}

/** Keys, and the notes of forgets. Raw content is found under both names, and goes with its user. */
async function renameAll(config: Config): Promise<number> {
  const names = namesIn(config.NAMESPACE)
  const renameIn = async (folder: string, prefix: string) => {
    const objects = createS3ObjectStore({ ...s3Options(config), prefix: folder })
    try {
      return await renameObjects(objects, { ...namingOf(config), prefix })
    } finally {
      await objects.close()
    }
  }
  return (
    (await renameIn(keysFolder(names), '')) + (await renameIn(`${names.folder}raw/`, '~forgotten/'))
  )
}

function removeOtherKind(config: Config): Promise<void> {
  const { from, to } = prefixesOf(config)
  return withElasticsearch(config, async (client) => {
    await dropNeo4jGraph({ ...neo4jServer(config), graph: from })
    for (const generation of [...earlierGenerations(config), config.EMBEDDING_GENERATION]) {
      await removeStates(config, { sealed: !isSealed(config), generation })
      await dropElasticsearchMemory(client, vectorsName(from, generation))
    }
    await dropElasticsearchStores(client, from)
    for (const generation of earlierGenerations(config)) {
      await removeStates(config, { sealed: isSealed(config), generation })
      await dropElasticsearchMemory(client, vectorsName(to, generation))
    }
  })
}

async function removeStates(
  config: Config,
  kind: { sealed: boolean; generation: number },
): Promise<void> {
  await dropObjects({ ...s3Options(config), prefix: snapshotsFolder(config, kind) })
  await rm(statesFolder(config, kind), { recursive: true, force: true })
}
