// The Schema Registry: our schemas are registered once at start, those of other writers are fetched when their records
// arrive. An id that the registry does not know is remembered for a while, so that a poisoned id costs one call, not
// one per record.
import { SchemaRegistry, SchemaType } from '@kafkajs/confluent-schema-registry'
import type { AnyTopicName } from '../../../schemas/topics.ts'
import { asError, dropOldest, getFrom, memberOf } from '../../runtime/certain.ts'
import { Outage } from '../../runtime/fail/retry.ts'
import { sleep } from '../../runtime/wait/pause.ts'
import { within } from '../../runtime/wait/within.ts'
import type { Login } from '../client/connect.ts'
import { LogRefused } from '../client/failures.ts'

/** The type as avsc has it; the registry's client has no better one. */
export type AvroType = {
  toBuffer(record: unknown): Buffer
  fromBuffer(bytes: Buffer, resolver?: unknown): unknown
  createResolver(writer: AvroType): unknown
}

export type SchemaCache = {
  register(topic: AnyTopicName, subject: string, schema: object): Promise<void>
  /** What `register` returned for the topic. */
  own(topic: AnyTopicName): { id: number; type: AvroType }
  /** Undefined until the registry has been asked; null if it does not know the id. */
  known(id: number): AvroType | null | undefined
  /** Asks the registry. Null if it does not know the id; throws an Outage if it cannot be asked. */
  find(id: number): Promise<AvroType | null>
}

type Middleware = NonNullable<
  ConstructorParameters<typeof SchemaRegistry>[0]['middlewares']
>[number]

const UNKNOWN_FOR_MS = 60_000
const MAX_UNKNOWN = 1_000
const ATTEMPTS = 5
const PAUSE_MS = 100
const SILENT_MS = 10_000
/** One for each attempt, and one for the pauses between them. */
const MOST_SILENCES = 5
/** The client requires it and refuses to register without it. */
const COMPATIBILITY = 'BACKWARD'

/** `silentMs`: how long the registry may say nothing to one request. */
export function createSchemaCache({
  silentMs = SILENT_MS,
  auth,
  ...options
}: {
  host: string
  auth?: Login | undefined
  clientId: string
  silentMs?: number
}): SchemaCache {
  const registry = new SchemaRegistry({
    ...options,
    ...(auth ? { auth } : {}),
    middlewares: [endingAfter(silentMs)],
  })
  const registered = new Map<AnyTopicName, { id: number; type: AvroType }>()
  const types = new Map<number, AvroType>()
  const unknown = createUnknownIds()
  // One at a time: a flood of unknown ids must not become a flood of calls.
  let last: Promise<unknown> = Promise.resolve()
  const known = (id: number) => types.get(id) ?? (unknown.has(id) ? null : undefined)
  const find = async (id: number) => {
    const found = known(id)
    if (found !== undefined) return found
    const type = await ask(registry, id)
    if (type) types.set(id, type)
    else unknown.add(id)
    return type
  }
  return {
    register: async (topic, subject, schema) => {
      const id = await registerAgain(() => register(registry, subject, schema), silentMs)
      const type = await schemaOf(registry, id)
      registered.set(topic, { id, type })
      types.set(id, type)
    },
    own: (topic) => getFrom(registered, topic),
    known,
    find: (id) => {
      const result = last.then(() => find(id))
      last = result.catch(() => undefined)
      return result
    },
  }
}

/**
 * The client itself waits for an answer without limit, also for the rest of one that broke off, and every later question
 * for the same id waits with it. A request is made up to four times.
 */
const endingAfter =
  (timeout: number): Middleware =>
  () => ({
    prepareRequest: async (next) => (await next()).enhance({ timeout }),
    response: (next) => within(next(), MOST_SILENCES * timeout, 'the schema registry'),
  })

/** Ids that the registry did not know, each kept for a while; the oldest is dropped first. */
function createUnknownIds() {
  const until = new Map<number, number>()
  return {
    has: (id: number) => (until.get(id) ?? 0) > Date.now(),
    add: (id: number) => {
      until.delete(id)
      until.set(id, Date.now() + UNKNOWN_FOR_MS)
      if (until.size > MAX_UNKNOWN) dropOldest(until)
    },
  }
}

/** Processes that start together conflict with each other: a conflict is final only when it persists. Silence is none. */
async function registerAgain<T>(registers: () => Promise<T>, silentMs: number): Promise<T> {
  const began = performance.now()
  for (let attempt = 1; ; attempt++) {
    try {
      return await registers()
    } catch (error) {
      if (attempt === ATTEMPTS || performance.now() - began >= silentMs) throw error
      await sleep(attempt * PAUSE_MS)
    }
  }
}

async function register(registry: SchemaRegistry, subject: string, schema: object) {
  try {
    const { id } = await registry.register(
      { type: SchemaType.AVRO, schema: JSON.stringify(schema) },
      { subject },
    )
    return id
  } catch (error) {
    throw refusal(error, subject)
  }
}

function told(status: unknown): string {
  return status === 400
    ? 'status 400, which also stands for no answer: look at SCHEMA_REGISTRY_URL'
    : `status ${status ?? 'none'}`
}

/** The registry's client reports a missing connection as status 400 too, so only clear refusals are told apart. */
function refusal(error: unknown, subject: string): Error {
  const status = memberOf(error, 'status')
  if (memberOf(error, 'name') === 'ConfluentSchemaRegistryCompatibilityError') {
    return new LogRefused(`the subject ${subject} must have compatibility ${COMPATIBILITY}`)
  }
  if (status === 409 || status === 422) {
    return new LogRefused(
      `the registry refuses the schema of ${subject}: it does not follow from the one before`,
    )
  }
  return new Outage(`the schema registry did not register ${subject} (${told(status)})`)
}

async function schemaOf(registry: SchemaRegistry, id: number): Promise<AvroType> {
  return (await registry.getSchema(id)) as AvroType
}

async function ask(registry: SchemaRegistry, id: number): Promise<AvroType | null> {
  try {
    return await schemaOf(registry, id)
  } catch (error) {
    if (error instanceof Outage) throw error
    const status = memberOf(error, 'status')
    // Any error that is not the registry's answer is about the schema itself: it is of another kind, or broken.
    if (memberOf(error, 'name') !== 'ResponseError' || isUnknown(error)) return null
    throw new Outage(`the schema registry cannot be asked (${told(status)})`)
  }
}

/** A proxy says 404 too where the registry behind it is down. The client names the status where there is no message. */
function isUnknown(error: unknown): boolean {
  const isTold = !asError(error).message.includes('Error, status 404')
  return memberOf(error, 'status') === 404 && isTold
}
