// Makes the parts in which a comparison is promoted: what goes and what comes, each part small enough for one step. Pure.
import type { ItemDocument } from '../../infra/ports/memory-store.ts'
import { shortId } from '../../infra/runtime/envelope/ids.ts'
import { piecesOf } from '../../infra/runtime/pages.ts'
import type { FactEvent } from '../../schemas/events/catalogue.ts'
import type { RereadPart } from '../../schemas/events/reread-part.ts'
import type { Compared, Gone } from './compare.ts'

type Came = RereadPart['came'][number]
type Asserted = Extract<FactEvent, { type: 'FactAsserted' }>

/** The most changes in one part: its events reach the stores in one step. */
export const MOST_CHANGES = 100

/** `generation`: of the key under which its facts were read. */
type Part = Pick<RereadPart, 'went' | 'came'> & { generation: number }

type Planning = {
  reprocessId: string
  /** By the id of the candidate's fact: the event that asserted it. */
  assertions: ReadonlyMap<string, Asserted>
  /** The generation of the user's key that is used where nothing that comes says one. */
  generation: number
}

/**
 * What comes is first, so that readers miss nothing in between. It goes under the key generation under which it was read, so that a forget meanwhile ends it. A fact whose
 * assertion cannot be read any more is left out.
 */
export function planParts(compared: Compared, planning: Planning): Part[] {
  const idOf = (id: string) =>
    compared.standsFor.get(id) ?? shortId(`${planning.reprocessId} ${id}`)
  const settled = new Set<string | null>(compared.settled.map(({ item }) => item.id))
  const went = compared.went.map((gone) => wentOf(gone, idOf))
  const byGeneration = new Map<number, Came[]>()
  for (const document of compared.came) {
    const assertion = planning.assertions.get(document.item.id)
    if (!assertion?.sealed) continue
    const generation = document.keyGeneration ?? planning.generation
    const { sealed } = assertion
    const came = cameOf(document, assertion, { sealed, idOf, isLeftOut: (id) => settled.has(id) })
    byGeneration.set(generation, [...(byGeneration.get(generation) ?? []), came])
  }
  const generations = [...byGeneration].sort(([a], [b]) => a - b)
  return [
    ...generations.flatMap(([generation, came]) =>
      piecesOf(came, MOST_CHANGES).map((some) => ({ went: [], came: some, generation })),
    ),
    ...piecesOf(went, MOST_CHANGES).map((some) => ({
      went: some,
      came: [],
      generation: planning.generation,
    })),
  ]
}

function wentOf({ document, ending }: Gone, idOf: (id: string) => string): Part['went'][number] {
  const { by, validTo, endedAt } = ending
  return { factId: document.item.id, by: by === null ? null : idOf(by), validTo, endedAt }
}

type Filling = {
  sealed: Came['sealed']
  idOf(id: string): string
  /** Of what does not come, because of what stands in use. */
  isLeftOut(id: string | null): boolean
}

/** As it was asserted, and as it stands now: a later fact may have ended it, unless that does not come itself. */
function cameOf(
  { item }: ItemDocument,
  { occurredAt, open }: Asserted,
  { sealed, idOf, isLeftOut }: Filling,
): Came {
  const { confidence } = item
  const stands = {
    supersededBy: item.supersededBy ?? item.followedBy ?? null,
    validTo: item.validTo,
  }
  const { supersededBy, validTo } = isLeftOut(stands.supersededBy) ? opened(open) : stands
  return {
    occurredAt,
    open: {
      ...open,
      factId: idOf(item.id),
      supersededBy: supersededBy === null ? null : idOf(supersededBy),
      validTo,
      confidence,
    },
    sealed,
    endedAt: item.pruned?.at ?? null,
  }
}

/** As if nothing had closed the fact; that may have happened as soon as it was asserted. */
function opened({ supersededBy, validTo }: Asserted['open']) {
  return { supersededBy: null, validTo: supersededBy === null ? validTo : null }
}
