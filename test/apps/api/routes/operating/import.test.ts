// An import that is refused leaves nothing here, whichever of its users is known.
import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import type { ExportedEvent } from '../../../../../schemas/api/reading/export.ts'
import type { Scope } from '../../../../../schemas/identifiers.ts'
import { WRITES } from '../../../../../schemas/topics.ts'
import { recordsOf } from '../../../../infra/runtime/given.ts'
import { ANN, BOB, exported, recordsOfUser, written } from '../../../../processors/carry/given.ts'
import { startedEach } from '../../../../started.ts'
import { startApi } from '../../given.ts'

const CID = { ...ANN, userId: 'cid' }

const api = startedEach(startApi)

const begun = {
  format: 'palimpsest-export',
  version: 1,
  appId: ANN.appId,
  exportedAt: '2026-11-23T10:00:00.000Z',
}
const linesOf = (lines: readonly object[]) =>
  lines.map((line) => `${JSON.stringify(line)}\n`).join('')

function userOf(scope: Scope, events: readonly ExportedEvent[]): string {
  const text = linesOf([{ kind: 'manifest', ...begun, ...scope, embedding: null }, ...events])
  const sha256 = createHash('sha256').update(text).digest('hex')
  return text + linesOf([{ kind: 'end', counts: {}, sha256 }])
}

/** The export of an app that has configured something, with these users of one write and one fact each. */
function appOf(scopes: readonly Scope[]): string {
  const categories = [{ name: 'hobbies', description: 'What they like' }]
  const settings = { kind: 'settings', categories, templates: [], trusted: null }
  const users = scopes.map((scope) => {
    const write = exported('ContentStored', { raw: 'I live in Oslo.' })
    const open = { resourceId: write.id, source: write.position }
    return userOf(scope, [
      write,
      exported('FactAsserted', { open }),
      exported('ResourceProcessed', { open, position: 2 }),
    ])
  })
  const end = linesOf([{ kind: 'app-end', users: scopes.length }])
  return linesOf([{ kind: 'app', ...begun }, settings]) + users.join('') + end
}

const take = (body: string) =>
  api.call('POST', '/import', { body, headers: { 'content-type': 'application/x-ndjson' } })

/** How many settings, writes of the user, facts and raw contents there are. */
async function heldOf(scope: Scope): Promise<number[]> {
  const { ports } = api
  const settings = await recordsOf(ports.log, 'memory.settings.v1')
  const writes = await recordsOfUser(ports, WRITES, scope)
  const facts = await recordsOfUser(ports, 'memory.facts.v1', scope)
  const contents = await ports.objects.list({ prefix: '', limit: 10 })
  return [settings, writes, facts, contents].map(({ length }) => length)
}

test.each([
  ['first', BOB, 'line 3', [BOB, ANN]],
  ['last', CID, 'line 13', [ANN, BOB, CID]],
])(
  'given an app whose %s user is known here, then its line is told, and neither settings nor users are taken',
  async (_, known, line, scopes) => {
    await written(api.ports, known, [exported('ContentStored')])
    const { status, body } = await take(appOf(scopes))
    const issue = 'the user is known here: forget the user first, and wait until that is done'
    expect([status, body.error]).toMatchObject([409, { details: { field: line, issue } }])
    expect(JSON.stringify(body)).not.toContain(known.userId)
    expect(await heldOf(ANN)).toEqual([0, 0, 0, 0])
    expect(await api.ports.keys.generations([ANN])).toEqual([[]])
  },
)

test('given an app whose users are not known here, then all of it is taken, and nothing when it comes again', async () => {
  const text = appOf([ANN, BOB])
  const taken = (events: number) => [ANN, BOB].map((scope) => ({ ...scope, events, waiting: 0 }))
  const settings = { taken: ['categories'], kept: [] }
  const first = await take(text)
  expect([first.status, first.body]).toEqual([202, { status: 'queued', settings, users: taken(3) }])
  expect(await heldOf(ANN)).toEqual([1, 1, 2, 2])
  expect((await take(text)).body.users).toEqual(taken(0))
  expect(await heldOf(ANN)).toEqual([1, 1, 2, 2])
})

test('given a memory that takes the facts in, when an import is answered, then it holds all of them', async () => {
  let stands = -1
  const slow = await startApi(({ memory }) => ({
    memory: { ...memory, checkpoints: async () => new Map([[0, ++stands]]) },
  }))
  const headers = { 'content-type': 'application/x-ndjson' }
  const { status } = await slow.call('POST', '/import', { body: appOf([ANN, BOB]), headers })
  const facts = await recordsOf(slow.ports.log, 'memory.facts.v1')
  expect([status, stands]).toEqual([202, facts.at(-1)!.position])
  await slow.close()
})

test('given a memory that is down, when an import is stored, then it is answered', async () => {
  const down = await startApi(({ memory }) => ({
    memory: { ...memory, checkpoints: () => Promise.reject(new Error('down')) },
  }))
  const headers = { 'content-type': 'application/x-ndjson' }
  const { status } = await down.call('POST', '/import', { body: appOf([ANN]), headers })
  expect(status).toBe(202)
  await down.close()
})
