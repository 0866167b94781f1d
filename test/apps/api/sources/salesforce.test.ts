// Salesforce: outbound messages, change events, and XML that is neither.
import { describe, expect, test } from 'vitest'
import { salesforce } from '../../../../apps/api/sources/salesforce.ts'
import { readOutboundMessages } from '../../../../apps/api/sources/soap.ts'
import { salesforce as delivery } from './deliveries.ts'
import { NOW, read, request, told, verifies } from './given.ts'

describe('outbound messages', () => {
  test('given several notifications, then each is a message with its own id', () => {
    const [notification] = /<Notification>[\s\S]*<\/Notification>/.exec(delivery.body)!
    const second = notification.replace('04lx0000000ABCDAA4', '04lx0000000ABCEAA4')
    const both = delivery.body.replace(notification, `${notification}${second}`)
    const ids = salesforce.messages(request(both)).map(({ deliveryId }) => deliveryId)
    expect(ids).toEqual(['04lx0000000ABCDAA4', '04lx0000000ABCEAA4'])
  })

  test('given entities in a value, then they are decoded once', () => {
    const [message] = readOutboundMessages(
      delivery.body.replace('Acme &amp; Sons', '&#65;cme &amp;lt; &#x42; &unknown; &#xFFFFFFF;'),
    )
    expect(message!.fields.Name).toBe('Acme &lt; B &unknown; &#xFFFFFFF; renewal')
  })

  test.each([
    '<!DOCTYPE x [<!ENTITY a "aaaa">]><notifications></notifications>',
    '<a><![CDATA[x]]></a>',
    '<html></html>',
    '<notifications>',
  ])('given %j, then it is refused', (xml) => {
    expect(() => salesforce.messages(request(xml))).toThrow()
  })

  test('given a sender that wants an acknowledgement, then it gets one; others get JSON', () => {
    const xml = request('<a/>')
    expect(salesforce.wantsSoap!(xml)).toBe(false)
    expect(salesforce.wantsSoap!({ ...xml, headers: { accept: 'text/xml' } })).toBe(true)
    expect(salesforce.wantsSoap!({ ...request({}), headers: { accept: 'text/xml' } })).toBe(false)
  })
})

describe('change events', () => {
  const header = {
    entityName: 'Case',
    recordIds: ['500x'],
    changeType: 'UPDATE',
    transactionKey: 'k-1',
    sequenceNumber: 1,
    commitTimestamp: 1741082400000,
    commitUser: '005x',
  }
  const payload = { ChangeEventHeader: header, Subject: 'Lamp flickers', Priority: 'High' }

  test.each([
    [{ data: { payload, event: { replayId: 6 } }, channel: '/data/CaseChangeEvent' }],
    [{ payload }],
    [payload],
  ])('given %j, when told, then the case is told', (event) => {
    const message = read(salesforce, request(event))
    expect(told(salesforce, message)).toBe(
      'Salesforce: the case Lamp flickers and the priority High was updated on 2025-03-04.',
    )
    expect(message).toMatchObject({ users: ['500x', '005x'], deliveryId: 'k-1 1 500x' })
  })

  test.each([
    ['in one transaction', header, ['k-1 1 500x', 'k-1 1 500y']],
    ['without its key', { ...header, transactionKey: null }, ['e-1', 'e-1 1']],
  ])('given records changed alike %s, then each is told', (_, about, deliveries) => {
    const ChangeEventHeader = { ...about, recordIds: ['500x', '500y'] }
    const event = { payload: { ChangeEventHeader, Status: 'Closed' }, eventId: 'e-1' }
    const messages = salesforce.messages(request(event))
    expect(messages.map(({ deliveryId }) => deliveryId)).toEqual(deliveries)
    expect(messages.map(({ users }) => users[0])).toEqual(['500x', '500y'])
    expect(messages.map((message) => told(salesforce, message))).toEqual([
      'Salesforce: the case 500x with the status Closed was updated on 2025-03-04.',
      'Salesforce: the case 500y with the status Closed was updated on 2025-03-04.',
    ])
  })

  test('given more records than a request may tell of, then nothing is made of them', () => {
    const eventOf = (count: number) => {
      const recordIds = Array.from({ length: count }, (_, n) => `500${n}`)
      return request({ ChangeEventHeader: { ...header, recordIds } })
    }
    expect(salesforce.messages(eventOf(500))).toHaveLength(500)
    expect(() => salesforce.messages(eventOf(501))).toThrow('must hold at most 500 events')
  })

  test.each([
    [
      { attributes: { type: 'Lead' }, FirstName: 'Ada', LastName: 'Lovelace', Company: 'Acme' },
      'Salesforce: the lead Ada Lovelace of Acme was updated on',
    ],
    [
      {
        ...payload,
        ChangeEventHeader: { ...header, entityName: 'Account', changeType: 'CREATE' },
        Name: 'Acme',
        Industry: 'Clocks',
      },
      'Salesforce: the account Acme in Clocks was created on',
    ],
    [
      { ...payload, ChangeEventHeader: { ...header, changeType: 'GAP_OVERFLOW' } },
      'ignored: the type of event is not understood',
    ],
    [{ attributes: { type: 'Lead' } }, 'ignored: no record is named'],
  ])('given %j, when told, then it begins %j', (event, expected) => {
    const message = read(salesforce, request(event))
    expect(told(salesforce, message).startsWith(expected)).toBe(true)
  })
})

test('given the secret as a bearer token or a signature, then either verifies', () => {
  const { body, secret } = delivery
  const bearer = (token: string) => request(body, { authorization: `Bearer ${token}` })
  expect(verifies(salesforce, bearer(secret), secret, NOW)).toBe(true)
  expect(verifies(salesforce, bearer(`${secret}x`), secret, NOW)).toBe(false)
  expect(verifies(salesforce, request(body), secret, NOW)).toBe(false)
})
