// The start of the tests of promoting: extract-facts over stores in memory, and a part of what another engine has read,
// sealed in its object.
import { randomBytes } from 'node:crypto'
import { createOfflineLanguageModel } from '../../../infra/language/offline/offline-language-model.ts'
import type { LanguageModel } from '../../../infra/ports/language-model.ts'
import type { ItemDocument } from '../../../infra/ports/memory-store.ts'
import type { Fence } from '../../../infra/ports/projection.ts'
import { sharedStates } from '../../../infra/ports/states.ts'
import { firstOf } from '../../../infra/runtime/certain.ts'
import { seal } from '../../../infra/runtime/envelope/seal.ts'
import type { Delivered, Outcome, Work } from '../../../infra/runtime/run/processor.ts'
import { createSqliteGraphStore } from '../../../infra/sqlite/graph-store.ts'
import { createSqliteKeyStore } from '../../../infra/sqlite/key-store.ts'
import { createSqliteMemoryStore } from '../../../infra/sqlite/memory-store.ts'
import { createSqliteObjectStore } from '../../../infra/sqlite/object-store.ts'
import { createExtractFacts } from '../../../processors/extract-facts/processor.ts'
import { defaultCategories } from '../../../schemas/categories.ts'
import type { NewDomainEvent } from '../../../schemas/events/catalogue.ts'
import type { RereadPart } from '../../../schemas/events/reread-part.ts'
import { alone, commit, delivered, LATER, opens, RESOURCE, USER } from '../given.ts'

type Came = RereadPart['came'][number]

/** Where the state stands: what the tests commit comes after it. */
const HELD = 1_000_000
/** The position of the part; what the candidate has not read stands after `UP_TO`. */
export const PLACE = 20
export const UP_TO = 10
export const OTHER = '22222222-2222-4222-8222-222222222222'

type Given = {
  /** In use. */
  documents?: readonly ItemDocument[]
  fences?: readonly Fence[]
  language?: LanguageModel
  /** Readers have stores of their own, which take in nothing until this aborts. */
  readersBehind?: AbortSignal
}

export async function given({
  documents = [],
  fences = [],
  language = createOfflineLanguageModel(),
  readersBehind,
}: Given = {}) {
  const memory = createSqliteMemoryStore({ path: ':memory:' })
  const graph = createSqliteGraphStore({ path: ':memory:' })
  const objects = createSqliteObjectStore({ path: ':memory:' })
  const keys = createSqliteKeyStore({ path: ':memory:', masterKey: randomBytes(32) })
  const checkpoint = { topic: 'memory.facts.v1' as const, partition: 0, position: HELD }
  await memory.apply({ checkpoint, fences, documents, erasedResources: [], erasures: [] })
  const readers = readersBehind ? { checkpoints: async () => new Map() } : {}
  const extract = createExtractFacts({
    states: { ...sharedStates({ memory, graph }), shared: readersBehind === undefined },
    memory: { ...memory, ...readers },
    graph: { ...graph, ...readers },
    objects,
    keys,
    language,
    settings: {
      categoriesOf: () => defaultCategories,
      templateOf: () => undefined,
      trustOf: () => [],
    },
    signal: readersBehind ?? new AbortController().signal,
  })
  const { generation, key } = firstOf(await keys.current([USER]))
  const put = async (id: string, body: string) => {
    const objectKey = `app/user/${generation}/${id}`
    const sealed = seal({ generation, key }, { id, ...USER }, Buffer.from(body))
    await objects.putMany([{ key: objectKey, body: sealed }])
    return { objectKey, contentBytes: Buffer.byteLength(body), keyGeneration: generation }
  }
  return {
    keys,
    objects,
    /** A part of a promotion. */
    part: async (part: Partial<RereadPart>, id = RESOURCE) => {
      const whole: RereadPart = { went: [], came: [], embedding: null, ...part }
      const raw = await put(id, JSON.stringify(whole))
      return delivered('FactsReread', {
        id,
        position: PLACE,
        open: {
          ...raw,
          reprocessId: OTHER,
          engine: 'better',
          upTo: UP_TO,
          categories: null,
          closed: 0,
        },
      })
    },
    /** A write of these words, after what the candidate has read. */
    write: async (text: string, threadId: string | null = null, id = OTHER) => {
      const raw = await put(id, text)
      const open = { ...opens.contentStored, ...raw, contentType: 'document' as const, threadId }
      return delivered('ContentStored', { id, position: PLACE + 1, open })
    },
    handle: (event: Delivered, hand: Work = alone()) => extract.handle([event], hand),
    commit: (outcome: Outcome) => commit(extract, outcome),
  }
}

export function eventsOf({ outcome, events = [] }: Outcome): NewDomainEvent[] {
  if (outcome !== 'emit') throw new Error('it was dead-lettered')
  return events.map(({ event }) => event)
}

/** What is told, and of which fact. */
export function toldBy(outcome: Outcome): string[] {
  return eventsOf(outcome).map(({ type, open }) =>
    'factId' in open ? `${type} ${open.factId}` : type,
  )
}

/** What the other engine has read in an earlier write. */
export function cameWith(
  open: Partial<Came['open']> = {},
  sealed: Partial<Came['sealed']> = {},
): Came {
  return {
    occurredAt: LATER,
    open: { ...opens.factAsserted, factId: 'new', engine: 'better', ...open },
    sealed: {
      text: 'I like chess.',
      aliases: [],
      scopes: [],
      saidBy: null,
      subject: null,
      attribute: null,
      value: null,
      exclusive: false,
      entities: [],
      relationships: [],
      embedding: '',
      ...sealed,
    },
    endedAt: null,
  }
}
