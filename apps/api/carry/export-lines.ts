// The lines of a user's export, one after another. Each is what the service holds at that moment: content that is
// forgotten meanwhile is missing from then on.
import { vectorsNameOf } from '../../../infra/ports/language-model.ts'
import type { Page, Paged } from '../../../infra/ports/memory-store.ts'
import type { Fence } from '../../../infra/ports/projection.ts'
import { createDecoder } from '../../../infra/runtime/envelope/codec.ts'
import { pagesOf } from '../../../infra/runtime/pages.ts'
import { nextTurn } from '../../../infra/runtime/turns/next-turn.ts'
import { carriedEvents } from '../../../processors/carry/carried-events.ts'
import { EXPORT_VERSION, type ExportLine } from '../../../schemas/api/reading/export.ts'
import type { Scope } from '../../../schemas/identifiers.ts'
import { WRITES } from '../../../schemas/topics.ts'
import { isRawWrite, type RawWrite, readRaw } from '../read-raw.ts'
import { shownItem } from '../routes/items/shown-memory.ts'
import { readGently } from '../routes/operating/scan-log.ts'
import { shownEntry } from '../routes/reading/audit.ts'
import type { Services } from '../services.ts'

const PAGE = 200
export const FORMAT = { format: 'palimpsest-export', version: EXPORT_VERSION } as const

export type Line = Exclude<ExportLine, { kind: 'end' | 'app' | 'settings' | 'app-end' }>
export type ExportParts = Pick<Services, 'ports' | 'now'>

export async function* linesOf(
  services: ExportParts,
  { appId, userId }: Scope,
  { withAudit }: { withAudit: boolean },
): AsyncGenerator<Line> {
  const scope = { appId, userId }
  const { memory, graph, audit } = services.ports
  const now = services.now()
  const exportedAt = now.toISOString()
  const embedding = vectorsNameOf(services.ports.language.embedding)
  yield { kind: 'manifest', ...FORMAT, ...scope, exportedAt, embedding }
  yield* writesOf(services, scope)
  for await (const item of all((page) => memory.listItems(scope, page))) {
    yield { kind: 'fact', fact: shownItem(item, now) }
  }
  for (const summary of await memory.summaries(scope)) yield { kind: 'summary', ...summary }
  for await (const name of entityNames(services, scope)) {
    const entity = await graph.entity(scope, name)
    if (entity) yield { kind: 'entity', entity }
  }
  yield* eventsOf(services, scope)
  if (!withAudit) return
  for await (const entry of all((page) => audit.list(scope, page))) {
    yield { kind: 'audit', entry: shownEntry(entry) }
  }
}

/** Other requests have their turn between the pages. */
export async function* all<T>(pageOf: (page: Page) => Promise<Paged<T>>): AsyncGenerator<T> {
  for await (const page of pagesOf((cursor) => pageOf({ limit: PAGE, cursor }))) {
    yield* page
    await nextTurn()
  }
}

/** An entity's name stands for all entities of that name, so each name is written once. */
async function* entityNames({ ports }: ExportParts, scope: Scope): AsyncGenerator<string> {
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
async function* writesOf({ ports }: ExportParts, scope: Scope): AsyncGenerator<Line> {
  const { log, keys, memory } = ports
  const partition = log.partitionOf(WRITES, scope)
  for await (const records of readGently(log, { topic: WRITES, partition, scope, by: scope })) {
    const fences = await memory.fences([scope])
    const decode = createDecoder(keys)
    for (const record of records) {
      const decoded = await decode(record)
      if (!decoded.ok || decoded.event.erased || !isRawWrite(decoded.event)) continue
      const shown = standsWhole(fences, record.position)
      yield lineOf(decoded.event, shown ? await readRaw(ports, decoded.event) : null)
    }
  }
}

/** What another service needs to hold the same. */
async function* eventsOf({ ports }: ExportParts, scope: Scope): AsyncGenerator<Line> {
  const fencesNow = () => ports.memory.fences([scope])
  for await (const { topic, position, event } of carriedEvents(ports, scope, fencesNow)) {
    const { id, type, occurredAt, recordedAt, causationId, open } = event
    const isShown = topic !== WRITES || standsWhole(await fencesNow(), position)
    const raw = isRawWrite(event) && isShown ? await readRaw(ports, event) : null
    const sealed = isShown || !isRawWrite(event) ? event.sealed : withoutWords(event)
    const told = { topic, position, id, type, occurredAt, recordedAt, causationId }
    yield { kind: 'event', ...told, open, sealed, raw }
  }
}

/** The hash of content that is not shown would tell it, and its metadata may say what it is about. */
function withoutWords({ sealed }: RawWrite) {
  const metadata = sealed && 'metadata' in sealed ? { metadata: {} } : {}
  return sealed && { ...sealed, contentHash: '0'.repeat(64), ...metadata }
}

/**
 * Raw content stays as long as any fact of it does. So a write from before a category was forgotten may hold forgotten
 * content, and is not shown.
 */
function standsWhole(fences: readonly Fence[], position: number): boolean {
  return fences.every(({ before }) => position >= before)
}

function lineOf(event: RawWrite, raw: string | null): Line {
  const written = { id: event.id, occurredAt: event.occurredAt, receivedAt: event.recordedAt }
  const read = () => (raw === null ? null : JSON.parse(raw))
  switch (event.type) {
    case 'ContentStored': {
      const { contentType, threadId } = event.open
      const metadata = raw === null ? {} : (event.sealed?.metadata ?? {})
      return { kind: 'content', ...written, contentType, threadId, metadata, content: raw }
    }
    case 'ActivityRecorded': {
      const { eventType = '', source = '' } = event.sealed ?? {}
      const { importance } = event.open
      const data = read()?.data ?? null
      return { kind: 'activity', ...written, eventType, source, importance, data }
    }
    case 'FactGiven':
      return { kind: 'given', ...written, given: read() }
    case 'FactRevised': {
      const { factId, action } = event.open
      return { kind: 'revised', ...written, factId, action, changes: read() }
    }
  }
}
