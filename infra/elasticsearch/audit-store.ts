// The audit store in Elasticsearch: what happened to each user's memory, in the order of its events.
import type { Scope } from '../../schemas/identifiers.ts'
import { scopeNamed } from '../../schemas/scope-name.ts'
import { type AuditEntry, type AuditPage, type AuditStore, orderOf } from '../ports/audit-store.ts'
import { auditFamily } from './indices/mappings.ts'
import { type Prepared, whole } from './projection/documents.ts'
import { erasing } from './projection/fences/erase-table.ts'
import { openProjection, type ProjectionOptions } from './projection/projection.ts'
import { given } from './projection/step.ts'
import { documentId, ownerOf } from './reading/identity.ts'
import { listPage } from './reading/lists.ts'

const entries = { table: 'entries' as const, filter: [], by: 'at' }

export function createElasticsearchAuditStore(options: ProjectionOptions): AuditStore {
  const projection = openProjection(options, auditFamily)
  const listed = (scope: Scope, page: AuditPage) => {
    const list = { ...entries, page, ...orderOf(page) }
    return listPage<AuditEntry, 'entries'>(projection.read, scope, list)
  }
  return {
    ...projection.port,
    list: listed,
    places: listed,
    hasCategory: (scope, category) =>
      projection.read(scope, async (within) => {
        const filter = [{ term: { category } }]
        const { hits } = await within.search('entries', { filter, size: 1, _source: false })
        return hits.hits.length > 0
      }),
    apply: async (step) => {
      const documents = [...step.entries.map(prepareEntry), ...step.removed.map(prepareRemoval)]
      await projection.apply(step, { ...given(documents), ...erasing('entries') })
    },
  }
}

/** A permanent entry is stored without its source, so that no fence reaches it. */
function prepareEntry(entry: AuditEntry): Prepared<'entries'> {
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
    fenced: entry.permanent ? null : { ...scopeNamed(owner), source, category },
  }
}

function prepareRemoval({ id, ...scope }: Scope & { id: string }): Prepared<'entries'> {
  const owner = ownerOf(scope)
  const name = documentId('entry', owner, id)
  return { table: 'entries', id: name, owner, action: 'remove', fenced: null }
}
