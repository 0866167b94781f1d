// What happened to a user's memory: what changed between two instants, and the whole timeline, newest first.
import type { z } from 'zod'
import { cursorAfter } from '../../../../infra/ports/audit-store.ts'
import type { Item, Paged } from '../../../../infra/ports/memory-store.ts'
import { millis } from '../../../../infra/ports/rules/time.ts'
import { MAX_PAGE, pageQuery } from '../../../../schemas/api/paging.ts'
import * as api from '../../../../schemas/api/reading/history.ts'
import { userParams } from '../../../../schemas/api/reading/memory.ts'
import type { Scope } from '../../../../schemas/identifiers.ts'
import { invalid } from '../../errors.ts'
import { differenceOf, summariesSideBySide } from '../../history/diff.ts'
import { summariesAt } from '../../history/summaries-at.ts'
import { type Happening, happeningOf } from '../../history/timeline.ts'
import type { App } from '../../plugins/bodies/validation.ts'
import type { Services } from '../../services.ts'
import { shownItem } from '../items/shown-memory.ts'
import { paged } from '../paged.ts'

const read = { permission: 'memory:read', limit: 'get' } as const
/**
 * An audit also holds entries that a timeline does not show: one page of a timeline reads at most this many pages of
 * it.
 */
const MAX_AUDIT_PAGES = 5

type Diff = z.infer<typeof api.diffQuery>
type Page = z.infer<typeof pageQuery>

export function registerHistoryRoutes(app: App, services: Services): void {
  app.route({
    method: 'GET',
    url: '/diff/:appId/:userId',
    config: read,
    schema: {
      operationId: 'getDiff',
      summary: 'What changed between two instants of recorded time, the newest items first',
      description:
        'What came and was closed within them is told as what came. What was forgotten is not told.',
      params: userParams,
      querystring: api.diffQuery,
      response: { 200: api.diffResponse },
    },
    handler: ({ params, query }) => diff(services, params, query),
  })
  app.route({
    method: 'GET',
    url: '/timeline/:appId/:userId',
    config: read,
    schema: {
      operationId: 'getTimeline',
      summary: 'What happened to a user’s memory, the newest first',
      description:
        'A page may be short, or empty, and yet be followed by another. `total` also counts what is not shown, such as ' +
        'writes that led to nothing. Of what was forgotten the forget alone is told.',
      params: userParams,
      querystring: pageQuery,
      response: { 200: api.timelineResponse },
    },
    handler: ({ params, query }) => timeline(services, params, query),
  })
}

async function diff({ ports, now }: Services, scope: Scope, { from, to, ...page }: Diff) {
  const span = { from, to: to ?? now().toISOString() }
  if (millis(from) > millis(span.to)) throw invalid('from', 'must not be after `to`')
  const changed = await ports.memory.changedWithin(scope, span, page)
  const differences = changed.data.flatMap((item) => differenceOf(item, from, span.to) ?? [])
  const ids = differences.flatMap(({ replacedBy }) => replacedBy ?? [])
  const replacing = await ports.memory.at({ knownAt: span.to }).items(scope, [...new Set(ids)])
  const shown = (item: Item) => shownItem(item, new Date(span.to))
  const byId = new Map(replacing.map((item) => [item.id, shown(item)]))
  const data = differences.map(({ change, item, replacedBy }) => ({
    change,
    item: shown(item),
    replacedBy: byId.get(replacedBy ?? '') ?? null,
  }))
  const summaries = page.cursor ? {} : await summariesOf(ports, scope, span)
  return { ...span, summaries, ...paged({ ...changed, data }, page.limit, (each) => each) }
}

async function summariesOf(
  ports: Services['ports'],
  scope: Scope,
  { from, to }: { from: string; to: string },
) {
  const [before, after] = await Promise.all([
    summariesAt(ports, scope, { knownAt: from }),
    summariesAt(ports, scope, { knownAt: to }),
  ])
  return summariesSideBySide(before, after)
}

async function timeline({ ports }: Services, scope: Scope, { limit, cursor }: Page) {
  const page = await happenings(ports, scope, { limit, cursor })
  const ids = page.data.flatMap(({ itemId, otherId }) => [itemId ?? [], otherId ?? []].flat())
  const items = await ports.memory.items(scope, [...new Set(ids)])
  const texts = new Map(items.map(({ id, text }) => [id, text]))
  return paged(page, limit, (each) => ({
    ...each,
    content: texts.get(each.itemId ?? '') ?? null,
    otherContent: texts.get(each.otherId ?? '') ?? null,
  }))
}

/** Continues where a timeline ended, not where a page of the audit did. */
async function happenings(
  { audit }: Services['ports'],
  scope: Scope,
  { limit, cursor }: { limit: number; cursor: string | undefined },
): Promise<Paged<Happening>> {
  const found: Happening[] = []
  for (let pages = 1, after = cursor; ; pages++) {
    const asked = { limit: MAX_PAGE, list: 'audit, newest first', cursor: after } as const
    const { data, total, nextCursor } = await audit.list(scope, asked)
    for (const [n, entry] of data.entries()) {
      found.push(...[happeningOf(entry) ?? []].flat())
      const isLast = n === data.length - 1 && nextCursor === null
      if (found.length < limit || isLast) continue
      return { data: found, total, nextCursor: cursorAfter(entry) }
    }
    if (nextCursor === null || pages === MAX_AUDIT_PAGES) return { data: found, total, nextCursor }
    after = nextCursor
  }
}
