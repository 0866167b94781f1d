// Slack: messages and mentions, by the Events API. https://api.slack.com/apis/events-api
import { instantAt, type Json, objectAt, present, readObject, textAt } from './payload.ts'
import { idsIn } from './sender.ts'
import { bodyId, isRecent, prefixedProof } from './signature.ts'
import type { Message, Source } from './source.ts'

const wrote = { template: 'Wrote on Slack: {text}', category: null }

export const slack: Source = {
  name: 'slack',
  scheme: '`X-Slack-Signature`, at most 5 minutes old',
  proof: ({ headers, body }, now) => {
    const timestamp = headers['x-slack-request-timestamp'] ?? ''
    if (!isRecent(timestamp, 1000, now)) return null
    return prefixedProof('v0=', headers['x-slack-signature'], [`v0:${timestamp}:`, body])
  },
  senderIds: ({ body }) => idsIn(body, 'api_app_id', 'team_id'),
  events: {
    message: { ...wrote, importance: 'low' },
    app_mention: { ...wrote, importance: 'medium' },
  },
  challenge: ({ body }) => {
    const payload = readObject(body)
    if (payload.type !== 'url_verification' || typeof payload.challenge !== 'string') return null
    return { challenge: payload.challenge }
  },
  messages: ({ body }) => [messageOf(readObject(body), body)],
}

function messageOf(payload: Json, body: Buffer): Message {
  const event = objectAt(payload, 'event')
  const [team, user] = [textAt(payload, 'team_id'), textAt(event, 'user')]
  const whole = team !== null && user !== null ? `${team}:${user}` : null
  const ignored = ignoredBecause(event)
  return {
    eventType: textAt(event, 'type') ?? textAt(payload, 'type'),
    deliveryId: messageId(event) ?? textAt(payload, 'event_id') ?? bodyId(body),
    users: [whole, user].filter((each) => each !== null),
    named: [],
    standIn: whole && `slack:${whole}`,
    ...(ignored === null ? {} : { ignored }),
    at: instantAt(payload, 'event_time', 1000),
    data: present({ text: plainText(textAt(event, 'text')) }),
    entities: [],
  }
}

/**
 * A mention in a channel that the app reads comes twice, as `message` and as `app_mention`, each with an `event_id` of
 * its own. It is one message of one channel at one time; whichever comes first is remembered.
 */
function messageId(event: Json): string | null {
  const [channel, ts] = [textAt(event, 'channel'), textAt(event, 'ts')]
  return channel !== null && ts !== null ? `${channel}:${ts}` : null
}

/**
 * Edits, joins and the like have a subtype; these subtypes are still messages: a file, or a thread reply that is sent
 * to the channel.
 */
const SAID = new Set(['file_share', 'thread_broadcast', 'me_message'])

function ignoredBecause(event: Json): string | null {
  if (event.bot_id !== undefined || event.subtype === 'bot_message') return 'it was said by a bot'
  const subtype = textAt(event, 'subtype')
  if (subtype !== null && !SAID.has(subtype)) return 'nothing was said with it'
  return textAt(event, 'text') === null ? 'nothing was said with it' : null
}

/** Slack's markup as it would be read: `<https://a.b|the page>`, `<#C1|general>`, `&amp;`. */
export function plainText(text: string | null): string | null {
  if (text === null) return null
  return text
    .replace(
      /<([@#!]?)([^<>|\s][^<>|]*)(?:\|([^<>]*))?>/g,
      (_, sign: string, target: string, label) =>
        sign === '!' ? `@${label ?? target}` : `${sign}${label || target}`,
    )
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
}
