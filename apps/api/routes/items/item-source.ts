// The text that an item was read from. The log says where the raw content of its write is stored, and under which key;
// of forgotten content neither the record nor the key is left.
import type { Item, ItemDocument } from '../../../../infra/ports/memory-store.ts'
import { learntAt } from '../../../../infra/ports/rules/item-times.ts'
import { memberOf } from '../../../../infra/runtime/certain.ts'
import { createDecoder } from '../../../../infra/runtime/envelope/codec.ts'
import { readContent } from '../../../../processors/extract-facts/reading/content.ts'
import {
  type ItemSource,
  itemParams,
  itemSourceResponse,
} from '../../../../schemas/api/reading/memory.ts'
import type { Scope } from '../../../../schemas/identifiers.ts'
import { notFound } from '../../errors.ts'
import type { App } from '../../plugins/bodies/validation.ts'
import { isRawWrite, type RawWrite, readRaw } from '../../read-raw.ts'
import type { Services } from '../../services.ts'
import { unlessDown } from '../reading/unless-down.ts'
import { predecessorOf, writeRecordOf } from './predecessor.ts'
import { templateThen } from './template-then.ts'

/** Characters that are shown before an item, and after it. */
const AROUND_CHARS = 4_000

type Parts = Pick<Services, 'ports' | 'settings'>

export function registerItemSourceRoute(app: App, services: Services): void {
  app.route({
    method: 'GET',
    url: '/items/:appId/:userId/:itemId/source',
    config: { permission: 'memory:read', limit: 'get' },
    schema: {
      operationId: 'getItemSource',
      summary: 'The text that an item was read from',
      errors: ['NOT_FOUND'],
      params: itemParams,
      response: { 200: itemSourceResponse },
    },
    handler: async ({ params }) => {
      const source = await sourceOfItem(services, params, params.itemId)
      if (!source) throw notFound('source of an item')
      return source
    },
  })
}

/** How many filings of one item are followed. */
const MAX_FILINGS = 20

/** Null if this user has no such item, or if its source has been forgotten. */
async function sourceOfItem(
  parts: Parts,
  scope: Scope,
  itemId: string,
): Promise<ItemSource | null> {
  let [document] = await parts.ports.memory.itemDocuments([{ ...scope, id: itemId }])
  for (let n = 0; document && n < MAX_FILINGS; n++) {
    const write = await writeOf(parts, document)
    const text = write && (await textOf(parts, write, document.item))
    if (write && text !== null) return sourceIn(parts, { document, write, text })
    // An item that was only filed otherwise has the words of the item before it.
    document = (await predecessorOf(parts.ports, document)) ?? undefined
  }
  return null
}

type Found = { document: ItemDocument; write: RawWrite; text: string }

async function sourceIn(parts: Parts, { document, write, text }: Found): Promise<ItemSource> {
  const { resourceId, span } = document.item
  const around = (await isPartlyForgotten(parts, document)) ? 0 : AROUND_CHARS
  const textStart = Math.max(0, span.start - around)
  return {
    resourceId,
    contentType: contentTypeOf(write),
    saidAt: write.occurredAt,
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

async function writeOf({ ports }: Parts, document: ItemDocument): Promise<RawWrite | null> {
  const record = await writeRecordOf(ports.log, document)
  const decoded = record && (await createDecoder(ports.keys)(record))
  return decoded?.ok && isRawWrite(decoded.event) ? decoded.event : null
}

/** The text as extraction read it: spans are offsets in it. */
async function textOf(parts: Parts, write: RawWrite, item: Item): Promise<string | null> {
  const raw = await readRaw(parts.ports, write)
  if (raw === null) return null
  if (write.type === 'FactGiven' || write.type === 'FactRevised') return givenText(raw)
  const textBy: TextBy = (template) => readContent(write, raw, () => template).transcript.text
  if (write.type === 'ContentStored') return textBy()
  const eventType = String(memberOf(JSON.parse(raw), 'eventType'))
  return sentenceOf(parts, item, { appId: write.appId, eventType, textBy })
}

type TextBy = (template?: string) => string

async function sentenceOf(
  { ports, settings }: Parts,
  item: Item,
  { textBy, ...of }: { appId: string; eventType: string; textBy: TextBy },
): Promise<string> {
  const own = settings.templateOf(of.appId, of.eventType)
  if (own === undefined) return textBy()
  const then = await unlessDown(templateThen(ports.log, { ...of, at: learntAt(item) }))
  if (then !== null) return textBy(then)
  // It was read before the app had a template, unless both came here by an import.
  const without = textBy()
  return without.slice(item.span.start, item.span.end) === item.text ? without : textBy(own)
}

/** A fact that was only filed otherwise has its words from another write. */
function givenText(raw: string): string | null {
  const text = memberOf(JSON.parse(raw), 'text')
  return typeof text === 'string' ? text : null
}

function contentTypeOf(write: RawWrite): ItemSource['contentType'] {
  if (write.type === 'ContentStored') return write.open.contentType
  return write.type === 'ActivityRecorded' ? 'event' : 'fact'
}
