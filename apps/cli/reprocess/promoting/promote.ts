// `reprocess promote`: writes what the candidate changes among the users' writes, part by part. The processor that
// decides on facts takes each in its turn, so a replay, the audit and every store follow as from any write.
import type { NewRecord, Position } from '../../../../infra/ports/event-log.ts'
import { createDecoder } from '../../../../infra/runtime/envelope/codec.ts'
import { planParts } from '../../../../processors/reprocess/plan.ts'
import type { FactEvent } from '../../../../schemas/events/catalogue.ts'
import type { Scope } from '../../../../schemas/identifiers.ts'
import { WRITES } from '../../../../schemas/topics.ts'
import { CANDIDATE_FACTS } from '../../../composition/candidate/candidate.ts'
import { CommandFailed } from '../../command/command.ts'
import type { Complete, WithCandidate } from '../candidate-of.ts'
import { comparedUsers, type UserCompared } from '../compare-users.ts'
import { partRecord } from './part-record.ts'
import { takenIn } from './taken-in.ts'

type Promoted = {
  users: number
  came: number
  went: number
  /** False where no service runs that would take the parts in. */
  takenIn: boolean
}

type Asserted = Extract<FactEvent, { type: 'FactAsserted' }>

export async function promote(of: WithCandidate, journal: Complete): Promise<Promoted> {
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
  if (!(await takenIn(of, written))) return { ...promoted, takenIn: false }
  await removeObjects(of, journal)
  return { ...promoted, takenIn: true }
}

/** The facts that stay have vectors of the model in use: those of another could not be compared with them. */
export function refuseOtherVectors(
  { ports }: Pick<WithCandidate, 'ports'>,
  { embedding }: Complete,
): void {
  const { model } = ports.language.embedding
  if (embedding === null || embedding === model) return
  throw new CommandFailed(
    `the vectors in use are of ${model ?? 'no model'}, those of the candidate of ${embedding}, and not every fact has one of it: give the service and CONFIG the same EMBEDDING_ENGINE, EMBEDDING_MODEL and EMBEDDING_DIMENSIONS, or change the model of all facts first: reprocess vectors`,
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
  const changed = [...compared.came, ...compared.went.map(({ document }) => document)]
  const categories = [...new Set(changed.map(({ item }) => item.category))].sort()
  const records: NewRecord[] = []
  for (const [n, part] of parts.entries()) {
    const isLast = n === parts.length - 1
    const about = { upTo, engine, reprocessId, closed: compared.went.length }
    const { generation: keyGeneration, ...changes } = part
    const record = await partRecord(of, scope, {
      part: { ...changes, embedding },
      open: { ...about, keyGeneration, categories: isLast ? categories : null },
    })
    if (record) records.push(record)
  }
  return ports.log.append(records)
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
