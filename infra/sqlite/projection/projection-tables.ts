// The tables that every SQLite projection has: checkpoints, fences, receipts, and numbers for scopes. A store adds its
// own tables and passes in how it erases.
import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { Scope } from '../../../schemas/identifiers.ts'
import { scopeName } from '../../../schemas/scope-name.ts'
import type { AnyTopicName } from '../../../schemas/topics.ts'
import type { Checkpoints } from '../../ports/event-log.ts'
import { type Fence, type Receipt, raisedFence, type Step } from '../../ports/projection.ts'
import { present } from '../../runtime/certain.ts'
import type { Database } from '../database/database.ts'

export const projectionSchema = `
  CREATE TABLE IF NOT EXISTS owners (
    owner INTEGER PRIMARY KEY, app_id TEXT NOT NULL, user_id TEXT NOT NULL,
    sequence INTEGER NOT NULL DEFAULT 0, UNIQUE (app_id, user_id));
  CREATE TABLE IF NOT EXISTS checkpoints (
    topic TEXT, partition INTEGER, position INTEGER NOT NULL, PRIMARY KEY (topic, partition)) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS fences (
    owner INTEGER, category TEXT, before INTEGER NOT NULL, key_generation INTEGER NOT NULL);
  CREATE INDEX IF NOT EXISTS fences_by_owner ON fences (owner);
  CREATE TABLE IF NOT EXISTS receipts (
    owner INTEGER, before INTEGER, receipt TEXT NOT NULL, PRIMARY KEY (owner, before)) WITHOUT ROWID;
`

/** The number that stands for a scope inside one file; made on first use. */
export function ownerOf(db: Database, { appId, userId }: Scope): number {
  const known = findOwner(db, { appId, userId })
  if (known !== undefined) return known
  db.run`INSERT INTO owners (app_id, user_id) VALUES (${appId}, ${userId})`
  return present(findOwner(db, { appId, userId }), 'owner')
}

/** By transaction, snapshot or moment: a step asks for the same few users with each of its documents. */
const ownersRead = new WeakMap<object, Map<string, number>>()

export function findOwner(db: Database, scope: Scope): number | undefined {
  const span = db.span()
  if (!span) return readOwner(db, scope)
  const read = ownersRead.get(span) ?? new Map<string, number>()
  const name = scopeName(scope)
  const owner = read.get(name) ?? readOwner(db, scope)
  if (owner !== undefined) ownersRead.set(span, read.set(name, owner))
  return owner
}

function readOwner(db: Database, { appId, userId }: Scope): number | undefined {
  return db.get<{ owner: number }>`SELECT owner FROM owners
    WHERE app_id = ${appId} AND user_id = ${userId}`?.owner
}

/** Runs a query for a scope that has rows in the file; otherwise returns `none`. */
export type Owned = <T>(scope: Scope, none: T, query: (owner: number) => T) => T

/** A replay beside the service renumbers owners: a number and the rows that carry it are read in one moment. */
export function ownedIn(db: Database): Owned {
  return (scope, none, query) => {
    db.moment()
    const owner = findOwner(db, scope)
    return owner === undefined ? none : query(owner)
  }
}

export function readCheckpoints(db: Database, topic: AnyTopicName): Checkpoints {
  const rows = db.all<{ partition: number; position: number }>`SELECT partition, position
    FROM checkpoints WHERE topic = ${topic}`
  return new Map(rows.map((row) => [row.partition, row.position]))
}

export function readFences(db: Database, scopes: readonly Scope[]): Fence[] {
  const owned = ownedIn(db)
  const users = new Map(scopes.map((scope) => [scopeName(scope), scope]))
  return [...users.values()].flatMap(({ appId, userId }) =>
    owned<Fence[]>({ appId, userId }, [], (owner) => {
      const rows = db.all<Pick<Fence, 'category' | 'before' | 'keyGeneration'>>`SELECT category,
        before, key_generation AS keyGeneration FROM fences WHERE owner = ${owner}`
      return rows.map((row) => ({ appId, userId, ...row }))
    }),
  )
}

function readReceipt(db: Database, scope: Scope, before: number): Receipt | null {
  return ownedIn(db)<Receipt | null>(scope, null, (owner) => {
    const row = db.get<{ receipt: string }>`SELECT receipt FROM receipts
      WHERE owner = ${owner} AND before = ${before}`
    return row ? db.parsed<Receipt>(row.receipt, () => `the receipt of ${before}`) : null
  })
}

/** What every projection in a file answers alike. */
export function projectionReads(db: Database) {
  return {
    checkpoints: async (topic: AnyTopicName) => readCheckpoints(db, topic),
    fences: async (scopes: readonly Scope[]) => readFences(db, scopes),
    remainders: [],
    receipt: async (scope: Scope, before: number) => readReceipt(db, scope, before),
    ping: async () => db.ping(),
    close: async () => db.close(),
  }
}

type Eraser = (owner: number, fence: Fence) => Omit<Receipt, 'before'>

/** How a store takes a step. `removes` is true if `write` deletes what was there. */
type StepWork = { erase: Eraser; write: () => void; removes: boolean }

/**
 * Applies a step in one transaction: the fences (each once), then `write`, then the checkpoint. Returns false and does
 * nothing if the step has been applied before. A step that erases leaves no old page in the log file, even if it is
 * applied again because the first attempt could not truncate the log.
 */
export function applyStep(db: Database, step: Step, { erase, write, removes }: StepWork): boolean {
  const applied = db.transaction(() => {
    const { topic, partition, position } = step.checkpoint
    const stood = db.get<{ position: number }>`SELECT position FROM checkpoints
      WHERE topic = ${topic} AND partition = ${partition}`
    if (stood && stood.position >= position) return false
    for (const fence of step.fences) raiseFence(db, fence, erase)
    write()
    db.run`INSERT INTO checkpoints VALUES (${topic}, ${partition}, ${position})
      ON CONFLICT DO UPDATE SET position = excluded.position`
    return true
  })
  if (step.fences.length > 0 || removes) db.truncateLog()
  return applied
}

/** A fence may also have been raised without its key generation (processors/fences.ts). Its receipt stays as it was. */
function raiseFence(db: Database, fence: Fence, erase: Eraser): void {
  const owner = ownerOf(db, fence)
  const known = readFences(db, [fence])
  const raised = raisedFence(known, fence)
  const hasReceipt = readReceipt(db, fence, fence.before) !== null
  if (hasReceipt && known.some((each) => isDeepStrictEqual(each, raised))) return
  const receipt = { before: fence.before, ...erase(owner, fence) }
  db.run`DELETE FROM fences WHERE owner = ${owner} AND category IS ${fence.category}`
  db.run`INSERT INTO fences
    VALUES (${owner}, ${fence.category}, ${raised.before}, ${raised.keyGeneration})`
  db.run`INSERT OR IGNORE INTO receipts VALUES (${owner}, ${fence.before}, ${JSON.stringify(receipt)})`
  if (!hasReceipt) return
  // Written again, because a snapshot finds a changed fence by its receipt.
  db.run`INSERT OR REPLACE INTO receipts
    SELECT owner, before, receipt FROM receipts WHERE owner = ${owner} AND before = ${raised.before}`
}

/** Characters. */
const HASHED_AT_ONCE = 65_536

/** Hashes rows in the order given; rows must be selected in an order that does not depend on when they were written. */
export function digestOf(streams: readonly Iterable<unknown>[]): string {
  const hash = createHash('sha256')
  // Many rows at once, because each call costs as much as hashing a row.
  let text = ''
  for (const rows of streams) {
    for (const row of rows) {
      text += `${JSON.stringify(row)}\n`
      if (text.length < HASHED_AT_ONCE) continue
      hash.update(text)
      text = ''
    }
  }
  return hash.update(text).digest('hex')
}

/** The fences as a digest sees them. */
export function fenceRows(db: Database): Iterable<unknown> {
  return db.iterate(
    `SELECT app_id, user_id, category, before, key_generation FROM fences JOIN owners USING (owner)
     ORDER BY app_id, user_id, category, before`,
  )
}
