// NetSuite: records that a SuiteScript sends on. NetSuite signs nothing, so the script sends the secret as a bearer
// token, or signs the body itself; what it sends is described in README.md.
import { isRecord } from '../../../infra/runtime/certain.ts'
import {
  entitiesOf,
  firstInstant,
  type Json,
  present,
  readObject,
  textAt,
  textsAt,
  words,
} from './payload.ts'
import { bodyId, trustedProof } from './signature.ts'
import type { Message, Source, Understood } from './source.ts'

/** The action as a SuiteScript user event names it, and as we do. */
const actions: ReadonlyMap<string, string> = new Map([
  ['create', 'created'],
  ['copy', 'created'],
  ['edit', 'updated'],
  ['xedit', 'updated'],
  ['update', 'updated'],
  ['delete', 'deleted'],
])

export const netsuite: Source = {
  name: 'netsuite',
  scheme: '`Authorization: Bearer <secret>` or `X-Signature-256`',
  proof: trustedProof,
  events: {
    'record.created': told(
      'NetSuite: {recordType} {name} was created[ with the amount {amount}][ and the status {status}] on {date}.',
    ),
    'record.updated': told(
      'NetSuite: {recordType} {name} was updated[ to the amount {amount}][ and the status {status}] on {date}.',
    ),
    'record.deleted': told('NetSuite: {recordType} {name} was deleted on {date}.'),
  },
  messages: ({ body }) => [messageOf(readObject(body), body)],
}

function told(template: string): Understood {
  return { category: 'work', importance: 'medium', template }
}

function messageOf(payload: Json, body: Buffer): Message {
  const action = actions.get(textAt(payload, 'type', 'eventType')?.toLowerCase() ?? '')
  const id = textAt(payload, 'recordId', 'id')
  const fields = isRecord(payload.record) ? payload.record : payload
  const recordType = words(textAt(payload, 'recordType'))
  const name = textAt(fields, 'tranid', 'entityid', 'companyname', 'name', 'title') ?? id
  const amount = textAt(fields, 'total', 'amount')
  return {
    eventType: action === undefined ? textAt(payload, 'type', 'eventType') : `record.${action}`,
    deliveryId: textAt(payload, 'eventId') ?? bodyId(body),
    users: textsAt(payload, 'user', 'entity', 'record.entity', 'recordId'),
    named: textsAt(payload, 'userId'),
    standIn: null,
    ...(recordType === null || name === null ? { ignored: 'no record is named' } : {}),
    at: firstInstant(payload, 'timestamp', 'record.lastmodifieddate'),
    data: present({
      recordType,
      // Records of two types may have one number.
      crmRecord: id && [recordType, id].filter(Boolean).join(' '),
      name,
      amount: amount && [amount, textAt(fields, 'currency')].filter(Boolean).join(' '),
      status: words(textAt(fields, 'status')),
    }),
    entities: entitiesOf([textAt(fields, 'companyname', 'entityid'), 'organization']),
  }
}
