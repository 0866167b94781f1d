// A cursor is taken by the list that gave it, and refused by every other, which would answer with an empty page.
import { expect, test } from 'vitest'
import { encodeCursor } from '../../../../../infra/ports/rules/cursor.ts'
import { startedOnce } from '../../../../started.ts'
import { startApi } from '../../given.ts'

const api = startedOnce(startApi)

const ID = '01a2055e-9ddc-7a0c-80f0-e78ffe78159f'
const LISTS = [
  '/items/app/ana',
  '/resources/app/ana',
  '/threads/app/ana',
  '/timeline/app/ana',
  '/diff/app/ana?from=2026-01-01T00:00:00Z',
  '/audit/app/ana',
  '/audit/app',
  '/audit-roots/app',
  '/apps',
  '/users/app',
  '/users/app?search=a',
  '/config/keys',
  '/config/partners',
  '/config/sources/app',
  '/config/webhooks/app',
  '/admin/dead-letters',
]

const asked = (list: string, cursor: string) =>
  api.call('GET', `${list}${list.includes('?') ? '&' : '?'}cursor=${cursor}`)

test.each(LISTS)(
  'given a cursor of another list, when %s is asked with it, then it is refused',
  async (list) => {
    const instant = '2026-01-01T00:00:00.000Z'
    const others = list.startsWith('/items')
      ? [encodeCursor('audit', [instant, ID]), encodeCursor('changes', [instant, ID])]
      : [
          encodeCursor('items', [instant, ID]),
          encodeCursor('items', [ID]),
          encodeCursor('items', ['', '', 0]),
        ]
    for (const cursor of others) {
      const { status, body } = await asked(list, cursor)
      expect([status, body.error.details.field]).toEqual([400, 'cursor'])
      expect(body.error.details.issue).toMatch(/that this list gave/)
    }
  },
)

test.each(LISTS)(
  'given a cursor from before cursors named their list, when %s is asked with it, then it is refused',
  async (list) => {
    for (const places of [['2026-01-01T00:00:00.000Z', ID], [ID], ['', '', 0]]) {
      const cursor = Buffer.from(JSON.stringify(places)).toString('base64url')
      const { status, body } = await asked(list, cursor)
      expect([status, body.error.details.field]).toEqual([400, 'cursor'])
    }
  },
)
