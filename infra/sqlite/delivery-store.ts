// The embedded delivery store: which webhooks are to be sent, when, and what became of each attempt. Payloads are
// stored sealed.
import { randomUUID } from 'node:crypto'
import type {
  Attempt,
  Claimed,
  ClaimOptions,
  Delivery,
  DeliveryStore,
  NewDelivery,
  Progress,
} from '../ports/delivery-store.ts'
import type { Page, Paged } from '../ports/memory-store.ts'
import { type Fence, isFenced } from '../ports/projection.ts'
import { decodeCursor } from '../ports/rules/cursor.ts'
import { pageOf } from '../ports/rules/page-of.ts'
import { storedJson } from './database/damage.ts'
import { type Database, openDatabase } from './database/database.ts'
import {
  applyStep,
  digestOf,
  fenceRows,
  findOwner,
  ownerOf,
  projectionReads,
  projectionSchema,
  readFences,
} from './projection/projection-tables.ts'

// `due_at`: when a waiting delivery may be claimed: when it is planned, or when its lease ends. Null once it has ended.
// deliveries_due holds only waiting deliveries, by webhook: a claim costs one seek for each webhook that has any.
const schema = `${projectionSchema}
  CREATE TABLE IF NOT EXISTS deliveries (
    owner INTEGER, id TEXT, webhook_id TEXT NOT NULL, notice_id TEXT NOT NULL, event TEXT NOT NULL,
    source INTEGER NOT NULL, category TEXT, key_generation INTEGER NOT NULL, created_at TEXT NOT NULL,
    payload BLOB NOT NULL, state TEXT NOT NULL, attempts TEXT NOT NULL, tries INTEGER NOT NULL,
    next_attempt_at TEXT, ended_at TEXT, due_at TEXT, lease TEXT, PRIMARY KEY (owner, id)) WITHOUT ROWID;
  CREATE INDEX IF NOT EXISTS deliveries_due ON deliveries (webhook_id, due_at) WHERE due_at IS NOT NULL;
  CREATE INDEX IF NOT EXISTS deliveries_by_webhook ON deliveries (webhook_id, created_at, id);
  CREATE INDEX IF NOT EXISTS deliveries_by_id ON deliveries (id);
  CREATE INDEX IF NOT EXISTS deliveries_ended ON deliveries (state, ended_at) WHERE ended_at IS NOT NULL;
`

export function createSqliteDeliveryStore(options: { path: string }): DeliveryStore {
  const db = openDatabase({ path: options.path, durable: false, schema })
  return {
    apply: async (step) => {
      applyStep(db, step, {
        removes: false,
        erase: (owner, fence) => ({
          removed: {
            deliveries: db.run(
              `DELETE FROM deliveries WHERE ${FORBIDDEN}`,
              ...forbiddenBy(owner, fence),
            ),
          },
          resourceIds: [],
        }),
        write: () => putDeliveries(db, step.deliveries),
      })
    },
    ...projectionReads(db),
    digest: async () =>
      digestOf([
        db.iterate(
          `SELECT app_id, user_id, id, webhook_id, notice_id, event, hex(payload), state, attempts, tries,
           next_attempt_at, ended_at FROM deliveries JOIN owners USING (owner) ORDER BY app_id, user_id, id`,
        ),
        fenceRows(db),
      ]),
    claim: async (claiming) => claim(db, claiming),
    holds: async ({ lease, ...delivery }) =>
      !!db.get`SELECT 1 FROM deliveries WHERE owner = ${ownerOf(db, delivery)}
        AND id = ${delivery.id} AND lease = ${lease}`,
    settle: async (claimed, progress) =>
      db.transaction(() => setProgress(db, progress, { delivery: claimed, lease: claimed.lease })),
    list: async (webhookId, page) => list(db, webhookId, page),
    find: async (webhookId, id) => {
      const row = find(db, webhookId, id)
      return row ? shown(row) : null
    },
    change: async (webhookId, id, change) =>
      db.transaction(() => {
        const row = find(db, webhookId, id)
        if (!row) return false
        if (row.lease === null)
          setProgress(db, change(progressOf(row)), { delivery: shown(row), lease: null })
        return true
      }),
    countForbidden: async (fence) =>
      db.one<{ left: number }>(
        `SELECT count(*) AS left FROM deliveries WHERE ${FORBIDDEN}`,
        ...forbiddenBy(findOwner(db, fence) ?? null, fence),
      ).left,
    prune: async ({ before, states, limit }) =>
      db.run`DELETE FROM deliveries WHERE (owner, id) IN (
        SELECT owner, id FROM deliveries
        WHERE state IN (SELECT value FROM json_each(${JSON.stringify(states)}))
        AND ended_at < ${before} LIMIT ${limit})`,
  }
}

const FORBIDDEN =
  'owner = ? AND (source < ? OR key_generation <= ?) AND (? IS NULL OR category = ?)'

function forbiddenBy(owner: number | null, { before, category, keyGeneration }: Fence) {
  return [owner, before, keyGeneration, category, category]
}

function putDeliveries(db: Database, deliveries: readonly NewDelivery[]): void {
  const fences = readFences(db, deliveries)
  for (const each of deliveries) {
    if (isFenced(fences, each)) continue
    db.run(
      `INSERT INTO deliveries VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, NULL)
       ON CONFLICT DO NOTHING`,
      ownerOf(db, each),
      each.id,
      each.webhookId,
      each.noticeId,
      each.event,
      each.source,
      each.category,
      each.keyGeneration,
      each.createdAt,
      each.payload,
      each.state,
      JSON.stringify(each.attempts),
      each.tries,
      each.nextAttemptAt,
      each.endedAt,
      each.nextAttemptAt,
    )
  }
}

const ROWS = `SELECT app_id AS appId, user_id AS userId, id, webhook_id AS webhookId, notice_id AS noticeId, event,
    source, category, key_generation AS keyGeneration, created_at AS createdAt, payload, state, attempts, tries,
    next_attempt_at AS nextAttemptAt, ended_at AS endedAt, lease
  FROM deliveries JOIN owners USING (owner)`
type Row = Omit<Claimed, 'attempts' | 'lease'> & { attempts: string; lease: string | null }

function progressOf({ state, attempts, tries, nextAttemptAt, endedAt }: Row): Progress {
  const told = storedJson<Attempt[]>(attempts, 'a list of attempts of the deliveries')
  return { state, attempts: told, tries, nextAttemptAt, endedAt }
}

function shown(row: Row): Delivery {
  const { appId, userId, id, webhookId, noticeId, event, createdAt } = row
  return { appId, userId, id, webhookId, noticeId, event, createdAt, ...progressOf(row) }
}

/** Looks before it locks: usually nothing is due, and others write. */
function claim(db: Database, options: ClaimOptions): Claimed[] {
  if (dueWebhooks(db, options).length === 0) return []
  const lease = randomUUID()
  return db.transaction(() => {
    const rows: Row[] = []
    for (const webhookId of dueWebhooks(db, options)) {
      const free = Math.min(leftOf(options, webhookId), options.limit - rows.length)
      if (free <= 0) break
      const due = `${ROWS} WHERE webhook_id = ? AND due_at IS NOT NULL AND due_at <= ?
        ORDER BY due_at LIMIT ?`
      rows.push(...db.all<Row>(due, webhookId, options.now, free))
    }
    for (const row of rows) {
      db.run`UPDATE deliveries SET due_at = ${options.leaseUntil}, lease = ${lease}
        WHERE owner = ${ownerOf(db, shown(row))} AND id = ${row.id}`
    }
    return rows.map((row) => ({ ...row, ...progressOf(row), lease }))
  })
}

/** Webhooks with deliveries that are due and may be claimed, the longest waiting first. */
function dueWebhooks(db: Database, options: ClaimOptions): string[] {
  const rows = db.all<{ id: string; due: string }>(
    `WITH RECURSIVE waiting (id) AS (
       SELECT min(webhook_id) FROM deliveries WHERE due_at IS NOT NULL
       UNION ALL
       SELECT (SELECT min(webhook_id) FROM deliveries WHERE webhook_id > waiting.id AND due_at IS NOT NULL)
       FROM waiting WHERE waiting.id IS NOT NULL)
     SELECT id, (SELECT min(due_at) FROM deliveries WHERE webhook_id = waiting.id AND due_at IS NOT NULL) AS due
     FROM waiting WHERE id IS NOT NULL`,
  )
  return rows
    .filter(({ id, due }) => due <= options.now && leftOf(options, id) > 0)
    .sort((a, b) => (a.due < b.due ? -1 : 1))
    .map(({ id }) => id)
}

function leftOf({ left, perWebhook }: ClaimOptions, webhookId: string): number {
  return left.get(webhookId) ?? perWebhook
}

/** `lease` null: regardless of any lease. */
function setProgress(
  db: Database,
  { state, attempts, tries, nextAttemptAt, endedAt }: Progress,
  { delivery, lease }: { delivery: Delivery; lease: string | null },
): boolean {
  const changed = db.run(
    `UPDATE deliveries SET state = ?, attempts = ?, tries = ?, next_attempt_at = ?, ended_at = ?,
       due_at = ?, lease = NULL
     WHERE owner = ? AND id = ? AND (? IS NULL OR lease = ?)`,
    state,
    JSON.stringify(attempts),
    tries,
    nextAttemptAt,
    endedAt,
    nextAttemptAt,
    ownerOf(db, delivery),
    delivery.id,
    lease,
    lease,
  )
  return changed > 0
}

function find(db: Database, webhookId: string, id: string): Row | undefined {
  return db.get<Row>(`${ROWS} WHERE id = ? AND webhook_id = ?`, id, webhookId)
}

function list(db: Database, webhookId: string, { limit, cursor }: Page): Paged<Delivery> {
  const [at, id] = cursor ? decodeCursor(cursor, 'deliveries', 2) : ['~', '']
  const rows = db.all<Row>(
    `${ROWS} WHERE webhook_id = ? AND (created_at, id) < (?, ?)
     ORDER BY created_at DESC, id DESC LIMIT ?`,
    webhookId,
    String(at),
    String(id),
    limit + 1,
  )
  const { total } = db.one<{ total: number }>`SELECT count(*) AS total FROM deliveries
    WHERE webhook_id = ${webhookId}`
  return pageOf(rows, limit, {
    list: 'deliveries',
    total,
    read: shown,
    after: ({ createdAt, id }) => [createdAt, id],
  })
}
