// HubSpot: contacts, companies, deals and tickets that are created or changed. A request holds many events.
// https://developers.hubspot.com/docs/api/webhooks
import { isRecord } from '../../../infra/runtime/certain.ts'
import { entitiesOf, instantAt, type Json, present, readJson, textAt, words } from './payload.ts'
import { idsIn } from './sender.ts'
import { bodyId, isRecent, signedProof } from './signature.ts'
import { type Message, refuseMany, type Source, type Understood, Unreadable } from './source.ts'

const objects = ['contact', 'company', 'deal', 'ticket'] as const
/** The newer subscriptions name the kind of object by number. */
const objectTypes: ReadonlyMap<string, string> = new Map([
  ['0-1', 'contact'],
  ['0-2', 'company'],
  ['0-3', 'thing'],
  ['0-5', 'ticket'],
])

export const hubspot: Source = {
  name: 'hubspot',
  scheme: '`X-HubSpot-Signature-v3`, at most 5 minutes old',
  proof: ({ method, url, headers, body }, now) => {
    const timestamp = headers['x-hubspot-request-timestamp'] ?? ''
    if (!isRecent(timestamp, 1, now)) return null
    const given = [headers['x-hubspot-signature-v3'] ?? '']
    const parts = [method, decodedUrl(url), body, timestamp]
    return signedProof({ parts, encoding: 'base64', given })
  },
  senderIds: ({ body }) => idsIn(body, 'appId', 'portalId'),
  events: Object.fromEntries(objects.flatMap(eventsOf)),
  messages: ({ body }) => {
    const read = readJson(body)
    const events = Array.isArray(read) ? read : [read]
    refuseMany(events.length)
    if (!events.every(isRecord)) throw new Unreadable('must be an array of objects')
    return events.map((event) => messageOf(event))
  },
}

function eventsOf(object: (typeof objects)[number]): [string, Understood][] {
  const known = { category: 'work', importance: 'medium' as const }
  const named = `the ${object} {objectId}`
  return [
    [`${object}.creation`, { ...known, template: `HubSpot: ${named} was created on {date}.` }],
    [
      `${object}.propertyChange`,
      { ...known, template: `HubSpot: the {property} of ${named} is now {value} since {date}.` },
    ],
    [`${object}.deletion`, { ...known, template: `HubSpot: ${named} was deleted on {date}.` }],
  ]
}

function messageOf(event: Json): Message {
  const portal = textAt(event, 'portalId')
  const objectId = textAt(event, 'objectId')
  const whole = portal !== null && objectId !== null ? `${portal}:${objectId}` : null
  const eventType = eventTypeOf(event)
  return {
    eventType,
    deliveryId: deliveryIdOf(event),
    users: [whole, objectId, portal].filter((each) => each !== null),
    named: [],
    standIn: whole && `hubspot:${whole}`,
    at: instantAt(event, 'occurredAt'),
    data: present({
      objectId,
      property: words(textAt(event, 'propertyName')),
      value: textAt(event, 'propertyValue'),
    }),
    entities: entitiesOf([objectId && `HubSpot ${eventType?.split('.')[0]} ${objectId}`, 'thing']),
  }
}

function eventTypeOf(event: Json): string | null {
  const type = textAt(event, 'subscriptionType')
  const object = objectTypes.get(textAt(event, 'objectTypeId') ?? '')
  return object === undefined ? type : (type?.replace(/^object\./, `${object}.`) ?? null)
}

/** HubSpot says that `eventId` alone need not be unique. The number of the attempt must not count. */
function deliveryIdOf(event: Json): string {
  const { attemptNumber: _, ...same } = event
  const parts = ['portalId', 'subscriptionId', 'eventId', 'objectId', 'occurredAt']
  const named = parts.map((name) => textAt(event, name))
  return named[2] === null ? bodyId(Buffer.from(JSON.stringify(same))) : named.join(' ')
}

/** HubSpot signs the URL with these characters decoded, and no others. */
export function decodedUrl(url: string): string {
  return url.replace(/%(3A|2F|3F|40|21|24|27|28|29|2A|2C|3B)/gi, (code) => decodeURIComponent(code))
}
