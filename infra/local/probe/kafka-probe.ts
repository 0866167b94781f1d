// The minimum of Kafka's wire protocol: a metadata request, to see that a broker is up and admitted to its cluster.
import { ask } from './probe.ts'

const metadata = { key: 3, version: 1 }
const correlationId = 7

/** Does a broker answer, and list at least one broker that serves? */
export async function kafkaAnswers(port: number): Promise<boolean> {
  const answer = await ask(port, metadataRequest(), isWhole)
  return answer !== undefined && brokersIn(answer) > 0
}

/**
 * Metadata, version 1, about no topic: length, header (key, version, correlation, client), topics.
 */
export function metadataRequest(clientId = 'palimpsest-stack'): Buffer {
  const client = Buffer.from(clientId)
  const request = Buffer.alloc(4 + 2 + 2 + 4 + 2 + client.length + 4)
  request.writeInt32BE(request.length - 4, 0)
  request.writeInt16BE(metadata.key, 4)
  request.writeInt16BE(metadata.version, 6)
  request.writeInt32BE(correlationId, 8)
  request.writeInt16BE(client.length, 12)
  client.copy(request, 14)
  request.writeInt32BE(0, 14 + client.length)
  return request
}

/** Every answer begins with its length. */
export function isWhole(got: Buffer): boolean {
  return got.length >= 4 && got.length >= 4 + got.readInt32BE(0)
}

/** How many brokers the answer names; 0 if it is not a metadata answer. */
export function brokersIn(answer: Buffer): number {
  if (answer.length < 12 || answer.readInt32BE(4) !== correlationId) return 0
  return Math.max(0, answer.readInt32BE(8))
}
