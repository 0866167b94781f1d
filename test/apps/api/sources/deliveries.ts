// Realistic deliveries of every provider, and their signatures: by the provider's own library where there is one, else
// by the algorithm that it publishes.
import { createHmac } from 'node:crypto'
import { sign as signForGithub } from '@octokit/webhooks-methods'
import Stripe from 'stripe'

export type Headers = Record<string, string>

export type Delivery = {
  source: string
  secret: string
  /** The bytes as sent. */
  body: string
  /** Headers that are not part of the signature. */
  headers: Headers
  sign(signed: { body: string; secret: string; at: Date; url: string }): Promise<Headers>
  /** False where the scheme signs no time. */
  isTimed: boolean
  /** The provider's id of the user, and a question that the sentence answers. */
  user: string
  question: string
  sentence: string
}

const hmac = (secret: string, text: string, encoding: 'hex' | 'base64') =>
  createHmac('sha256', secret).update(text).digest(encoding)
const seconds = (at: Date) => Math.floor(at.getTime() / 1000)
export const signedByUs: Delivery['sign'] = async ({ body, secret }) => ({
  'x-signature-256': `sha256=${hmac(secret, body, 'hex')}`,
})
const json = { 'content-type': 'application/json' }

export const stripe: Delivery = {
  source: 'stripe',
  secret: 'whsec_test_51Hb0zNLkdIwHu7ix',
  body: JSON.stringify(
    {
      id: 'evt_3MtwBwLkdIwHu7ix28a3tqPa',
      object: 'event',
      api_version: '2025-03-31.basil',
      created: 1741082400,
      livemode: true,
      type: 'charge.refunded',
      data: {
        object: {
          id: 'ch_3MmlLrLkdIwHu7ix0snN0B15',
          object: 'charge',
          amount: 4900,
          amount_refunded: 4900,
          currency: 'eur',
          customer: 'cus_9s6XKzkNRiz8i3',
          description: 'Chess clock DGT 3000',
          metadata: {},
          refunded: true,
          status: 'succeeded',
        },
      },
    },
    null,
    2,
  ),
  headers: json,
  sign: async ({ body, secret, at }) => ({
    'stripe-signature': Stripe.webhooks.generateTestHeaderString({
      payload: body,
      secret,
      timestamp: seconds(at),
    }),
  }),
  isTimed: true,
  user: 'cus_9s6XKzkNRiz8i3',
  question: 'Was the chess clock refunded?',
  sentence: 'Was refunded 49.00 EUR for Chess clock DGT 3000 on 2025-03-04.',
}

export const github: Delivery = {
  source: 'github',
  secret: "It's a Secret to Everybody",
  body: JSON.stringify({
    action: 'closed',
    number: 42,
    pull_request: {
      number: 42,
      title: 'Teach the parser about daylight saving',
      merged: true,
      updated_at: '2025-03-04T10:00:00Z',
      user: { login: 'someone', id: 1 },
    },
    repository: { id: 186853002, full_name: 'Codertocat/Hello-World' },
    sender: { login: 'Codertocat', id: 21031067, type: 'User' },
  }),
  headers: {
    ...json,
    'x-github-event': 'pull_request',
    'x-github-delivery': '72d3162e-cc78-11e3-81ab-4c9367dc0958',
  },
  sign: async ({ body, secret }) => ({ 'x-hub-signature-256': await signForGithub(secret, body) }),
  isTimed: false,
  user: '21031067',
  question: 'Who merged the pull request about daylight saving?',
  sentence:
    'Merged the pull request "Teach the parser about daylight saving" (#42) in Codertocat/Hello-World on 2025-03-04.',
}

export const slack: Delivery = {
  source: 'slack',
  secret: '8f742231b10e8888abcd99yyyzzz85a5',
  body: JSON.stringify({
    token: 'XXYYZZ',
    team_id: 'T061EG9R6',
    api_app_id: 'A0PNCHHK2',
    event: {
      type: 'message',
      channel: 'C2147483705',
      user: 'U2147483697',
      text: 'I moved the offsite to <https://lisbon.example|Lisbon> &amp; booked <@U0LAN0Z89> in',
      ts: '1741082400.000005',
      event_ts: '1741082400.000005',
      channel_type: 'channel',
    },
    type: 'event_callback',
    event_id: 'Ev0PV52K25',
    event_time: 1741082400,
  }),
  headers: json,
  sign: async ({ body, secret, at }) => ({
    'x-slack-request-timestamp': String(seconds(at)),
    'x-slack-signature': `v0=${hmac(secret, `v0:${seconds(at)}:${body}`, 'hex')}`,
  }),
  isTimed: true,
  user: 'T061EG9R6:U2147483697',
  question: 'Where is the offsite?',
  sentence: 'Wrote on Slack: I moved the offsite to Lisbon & booked @U0LAN0Z89 in',
}

export const hubspot: Delivery = {
  source: 'hubspot',
  secret: 'yyyyyyyy-yyyy-yyyy-yyyy-yyyyyyyyyyyy',
  body: JSON.stringify([
    {
      eventId: 3816279340,
      subscriptionId: 25,
      portalId: 33,
      appId: 1160452,
      occurredAt: 1741082400000,
      subscriptionType: 'deal.propertyChange',
      attemptNumber: 0,
      objectId: 1246965,
      propertyName: 'dealstage',
      propertyValue: 'closedwon',
      changeSource: 'CRM_UI',
    },
  ]),
  headers: json,
  sign: async ({ body, secret, at, url }) => ({
    'x-hubspot-request-timestamp': String(at.getTime()),
    'x-hubspot-signature-v3': hmac(secret, `POST${url}${body}${at.getTime()}`, 'base64'),
  }),
  isTimed: true,
  user: '33:1246965',
  question: 'What is the dealstage?',
  sentence: 'HubSpot: the dealstage of the deal 1246965 is now closedwon since 2025-03-04.',
}

export const salesforce: Delivery = {
  source: 'salesforce',
  secret: 'a-secret-for-salesforce',
  body: `<?xml version="1.0" encoding="UTF-8"?>
<soapenv:Envelope xmlns:soapenv="http://schemas.xmlsoap.org/soap/envelope/" xmlns:xsd="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">
 <soapenv:Body>
  <notifications xmlns="http://soap.sforce.com/2005/09/outbound">
   <OrganizationId>00Dx0000000ABCDEA4</OrganizationId>
   <ActionId>04kx000000000abAAA</ActionId>
   <SessionId xsi:nil="true"/>
   <EnterpriseUrl>https://example.my.salesforce.com/services/Soap/c/62.0/00Dx0</EnterpriseUrl>
   <PartnerUrl>https://example.my.salesforce.com/services/Soap/u/62.0/00Dx0</PartnerUrl>
   <Notification>
    <Id>04lx0000000ABCDAA4</Id>
    <sObject xsi:type="sf:Opportunity" xmlns:sf="urn:sobject.enterprise.soap.sforce.com">
     <sf:Id>006x0000001T2oBAAS</sf:Id>
     <sf:Amount>120000.0</sf:Amount>
     <sf:LastModifiedDate>2025-03-04T10:00:00.000Z</sf:LastModifiedDate>
     <sf:Name>Acme &amp; Sons renewal</sf:Name>
     <sf:OwnerId>005x0000001SyyBAAS</sf:OwnerId>
     <sf:StageName>Negotiation</sf:StageName>
    </sObject>
   </Notification>
  </notifications>
 </soapenv:Body>
</soapenv:Envelope>`,
  headers: { 'content-type': 'text/xml; charset=utf-8' },
  sign: signedByUs,
  isTimed: false,
  user: '005x0000001SyyBAAS',
  question: 'How is the Acme renewal going?',
  sentence:
    'Salesforce: the opportunity Acme & Sons renewal of 120000.0 in the stage Negotiation was updated on 2025-03-04.',
}

export const netsuite: Delivery = {
  source: 'netsuite',
  secret: 'a-secret-for-netsuite',
  body: JSON.stringify({
    type: 'create',
    recordType: 'salesorder',
    recordId: 1234,
    timestamp: '2025-03-04T10:00:00Z',
    user: 17,
    record: { tranid: 'SO-1234', total: 1200.5, currency: 'EUR', status: 'pendingFulfillment' },
  }),
  headers: json,
  sign: async ({ secret }) => ({ authorization: `Bearer ${secret}` }),
  isTimed: false,
  user: '17',
  question: 'What about sales order SO-1234?',
  sentence:
    'NetSuite: salesorder SO-1234 was created with the amount 1200.5 EUR and the status pending fulfillment on 2025-03-04.',
}

export const custom: Delivery = {
  source: 'custom',
  secret: 'a-secret-for-anything',
  body: JSON.stringify({
    appId: 'journey',
    userId: 'thermostat',
    eventType: 'temperature_changed',
    data: { room: 'greenhouse', celsius: 31 },
    timestamp: '2025-03-04T10:00:00Z',
  }),
  headers: json,
  sign: signedByUs,
  isTimed: false,
  user: 'thermostat',
  question: 'How warm is the greenhouse?',
  sentence: 'Temperature changed (custom, 2025-03-04): room is greenhouse; celsius is 31.',
}

export const deliveries: readonly Delivery[] = [
  stripe,
  github,
  slack,
  hubspot,
  salesforce,
  netsuite,
  custom,
]
