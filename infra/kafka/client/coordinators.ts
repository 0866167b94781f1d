// Remembers the coordinators of transactions and groups for a moment: the client library looks a coordinator up again
// for each of the three or four requests of a transaction and for each look at a group's offsets, which doubles the
// requests.
import type { Kafka } from 'kafkajs'
import { type Cluster, type CreateCluster, clusterFactoryOf } from './raw-client.ts'

/** Short: when a coordinator has moved, the writers that meet it are retried until it is looked up again. */
const REMEMBERED_MS = 30_000

export type Coordinators = {
  /** The same client; everything made from it shares the remembered coordinators. */
  kafka: Kafka
  /** Call it when a request to a coordinator has failed: one of them may have moved. */
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
