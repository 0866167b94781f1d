// The port to what can be searched: items (facts), resources, summaries (the specification's `relational_store`).
//
// Contract, beyond that of projection.ts:
// - Documents are whole: a document with a version at or below the stored one is ignored.
// - Every query takes a scope and cannot answer from outside it.
// - `searchText` is BM25 over `terms` with the user's own statistics; `searchVectors` is cosine similarity. Both
//   see current items only (`isCurrent` below), the best first, ties by id.
import type { Channel } from '../../schemas/channels.ts'
import type { FactType } from '../../schemas/facts.ts'
import type { Importance, ResourceType, Scope } from '../../schemas/identifiers.ts'
import type { Receipt } from '../../schemas/receipt.ts'
import { threadBegunBy } from '../../schemas/threads.ts'
import type { Position } from './event-log.ts'
import type { Emptied, Fence, ProjectionStore, Step } from './projection.ts'
import type { Demand, TextQuery } from './rules/bm25.ts'
import type { Time } from './rules/time.ts'
import type { TraitFilter } from './rules/traits.ts'

export type Item = {
  id: string
  text: string
  category: string
  confidence: number
  importance: Importance
  /** When it was said, ISO 8601. */
  createdAt: string
  validFrom: string
  /** Until when it held, where that is known: it was superseded, or its text said how long it held. */
  validTo: string | null
  resourceId: string
  ordinal: number
  /** The thread in which it was said, and its place there. Missing in items indexed before threads were kept. */
  threadId?: string
  place?: number
  span: { start: number; end: number }
  subject: string | null
  attribute: string | null
  value: string | null
  exclusive: boolean
  entities: readonly { name: string; type: string }[]
  /** How it relates its entities. Missing where it does not, and in items indexed before this was kept. */
  relationships?: readonly { source: string; type: string; target: string }[]
  /** The fact that stands in its place: a newer one that contradicts it, or one that says the same (`merged`). */
  supersededBy: string | null
  /** The fact that takes its place at its end (`validTo`), which lay ahead when it was learnt. It is current until then. */
  followedBy?: string
  /** Set where maintenance closed it because `supersededBy` says the same. */
  merged?: true
  /** When it was merged, in valid time. Missing in items that were merged before this was kept. */
  mergedAt?: string
  /** Set where it was closed without a successor: it decayed, a client ended it, or another engine no longer finds it. */
  pruned?: { at: string; reason: 'faded' | 'ended' | 'resolved' | 'retracted' | 'reprocessed' }
  supersedes: readonly string[]
  /** The resources that said it again. */
  reinforcedBy: readonly string[]
  engine: string
  /** By which channel it was said. Missing in items that were indexed before channels were kept. */
  channel?: Channel
  /** Who said it, as the content names the speaker; null where it names none. Missing where `channel` is. */
  saidBy?: string | null
  /** More trusted facts that it contradicts and therefore could not replace. */
  contests?: readonly string[]
  /** When the service learnt it. Missing in items that were indexed before this was kept. */
  recordedAt?: string
  /** What was learnt of it since, the oldest first; each can be undone (rules/item-times.ts). */
  changes?: readonly Change[]
  /** What clients give with a fact. Missing where it is as in `NO_TRAITS`. */
  type?: FactType
  scopes?: readonly string[]
  aliases?: readonly string[]
  pinned?: true
}

type ItemList = 'supersedes' | 'reinforcedBy' | 'contests'

/** What an item was before the service learnt something of it: enough to undo that. */
export type Change = {
  /** When it was learnt. */
  at: string
  /** The fields that changed, as they were. */
  before: Partial<Omit<Item, 'changes' | ItemList>>
  /** The fields that were missing. */
  without?: readonly Exclude<keyof Item, 'changes'>[]
  /** What was added to its lists. */
  added?: Partial<Record<ItemList, readonly string[]>>
}

/** An item is current until another replaces it or it is pruned. Only current items are searched and counted. */
export function isCurrent(item: Pick<Item, 'supersededBy' | 'pruned'>): boolean {
  return item.supersededBy === null && item.pruned === undefined
}

/** Where an item stands among the items that were said before and after it. */
export type Place = { threadId: string; place: number }

/** An item without a thread stands in a thread of its resource. */
export function placeOf({
  resourceId,
  ordinal,
  threadId = threadBegunBy(resourceId, 'conversation'),
  place = ordinal,
}: Pick<Item, 'resourceId' | 'ordinal' | 'threadId' | 'place'>): Place {
  return { threadId, place }
}

export type Resource = {
  id: string
  status: 'queued' | 'processed' | 'failed'
  contentType: ResourceType
  threadId: string | null
  receivedAt: string
  processedAt: string | null
  contentBytes: number
  facts: number
  /** Why it failed; null otherwise. */
  reason: string | null
  /** Categories of the facts that it said, new or not. Missing where that was not kept. */
  saidIn?: readonly string[]
}

export type Summary = { category: string; text: string; updatedAt: string }

/** What a forget removed, recorded once every store had removed it. Kept for ever. */
export type Erasure = {
  /** The id of the MemoryForgotten. */
  id: string
  category: string | null
  deletedItems: number
  deletedEntities: number
  deletedResources: number
  erasedAt: string
  /** Only in erasures that are filed as a receipt (processors/forget/receipt.ts). */
  receipt?: Receipt
}

type Document = Scope & {
  version: number
  source: Position
  keyGeneration?: number
}
export type ItemDocument = Document & {
  kind: 'item'
  item: Item
  /** A stored document may hold hashes; writing it again takes the same list. */
  terms: readonly string[]
  vector: Int8Array
  /** Exact-lookup keys: of the normalised text, and of subject and attribute. */
  fingerprint: string
  slot: string | null
}
export type ResourceDocument = Document & { kind: 'resource'; resource: Resource }
/** An empty text: nothing is left to summarise. */
export type SummaryDocument = Document & { kind: 'summary'; summary: Summary }
export type MemoryDocument = ItemDocument | ResourceDocument | SummaryDocument

/** Documents that are made from items as they stand: the store reads and writes them in one step. */
export type MadeDocuments = {
  /** Missing ones are left out. */
  reads: readonly (Scope & { id: string })[]
  /** Every user whose documents may be made. */
  scopes: readonly Scope[]
  make(stored: readonly ItemDocument[]): readonly MemoryDocument[]
}

export type MemoryStep = Step & {
  documents: readonly MemoryDocument[] | MadeDocuments
  /** Resources whose content has been erased. */
  erasedResources: readonly (Scope & { id: string })[]
  erasures: readonly (Scope & { erasure: Erasure })[]
  /** `soon`: readers find its summaries within a second. Otherwise when it ends, and those of all earlier steps too. */
  summaries?: 'soon' | undefined
}

type CategoryCount = { category: string; itemCount: number; lastUpdated: string }
export type Hit = { id: string; score: number }
/** Items that share words with a query, and what the query asks of all that the user has. */
export type TextHits = { hits: Hit[]; demand: Demand }
export type TopQuery = { category: string; limit: number; held?: true }
/** `closed`: also items that are no longer current. `most`: at most so many of each key, those that were taken in last. */
export type KeyQuery = Keys & { closed?: true; most?: number }
type Keys = { fingerprints: readonly string[]; slots: readonly string[] }
export type Page = { limit: number; cursor?: string | undefined }
export type Paged<T> = { data: T[]; total: number; nextCursor: string | null }

export type ItemFilter = TraitFilter & {
  category?: string | undefined
  threadId?: string | undefined
  /** Current items that had not ended by then; those that hold at no time never end. Ignored at another time. */
  currentAt?: string | undefined
}

/** A user's thread, as the list of threads shows it. Superseded items count too. */
export type ThreadOverview = {
  threadId: string
  /** When the first and the last of its items were said. */
  firstAt: string
  lastAt: string
  itemCount: number
  /** How many writes it has items of. */
  resourceCount: number
}

type AtTime = Pick<ItemFilter, 'currentAt'>
export type UsersQuery = AtTime & { appId: string; search?: string | undefined }

/** A user of an app, as the list of its users shows them. */
export type UserOverview = {
  userId: string
  /** Current items; with `currentAt`, those that had not ended by then. */
  itemCount: number
  resourceCount: number
  /** When their newest write was received. */
  lastWriteAt: string
}

/** `userCount`: exact up to MAX_COUNTED_USERS. */
export type AppOverview = { appId: string; userCount: number }
export const MAX_COUNTED_USERS = 10_000

/** The reads that work at another time. Items are given as they were known then. */
export type PastMemory = Pick<
  MemoryStore,
  'searchText' | 'searchVectors' | 'items' | 'neighbours' | 'listItems' | 'categoryCounts'
>

/** The reads of a query of the present. */
export type QueryReads = Omit<PastMemory, 'listItems' | 'categoryCounts'> &
  Pick<MemoryStore, 'pinnedItems'>

/** Recorded time after `from` and up to `to`. */
export type Span = { from: string; to: string }

export interface MemoryStore extends ProjectionStore {
  apply(step: MemoryStep): Promise<void>
  /** Current state of items with their documents' fields; missing ones are left out. */
  itemDocuments(refs: readonly (Scope & { id: string })[]): Promise<ItemDocument[]>

  searchText(scope: Scope, query: TextQuery): Promise<TextHits>
  searchVectors(scope: Scope, query: { vector: Int8Array; limit: number }): Promise<Hit[]>
  items(scope: Scope, ids: readonly string[]): Promise<Item[]>
  /** Current items that stand within `window` places of the given ones in the same thread. */
  neighbours(scope: Scope, of: readonly Place[], window: number): Promise<Item[]>

  /**
   * The same store at another time (rules/item-times.ts). Searches, neighbours and counts see what was current at `knownAt`,
   * or held at `asOf`; a list holds all that was known, or all that held. Statistics are those of that time. The cost
   * grows with all that the user has. Use one for one question: it may miss what is written meanwhile.
   */
  at(time: Time): PastMemory
  /** For one query: what it reads of a user after its first read may be as of that one. */
  moment(): QueryReads
  /** Items that came, whose end was learnt, or that another followed, within the span; the newest first, as they are now. */
  changedWithin(scope: Scope, span: Span, page: Page): Promise<Paged<Item>>
  /** All of a user's items, superseded ones too, the newest first. */
  listItems(scope: Scope, page: Page & ItemFilter): Promise<Paged<Item>>
  /** Threads that the client named and in which anything was said, in a stable order. `total` may be an estimate. */
  listThreads(scope: Scope, page: Page): Promise<Paged<ThreadOverview>>
  /** Current pinned items, the weightiest first, then the newest. */
  pinnedItems(scope: Scope, limit: number): Promise<Item[]>
  listResources(scope: Scope, page: Page): Promise<Paged<Resource>>
  resource(scope: Scope, id: string): Promise<Resource | null>
  /** Resources of any users, in one read, in the order asked for. */
  resources(refs: readonly (Scope & { id: string })[]): Promise<(Resource | null)[]>
  itemsOfResource(scope: Scope, resourceId: string, limit: number): Promise<Item[]>
  /** Resources before the fence that said facts of its category, all in forgotten categories, and have no item. */
  emptied(fence: Fence): Promise<Emptied[]>
  /** Current items of a category, the most important first, then the newest. `held`: only those that have a slot. */
  topItems(scope: Scope, query: TopQuery): Promise<Item[]>
  /** The summaries that are not empty, by category. */
  summaries(scope: Scope): Promise<Summary[]>
  /** Null until the forget has been completed. */
  erasure(scope: Scope, id: string): Promise<Erasure | null>
  /** By category: how many current items, not those whose place another has by `currentAt`, and when the newest was said. */
  categoryCounts(scope: Scope, query?: AtTime): Promise<CategoryCount[]>
  /** Every user who has a current item, in one app or in all, in a stable order. `total` may be an estimate. */
  users(page: Page & { appId?: string | undefined }): Promise<Paged<Scope>>
  /** True where the user has any current item. */
  hasItems(scope: Scope): Promise<boolean>
  /**
   * Every user of the app who has a resource, in a stable order. `search`: only those whose id contains it, ignoring
   * the case of ASCII letters. A page may be short and yet be followed by another; `total` may be an estimate.
   */
  userOverviews(page: Page & UsersQuery): Promise<Paged<UserOverview>>
  /** Every app that has such a user, in a stable order. `total` counts up to the first app of the next page. */
  appOverviews(page: Page): Promise<Paged<AppOverview>>
  /** One app; its `userCount` is 0 where it has no user. */
  appOverview(appId: string): Promise<AppOverview>
}

/** The last fact of a thread, and when it was said, ISO 8601; the next fact takes the place after it. */
export type ThreadEnd = Place & { at: string }

/** What the processor that decides on facts asks as well. Facts that are no longer current keep their places. */
export interface DecidingMemory extends MemoryStore {
  /** Current items with one of these fingerprints or slots. */
  matching(scope: Scope, query: KeyQuery): Promise<ItemDocument[]>
  threadEnd(scope: Scope, threadId: string): Promise<ThreadEnd | null>
  /** The conversation without a client's thread that was said last between the instants, and its end; `at`: when then. */
  conversationEnd(scope: Scope, between: { from: string; to: string }): Promise<ThreadEnd | null>
}
