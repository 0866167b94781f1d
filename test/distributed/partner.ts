// What a partner sends to the inbox with plain kafkajs: a record in the schema of the registry, signed.
import { createHash, createHmac, randomUUID } from 'node:crypto'
import { SchemaRegistry } from '@kafkajs/confluent-schema-registry'
import kafkajs, { type Producer } from 'kafkajs'
import type { Scope } from '../../schemas/identifiers.ts'
import { serverEnvironment } from '../servers/environment.ts'

export type Partner = { id: string; secret: string }

const { Kafka, logLevel } = kafkajs

export function inboxOf(namespace: string): string {
  return `${namespace}.memory.inbox.v1`
}

export async function connectProducer(): Promise<Producer> {
  const { KAFKA_BROKERS = '' } = serverEnvironment()
  const brokers = KAFKA_BROKERS.split(',')
  const kafka = new Kafka({ clientId: 'partner', brokers, logLevel: logLevel.NOTHING })
  const producer = kafka.producer()
  await producer.connect()
  return producer
}

/** `parts`: `memorize`, `event` or `sealed`, and what else differs from null. */
export async function encodedRecord(
  namespace: string,
  of: Scope,
  parts: Readonly<Record<string, unknown>>,
): Promise<Buffer> {
  const registry = new SchemaRegistry({ host: serverEnvironment().SCHEMA_REGISTRY_URL ?? '' })
  const id = await registry.getLatestSchemaId(`${inboxOf(namespace)}-value`)
  const nothing = { idempotencyKey: null, timestamp: null, memorize: null, event: null }
  return registry.encode(id, { ...of, ...nothing, ...parts })
}

export function signatureHeaders(
  partner: Partner,
  value: Buffer | null,
  { appId, userId, signedAt = new Date() }: Scope & { signedAt?: Date | undefined },
): Record<string, string> {
  const time = String(signedAt.getTime())
  const nonce = randomUUID()
  const hash = createHash('sha256')
    .update(value ?? '')
    .digest('hex')
  const lines = ['palimpsest-inbox-v1', partner.id, appId, userId, time, nonce, hash]
  const signature = createHmac('sha256', partner.secret).update(lines.join('\n')).digest('hex')
  return {
    'palimpsest-partner-id': partner.id,
    'palimpsest-time': time,
    'palimpsest-nonce': nonce,
    'palimpsest-signature': `v1=${signature}`,
  }
}
