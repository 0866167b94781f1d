// Whether each store still knows of the forgets that the log has: without its fence a store takes what was forgotten
// when it reads it again, and without its receipt it cannot say what it removed. The log is the truth.
import type { Position } from '../../infra/ports/event-log.ts'
import type { Fence, ProjectionStore } from '../../infra/ports/projection.ts'
import { memberNamesOf, present } from '../../infra/runtime/certain.ts'
import { inParallel } from '../../infra/runtime/in-parallel.ts'
import { piecesOf } from '../../infra/runtime/pages.ts'
import { isStoredAs } from '../../schemas/events/catalogue.ts'
import { type Scope, scopeOf } from '../../schemas/identifiers.ts'
import { scopeName } from '../../schemas/scope-name.ts'
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

/** Users whose fences a store is asked for in one call. */
const USERS_A_READ = 100
/** Reads of one store that are under way. */
const READS_AT_ONCE = 8

type Asked = Scope & {
  id: string
  position: Position
  keyGeneration: number
  category: string | undefined
}

/** `records`: of one partition. Stores are asked side by side, and only for users who forgot something. */
export async function verifyForgets(
  stores: readonly ReadTo[],
  partition: number,
  records: readonly SealedRecord[],
): Promise<Finding[]> {
  const forgets = records.flatMap(askedIn)
  const found = await Promise.all(
    stores.map(([where, store, positions]) => {
      const readTo = positions.get(partition) ?? -1
      const known = forgets.filter(({ position }) => position <= readTo)
      return missedBy([where, store], known)
    }),
  )
  return found.flat()
}

function askedIn({ event, position }: SealedRecord): Asked[] {
  if (!isStoredAs(event, 'MemoryForgotten')) return []
  const { id, appId, userId, open } = event
  // A store may not hold text of clients that has half of a surrogate pair.
  const category = open.category?.toWellFormed()
  return [{ id, appId, userId, position, keyGeneration: open.keyGeneration, category }]
}

async function missedBy(
  [where, store]: readonly [AwaitedStore, NonNullable<ForgetfulStores[AwaitedStore]>],
  forgets: readonly Asked[],
): Promise<Finding[]> {
  const fences = await fencesOf(store, forgets)
  const found = await inParallel(forgets, READS_AT_ONCE, async (forget) => {
    const { id, appId, userId, position, keyGeneration, category } = forget
    const scope = { appId, userId }
    // A later fence of the same reach includes the earlier one.
    const isObeyed = fences
      .get(scopeName(scope))
      ?.some(
        (fence) =>
          fence.category?.toWellFormed() === category &&
          fence.before >= position &&
          fence.keyGeneration >= keyGeneration,
      )
    const hasReceipt = (await store.receipt(scope, position)) !== null
    return [
      ...(isObeyed ? [] : [missing('fence', where, { id, ...scope })]),
      ...(hasReceipt ? [] : [missing('receipt', where, { id, ...scope })]),
    ]
  })
  return found.flat()
}

async function fencesOf(
  store: Pick<ProjectionStore, 'fences'>,
  forgets: readonly Asked[],
): Promise<Map<string, Fence[]>> {
  const scopes = new Map(forgets.map((forget) => [scopeName(forget), scopeOf(forget)]))
  const fences: Fence[] = []
  for (const some of piecesOf([...scopes.values()], USERS_A_READ)) {
    fences.push(...(await store.fences(some)))
  }
  return Map.groupBy(fences, scopeName)
}

function missing(
  part: 'fence' | 'receipt',
  where: AwaitedStore,
  { id, ...scope }: Scope & { id: string },
): Finding {
  return { what: 'dropped', where, id: `${part} of ${id}`, ...scope }
}
