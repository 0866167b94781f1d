// Commits what a processor emits and where it stands in one transaction. There is one transactional producer for each
// group, topic and partition read. The last writer to open it fences all earlier ones, so a writer that was paused and
// comes back changes nothing.
import type { Kafka, Producer, Transaction } from 'kafkajs'
import { getOrMake, memberOf } from '../../runtime/certain.ts'
import { Outage } from '../../runtime/fail/retry.ts'
import { sleep } from '../../runtime/wait/pause.ts'
import { type Coordinators, rememberCoordinators } from '../client/coordinators.ts'
import { Fenced, failureOf, isFenced } from '../client/failures.ts'
import { createBatcher, type Message } from './batcher.ts'
import { LIMITS, openProducer, type Place, sendTo } from './producer.ts'

type Checkpoint = { topic: string; partition: number; offset: number; note: string | null }
type TransactionalCommit = {
  group: string
  messages: readonly Message[]
  /** Each holds the offset of the next record to read. */
  checkpoints: readonly Checkpoint[]
}

export type Transactions = {
  commit(commit: TransactionalCommit): Promise<Place[]>
  /** Fences all earlier writers for this partition. */
  claim(group: string, topic: string, partition: number): Promise<void>
  /** This process may open no writer for the partition until it claims it again. */
  revoke(group: string, topic: string, partition: number): void
  close(): Promise<void>
}

const TRANSACTION_TIMEOUT_MS = 30_000
/** The marker of the previous transaction is still being written. */
const BUSY_PAUSE_MS = 5
const BUSY_FOR_MS = 20_000

type Writer = {
  id: string
  producer: Producer | null
  /** Another writer has taken over; only a claim clears this. */
  fenced: boolean
  /** How often the partition was taken away, and how often before the last claim. */
  revocations: number
  claimedAfter: number
  /** Commits of a writer run one after another. */
  last: Promise<unknown>
}

export function createTransactions(client: Kafka): Transactions {
  const coordinators = rememberCoordinators(client)
  const writers = new Map<string, Writer>()
  const writerOf = (group: string, topic: string, partition: number | string): Writer => {
    const id = `${group}-${topic}-${partition}`
    return getOrMake(writers, id, () => ({
      id,
      producer: null,
      fenced: false,
      revocations: 0,
      claimedAfter: 0,
      last: Promise.resolve(),
    }))
  }
  return {
    commit: (commit) => {
      const [first] = commit.checkpoints
      const writer = writerOf(commit.group, first?.topic ?? 'none', first?.partition ?? 'none')
      return inTurn(writer, () => commitBy(coordinators, writer, commit))
    },
    claim: (group, topic, partition) => {
      const writer = writerOf(group, topic, partition)
      const { revocations } = writer
      return inTurn(writer, () => claim(coordinators, writer, revocations))
    },
    revoke: (group, topic, partition) => {
      writerOf(group, topic, partition).revocations++
    },
    close: async () => {
      await Promise.all([...writers.values()].map((writer) => writer.last))
      await Promise.all([...writers.values()].map(drop))
    },
  }
}

function inTurn<T>(writer: Writer, work: () => Promise<T>): Promise<T> {
  const result = writer.last.then(work)
  writer.last = result.catch(() => undefined)
  return result
}

/** `revocations`: how often the partition had been taken away when the claim was asked for. */
async function claim(
  { kafka, forget }: Coordinators,
  writer: Writer,
  revocations: number,
): Promise<void> {
  // It waited for a commit: by now it would fence the writer that has the partition.
  if (writer.revocations > revocations) throw new Outage('the partition was taken away meanwhile')
  await drop(writer)
  try {
    writer.producer = await openProducer(kafka, {
      transactionalId: writer.id,
      transactionTimeout: TRANSACTION_TIMEOUT_MS,
    })
    // Begins a transaction to get an epoch, and aborts it before anything is sent.
    await (await writer.producer.transaction()).abort()
    writer.fenced = false
    writer.claimedAfter = revocations
  } catch (error) {
    forget()
    await drop(writer)
    throw failureOf(error, 'taking over a partition')
  }
}

async function commitBy(
  { kafka, forget }: Coordinators,
  writer: Writer,
  commit: TransactionalCommit,
): Promise<Place[]> {
  const isRevoked = writer.revocations > writer.claimedAfter
  if (writer.fenced || (isRevoked && !writer.producer)) {
    throw new Fenced('committing: the partition belongs to another writer')
  }
  try {
    writer.producer ??= await openProducer(kafka, {
      transactionalId: writer.id,
      transactionTimeout: TRANSACTION_TIMEOUT_MS,
    })
    return await runTransaction(await writer.producer.transaction(), commit)
  } catch (error) {
    forget()
    writer.fenced = isFenced(error)
    await drop(writer)
    throw failureOf(error, 'committing')
  }
}

async function runTransaction(
  transaction: Transaction,
  { group, messages, checkpoints }: TransactionalCommit,
): Promise<Place[]> {
  try {
    // Comes first, because this is the request that a busy coordinator can be asked again at once.
    if (checkpoints.length > 0) await sendOffsets(transaction, group, checkpoints)
    const places = await createBatcher((some) => sendTo(transaction, some), LIMITS).add(messages)
    await transaction.commit()
    return places
  } catch (error) {
    // Readers wait for the end of a transaction. If even the abort fails, the next writer of the same id ends it.
    if (transaction.isActive()) await transaction.abort().catch(() => undefined)
    throw error
  }
}

async function sendOffsets(
  transaction: Transaction,
  group: string,
  checkpoints: readonly Checkpoint[],
): Promise<void> {
  const byTopic = Map.groupBy(checkpoints, ({ topic }) => topic)
  const topics = [...byTopic].map(([topic, some]) => ({
    topic,
    partitions: some.map(({ partition, offset, note }) => ({
      partition,
      offset: String(offset),
      metadata: note,
    })),
  }))
  const deadline = Date.now() + BUSY_FOR_MS
  for (;;) {
    try {
      return await transaction.sendOffsets({ consumerGroupId: group, topics })
    } catch (error) {
      const isBusy = memberOf(error, 'type') === 'CONCURRENT_TRANSACTIONS'
      if (!isBusy || Date.now() > deadline) throw error
      await sleep(BUSY_PAUSE_MS)
    }
  }
}

async function drop(writer: Writer): Promise<void> {
  const { producer } = writer
  writer.producer = null
  await producer?.disconnect().catch(() => undefined)
}
