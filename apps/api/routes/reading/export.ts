// GET /export: everything that is kept of a user, as lines of JSON, written while they are read. Each line is what the
// service holds at that moment: content that is forgotten meanwhile is missing from then on.
import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import type { Page, Paged } from '../../../../infra/ports/memory-store.ts'
import type { Fence } from '../../../../infra/ports/projection.ts'
import { createDecoder } from '../../../../infra/runtime/envelope/codec.ts'
import type { RawActivity } from '../../../../processors/extract-facts/reading/content.ts'
import {
  EXPORT_VERSION,
  type ExportLine,
  exportLine,
} from '../../../../schemas/api/reading/export.ts'
import { userParams } from '../../../../schemas/api/reading/memory.ts'
import type { Scope } from '../../../../schemas/identifiers.ts'
import { WRITES } from '../../../../schemas/topics.ts'
import { allows } from '../../plugins/auth.ts'
import { isRawWrite, type RawWrite, readRaw } from '../../read-raw.ts'
import type { Services } from '../../services.ts'
import { shownItem } from '../items/shown-memory.ts'
import { readGently } from '../operating/scan-log.ts'
import { shownEntry } from './audit.ts'

const PAGE = 200

type Line = Exclude<ExportLine, { kind: 'end' }>
type Parts = Pick<Services, 'ports' | 'now'>

export function registerExportRoute(app: FastifyInstance, services: Services): void {
  app.get<{ Params: Scope }>(
    '/export/:appId/:userId',
    {
      config: { permission: 'memory:read', limit: 'export' },
      schema: {
        operationId: 'exportUser',
        summary: 'All that is kept of a user',
        description:
          'Lines of JSON: a manifest, what was written (`content`, `activity`, `given`, `revised`), the facts with their history, summaries, ' +
          'entities, the audit trail where the key has `audit:read`, and an `end` with counts and a hash. An answer without ' +
          'that last line is not whole.',
        tags: ['memory'],
        mediaType: 'application/x-ndjson',
        params: userParams,
        response: { 200: exportLine },
      },
    },
    async ({ params, apiKey }, reply) => {
      const withAudit = allows(apiKey!, 'audit:read')
      return reply
        .type('application/x-ndjson')
        .send(Readable.from(textOf(linesOf(services, params, { withAudit }))))
    },
  )
}

/** The lines, followed by a summary to check them against. */
async function* textOf(lines: AsyncIterable<Line>): AsyncGenerator<string> {
  const hash = createHash('sha256')
  const counts: Record<string, number> = {}
  for await (const line of lines) {
    const text = `${JSON.stringify(line)}\n`
    hash.update(text)
    counts[line.kind] = (counts[line.kind] ?? 0) + 1
    yield text
  }
  const end: ExportLine = { kind: 'end', counts, sha256: hash.digest('hex') }
  yield `${JSON.stringify(end)}\n`
}

async function* linesOf(
  services: Parts,
  { appId, userId }: Scope,
  { withAudit }: { withAudit: boolean },
): AsyncGenerator<Line> {
  const scope = { appId, userId }
  const { memory, graph, audit } = services.ports
  const now = services.now()
  const exportedAt = now.toISOString()
  const manifest = { format: 'palimpsest-export', version: EXPORT_VERSION } as const
  yield { kind: 'manifest', ...manifest, ...scope, exportedAt }
  yield* writesOf(services, scope)
  for await (const item of all((page) => memory.listItems(scope, page))) {
    yield { kind: 'fact', fact: shownItem(item, now) }
  }
  for (const summary of await memory.summaries(scope)) yield { kind: 'summary', ...summary }
  for await (const name of entityNames(services, scope)) {
    const entity = await graph.entity(scope, name)
    if (entity) yield { kind: 'entity', entity }
  }
  if (!withAudit) return
  for await (const entry of all((page) => audit.list(scope, page))) {
    yield { kind: 'audit', entry: shownEntry(entry) }
  }
}

async function* all<T>(pageOf: (page: Page) => Promise<Paged<T>>): AsyncGenerator<T> {
  let cursor: string | undefined
  do {
    const { data, nextCursor } = await pageOf({ limit: PAGE, cursor })
    yield* data
    cursor = nextCursor ?? undefined
  } while (cursor !== undefined)
}

/** An entity's name stands for all entities of that name, so each name is written once. */
async function* entityNames({ ports }: Parts, scope: Scope): AsyncGenerator<string> {
  const told = new Set<string>()
  for (let offset = 0; ; offset += PAGE) {
    const { entities, total } = await ports.graph.listEntities(scope, { limit: PAGE, offset })
    for (const { name } of entities) {
      if (!told.has(name)) yield name
      told.add(name)
    }
    if (entities.length === 0 || offset + entities.length >= total) return
  }
}

/** What was written, read from the log: only the log has all of it, in its order. */
async function* writesOf({ ports }: Parts, scope: Scope): AsyncGenerator<Line> {
  const { log, keys, memory } = ports
  const decode = createDecoder(keys)
  const partition = log.partitionOf(WRITES, scope)
  for await (const records of readGently(log, { topic: WRITES, partition, scope })) {
    const fences = await memory.fences([scope])
    for (const record of records) {
      const decoded = await decode(record)
      if (!decoded.ok || decoded.event.erased || !isRawWrite(decoded.event)) continue
      const shown = standsWhole(fences, record.position)
      const raw = await readRaw(ports, decoded.event)
      if (raw !== null) yield lineOf(decoded.event, raw, { shown })
    }
  }
}

/**
 * Raw content stays as long as any fact of it does. So a write from before a category was forgotten may hold forgotten
 * content, and is not shown.
 */
function standsWhole(fences: readonly Fence[], position: number): boolean {
  return fences.every(({ before }) => position >= before)
}

function lineOf(event: RawWrite, raw: string, { shown }: { shown: boolean }): Line {
  const written = { id: event.id, occurredAt: event.occurredAt, receivedAt: event.recordedAt }
  const told = <T>(value: T) => (shown ? value : null)
  switch (event.type) {
    case 'ContentStored': {
      const { contentType, threadId } = event.open
      const metadata = event.sealed?.metadata ?? {}
      return { kind: 'content', ...written, contentType, threadId, metadata, content: told(raw) }
    }
    case 'ActivityRecorded': {
      const { eventType, source, data }: RawActivity = JSON.parse(raw)
      const { importance } = event.open
      return { kind: 'activity', ...written, eventType, source, importance, data: told(data) }
    }
    case 'FactGiven':
      return { kind: 'given', ...written, given: told(JSON.parse(raw)) }
    case 'FactRevised': {
      const { factId, action } = event.open
      return { kind: 'revised', ...written, factId, action, changes: told(JSON.parse(raw)) }
    }
  }
}
