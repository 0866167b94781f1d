// Compares the candidate with what is in use, user by user.
import type { ItemDocument, MemoryStore } from '../../../infra/ports/memory-store.ts'
import { allOf } from '../../../infra/runtime/pages.ts'
import { type Compared, compare } from '../../../processors/reprocess/compare.ts'
import { forgottenWords } from '../../../processors/reprocess/remaining-words.ts'
import { wholeMemory } from '../../../processors/reprocess/whole-memory.ts'
import type { Scope } from '../../../schemas/identifiers.ts'
import { WRITES } from '../../../schemas/topics.ts'
import { type Complete, chosenBy, type WithCandidate } from './candidate-of.ts'
import { usersOf } from './users-of.ts'

export type UserCompared = {
  scope: Scope
  compared: Compared
  inUse: readonly ItemDocument[]
  upTo: number
}

const PAGE = 500

export async function* comparedUsers(
  { ports, candidate, owners, io }: WithCandidate,
  journal: Complete,
): AsyncIterable<UserCompared> {
  const isChosen = chosenBy(journal, owners)
  for await (const scope of usersOf(ports.memory, candidate.memory)) {
    io.signal.throwIfAborted()
    if (!isChosen(scope)) continue
    const upTo = journal.upTo[ports.log.partitionOf(WRITES, scope)] ?? -1
    const read = await resourcesRead(candidate.memory, scope)
    const inUse = await wholeMemory(ports.memory, scope)
    const compared = compare({
      inUse,
      candidate: await wholeMemory(candidate.memory, scope),
      wasRead: (id) => read.has(id),
      isForgotten: forgottenWords(await ports.memory.fences([scope]), inUse),
      upTo,
    })
    yield { scope, compared, inUse, upTo }
  }
}

async function resourcesRead(memory: MemoryStore, scope: Scope): Promise<ReadonlySet<string>> {
  const resources = await allOf((cursor) => memory.listResources(scope, { limit: PAGE, cursor }))
  return new Set(resources.flatMap(({ id, status }) => (status === 'processed' ? [id] : [])))
}
