// POST /webhooks/custom with a key reads its body as every other write does.
import { expect, test } from 'vitest'
import { startedOnce } from '../../../../../started.ts'
import { openDoor } from '../../../plugins/door.ts'

const door = startedOnce(openDoor)

const event = { appId: 'hook', userId: 'u', eventType: 'e', data: {} }
const post = (body: unknown, query = '') =>
  door.call('POST', `/v1/webhooks/custom${query}`, { body })

test('given null in optional fields, when it is posted, then they count as absent', async () => {
  const { status, body } = await post({ ...event, timestamp: null, importance: null })
  expect([status, body]).toEqual([200, { status: 'processed', eventId: expect.any(String) }])
})

test('given several problems, when it is posted, then all are told in our words', async () => {
  const { status, body } = await post({ ...event, userId: 7, importance: 'huge' })
  expect([status, body.error.details.issues]).toEqual([
    400,
    [
      { field: 'userId', issue: 'must be a string' },
      { field: 'importance', issue: 'must be one of "low", "medium", "high", "critical"' },
    ],
  ])
})

test('given a field that is not known, when it is posted, then the answer warns of it', async () => {
  const { status, body } = await post({ ...event, importanc: 'high' })
  expect([status, body.warnings]).toEqual([200, ['importanc: is not known and was ignored']])
})

test('given fields that are not known in query and body, when it is posted, then the answer warns of both', async () => {
  const { status, body } = await post({ ...event, x: 1 }, '?appId=hook')
  const warnings = ['appId', 'x'].map((name) => `${name}: is not known and was ignored`)
  expect([status, body.warnings]).toEqual([200, warnings])
})

test.each([
  ['that is compressed', '\x1f\x8b\x08\xff', { 'content-encoding': 'gzip' }, 'Content-Encoding'],
  [
    'that is no JSON and says that it is compressed',
    '{',
    { 'content-encoding': 'gzip' },
    'Content-Encoding',
  ],
  ['that is not JSON', '{', {}, 'body'],
  ['that is JSON, whatever it says', '[]', { 'content-encoding': 'utf-8' }, 'body'],
])(
  'given a body %s, when it is posted, then the refusal names what is wrong',
  async (_, raw, headers, field) => {
    const { status, body } = await door.call('POST', '/v1/webhooks/custom', { raw, headers })
    expect([status, body.error.details.field]).toEqual([400, field])
  },
)
