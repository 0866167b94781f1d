// Sets up the client library in one place: how it connects, how long it retries, and that its log lines go through our
// logger.
import {
  type Admin,
  type ISocketFactory,
  Kafka,
  type LogEntry,
  logLevel,
  type SASLOptions,
} from 'kafkajs'
import type { Telemetry } from '../../runtime/telemetry.ts'
import { connectThroughOneSocket } from './one-socket.ts'
import { letConnectionsRest } from './resting-connections.ts'

export type ConnectOptions = {
  brokers: readonly string[]
  clientId: string
  tls?: boolean
  /** The login; undefined where brokers ask for none. */
  sasl?: SASLOptions | undefined
  /** How sockets are opened. Tests use it to stand between us and the broker. */
  socketFactory?: ISocketFactory
  requestTimeoutMs?: number
  logger?: Telemetry['logger']
}

/** Basic authentication. */
export type Login = { username: string; password: string }

/** Where a log lies. */
export type LogServers = Pick<ConnectOptions, 'brokers' | 'tls' | 'sasl'> & {
  /** Any Confluent-compatible registry; Apicurio serves that interface at /apis/ccompat/v7. */
  registryUrl: string
  registryLogin?: Login | undefined
}

/** About ten seconds in all. A call that has not succeeded by then is an outage, and the caller decides what to do. */
const RETRY = { initialRetryTime: 100, maxRetryTime: 3_000, retries: 7 }
const CONNECTION_TIMEOUT_MS = 3_000
const REQUEST_TIMEOUT_MS = 30_000

export function connect(options: ConnectOptions): Kafka {
  letConnectionsRest()
  connectThroughOneSocket()
  const { tls = false, sasl, socketFactory } = options
  return new Kafka({
    brokers: [...options.brokers],
    clientId: options.clientId,
    connectionTimeout: CONNECTION_TIMEOUT_MS,
    requestTimeout: options.requestTimeoutMs ?? REQUEST_TIMEOUT_MS,
    enforceRequestTimeout: true,
    retry: RETRY,
    ssl: tls,
    ...(sasl ? { sasl } : {}),
    ...(socketFactory ? { socketFactory } : {}),
    logLevel: logLevel.WARN,
    logCreator: () => (entry) => passOn(options.logger, entry),
  })
}

/** How long brokers may say nothing to a start. */
const OPENING_MS = 10_000

/** For the first questions alone: the client waits as long for the first answer of a connection as for any other. */
export function openingAdmin(options: ConnectOptions): Admin {
  return connect({ ...options, requestTimeoutMs: OPENING_MS }).admin()
}

/** The client logs this of every producer. Ours are discarded after their last retry, so the warning does not apply. */
const BESIDE_THE_POINT = /^Limiting retries for the idempotent producer/

/** Logs the client's own message, and of its details only those that name a topic, group or broker. */
function passOn(logger: Telemetry['logger'] | undefined, { namespace, level, log }: LogEntry) {
  if (!logger || BESIDE_THE_POINT.test(log.message)) return
  const { broker, groupId, topic, partition, retryCount } = log
  const details = { kafka: namespace, broker, groupId, topic, partition, retryCount }
  // The client logs as errors what it retries; what it cannot recover from reaches us as a rejection.
  if (level <= logLevel.WARN) logger.warn(details, log.message)
}
