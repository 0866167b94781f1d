// The audit store in Elasticsearch: what happened to each user's memory, in the order of its events.
import type { estypes } from '@elastic/elasticsearch'
import type { AuditEntry, AuditStore } from '../ports/audit-store.ts'
import type { Fence } from '../ports/projection.ts'
import { type Prepared, whole } from './documents.ts'
import { forbiddenBy } from './fence-query.ts'
import { documentId, ownerOf, scopeOf } from './identity.ts'
import { listPage, placeOf } from './lists.ts'
import { auditFamily } from './mappings.ts'
import { openProjection, type ProjectionOptions } from './projection.ts'
import type { Removal } from './receipts.ts'
import { totalOf } from './search-text.ts'
import type { Target } from './step.ts'
import { removeFound } from './take-back.ts'

export type AuditStoreOptions = ProjectionOptions

const list = { table: 'entries', filter: [], by: 'at', order: 'asc' as const }

export function createElasticsearchAuditStore(options: AuditStoreOptions): AuditStore {
  const projection = openProjection(options, auditFamily)
  return {
    ...projection.port,
    apply: async (step) => {
      const documents = [...step.entries.map(prepareEntry), ...step.removed.map(prepareRemoval)]
      await projection.apply(step, { documents, plan, erase })
    },
    list: async (scope, page) => {
      const after = placeOf(page)
      return projection.read(scope, (within) =>
        listPage<AuditEntry>(within, list, page.limit, after),
      )
    },
  }
}

/** A permanent entry is stored without its source, so that no fence reaches it. */
function prepareEntry(entry: AuditEntry): Prepared {
  const owner = ownerOf(entry)
  const { id, at, category } = entry
  const source = whole(entry.source, 'source')
  const body = {
    owner,
    id,
    at,
    doc: JSON.stringify(entry),
    ...(category === null ? {} : { category }),
  }
  return {
    table: 'entries',
    id: documentId('entry', owner, id),
    owner,
    action: 'add',
    body: entry.permanent ? body : { ...body, source },
    fenced: entry.permanent ? null : { ...scopeOf(owner), source, category },
  }
}

function prepareRemoval({ id, ...scope }: { appId: string; userId: string; id: string }): Prepared {
  const owner = ownerOf(scope)
  const name = documentId('entry', owner, id)
  return { table: 'entries', id: name, owner, action: 'remove', fenced: null }
}

function forgotten(fence: Fence): estypes.QueryDslQueryContainer {
  return { bool: { filter: [{ term: { owner: ownerOf(fence) } }, ...forbiddenBy([fence])] } }
}

async function plan({ client, names }: Target, fence: Fence): Promise<Removal> {
  const answer = await client.search({
    index: names.entries!,
    routing: ownerOf(fence),
    size: 0,
    track_total_hits: true,
    allow_partial_search_results: false,
    query: forgotten(fence),
  })
  return { removed: { entries: totalOf(answer) }, resourceIds: [] }
}

async function erase({ client, names }: Target, fence: Fence): Promise<void> {
  await removeFound(client, names.entries!, ownerOf(fence), forgotten(fence))
}
