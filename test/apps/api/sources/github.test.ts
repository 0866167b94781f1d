// GitHub: the published test vector, and the events that are understood.
import { describe, expect, test } from 'vitest'
import { github } from '../../../../apps/api/sources/github.ts'
import { NOW, read, request, told, verifies } from './given.ts'

const of = (event: string, payload: Record<string, unknown>) =>
  request(
    { repository: { full_name: 'acme/app' }, sender: { id: 583231 }, ...payload },
    { 'x-github-event': event, 'x-github-delivery': 'd-1' },
  )
const AT = '2025-03-04T10:00:00Z'

test('given the test vector of its documentation, then it verifies', () => {
  const signature = 'sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17'
  const secret = "It's a Secret to Everybody"
  const vector = request('Hello, World!', { 'x-hub-signature-256': signature })
  expect(verifies(github, vector, secret, NOW)).toBe(true)
  const upper = { ...vector, headers: { 'x-hub-signature-256': signature.toUpperCase() } }
  expect(verifies(github, upper, secret, NOW)).toBe(false)
})

const issue = { number: 7, title: 'Crash on start', updated_at: AT }
const pull_request = { number: 8, title: 'Mend it', updated_at: AT, merged: false }

describe('events', () => {
  test.each([
    ['issues', { action: 'opened', issue }, 'Opened the issue "Crash on start" (#7) in acme/app'],
    [
      'issues',
      { action: 'assigned', issue, assignee: { login: 'bo' } },
      'Assigned the issue "Crash on start" (#7) in acme/app to bo',
    ],
    [
      'issue_comment',
      { action: 'created', issue, comment: { body: 'Me too', created_at: AT } },
      'Commented on "Crash on start" (#7) in acme/app: Me too',
    ],
    [
      'pull_request',
      { action: 'closed', pull_request },
      'Closed the pull request "Mend it" (#8) in acme/app without merging it',
    ],
    [
      'pull_request_review',
      { action: 'submitted', pull_request, review: { state: 'CHANGES_REQUESTED' } },
      'Requested changes to the pull request "Mend it" (#8) in acme/app',
    ],
    [
      'push',
      {
        ref: 'refs/heads/main',
        head_commit: { timestamp: AT },
        commits: [{ message: 'Mend it\n\nAt length' }, { message: 'Test it' }],
      },
      'Pushed 2 commits to main of acme/app on 2025-03-04: Mend it; Test it.',
    ],
    [
      'release',
      { action: 'published', release: { tag_name: 'v1.2', name: null, published_at: AT } },
      'Released v1.2 of acme/app',
    ],
    ['star', { action: 'created', starred_at: AT }, 'Starred acme/app'],
    ['star', { action: 'deleted' }, 'ignored: the type of event is not understood'],
    ['push', { ref: 'refs/heads/x', deleted: true }, 'ignored: the type of event'],
    ['ping', { zen: 'Keep it logically awesome.' }, 'ignored: the type of event'],
  ])('given %s with %j, when told, then it begins %j', (event, payload, expected) => {
    expect(told(github, read(github, of(event, payload))).startsWith(expected)).toBe(true)
  })
})

test('given the sender, then the number names the user, never the login, which can change hands', () => {
  const message = read(github, of('ping', { sender: { id: 583231, login: 'octocat' } }))
  expect(message).toMatchObject({ users: ['583231'], standIn: 'github:583231' })
})

test('given a webhook that is set up to send a form, then its payload is read', () => {
  const payload = JSON.stringify({ action: 'created', starred_at: AT })
  const form = request(new URLSearchParams({ payload }).toString(), {
    'content-type': 'application/x-www-form-urlencoded',
    'x-github-event': 'star',
  })
  expect(read(github, form)).toMatchObject({ eventType: 'star.created' })
  expect(() => github.messages({ ...form, body: Buffer.from('other=1') })).toThrow(/JSON/)
})

describe('the delivery', () => {
  const payload = JSON.stringify({ action: 'created', starred_at: AT, sender: { id: 1 } })
  const star = (body: string, delivery: string) =>
    read(github, request(body, { 'x-github-event': 'star', 'x-github-delivery': delivery }))

  test('given the same body under another id, which is not signed, then it is the same', () => {
    expect(star(payload, 'd-2')).toEqual(star(payload, 'd-1'))
    const form = new URLSearchParams({ payload }).toString()
    expect(star(form, 'd-3').deliveryId).toBe(star(payload, 'd-1').deliveryId)
  })

  test('given another body under the same id, then it is another', () => {
    const other = payload.replace('created', 'deleted')
    expect(star(other, 'd-1').deliveryId).not.toBe(star(payload, 'd-1').deliveryId)
  })
})

test('given a body that is signed and a header that names another event, then it is not understood', () => {
  const label = { action: 'created', label: { name: 'bug' } }
  const comment = { action: 'created', comment: { body: 'No' }, discussion: { number: 7 } }
  for (const [event, payload] of [
    ['star', label],
    ['issue_comment', comment],
    ['issues', { action: 'opened', pull_request }],
  ] as const) {
    expect(told(github, read(github, of(event, payload)))).toMatch(/not understood/)
  }
})
