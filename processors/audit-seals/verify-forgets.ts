// Whether each store still knows of the forgets that the log has: without its fence a store takes what was forgotten
// when it reads it again, and without its receipt it cannot say what it removed. The log is the truth.
import type { Position } from '../../infra/ports/event-log.ts'
import type { ProjectionStore } from '../../infra/ports/projection.ts'
import { memberNamesOf, present } from '../../infra/runtime/certain.ts'
import { isStoredAs } from '../../schemas/events/catalogue.ts'
import type { Scope } from '../../schemas/identifiers.ts'
import { WRITES } from '../../schemas/topics.ts'
import type { AwaitedStore } from '../forget/reach.ts'
import type { SealedRecord } from './seals.ts'
import type { Finding } from './verify-seals.ts'

export type ForgetfulStores = Partial<
  Record<AwaitedStore, Pick<ProjectionStore, 'checkpoints' | 'fences' | 'receipt'>>
>

/** A store, and how far it has read the writes of each partition: asked before the log is read. */
type ReadTo = readonly [
  name: AwaitedStore,
  store: NonNullable<ForgetfulStores[AwaitedStore]>,
  positions: ReadonlyMap<number, Position>,
]

export function readToOf(stores: ForgetfulStores): Promise<ReadTo[]> {
  return Promise.all(
    memberNamesOf(stores).map(async (name) => {
      const store = present(stores[name], name)
      return [name, store, await store.checkpoints(WRITES)] as const
    }),
  )
}

/** `records`: of one user. */
export async function verifyForgets(
  stores: readonly ReadTo[],
  scope: Scope,
  records: readonly SealedRecord[],
): Promise<Finding[]> {
  const found: Finding[] = []
  for (const { event, partition, position } of records) {
    if (!isStoredAs(event, 'MemoryForgotten')) continue
    const { keyGeneration } = event.open
    // A store may not hold text of clients that has half of a surrogate pair.
    const category = event.open.category?.toWellFormed()
    for (const [where, store, positions] of stores) {
      if (position > (positions.get(partition) ?? -1)) continue
      const fences = await store.fences([scope])
      // A later fence of the same reach includes the earlier one.
      const isObeyed = fences.some(
        (fence) =>
          fence.category?.toWellFormed() === category &&
          fence.before >= position &&
          fence.keyGeneration >= keyGeneration,
      )
      const hasReceipt = (await store.receipt(scope, position)) !== null
      if (!isObeyed) found.push(missing('fence', where, { id: event.id, ...scope }))
      if (!hasReceipt) found.push(missing('receipt', where, { id: event.id, ...scope }))
    }
  }
  return found
}

function missing(
  part: 'fence' | 'receipt',
  where: AwaitedStore,
  { id, ...scope }: Scope & { id: string },
): Finding {
  return { what: 'dropped', where, id: `${part} of ${id}`, ...scope }
}
