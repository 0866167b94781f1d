// GitHub: issues, pull requests, reviews, comments, pushes, releases, stars.
// https://docs.github.com/en/webhooks
import {
  entitiesOf,
  firstInstant,
  type Json,
  listAt,
  objectAt,
  present,
  readObject,
  readText,
  textAt,
} from './payload.ts'
import { idsOf } from './sender.ts'
import { bodyId, prefixedProof } from './signature.ts'
import type { Message, Source, WebhookRequest } from './source.ts'

const work = { category: 'work' }
/** How many commits' messages are included. */
const MAX_COMMITS = 10

export const github: Source = {
  name: 'github',
  scheme: '`X-Hub-Signature-256`',
  proof: ({ headers, body }) => prefixedProof('sha256=', headers['x-hub-signature-256'], [body]),
  senderIds: ({ headers }) => idsOf(headers['x-github-hook-id']),
  events: {
    'issues.opened': told('Opened the issue "{title}" (#{number}) in {repository}'),
    'issues.closed': told('Closed the issue "{title}" (#{number}) in {repository}'),
    'issues.reopened': told('Reopened the issue "{title}" (#{number}) in {repository}'),
    'issues.assigned': told(
      'Assigned the issue "{title}" (#{number}) in {repository} to {assignee}',
    ),
    'issue_comment.created': {
      ...work,
      template: 'Commented on "{title}" (#{number}) in {repository}: {text}',
      importance: 'low',
    },
    'pull_request.opened': told('Opened the pull request "{title}" (#{number}) in {repository}'),
    'pull_request.reopened': told(
      'Reopened the pull request "{title}" (#{number}) in {repository}',
    ),
    'pull_request.closed': told(
      'Closed the pull request "{title}" (#{number}) in {repository} without merging it',
    ),
    'pull_request.merged': {
      ...told('Merged the pull request "{title}" (#{number}) in {repository}'),
      importance: 'high',
    },
    'pull_request_review.approved': told(
      'Approved the pull request "{title}" (#{number}) in {repository}',
    ),
    'pull_request_review.changes_requested': told(
      'Requested changes to the pull request "{title}" (#{number}) in {repository}',
    ),
    'pull_request_review.commented': {
      ...told('Reviewed the pull request "{title}" (#{number}) in {repository}'),
      importance: 'low',
    },
    push: {
      ...work,
      template: 'Pushed {count} to {branch} of {repository} on {date}[: {commits}].',
      importance: 'low',
    },
    'release.published': {
      ...told('Released {name} of {repository}'),
      importance: 'high',
    },
    'star.created': { ...told('Starred {repository}'), category: 'preferences', importance: 'low' },
  },
  messages: (request) => [messageOf(request)],
}

function told(sentence: string) {
  return { ...work, template: `${sentence} on {date}.`, importance: 'medium' as const }
}

function messageOf(request: WebhookRequest): Message {
  const text = payloadOf(request)
  const payload = readObject(text)
  const sender = textAt(payload, 'sender.id')
  const repository = textAt(payload, 'repository.full_name')
  return {
    eventType: eventTypeOf(request, payload),
    // Not the header's id: it is not signed, so a captured request could be sent again under another one.
    deliveryId: bodyId(text),
    // Not the login: when its owner gives it up, another account can take it.
    users: sender === null ? [] : [sender],
    named: [],
    standIn: sender && `github:${sender}`,
    at: firstInstant(
      payload,
      'review.submitted_at',
      'comment.created_at',
      'pull_request.updated_at',
      'issue.updated_at',
      'release.published_at',
      'head_commit.timestamp',
      'starred_at',
    ),
    data: present({ repository, ...aboutOf(payload) }),
    entities: entitiesOf([repository, 'product']),
  }
}

/** A form holds the JSON in its field `payload`, if the webhook is configured so. */
function payloadOf({ body }: WebhookRequest): Buffer {
  const isForm = body.subarray(0, FORM.length).equals(FORM)
  const payload = isForm ? new URLSearchParams(readText(body)).get('payload') : null
  return payload === null ? body : Buffer.from(payload)
}
const FORM = Buffer.from('payload=')

/** What the body of each event holds, and no other event's: the header that names the event is not signed. */
const SUBJECTS: ReadonlyMap<string, readonly string[]> = new Map([
  ['issues', ['issue']],
  ['issue_comment', ['issue', 'comment']],
  ['pull_request', ['pull_request']],
  ['pull_request_review', ['pull_request', 'review']],
  ['push', ['ref', 'commits']],
  ['release', ['release']],
  ['star', ['starred_at']],
])

/** `issues.opened`; a merged pull request and the verdict of a review have names of their own. */
function eventTypeOf({ headers }: WebhookRequest, payload: Json): string | null {
  const event = headers['x-github-event']
  if (event === undefined) return null
  if (!SUBJECTS.get(event)?.every((subject) => Object.hasOwn(payload, subject))) return null
  const action = textAt(payload, 'action')
  if (event === 'pull_request' && action === 'closed') {
    return objectAt(payload, 'pull_request').merged === true ? `${event}.merged` : `${event}.closed`
  }
  if (event === 'pull_request_review' && action === 'submitted') {
    return `${event}.${textAt(payload, 'review.state')?.toLowerCase() ?? action}`
  }
  if (event === 'push') return payload.deleted === true ? 'push.deleted' : event
  return action === null ? event : `${event}.${action}`
}

function aboutOf(payload: Json) {
  const commits = listAt(payload, 'commits')
  const subject = objectAt(payload, payload.pull_request === undefined ? 'issue' : 'pull_request')
  return {
    title: textAt(subject, 'title'),
    number: textAt(subject, 'number'),
    assignee: textAt(payload, 'assignee.login'),
    text: textAt(payload, 'comment.body', 'review.body'),
    name: textAt(payload, 'release.name', 'release.tag_name'),
    branch: textAt(payload, 'ref')?.replace(/^refs\/(heads|tags)\//, '') ?? null,
    count: commits.length === 1 ? '1 commit' : `${commits.length} commits`,
    commits: commits
      .slice(0, MAX_COMMITS)
      .flatMap((commit) => textAt(commit, 'message')?.split('\n')[0] ?? [])
      .join('; '),
  }
}
