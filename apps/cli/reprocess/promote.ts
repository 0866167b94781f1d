// `reprocess promote`: writes what the candidate changes among the users' writes, part by part. The processor that
// decides on facts takes each in its turn, so a replay, the audit and every store follow as from any write.
import { createHash } from 'node:crypto'
import type { NewRecord, Position } from '../../../infra/ports/event-log.ts'
import { objectKey } from '../../../infra/ports/object-store.ts'
import { createDecoder, encode } from '../../../infra/runtime/envelope/codec.ts'
import { derivedUuid } from '../../../infra/runtime/envelope/ids.ts'
import { seal } from '../../../infra/runtime/envelope/seal.ts'
import { waitFor } from '../../../infra/runtime/wait/wait-for.ts'
import { type Part, planParts } from '../../../processors/reprocess/plan.ts'
import type { FactEvent } from '../../../schemas/events/catalogue.ts'
import type { Scope } from '../../../schemas/identifiers.ts'
import { WRITES } from '../../../schemas/topics.ts'
import { CANDIDATE_FACTS } from '../../composition/candidate/candidate.ts'
import { CommandFailed } from '../command/command.ts'
import type { Complete, WithCandidate } from './candidate-of.ts'
import { comparedUsers, type UserCompared } from './compare-users.ts'

export type Promoted = {
  users: number
  came: number
  went: number
  /** False where no service runs that would take the parts in. */
  takenIn: boolean
}

type Asserted = Extract<FactEvent, { type: 'FactAsserted' }>

export async function promote(of: WithCandidate, journal: Complete): Promise<Promoted> {
  refuseOtherVectors(of, journal)
  const promoted = { users: 0, came: 0, went: 0 }
  const written = new Map<number, Position>()
  for await (const user of comparedUsers(of, journal)) {
    const { came, went } = user.compared
    if (came.length + went.length === 0) continue
    for (const { partition, position } of await write(of, journal, user)) {
      written.set(partition, Math.max(position, written.get(partition) ?? -1))
    }
    promoted.users++
    promoted.came += came.length
    promoted.went += went.length
  }
  // Workers over servers may be anywhere.
  const isServed = of.beside || of.config.PROFILE === 'distributed'
  if (!isServed && written.size > 0) return { ...promoted, takenIn: false }
  await takenIn(of, written)
  await removeObjects(of, journal)
  return { ...promoted, takenIn: true }
}

/** The facts that stay have vectors of the model in use: those of another could not be compared with them. */
function refuseOtherVectors({ ports }: WithCandidate, { embedding }: Complete): void {
  const { model } = ports.language.embedding
  if (embedding === null || embedding === model) return
  throw new CommandFailed(
    `the vectors in use are of ${model ?? 'no model'}, those of the candidate of ${embedding}, and not every fact has one of it: give the service and CONFIG the same EMBEDDING_ENGINE, EMBEDDING_MODEL and EMBEDDING_DIMENSIONS`,
  )
}

/** Its id follows from what it holds, so that writing it again after a crash writes it once. */
async function write(
  of: WithCandidate,
  journal: Complete,
  { scope, compared, upTo }: UserCompared,
) {
  const { ports } = of
  const [[generation = 0] = []] = await ports.keys.generations([scope])
  const assertions = await assertionsOf(of, scope)
  const { reprocessId, engine, embedding } = journal
  const parts = planParts(compared, { reprocessId, assertions, generation })
  const categories = categoriesOf(compared)
  const records: NewRecord[] = []
  for (const [n, part] of parts.entries()) {
    const isLast = n === parts.length - 1
    const about = { upTo, engine, reprocessId, closed: compared.went.length }
    const told = { ...about, categories: isLast ? categories : null }
    const record = await recordOf(of, scope, { part, told, embedding })
    if (record) records.push(record)
  }
  return ports.log.append(records)
}

async function recordOf(
  { ports, runtime }: WithCandidate,
  scope: Scope,
  {
    part: { generation, went, came },
    told,
    embedding,
  }: {
    part: Part
    told: {
      upTo: number
      engine: string
      reprocessId: string
      closed: number
      categories: string[] | null
    }
    embedding: string | null
  },
): Promise<NewRecord | null> {
  const key = await ports.keys.get(scope, generation)
  // The user was forgotten since.
  if (!key) return null
  const body = JSON.stringify({ went, came, embedding })
  const id = derivedUuid(told.reprocessId, createHash('sha256').update(body).digest('hex'))
  const { appId, userId } = scope
  const at = objectKey(appId, userId, String(generation), id)
  const sealed = seal({ generation, key }, { id, appId, userId }, Buffer.from(body))
  await ports.objects.putMany([{ key: at, body: sealed }])
  const now = runtime.now().toISOString()
  const open = { objectKey: at, contentBytes: Buffer.byteLength(body), keyGeneration: generation }
  return encode(
    {
      id,
      type: 'FactsReread',
      appId,
      userId,
      occurredAt: now,
      open: { ...open, ...told },
      sealed: null,
    },
    { recordedAt: now, causationId: null, traceparent: null },
    null,
  )
}

/** By the id of the fact. */
async function assertionsOf(
  { ports, candidate }: WithCandidate,
  { appId, userId }: Scope,
): Promise<Map<string, Asserted>> {
  const decode = createDecoder(ports.keys)
  const scope = { appId, userId }
  const partition = candidate.log.partitionOf(CANDIDATE_FACTS, scope)
  const assertions = new Map<string, Asserted>()
  for await (const records of candidate.log.read({ topic: CANDIDATE_FACTS, partition, scope })) {
    for (const record of records) {
      if (record.event?.type !== 'FactAsserted') continue
      const decoded = await decode(record)
      if (!decoded.ok || decoded.event.type !== 'FactAsserted') continue
      assertions.set(decoded.event.open.factId, decoded.event)
    }
  }
  return assertions
}

function categoriesOf({ came, went }: UserCompared['compared']): string[] {
  const changed = [...came, ...went.map(({ document }) => document)]
  return [...new Set(changed.map(({ item }) => item.category))].sort()
}

async function takenIn(
  { ports, io }: WithCandidate,
  written: ReadonlyMap<number, Position>,
): Promise<void> {
  await waitFor(async () => {
    const stands = (await ports.log.standing('extract-facts', [WRITES])).get(WRITES)
    return [...written].every(([partition, end]) => (stands?.get(partition)?.position ?? -1) >= end)
  }, io.signal)
}

/** What was promoted lies in the log; the processor removes the objects too, where nothing fails. */
async function removeObjects(
  { ports }: WithCandidate,
  { reprocessId, upTo }: Complete,
): Promise<void> {
  for (const partition of ports.log.partitions(WRITES)) {
    // They are written after what was read.
    const after = upTo[partition]
    for await (const records of ports.log.read({ topic: WRITES, partition, after })) {
      const own = records.flatMap(({ event }) =>
        event?.type === 'FactsReread' && event.open.reprocessId === reprocessId
          ? [String(event.open.objectKey)]
          : [],
      )
      if (own.length > 0) await ports.objects.deleteMany(own)
    }
  }
}
