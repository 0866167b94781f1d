// A client that counts its coordinator lookups, and opens no new connection while the test forbids it.
import { connect } from 'node:net'
import { Kafka, logLevel } from 'kafkajs'
import { type Cluster, clusterFactoryOf } from '../../../infra/kafka/client/raw-client.ts'
import { cluster } from './cluster.ts'

export function countingClient() {
  const state = { asked: 0, isRefused: false }
  const kafka = new Kafka({
    brokers: cluster.brokers,
    logLevel: logLevel.NOTHING,
    retry: { initialRetryTime: 1, retries: 1 },
    socketFactory: ({ host, port, onConnect }) =>
      // Nothing listens on port 1.
      connect({ host, port: state.isRefused ? 1 : port }, onConnect),
  })
  const { symbol, create } = clusterFactoryOf(kafka)
  const counting = (...options: Parameters<typeof create>): Cluster => {
    const made = create(...options)
    const ask = made.findGroupCoordinatorMetadata.bind(made)
    made.findGroupCoordinatorMetadata = (asked) => {
      state.asked++
      return ask(asked)
    }
    return made
  }
  return { state, kafka: Object.create(kafka, { [symbol]: { value: counting } }) as Kafka }
}
