// Sends messages and returns where they landed. After any failure the producer's state is unknown, so a new producer
// replaces it: to continue with the old one could lose what it believes it has sent.
import {
  CompressionTypes,
  type Kafka,
  type Producer,
  type ProducerConfig,
  type RecordMetadata,
} from 'kafkajs'
import { present } from '../../runtime/certain.ts'
import { failureOf } from '../client/failures.ts'
import { createBatcher, type Message } from './batcher.ts'

export type Place = { topic: string; partition: number; offset: number }

export type Sender = {
  /**
   * Resolves when all required replicas have acknowledged. Messages withdrawn before they are on their way are not
   * sent.
   */
  send(messages: readonly Message[], withdrawn?: AbortSignal): Promise<Place[]>
  close(): Promise<void>
}

const MIB = 1024 * 1024
export const LIMITS = {
  maxBytesPerPartition: 1.5 * MIB,
  maxBytesPerSend: 8 * MIB,
  maxWaitingBytes: 64 * MIB,
}

/** Every message names its partition. */
const chosenPartition =
  () =>
  ({ message }: { message: { partition?: number } }) =>
    present(message.partition, 'partition')

export function createSender(kafka: Kafka): Sender {
  let producer: Producer | null = null
  const sendOnce = async (messages: readonly Message[]): Promise<Place[]> => {
    try {
      producer ??= await openProducer(kafka)
      return await sendTo(producer, messages)
    } catch (error) {
      void producer?.disconnect().catch(() => undefined)
      producer = null
      throw failureOf(error, 'appending to the log')
    }
  }
  const batcher = createBatcher(sendOnce, LIMITS)
  return {
    send: (messages, withdrawn) => batcher.add(messages, withdrawn),
    close: async () => {
      await batcher.idle()
      await producer?.disconnect().catch(() => undefined)
      producer = null
    },
  }
}

/** A connected producer whose messages arrive once and in order. With a `transactionalId` they come in transactions. */
export async function openProducer(
  kafka: Kafka,
  transactions: Pick<ProducerConfig, 'transactionalId' | 'transactionTimeout'> = {},
): Promise<Producer> {
  const producer = kafka.producer({
    ...transactions,
    idempotent: true,
    maxInFlightRequests: 1,
    allowAutoTopicCreation: false,
    createPartitioner: chosenPartition,
  })
  try {
    await producer.connect()
  } catch (error) {
    void producer.disconnect().catch(() => undefined)
    throw error
  }
  return producer
}

/** Below this many bytes of values, compression costs more than sending. */
const SMALL_BYTES = 64 * 1024

function isWorthIt(messages: readonly Message[]): boolean {
  return messages.reduce((sum, { value }) => sum + (value?.length ?? 0), 0) >= SMALL_BYTES
}

/** One request for each broker. */
export async function sendTo(
  to: Pick<Producer, 'sendBatch'>,
  messages: readonly Message[],
): Promise<Place[]> {
  const byTopic = Map.groupBy(messages, ({ topic }) => topic)
  const answers = await to.sendBatch({
    acks: -1,
    compression: isWorthIt(messages) ? CompressionTypes.GZIP : CompressionTypes.None,
    topicMessages: [...byTopic].map(([topic, some]) => ({
      topic,
      messages: some.map(({ key, value, partition }) => ({ key, value, partition })),
    })),
  })
  return placesOf(messages, answers)
}

/** The records of one partition get offsets one after another, from the base offset of its batch. */
function placesOf(messages: readonly Message[], answers: readonly RecordMetadata[]): Place[] {
  const next = new Map(
    answers.map(({ topicName, partition, baseOffset }) => [
      `${topicName}/${partition}`,
      Number(baseOffset),
    ]),
  )
  return messages.map(({ topic, partition }) => {
    const place = `${topic}/${partition}`
    const offset = next.get(place)
    if (offset === undefined) throw new Error(`the log did not tell where ${place} took the record`)
    next.set(place, offset + 1)
    return { topic, partition, offset }
  })
}
