// The entities of an answer: those that the query names. Where it names none, as most people ask of themselves, those
// that the best items name, and of the user what these items say.
import type { EntityContext } from '../../../infra/ports/graph-store.ts'
import type { RetrieveRequest } from '../../../schemas/api/reading/retrieve.ts'
import { SELF } from './packing/trim-context.ts'
import { namedEntities, type SearchedPorts } from './search-arms.ts'

/** Items below these are about something else often enough. */
const TELLING_ITEMS = 3

type Told = {
  /** What the query names. */
  named: readonly EntityContext[]
  /** The best first. */
  items: readonly { text: string; entities: readonly string[] }[]
}

export async function toldEntities(
  ports: Pick<SearchedPorts, 'graph' | 'now'>,
  request: RetrieveRequest,
  { named, items }: Told,
): Promise<readonly EntityContext[]> {
  if (named.length > 0) return named
  const best = items.slice(0, TELLING_ITEMS)
  const names = best.flatMap(({ entities }) => entities).join(' ')
  if (names === '') return []
  const text = best.map((item) => item.text).join('\n')
  const { entities } = await namedEntities(ports, request, names)
  return entities
    .map((entity) => (entity.name === SELF ? within(entity, text.toLowerCase()) : entity))
    .filter(
      ({ properties, relationships }) =>
        relationships.length > 0 || Object.keys(properties).length > 0,
    )
}

/** Of the user everything is known; what the text says of them is asked for. */
function within(user: EntityContext, text: string): EntityContext {
  const says = (value: string) => text.includes(value.toLowerCase())
  return {
    ...user,
    properties: Object.fromEntries(
      Object.entries(user.properties).filter(([, value]) => says(value)),
    ),
    relationships: user.relationships.filter(({ target }) => says(target)),
  }
}
