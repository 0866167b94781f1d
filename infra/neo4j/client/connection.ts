// A connection to Neo4j: the driver, managed transactions, and errors that quote no stored text.
import neo4j, {
  type Driver,
  type EagerResult,
  type ManagedTransaction,
  type RecordShape,
} from 'neo4j-driver'
import { sleep } from '../../runtime/wait/pause.ts'
import { GraphStoreError, graphStoreError, isDeadlock } from './failures.ts'
import { tendSockets } from './sockets.ts'

export type Neo4jOptions = {
  /** `bolt://host:7687` or `neo4j://host:7687`. */
  url: string
  user?: string | undefined
  password?: string | undefined
  /** Undefined: the server's home database. */
  database?: string | undefined
  /** How long a server that asks for no time-out may say nothing, in milliseconds; undefined: the default. */
  silentMs?: number | undefined
}

type Parameters = Readonly<Record<string, unknown>>
/**
 * Runs a statement in a transaction and returns its rows. The statement reads its parameters as `$given.name`: Neo4j makes
 * a plan for each combination of the types of parameters, of null and of orders of magnitude of the lengths of lists, and
 * a plan takes 50 ms to 3 s of a core. It does not look into a map.
 */
export type Run = <T extends RecordShape>(cypher: string, parameters?: Parameters) => Promise<T[]>

export type Connection = {
  /** `work` may be repeated from the start; the driver retries transient errors for a while. */
  read<T>(work: (run: Run) => Promise<T>): Promise<T>
  write<T>(work: (run: Run) => Promise<T>): Promise<T>
  /** Runs one statement that only reads, in half as many round trips as `read`; retried likewise. */
  readOnce: Run
  /** Runs a statement in a transaction of its own, for what cannot run in a managed one: schema, batches. */
  alone(cypher: string, parameters?: Parameters): Promise<void>
  /** Rows one at a time, for results of any size. */
  stream<T extends RecordShape>(cypher: string, parameters: Parameters): AsyncGenerator<T>
  /** Throws at once if the server cannot be reached. */
  ping(): Promise<void>
  close(): Promise<void>
}

const CONNECT_MS = 5_000
const ACQUIRE_MS = 10_000
/** Deadlocks pass in milliseconds; the caller waits out an outage. */
const RETRY_MS = 5_000
/** At most; by chance, so that those who met do not meet again. */
const DEADLOCK_PAUSE_MS = 50
const FETCH_ROWS = 1_000
/** What Neo4j asks for by default; meanwhile it tells every minute that it is still at work. */
const SILENT_MS = 120_000

/** Positions are whole numbers; the driver would send a number as a float. */
export const whole = (value: number) => neo4j.int(value)

export function connect(options: Neo4jOptions): Connection {
  tendSockets(options.url, options.silentMs ?? SILENT_MS)
  const driver = openDriver(options)
  const open = () =>
    driver.session({
      ...(options.database ? { database: options.database } : {}),
      bookmarkManager: driver.executeQueryBookmarkManager,
      fetchSize: FETCH_ROWS,
    })
  const managed = <T>(mode: 'executeRead' | 'executeWrite', work: (run: Run) => Promise<T>) =>
    guarded(async () => {
      const session = open()
      try {
        return await session[mode]((transaction) => work(runner(transaction)))
      } finally {
        await session.close()
      }
    })
  return {
    read: (work) => managed('executeRead', work),
    write: (work) => managed('executeWrite', work),
    readOnce: <T extends RecordShape>(cypher: string, parameters: Parameters = {}) =>
      guarded(async () => {
        const { records } = await driver.executeQuery<EagerResult<T>>(
          cypher,
          { given: parameters },
          { routing: 'READ', ...(options.database ? { database: options.database } : {}) },
        )
        return records.map((record) => record.toObject())
      }),
    alone: (cypher, parameters) => guarded(() => alone(open(), cypher, parameters)),
    stream: (cypher, parameters) => stream(open(), cypher, parameters),
    ping: () => guarded(async () => void (await driver.getServerInfo())),
    close: () => driver.close(),
  }
}

function openDriver({ url, user, password }: Neo4jOptions): Driver {
  const auth = user === undefined ? undefined : neo4j.auth.basic(user, password ?? '')
  return neo4j.driver(url, auth, {
    disableLosslessIntegers: true,
    connectionTimeout: CONNECT_MS,
    connectionAcquisitionTimeout: ACQUIRE_MS,
    maxTransactionRetryTime: RETRY_MS,
    connectionLivenessCheckTimeout: 30_000,
    // Otherwise each transaction begins with a message that says by which function it was begun.
    telemetryDisabled: true,
  })
}

function runner(transaction: ManagedTransaction): Run {
  return async <T extends RecordShape>(cypher: string, parameters: Parameters = {}) => {
    const { records } = await transaction.run<T>(cypher, { given: parameters })
    return records.map((record) => record.toObject())
  }
}

type Session = ReturnType<Driver['session']>

async function alone(session: Session, cypher: string, parameters: Parameters = {}): Promise<void> {
  try {
    await untilNoDeadlock(() => session.run(cypher, { given: parameters }))
  } finally {
    await session.close()
  }
}

/**
 * The driver repeats managed transactions alone, and services that start side by side deadlock in creating what a
 * database needs. What runs alone may be repeated.
 */
async function untilNoDeadlock(work: () => PromiseLike<unknown>): Promise<void> {
  const until = performance.now() + RETRY_MS
  for (;;) {
    try {
      await work()
      return
    } catch (error) {
      if (!isDeadlock(error) || performance.now() > until) throw error
      await sleep(Math.random() * DEADLOCK_PAUSE_MS)
    }
  }
}

async function* stream<T extends RecordShape>(
  session: Session,
  cypher: string,
  parameters: Parameters,
): AsyncGenerator<T> {
  try {
    for await (const record of session.run<T>(cypher, { given: parameters })) {
      yield record.toObject()
    }
  } catch (error) {
    throw graphStoreError(error)
  } finally {
    await session.close()
  }
}

/** Lets our own errors pass: they quote no stored text, and their class says what to do. */
async function guarded<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw error instanceof GraphStoreError || error instanceof Refused
      ? error
      : graphStoreError(error)
  }
}

/** Thrown by this folder's own checks inside a transaction; ends the transaction and reaches the caller unchanged. */
export class Refused extends Error {
  override readonly name: string = 'Refused'
}
