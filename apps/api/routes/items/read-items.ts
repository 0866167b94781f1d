// The items of a user: lists of them, and each with its history.
import type { Item, MemoryStore } from '../../../../infra/ports/memory-store.ts'
import { learntAt } from '../../../../infra/ports/rules/item-times.ts'
import { isOfThen, millis, type Time } from '../../../../infra/ports/rules/time.ts'
import { writeOfGiven } from '../../../../infra/runtime/envelope/ids.ts'
import * as api from '../../../../schemas/api/reading/memory.ts'
import { timeQuery } from '../../../../schemas/api/reading/time.ts'
import type { Scope } from '../../../../schemas/identifiers.ts'
import { invalid, notFound } from '../../errors.ts'
import { goneSignal } from '../../gone-signal.ts'
import type { FindItem } from '../../intake/item-rules.ts'
import type { AwaitWrites } from '../../intake/waiting/await-writes.ts'
import type { App } from '../../plugins/bodies/validation.ts'
import { clockOf } from '../../retrieval/query/then.ts'
import type { Services } from '../../services.ts'
import { paged } from '../paged.ts'
import { at } from '../reading/memory.ts'
import { unlessDown } from '../reading/unless-down.ts'
import { closingOf } from './closing.ts'
import { type PredecessorParts, predecessorOf } from './predecessor.ts'
import { shownItem } from './shown-memory.ts'

/** How many superseded facts a history follows in each direction. */
const MAX_HISTORY = 50
/** How many writes a history reads from the log. */
const MAX_LOOK_UPS = 10

const read = { permission: 'memory:read', limit: 'get' } as const
const knownQuery = timeQuery.pick({ knownAt: true })

type Parts = Services & { findItem: FindItem; awaitWrites: AwaitWrites }

export function registerItemReads(app: App, parts: Parts): void {
  const { ports, now } = parts
  const shownAt = (time: Time) => (item: Item) => shownItem(item, clockOf(time, now()), time)
  app.route({
    method: 'GET',
    url: '/items/:appId/:userId',
    config: read,
    schema: {
      operationId: 'listItems',
      summary: 'List items, superseded, merged and pruned ones too, the newest first',
      description:
        'With `knownAt` the items that were known then, as they were known: an end that was learnt later is undone. ' +
        'With `asOf` only those that held then.',
      params: api.userParams,
      querystring: api.itemsQuery,
      response: { 200: api.itemsResponse },
    },
    handler: async ({ params, query: { type, scope, onlyScope, current, pinned, ...query } }) => {
      for (const [name, isAsked] of Object.entries({ current, pinned })) {
        if (isAsked && isOfThen(query)) throw invalid(name, 'goes with no other time than now')
      }
      const filter = {
        types: type && [type],
        scopes: scope === undefined ? undefined : [scope],
        onlyScope,
        currentAt: (current || pinned) && now().toISOString(),
        pinned: pinned && (true as const),
      }
      return paged(
        await at(ports.memory, query).listItems(params, { ...query, ...filter }),
        query.limit,
        shownAt(query),
      )
    },
  })
  app.route({
    method: 'GET',
    url: '/items/:appId/:userId/:itemId',
    config: read,
    schema: {
      operationId: 'getItem',
      summary: 'One item with its history',
      description:
        'With `knownAt` both are as they were known then. Of an item that a client has settled or taken back `closing` tells by which key.',
      errors: ['NOT_FOUND'],
      params: api.itemParams,
      querystring: knownQuery,
      response: { 200: api.itemResponse },
    },
    handler: async ({ params, query }, reply) => {
      const [memory, shown] = [at(ports.memory, query), shownAt(query)]
      const item = isOfThen(query)
        ? (await memory.items(params, [params.itemId]))[0]
        : await itemGiven({ ...parts, gone: goneSignal(reply) }, params, params.itemId)
      if (!item) throw notFound('item')
      return {
        item: shown(item),
        history: (await historyOf(memory, ports, { scope: params, item })).map(shown),
        closing: await closingOf(parts, params, shown(item)),
      }
    },
  })
}

/** Longer than a write takes if nothing is wrong. */
const PATIENCE_MS = 10_000

/** Waits for a fact that was given a moment ago: its id is known before it is indexed. */
async function itemGiven(
  { findItem, awaitWrites, gone }: Pick<Parts, 'findItem' | 'awaitWrites'> & { gone: AbortSignal },
  scope: Scope,
  id: string,
): Promise<Item | null> {
  const found = await findItem(scope, id)
  if (found !== 'waiting') return found?.item ?? null
  const write = writeOfGiven(id)
  if (write !== null) await awaitWrites({ scope, ids: [write], waitMs: PATIENCE_MS, gone })
  const later = await findItem(scope, id)
  return later === null || later === 'waiting' ? null : later.item
}

/** Follows what an item superseded, and what superseded it, step by step. The oldest first. */
async function historyOf(
  memory: Pick<MemoryStore, 'items'>,
  ports: PredecessorParts,
  { scope, item }: { scope: Scope; item: Item },
): Promise<Item[]> {
  const seen = new Map([[item.id, item]])
  let frontier = [item]
  let lookUps = MAX_LOOK_UPS
  while (frontier.length > 0 && seen.size < MAX_HISTORY) {
    const filed = frontier.filter(mayBeFiled).slice(0, lookUps)
    lookUps -= filed.length
    const ids = frontier
      .flatMap((each) =>
        [...each.supersedes, each.supersededBy ?? [], each.followedBy ?? []].flat(),
      )
      .concat(await correctedIds(ports, scope, filed))
      .filter((id) => !seen.has(id))
    frontier = await memory.items(scope, [...new Set(ids)].slice(0, MAX_HISTORY))
    for (const each of frontier) seen.set(each.id, each)
  }
  seen.delete(item.id)
  return [...seen.values()].sort(olderFirst)
}

/** A correction holds since when the item that it corrects did, and was learnt after it. */
function olderFirst(a: Item, b: Item): number {
  return (
    millis(a.validFrom) - millis(b.validFrom) ||
    millis(learntAt(a)) - millis(learntAt(b)) ||
    a.ordinal - b.ordinal
  )
}

/** A given item that lists none may have taken the place of an item of another category. */
function mayBeFiled({ id, supersedes }: Item): boolean {
  return supersedes.length === 0 && writeOfGiven(id) !== null
}

async function correctedIds(
  ports: PredecessorParts,
  scope: Scope,
  items: readonly Item[],
): Promise<string[]> {
  const refs = items.map(({ id }) => ({ appId: scope.appId, userId: scope.userId, id }))
  const documents = refs.length > 0 ? await ports.memory.itemDocuments(refs) : []
  const found = await Promise.all(documents.map((each) => unlessDown(predecessorOf(ports, each))))
  return found.flatMap((each) => each?.item.id ?? [])
}
