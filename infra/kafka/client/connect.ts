// The client library, set up once: how it connects, how long it tries, and that its log lines go through ours.
import { type ISocketFactory, Kafka, type KafkaConfig, type LogEntry, logLevel } from 'kafkajs'
import type { Telemetry } from '../../runtime/telemetry.ts'
import { letConnectionsRest } from './resting-connections.ts'

export type ConnectOptions = {
  brokers: readonly string[]
  clientId: string
  ssl?: KafkaConfig['ssl']
  sasl?: KafkaConfig['sasl']
  /** How sockets are opened: for tests that stand between us and the broker. */
  socketFactory?: ISocketFactory
  requestTimeoutMs?: number
  logger?: Telemetry['logger']
}

/** About ten seconds in all; what is not done by then is an outage, and the caller decides. */
const RETRY = { initialRetryTime: 100, maxRetryTime: 3_000, retries: 7 }
const CONNECTION_TIMEOUT_MS = 3_000
const REQUEST_TIMEOUT_MS = 30_000

export function connect(options: ConnectOptions): Kafka {
  letConnectionsRest()
  const { ssl, sasl, socketFactory } = options
  return new Kafka({
    brokers: [...options.brokers],
    clientId: options.clientId,
    connectionTimeout: CONNECTION_TIMEOUT_MS,
    requestTimeout: options.requestTimeoutMs ?? REQUEST_TIMEOUT_MS,
    enforceRequestTimeout: true,
    retry: RETRY,
    ...(ssl ? { ssl } : {}),
    ...(sasl ? { sasl } : {}),
    ...(socketFactory ? { socketFactory } : {}),
    logLevel: logLevel.WARN,
    logCreator: () => (entry) => passOn(options.logger, entry),
  })
}

/** Said of every producer; ours are given up after their last retry, so that nothing is at stake. */
const BESIDE_THE_POINT = /^Limiting retries for the idempotent producer/

/** The client's own words, and of its details only those that name a place. */
function passOn(logger: Telemetry['logger'] | undefined, { namespace, level, log }: LogEntry) {
  if (!logger || BESIDE_THE_POINT.test(log.message)) return
  const { broker, groupId, topic, partition, retryCount } = log
  const details = { kafka: namespace, broker, groupId, topic, partition, retryCount }
  // The client calls an error what it will try again; what it cannot recover from reaches us as a rejection.
  if (level <= logLevel.WARN) logger.warn(details, log.message)
}
