// Searches a memory for what a query means: for its misspelt words as the memory spells them, and where it asks of "my
// wife" whose name the memory tells, or of Anna who is told to be the wife, for her by both.
import { byScore } from '../../../infra/ports/rules/by-score.ts'
import { COMMON_WORDS } from '../../../processors/index-memory/asked-with.ts'
import type { RetrieveRequest } from '../../../schemas/api/reading/retrieve.ts'
import { type Asked, askedByName, askedOf } from './query/asked.ts'
import { inFull } from './query/in-full.ts'
import {
  kinIn,
  kinNamedIn,
  namesToldIn,
  type ToldName,
  withKinMeant,
  withNameMeant,
} from './query/meant.ts'
import { misspeltIn, spelledAs, spelt } from './query/spelling.ts'
import type { Hit } from './ranking/fuse.ts'
import { remembered } from './remembered.ts'
import { embeddingOf, type Searched, type SearchedPorts, searchArms } from './search-arms.ts'

/** So many of the best hits may tell the name. */
const TELLING_HITS = 10
/** So many of the nearest, which share letters with a misspelt word, may spell it. */
const SPELLING_HITS = 50
/** A query without one names a person only if the graph knows the name. */
const CAPITAL = /(?<=\S )\p{Lu}|^\p{Lu}\p{Ll}+(?:['’]s)?\W*$/u

type Terms = (text: string) => string[]

/** `queries`: as it is meant, in full and as the memory spells it; by name and by kin, where both are known. */
type Meant = Searched & { asked: Asked; queries: readonly string[] }

export async function searchMeant(ports: SearchedPorts, asked: RetrieveRequest): Promise<Meant> {
  const request = { ...asked, query: inFull(asked.query) }
  const first = await searchArms(ports, request)
  // A model that is trained costs time, and money, for each query.
  if (ports.language.embedding.kind !== 'lexical')
    return {
      ...first,
      asked: askedOf(request.query, { terms: ports.language.terms, kin: null }),
      queries: [request.query],
    }
  const query = await spelledQuery(ports, request, first)
  if (query === null) return searchByBoth(ports, request, first)
  ports.signal?.throwIfAborted()
  const spelled = { ...request, query }
  return searchByBoth(ports, spelled, await searchArms(ports, spelled))
}

async function spelledQuery(
  ports: SearchedPorts,
  request: RetrieveRequest,
  { arms, demand }: Searched,
): Promise<string | null> {
  const { memory, language } = ports
  const { terms } = language
  const { missing } = demand
  const misspelt = misspeltIn(request.query, { missing, common: commonTerms(terms), terms })
  if (misspelt.length === 0) return null
  // Of these words alone: what the others mean is near to other items.
  const vector = await embeddingOf(ports, misspelt.join(' '))
  const near = vector ? await memory.searchVectors(request, { vector, limit: SPELLING_HITS }) : []
  const best = [...arms.text.slice(0, TELLING_HITS), ...near]
  const items = await memory.items(request, [...new Set(best.map(({ id }) => id))])
  return spelledAs(request.query, misspelt, [...items.flatMap(wordsOf), ...COMMON_WORDS])
}

const wordsOf = remembered(({ text }: { text: string }) => spelt(text))

const commonOf = new WeakMap<Terms, ReadonlySet<string>>()

function commonTerms(terms: Terms): ReadonlySet<string> {
  const known = commonOf.get(terms) ?? new Set(terms(COMMON_WORDS.join(' ')))
  commonOf.set(terms, known)
  return known
}

/** By the name and by what the named one is to the user, where the best hits tell that both are one. */
async function searchByBoth(
  ports: SearchedPorts,
  request: RetrieveRequest,
  first: Searched,
): Promise<Meant> {
  const { query } = request
  const { terms } = ports.language
  const kin = kinIn(query)
  const mayName = kin !== null || first.named.entities.length > 0 || CAPITAL.test(query)
  const told = mayName ? await namesTold(ports, request, first) : []
  const search = (query: string) => {
    ports.signal?.throwIfAborted()
    return searchArms(ports, { ...request, query })
  }
  if (kin !== null) {
    const byName = withNameMeant(query, { told, terms })
    const asked = askedOf(byName ?? query, { terms, kin })
    if (byName === null) return { ...first, asked, queries: [query] }
    return { ...bothOf(first, await search(byName)), asked, queries: [query, byName] }
  }
  const named = kinNamedIn(query, told)
  if (named === null) return { ...first, asked: askedOf(query, { terms, kin }), queries: [query] }
  const asked = askedByName(query, { terms, named })
  const byKin = withKinMeant(query, named)
  return { ...bothOf(await search(byKin), first), asked, queries: [query, byKin] }
}

/** By the best hits, the best first. */
async function namesTold(
  { memory }: SearchedPorts,
  request: RetrieveRequest,
  { arms }: Searched,
): Promise<ToldName[]> {
  const ids = arms.text.slice(0, TELLING_HITS).map(({ id }) => id)
  const known = new Map((await memory.items(request, ids)).map((item) => [item.id, item]))
  return ids.flatMap((id) => {
    const item = known.get(id)
    return item ? namesOf(item) : []
  })
}

const namesOf = remembered(({ text }: { text: string }) => namesToldIn(text))

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
  return [...hits.values()].sort(byScore)
}
