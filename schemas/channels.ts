// By which channel something was said. Every fact keeps its channel; what it may close follows from it
// (processors/trust.ts).
import { z } from 'zod'

/**
 * From the most trusted to the least.
 * - `user`: a person in a conversation: the user, or a speaker with a name of their own.
 * - `app`: the application itself: /events, and /memorize with the content type `event`.
 * - `partner`: a record of memory.inbox.v1, whatever person or event it tells of.
 * - `webhook`: an inbound webhook.
 * - `document`: a document, no matter who sent it.
 * - `assistant`: a model in a conversation.
 * - `tool`: a tool, a function or a system text in a conversation, and any unknown role.
 */
export const channels = [
  'user',
  'app',
  'partner',
  'webhook',
  'document',
  'assistant',
  'tool',
] as const
export const channel = z.enum(channels).meta({ id: 'Channel' })
export type Channel = z.infer<typeof channel>

/** The channel that decides what may close an item. Without one it is the user's, so that nothing less trusted can. */
export function channelOf({ channel }: { channel?: Channel }): Channel {
  return channel ?? 'user'
}

/** The channels that an app may trust as it trusts its user. */
export const trustable = channel.exclude(['user', 'app'])
export type Trustable = z.infer<typeof trustable>

/** How a write came in: over the API, as a webhook, or through the inbox of partner systems. */
export const entry = z.enum(['api', 'webhook', 'partner'])
export type Entry = z.infer<typeof entry>
