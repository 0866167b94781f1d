// Searches a memory for a query, and where it asks of "my wife" whose name the memory tells, for her by that name too.
import type { RetrieveRequest } from '../../../schemas/api/reading/retrieve.ts'
import { type Asked, askedOf } from './query/asked.ts'
import { kinIn, withNameMeant } from './query/meant.ts'
import type { Hit } from './ranking/fuse.ts'
import { type Searched, type SearchedPorts, searchArms } from './search-arms.ts'

/** So many of the best hits may tell the name. */
const TELLING_HITS = 10

export async function searchMeant(
  ports: SearchedPorts,
  request: RetrieveRequest,
): Promise<Searched & { asked: Asked }> {
  const { terms, embedding } = ports.language
  // A model that is trained costs time, and money, for each query.
  const kin = embedding.kind === 'lexical' ? kinIn(request.query) : null
  const first = await searchArms(ports, request)
  const query = kin === null ? null : await queryByName(ports, request, first)
  const asked = askedOf(query ?? request.query, { terms, kin })
  if (query === null) return { ...first, asked }
  ports.signal?.throwIfAborted()
  return { ...bothOf(first, await searchArms(ports, { ...request, query })), asked }
}

async function queryByName(
  { memory, language }: SearchedPorts,
  request: RetrieveRequest,
  { arms }: Searched,
): Promise<string | null> {
  const ids = arms.text.slice(0, TELLING_HITS).map(({ id }) => id)
  const known = new Map((await memory.items(request, ids)).map(({ id, text }) => [id, text]))
  const texts = ids.flatMap((id) => known.get(id) ?? [])
  return withNameMeant(request.query, { texts, terms: language.terms })
}

/** What either finds. What both find scores as it does by name, where kin and name do not count twice. */
function bothOf(byKin: Searched, byName: Searched): Searched {
  const entities = [...byName.named.entities, ...byKin.named.entities]
  return {
    named: {
      entities: [...new Map(entities.map((each) => [each.name, each])).values()],
      factIds: [...new Set([...byName.named.factIds, ...byKin.named.factIds])],
    },
    arms: {
      text: hitsOf(byKin.arms.text, byName.arms.text),
      vector: hitsOf(byKin.arms.vector, byName.arms.vector),
      graph: hitsOf(byKin.arms.graph, byName.arms.graph),
      topics: [...(byKin.arms.topics ?? []), ...(byName.arms.topics ?? [])],
    },
    demand: byKin.demand.unknown < byName.demand.unknown ? byKin.demand : byName.demand,
    near: hitsOf(byKin.near, byName.near),
  }
}

function hitsOf(first: readonly Hit[], last: readonly Hit[]): Hit[] {
  const hits = new Map([...first, ...last].map((hit) => [hit.id, hit]))
  return [...hits.values()].sort((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1))
}
