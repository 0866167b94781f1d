// A cursor is taken by the list that gave it, and refused by every other, which would answer with an empty page.
import { expect, test } from 'vitest'
import type { ListName } from '../../../../../infra/ports/rules/cursor.ts'
import { startedOnce } from '../../../../started.ts'
import { startApi } from '../../given.ts'

const api = startedOnce(startApi)

const ID = '01a2055e-9ddc-7a0c-80f0-e78ffe78159f'
const BY_TIME = ['2026-01-01T00:00:00.000Z', ID]

/** What a cursor of each list says of the place. */
const PLACES: Record<ListName, readonly (string | number)[]> = {
  apps: ['app', 1],
  audit: BY_TIME,
  'audit of an app': BY_TIME,
  'audit roots': BY_TIME,
  'audit, newest first': BY_TIME,
  changes: BY_TIME,
  deadLetters: [1, 0, 1],
  deliveries: BY_TIME,
  items: BY_TIME,
  keys: [ID],
  namedApps: [ID],
  partners: [ID],
  resources: BY_TIME,
  sources: [ID],
  threads: [ID],
  users: ['app', 'ana'],
  usersFound: ['app', 'ana', 1],
  usersOfApp: ['ana'],
  webhooks: [ID],
}

const LISTS = {
  '/items/app/ana': 'items',
  '/items/app/ana?asOf=2026-01-01T00:00:00Z': 'items',
  '/resources/app/ana': 'resources',
  '/threads/app/ana': 'threads',
  '/timeline/app/ana': 'audit, newest first',
  '/diff/app/ana?from=2026-01-01T00:00:00Z': 'changes',
  '/audit/app/ana': 'audit',
  '/audit/app': 'audit of an app',
  '/audit-roots/app': 'audit roots',
  '/apps': 'apps',
  '/users/app': 'usersOfApp',
  '/users/app?search=a': 'usersOfApp',
  '/config/keys': 'keys',
  '/config/partners': 'partners',
  '/config/sources/app': 'sources',
  '/config/webhooks/app': 'webhooks',
  '/admin/dead-letters': 'deadLetters',
} as const satisfies Record<string, ListName>

const cursorOf = (parts: readonly (string | number)[]) =>
  Buffer.from(JSON.stringify(parts)).toString('base64url')

const asked = (list: string, cursor: string) =>
  api.call('GET', `${list}${list.includes('?') ? '&' : '?'}cursor=${cursor}`)

test.each(Object.entries(LISTS))(
  'given the cursors of all lists, when %s is asked with each, then it takes its own alone',
  async (path, own) => {
    for (const list of Object.keys(PLACES)) {
      const { status, body } = await asked(path, cursorOf([list, ...PLACES[own]]))
      expect([list, status]).toEqual([list, list === own ? 200 : 400])
      if (list === own) continue
      expect(body.error.details.field).toBe('cursor')
      expect(body.error.details.issue).toMatch(/that this list gave/)
    }
  },
)

test('given the cursors of all lists, when users are maintained with each, then it takes its own alone', async () => {
  for (const list of Object.keys(PLACES)) {
    const body = { appId: 'app', dryRun: true, cursor: cursorOf([list, ...PLACES.users]) }
    const { status } = await api.call('POST', '/maintenance', { body })
    expect([list, status]).toEqual([list, list === 'users' ? 200 : 400])
  }
})

test.each(Object.keys(LISTS))(
  'given a cursor from before cursors named their list, when %s is asked with it, then it is refused',
  async (list) => {
    for (const places of [['2026-01-01T00:00:00.000Z', ID], [ID], ['', '', 0]]) {
      const { status, body } = await asked(list, cursorOf(places))
      expect([status, body.error.details.field]).toEqual([400, 'cursor'])
    }
  },
)
