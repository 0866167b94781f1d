// Salesforce: opportunities, leads, cases, accounts and contacts, as outbound messages (SOAP) or as change events
// (JSON). Outbound messages are not signed: the relay adds the secret as a bearer token, or signs the body.
import { isRecord } from '../../../infra/runtime/certain.ts'
import {
  entitiesOf,
  firstInstant,
  instantAt,
  type Json,
  listAt,
  objectAt,
  present,
  readObject,
  readText,
  textAt,
  textsAt,
} from './payload.ts'
import { idsIn } from './sender.ts'
import { bodyId, trustedProof } from './signature.ts'
import { readOutboundMessages } from './soap.ts'
import {
  type Message,
  refuseMany,
  type Source,
  type Understood,
  type WebhookRequest,
} from './source.ts'

/** What is included for a kind of record, beyond its name. */
const objects = {
  Opportunity: '[ of {amount}][ in the stage {stage}]',
  Lead: '[ of {company}][ with the status {status}]',
  Case: '[ with the status {status}][ and the priority {priority}]',
  Account: '[ in {industry}]',
  Contact: '',
} as const
const verbs = { created: 'was created', updated: 'was updated', deleted: 'was deleted' } as const
const changes: ReadonlyMap<string, keyof typeof verbs> = new Map([
  ['CREATE', 'created'],
  ['UPDATE', 'updated'],
  ['DELETE', 'deleted'],
  ['UNDELETE', 'created'],
])

export const salesforce: Source = {
  name: 'salesforce',
  scheme: '`Authorization: Bearer <secret>` or `X-Signature-256`',
  proof: trustedProof,
  senderIds: ({ body }) => idsIn(body, 'OrganizationId', 'organizationId'),
  events: Object.fromEntries(
    Object.entries(objects).flatMap(([object, more]) =>
      Object.entries(verbs).map(([change, verb]): [string, Understood] => [
        `${object}.${change}`,
        {
          template: `Salesforce: the ${object.toLowerCase()} {name}${more} ${verb} on {date}.`,
          category: 'work',
          importance: 'medium',
        },
      ]),
    ),
  ),
  messages: (request) => (isXml(request) ? soapMessages(request.body) : jsonMessages(request.body)),
  wantsSoap: (request) => isXml(request) && /\btext\/xml\b/.test(request.headers.accept ?? ''),
}

function isXml({ body }: WebhookRequest): boolean {
  return /^(\uFEFF|\xEF\xBB\xBF)?\s*</.test(body.subarray(0, 64).toString('latin1'))
}

/** An outbound message says only what a record is like now. */
function soapMessages(body: Buffer): Message[] {
  return readOutboundMessages(readText(body)).map(({ id, organisation, object, fields }) => {
    const [made, changed] = [textAt(fields, 'CreatedDate'), textAt(fields, 'LastModifiedDate')]
    const change = made !== null && made === changed ? 'created' : 'updated'
    const about = { object, organisation, recordId: textAt(fields, 'Id') }
    return {
      ...messageOf(fields, about),
      eventType: object && `${object}.${change}`,
      deliveryId: id ?? bodyId(Buffer.from(JSON.stringify(fields))),
      at: firstInstant(fields, 'LastModifiedDate', 'SystemModstamp', 'CreatedDate'),
    }
  })
}

/**
 * A change event as the event bus delivers it, whole or its payload alone. Records that were changed alike in one
 * transaction share an event.
 */
function jsonMessages(body: Buffer): Message[] {
  const event = readObject(body)
  const inner = [objectAt(event, 'data.payload'), objectAt(event, 'payload')]
  const fields = inner.find((each) => Object.keys(each).length > 0) ?? event
  const ids = listAt(fields, 'ChangeEventHeader.recordIds').length
  refuseMany(ids)
  const eventId = textAt(event, 'eventId', 'event.EventUuid') ?? bodyId(body)
  const told = { event, fields, eventId }
  return Array.from({ length: Math.max(1, ids) }, (_, n) => jsonMessage(told, n))
}

type Told = { event: Json; fields: Json; eventId: string }

function jsonMessage({ event, fields, eventId }: Told, n: number): Message {
  const header = objectAt(fields, 'ChangeEventHeader')
  const object = textAt(header, 'entityName') ?? textAt(fields, 'attributes.type', 'objectType')
  const change = textAt(header, 'changeType') ?? textAt(fields, 'changeType')
  const recordId = textAt(header, `recordIds.${n}`) ?? textAt(fields, 'Id')
  return {
    ...messageOf(fields, { object, organisation: textAt(event, 'organizationId'), recordId }),
    eventType: object && `${object}.${changes.get(change ?? 'UPDATE') ?? change}`,
    deliveryId: changeIdOf(header, n) ?? (n === 0 ? eventId : `${eventId} ${n}`),
    named: [...textsAt(event, 'userId'), ...textsAt(fields, 'userId')],
    at: instantAt(header, 'commitTimestamp') ?? firstInstant(fields, 'LastModifiedDate'),
  }
}

/** A transaction changes several records, each event with a number within it. */
function changeIdOf(header: Json, n: number): string | null {
  const [key, number] = [textAt(header, 'transactionKey'), textAt(header, 'sequenceNumber')]
  return key && `${key} ${number ?? 0} ${textAt(header, `recordIds.${n}`) ?? ''}`
}

type About = { object: string | null; organisation: string | null; recordId: string | null }

function messageOf(fields: Json, { object, organisation, recordId }: About) {
  const name = nameOf(fields) ?? recordId
  const users = textsAt(fields, 'ContactId', 'OwnerId', 'AccountId', 'LastModifiedById')
  const commitUser = textsAt(fields, 'ChangeEventHeader.commitUser')
  return {
    users: [recordId, ...users, ...commitUser, organisation].filter((each) => each !== null),
    named: [],
    standIn: null,
    ...(name === null ? { ignored: 'no record is named' } : {}),
    data: present({
      crmRecord: recordId,
      name,
      amount: textAt(fields, 'Amount'),
      stage: textAt(fields, 'StageName'),
      status: textAt(fields, 'Status'),
      priority: textAt(fields, 'Priority'),
      company: textAt(fields, 'Company'),
      industry: textAt(fields, 'Industry'),
    }),
    entities: entitiesOf(
      [object === 'Account' ? name : null, 'organization'],
      [object === 'Opportunity' ? name : null, 'thing'],
      [object === 'Lead' || object === 'Contact' ? nameOf(fields) : null, 'person'],
      [textAt(fields, 'Company'), 'organization'],
    ),
  }
}

/** A person's name is in one field or in three. */
function nameOf(fields: Json): string | null {
  if (isRecord(fields.Name)) return textsAt(fields.Name, 'FirstName', 'LastName').join(' ') || null
  const person = textsAt(fields, 'FirstName', 'LastName').join(' ')
  return textAt(fields, 'Name') ?? (person || textAt(fields, 'Subject', 'CaseNumber'))
}
