// The text that an item was read from. The log says where the raw content of its write is stored, and under which key;
// of forgotten content neither the record nor the key is left.
import type { FastifyInstance } from 'fastify'
import type { z } from 'zod'
import type { ItemDocument } from '../../../infra/ports/memory-store.ts'
import { createDecoder } from '../../../infra/runtime/envelope/codec.ts'
import { readContent } from '../../../processors/extract-facts/reading/content.ts'
import { type ItemSource, itemParams, itemSourceResponse } from '../../../schemas/api/memory.ts'
import type { Scope } from '../../../schemas/identifiers.ts'
import { WRITES } from '../../../schemas/topics.ts'
import { notFound } from '../errors.ts'
import { isRawWrite, type RawWrite, readRaw } from '../read-raw.ts'
import type { Services } from '../services.ts'
import { isOf, scan } from './scan-log.ts'

/** Characters that are shown before an item, and after it. */
const AROUND_CHARS = 4_000

type Parts = Pick<Services, 'ports' | 'settings'>

export function registerItemSourceRoute(app: FastifyInstance, services: Services): void {
  app.get<{ Params: z.infer<typeof itemParams> }>(
    '/items/:appId/:userId/:itemId/source',
    {
      config: { permission: 'memory:read', limit: 'get' },
      schema: {
        operationId: 'getItemSource',
        summary: 'The text that an item was read from',
        errors: ['NOT_FOUND'],
        tags: ['memory'],
        params: itemParams,
        response: { 200: itemSourceResponse },
      },
    },
    async ({ params }) => {
      const source = await sourceOfItem(services, params, params.itemId)
      if (!source) throw notFound('source of an item')
      return source
    },
  )
}

/** Null if this user has no such item, or if its source has been forgotten. */
async function sourceOfItem(
  parts: Parts,
  scope: Scope,
  itemId: string,
): Promise<ItemSource | null> {
  const [document] = await parts.ports.memory.itemDocuments([{ ...scope, id: itemId }])
  const write = document && (await writeOf(parts, document))
  const text = write && (await textOf(parts, write))
  if (text === null || text === undefined) return null
  const { resourceId, span } = document!.item
  const around = (await isPartlyForgotten(parts, document!)) ? 0 : AROUND_CHARS
  const textStart = Math.max(0, span.start - around)
  return {
    resourceId,
    contentType: contentTypeOf(write!),
    saidAt: write!.occurredAt,
    text: text.slice(textStart, span.end + around),
    textStart,
    textLength: text.length,
    ...span,
  }
}

/**
 * For a write from before a category was forgotten, only the words of the item are shown: the text around them may be
 * forgotten, because raw content stays as long as any fact of it does.
 */
async function isPartlyForgotten({ ports }: Parts, document: ItemDocument): Promise<boolean> {
  const fences = await ports.memory.fences([document])
  return fences.some(({ before }) => document.source < before)
}

/** The item's document holds the position of its write, so that one record is read. */
async function writeOf({ ports }: Parts, document: ItemDocument): Promise<RawWrite | null> {
  const { source: position, item } = document
  const { log, keys } = ports
  const partition = log.partitionOf(WRITES, document)
  const stretch = { topic: WRITES, partition, after: position - 1, upTo: position } as const
  const record = await scan(log, stretch, (each) => each.position === position)
  if (!record || !isOf(record, document) || record.event!.id !== item.resourceId) return null
  const decoded = await createDecoder(keys)(record)
  return decoded.ok && isRawWrite(decoded.event) ? decoded.event : null
}

/** The text as extraction reads it: spans are offsets in it. */
async function textOf({ ports, settings }: Parts, write: RawWrite): Promise<string | null> {
  const raw = await readRaw(ports, write)
  if (raw === null) return null
  if (write.type === 'FactGiven' || write.type === 'FactRevised') return givenText(raw)
  const content = readContent(write, raw, (eventType) =>
    settings.templateOf(write.appId, eventType),
  )
  return content.transcript.text
}

/** A fact that was only filed otherwise has its words from another write. */
function givenText(raw: string): string | null {
  const { text = null } = JSON.parse(raw) as { text?: string }
  return text
}

function contentTypeOf(write: RawWrite): ItemSource['contentType'] {
  if (write.type === 'ContentStored') return write.open.contentType
  return write.type === 'ActivityRecorded' ? 'event' : 'fact'
}
