// Items, resources and threads of the store as answers show them.
import type { z } from 'zod'
import {
  type Item,
  isCurrent,
  type Resource,
  type ThreadOverview,
} from '../../../../infra/ports/memory-store.ts'
import { closedAt, isFollowed, isShown } from '../../../../infra/ports/rules/item-times.ts'
import type { Time } from '../../../../infra/ports/rules/time.ts'
import { traitsOf } from '../../../../infra/ports/rules/traits.ts'
import { hasEnded } from '../../../../processors/extract-facts/known/said-order.ts'
import type * as api from '../../../../schemas/api/reading/memory.ts'
import { shortInstant } from '../../retrieval/packing/short-instant.ts'

/** `now`: when the item is viewed, which is the requested time if one was given. */
export function shownItem(item: Item, now: Date, time: Time = {}): z.infer<typeof api.item> {
  const { text, resourceId, span, engine, exclusive: _, ordinal: __, merged: ___, ...more } = item
  const { pruned, channel = null, saidBy = null, contests = [], place: ____, ...others } = more
  const { threadId: _____, mergedAt: ______, changes: _______, ...told } = others
  const { relationships: ________, followedBy = null, recordedAt = null, ...rest } = told
  const isOver = isFollowed(item, now.toISOString())
  return {
    ...rest,
    supersededBy: item.supersededBy ?? (isOver ? followedBy : null),
    content: text,
    createdAt: shortInstant(item.createdAt),
    recordedAt,
    closedAt: closedAt(item),
    current: isShown(item, time) && (isHeld(time) || !hasEnded(item.validTo, now.toISOString())),
    state: isOver && isCurrent(item) ? 'superseded' : stateOf(item),
    ...(pruned && stateOf(item) === 'pruned' ? { prunedAt: pruned.at } : {}),
    ...shownTraits(item),
    entities: [...item.entities],
    supersedes: [...item.supersedes],
    reinforcedBy: [...item.reinforcedBy],
    provenance: { resourceId, ...span, engine, channel, saidBy },
    contests: [...contests],
  }
}

const isHeld = ({ asOf }: Time) => asOf !== undefined

function stateOf({ supersededBy, merged, pruned }: Item): z.infer<typeof api.item>['state'] {
  if (pruned?.reason === 'faded' || pruned?.reason === 'ended') return 'pruned'
  if (pruned) return pruned.reason
  if (supersededBy === null) return 'current'
  return merged ? 'merged' : 'superseded'
}

export function shownPin(item: Item) {
  const { id, text, category, createdAt } = item
  const { type } = traitsOf(item)
  return { id, content: text, category, type, createdAt: shortInstant(createdAt) }
}

function shownTraits(item: Item) {
  const { type, scopes, aliases, pinned } = traitsOf(item)
  return { type, scopes: [...scopes], aliases: [...aliases], pinned }
}

/** Names each field, so that what the store keeps for itself is not shown. */
export function shownResource(resource: Resource): z.infer<typeof api.resource> {
  const { id, status, contentType, threadId, receivedAt, processedAt } = resource
  const { contentBytes, reason, facts } = resource
  const told = { resourceId: id, status, contentType, threadId, receivedAt, processedAt }
  return { ...told, contentBytes, reason, itemCount: facts }
}

/** Its instants are written like those of its items. */
export function shownThread({ firstAt, lastAt, ...rest }: ThreadOverview): ThreadOverview {
  return { ...rest, firstAt: shortInstant(firstAt), lastAt: shortInstant(lastAt) }
}
