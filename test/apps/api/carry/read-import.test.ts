// An export is checked as a whole before anything of it is taken over.
import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { readImport } from '../../../../apps/api/carry/read-import.ts'

const at = '2026-11-23T10:00:00.000Z'
const manifest = {
  kind: 'manifest',
  format: 'palimpsest-export',
  version: 1,
  appId: 'app',
  userId: 'ann',
  exportedAt: at,
  embedding: null,
}
const event = {
  kind: 'event',
  topic: 'memory.facts.v1',
  position: 1,
  id: '01a2098c-e433-74e5-9412-3a52d1a87538',
  type: 'FactReinforced',
  occurredAt: at,
  recordedAt: at,
  causationId: null,
  open: {
    factId: 'fact',
    source: 0,
    resourceId: '01a2098c-e433-74e5-9412-3a52d1a87538',
    category: 'work',
    confidence: 1,
  },
  sealed: null,
  raw: null,
}

const entity = { name: 'Ann', type: 'person', properties: {}, relationships: [], mentions: [] }

function userOf(...lines: readonly object[]): string {
  const text = lines.map((line) => `${JSON.stringify(line)}\n`).join('')
  const sha256 = createHash('sha256').update(text).digest('hex')
  return `${text}${JSON.stringify({ kind: 'end', counts: {}, sha256 })}\n`
}
const app = JSON.stringify({ ...manifest, kind: 'app', userId: undefined })
const settings = { kind: 'settings', categories: null, templates: [], trusted: ['partner'] }
const ended = (users: number) => JSON.stringify({ kind: 'app-end', users })
const asLine = (line: object) => `${JSON.stringify(line)}\n`
const oslo = { name: 'oslo', description: 'Oslo' }
const read = (text: string) => readImport(Buffer.from(text), new Date())

test('reads the exports of several users', async () => {
  const bob = userOf({ ...manifest, userId: 'bob' })
  const { users } = await read(`${app}\n${userOf(manifest, event)}${bob}${ended(2)}\n`)
  expect(users.map(({ scope, line, events }) => [scope.userId, line, events.length])).toEqual([
    ['ann', 2, 1],
    ['bob', 5, 0],
  ])
})

test('reads the settings of an app', async () => {
  const { app: told, users } = await read(`${app}\n${JSON.stringify(settings)}\n${ended(0)}\n`)
  expect(told).toEqual({ appId: 'app', settings })
  expect(users).toEqual([])
})

test.each([
  ['a user too few', `${app}\n${userOf(manifest)}${ended(2)}\n`, 'line 4: users are missing'],
  [
    'a user who comes twice',
    `${app}\n${userOf(manifest)}${userOf(manifest)}${ended(2)}\n`,
    'line 4: names a user who came before',
  ],
  ['no end', `${JSON.stringify(manifest)}\n`, 'body: is not whole'],
  ['nothing', '', 'body: is not whole'],
  ['more after the end', `${userOf(manifest)}${userOf(manifest)}`, 'line 3: follows the end'],
  ['a changed line', userOf(manifest).replace('"ann"', '"bob"'), 'line 2: sha256'],
  ['what is no JSON', '{"kind":"manifest"\n', 'line 1: is no line of an export: no JSON'],
  ['what was cut off', '{"kind":"manifest"', 'line 1: is no line of an export: it is cut off'],
  [
    'an export of a newer service',
    userOf({ ...manifest, version: 2 }),
    'line 1: version: is of a newer service',
  ],
  [
    'a field of the wrong kind',
    userOf(manifest, { ...event, recordedAt: 'Oslo' }),
    'line 2: is no line of an export: recordedAt: invalid_format',
  ],
  [
    'a line of another kind of value',
    userOf(manifest, ['Oslo']),
    'line 2: is no line of an export: invalid_type',
  ],
  [
    'an entity whose property is none',
    userOf(manifest, { kind: 'entity', entity: { ...entity, properties: { Oslo: 1 } } }),
    'line 2: is no line of an export: entity: invalid_type',
  ],
  [
    'an event of the future',
    userOf(manifest, { ...event, recordedAt: '2999-01-01T00:00:00.000Z' }),
    'line 2: recordedAt: lies in the future',
  ],
  [
    'events out of order',
    userOf(manifest, event, event),
    'line 3: position: does not follow the one before',
  ],
  ['an event outside', `${app}\n${JSON.stringify(event)}\n`, 'line 2: stands in no export'],
  ['a scope of the service', userOf({ ...manifest, appId: '~master-key' }), 'line 1: names no app'],
  ['settings twice', `${app}\n${asLine(settings)}${asLine(settings)}`, 'line 3: stands in no'],
  [
    'settings with half of a surrogate pair',
    `${app}\n${asLine({ ...settings, categories: [{ ...oslo, description: 'Oslo \ud83d' }] })}`,
    'line 2: categories: holds half of a surrogate pair',
  ],
  [
    'an event with half of a surrogate pair',
    userOf(manifest, { ...event, open: { ...event.open, factId: '\ud83d' } }),
    'line 2: open.factId: holds half of a surrogate pair',
  ],
  ['settings of no app', asLine(settings), 'line 1: stands in no export'],
  [
    'settings of the service',
    asLine({ ...manifest, kind: 'app', appId: '~x' }),
    'line 1: names no',
  ],
  [
    'a channel that cannot be trusted',
    `${app}\n${asLine({ ...settings, trusted: ['user'] })}`,
    'line 2: is no line',
  ],
  [
    'a category twice',
    `${app}\n${asLine({ ...settings, categories: [oslo, oslo] })}`,
    'line 2: is no line',
  ],
  [
    'changed settings',
    `${app}\n${asLine(settings)}${asLine({ kind: 'app-end', users: 0, sha256: '0'.repeat(64) })}`,
    'line 3: sha256',
  ],
  ['no user', userOf({ ...manifest, userId: '_' }), 'line 1: names no app'],
  [
    'an event of another topic',
    userOf(manifest, { ...event, type: 'ContentStored' }),
    'line 2: type',
  ],
  ['an API key', userOf(manifest, { ...event, type: 'ApiKeyCreated' }), 'line 2: type'],
  [
    'a forget',
    userOf(manifest, { ...event, topic: 'memory.writes.v1', type: 'MemoryForgotten' }),
    'line 2: type',
  ],
  [
    'a field that is not declared',
    userOf(manifest, { ...event, open: { ...event.open, more: 'Oslo' } }),
    'line 2: open: unrecognized_keys',
  ],
  [
    'sealed words where there are none',
    userOf(manifest, { ...event, sealed: 'Oslo' }),
    'line 2: sealed',
  ],
])('refuses %s, and quotes nothing', async (_, text, why) => {
  const error: Error = await read(text).then(
    () => new Error('was read'),
    (refused: Error) => refused,
  )
  expect(error.message).toContain(why)
  expect(error.message).not.toContain('Oslo')
})
