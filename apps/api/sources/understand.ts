// Decides what a message becomes: an activity of a user, or nothing, with the reason. Pure.
import type { SourceBinding } from '../../../processors/settings/evolve.ts'
import type { EventRequest } from '../../../schemas/api/writing/events.ts'
import { userId as validUserId } from '../../../schemas/identifiers.ts'
import type { Message, Source } from './source.ts'
import { activityTypeOf } from './sources.ts'

export type Understanding =
  | { userId: string; activity: EventRequest; template: string | null }
  /** `reason` quotes nothing of the payload. `userId` null: the user is unknown. */
  | { userId: string | null; reason: string }

type Told = {
  source: Source
  appId: string
  /** Null: an API key let it in. */
  binding: Pick<SourceBinding, 'users'> | null
  message: Message
  now: Date
}

export function understand({ source, appId, binding, message, now }: Told): Understanding {
  const who = userOf(message, binding)
  const userId = who.userId
  if (message.ignored !== undefined) return { userId, reason: message.ignored }
  const timestamp = message.at ?? now.toISOString()
  if (message.itself) {
    if (userId === null) return { userId, reason: who.reason }
    const activity = { ...message.itself.activity, appId, userId, timestamp }
    return { userId, activity, template: null }
  }
  const { eventType } = message
  const understood = understoodOf(source, eventType)
  if (eventType === null || !understood) {
    return { userId, reason: 'the type of event is not understood' }
  }
  if (userId === null) return { userId, reason: who.reason }
  const { template, category, importance } = understood
  const activity: EventRequest = {
    appId,
    userId,
    eventType: activityTypeOf(source, eventType),
    source: source.name,
    timestamp,
    data: message.data,
    ...(category === null ? {} : { suggestedCategory: category }),
    suggestedEntities: [...message.entities],
    importance,
  }
  return { userId, activity, template }
}

function understoodOf({ events }: Source, eventType: string | null) {
  return eventType !== null && Object.hasOwn(events, eventType) ? events[eventType] : undefined
}

type Who = { userId: string } | { userId: null; reason: string }

/** The app's own map first; then the user that the app named in the payload; then, without a map, the provider's id. */
function userOf({ users, named, standIn }: Message, binding: Told['binding']): Who {
  const map = binding?.users ?? null
  const mapped = users.map((user) => map?.get(user)).find((user) => user !== undefined)
  if (mapped !== undefined) return { userId: mapped }
  const [said] = named
  if (said !== undefined) {
    if (validUserId.safeParse(said).success) return { userId: said }
    return { userId: null, reason: 'the user that the payload names is not a valid userId' }
  }
  if (map === null && standIn !== null && validUserId.safeParse(standIn).success) {
    return { userId: standIn }
  }
  return { userId: null, reason: whyNobody(users, map) }
}

function whyNobody(users: readonly string[], map: ReadonlyMap<string, string> | null): string {
  if (users.length === 0) return 'the payload names no user'
  return map === null
    ? 'the source has no map of users, and the payload names none of ours'
    : 'the user is not in the map of the source'
}
