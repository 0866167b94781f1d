// Who coordinates a transaction or a group is remembered for a moment: the client library asks anew for each of the three
// or four requests of a transaction, and for each look at a group's offsets, which is as many requests again.
import type { Kafka } from 'kafkajs'
import { type Cluster, type CreateCluster, clusterFactoryOf } from './raw-client.ts'

/** Short: where a coordinator has moved, the writers that meet it are tried again until it is looked for. */
const REMEMBERED_MS = 30_000

export type Coordinators = {
  /** The same client; what is made of it shares what is remembered. */
  kafka: Kafka
  /** To be called when what they coordinate has failed: one of them may have moved. */
  forget(): void
}

export function rememberCoordinators(kafka: Kafka, now: () => number = Date.now): Coordinators {
  const known = new Map<
    string,
    { found: ReturnType<Cluster['findGroupCoordinatorMetadata']>; until: number }
  >()
  const { symbol, create } = clusterFactoryOf(kafka)
  const remembering: CreateCluster = (options) => {
    const cluster = create(options)
    const ask = cluster.findGroupCoordinatorMetadata.bind(cluster)
    cluster.findGroupCoordinatorMetadata = (asked) => {
      const name = `${asked.coordinatorType} ${asked.groupId}`
      const last = known.get(name)
      if (last && last.until > now()) return last.found
      const found = ask(asked)
      known.set(name, { found, until: now() + REMEMBERED_MS })
      found.catch(() => known.delete(name))
      return found
    }
    return cluster
  }
  return {
    kafka: Object.create(kafka, { [symbol]: { value: remembering } }),
    forget: () => known.clear(),
  }
}
