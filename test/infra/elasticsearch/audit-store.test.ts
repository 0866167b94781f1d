// The audit store in Elasticsearch keeps the contract of its port, sealed as a service opens it.
import { describe, expect, test } from 'vitest'
import { createElasticsearchAuditStore } from '../../../infra/elasticsearch/audit-store.ts'
import { auditFamily } from '../../../infra/elasticsearch/indices/mappings.ts'
import type { AuditEntry } from '../../../infra/ports/audit-store.ts'
import type { LogPosition } from '../../../infra/ports/event-log.ts'
import { sealAudit } from '../../../infra/sealed/seal-audit.ts'
import type { Scope } from '../../../schemas/identifiers.ts'
import { auditStoreContract } from '../../contracts/audit-store.contract.ts'
import { createPlaces, fenceOf, newScope } from '../../contracts/given.ts'
import { givenServerSealing } from '../sealed/given-sealing.ts'
import {
  dropIndices,
  givenServer,
  needsServer,
  onEmptiedIndices,
  serverUrl,
} from './given-server.ts'
import { counting, stored } from './steps.ts'

function entryOf(scope: Scope, checkpoint: LogPosition, id: string): AuditEntry {
  const told = { id, type: 'FactAsserted', at: '2026-05-08T00:00:00.000Z' }
  const about = { causationId: null, source: 1, category: null, permanent: false, details: {} }
  return { ...scope, ...checkpoint, ...told, ...about }
}

describe.skipIf(!serverUrl)(needsServer, () => {
  const server = givenServer()
  const { client, newPrefix } = server

  const sealing = givenServerSealing()
  auditStoreContract(
    sealing ? 'Elasticsearch, sealed' : 'Elasticsearch',
    onEmptiedIndices(server, auditFamily, (prefix, client) => {
      const store = createElasticsearchAuditStore({ client, prefix })
      return sealing ? sealAudit(store, sealing) : store
    }),
  )

  test('given a step, when it is taken in, then no refresh is paid for it; who lists pays', async () => {
    const prefix = newPrefix()
    const store = createElasticsearchAuditStore({ client: client(), prefix })
    const [scope, checkpoint] = [newScope(), createPlaces()()]
    const entries = [entryOf(scope, checkpoint, 'one')]
    await store.apply({ checkpoint, fences: [], entries, removed: [] })
    const shown = async () => (await client().count({ index: `${prefix}-audit` })).count
    expect(await shown()).toBe(0)
    expect((await store.list(scope, { limit: 10 })).data).toHaveLength(1)
    expect(await shown()).toBe(1)
    await store.close()
    await dropIndices(client(), prefix)
  })

  test('given much of a user, when it is forgotten, then it is looked for once and goes by the thousand', async () => {
    const prefix = newPrefix()
    const { through, requests } = counting(client())
    const store = createElasticsearchAuditStore({ client: through, prefix, cleanAfterMs: null })
    const [scope, place] = [newScope(), createPlaces('memory.writes.v1')]
    const checkpoint = place()
    const entries = Array.from({ length: 2_500 }, (_, n) => entryOf(scope, checkpoint, `e${n}`))
    await store.apply({ checkpoint, fences: [], entries, removed: [] })
    requests.length = 0
    await store.apply({
      checkpoint: place(),
      fences: [fenceOf(scope, 2)],
      entries: [],
      removed: [],
    })
    expect(await stored(client(), `${prefix}-audit-1`)).toBe(0)
    // How many there are, and which.
    expect(requests.filter((name) => name.endsWith('search'))).toHaveLength(2)
    // And where the store stands.
    expect(requests.filter((name) => name === 'bulk')).toHaveLength(3 + 1)
    await store.close()
    await dropIndices(client(), prefix)
  })
})
