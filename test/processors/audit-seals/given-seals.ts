// Records made by hand, and runs of seals over them: short enough that a test can say every finding.
import { randomBytes } from 'node:crypto'
import type { LogRecord } from '../../../infra/ports/event-log.ts'
import { createSigner } from '../../../infra/runtime/signing/signer.ts'
import { createSqliteEventLog } from '../../../infra/sqlite/event-log.ts'
import { createSqliteKeyStore } from '../../../infra/sqlite/key-store.ts'
import { createSealer } from '../../../processors/audit-seals/seal-log.ts'
import type {
  AuditRooted,
  AuditSealed,
  SealedRecord,
} from '../../../processors/audit-seals/seals.ts'
import { isStoredAs } from '../../../schemas/events/catalogue.ts'
import type { StoredEvent } from '../../../schemas/events/envelope.ts'
import type { Scope } from '../../../schemas/identifiers.ts'
import { AUDIT, WRITES } from '../../../schemas/topics.ts'
import { AT, storedEvent } from '../../contracts/given.ts'
import { recordsOf } from '../../infra/runtime/given.ts'
import { ANN } from './given.ts'

/** A record of Ann's writes. */
export function recordAt(position: number, overrides: Partial<StoredEvent> = {}): SealedRecord {
  const event = storedEvent(ANN, { recordedAt: AT, ...overrides })
  return { topic: WRITES, partition: 0, position, event, defect: null }
}

/** A record whose bytes cannot be understood. */
export function unreadableAt(position: number): LogRecord {
  return { topic: WRITES, partition: 0, position, event: null, defect: 'no event' }
}

/** In memory, with keys of its own. */
export function newPorts() {
  const keys = createSqliteKeyStore({ path: ':memory:', masterKey: randomBytes(32) })
  return { keys, log: createSqliteEventLog({ directory: null }) }
}

/** A run a day from 1 May 2026, each over one event of each user; and the public keys of the service. */
export async function givenRuns(runs: number, users: readonly Scope[]) {
  const { keys, log } = newPorts()
  for (let run = 1; run <= runs; run++) {
    await log.append(users.map((scope) => ({ topic: WRITES, event: storedEvent(scope) })))
    await createSealer({ keys, log }).seal(() => new Date(Date.UTC(2026, 4, run)))
  }
  const records = await recordsOf(log, AUDIT)
  await log.close()
  const signer = createSigner(keys)
  return { records, signer, publicKeys: await signer.publicKeys() }
}

export function rootsIn(records: readonly LogRecord[]): AuditRooted[] {
  return records.flatMap(({ event }) => (isStoredAs(event, 'AuditRooted') ? [event] : []))
}

export function sealsIn(records: readonly LogRecord[]): AuditSealed[] {
  return records.flatMap(({ event }) => (isStoredAs(event, 'AuditSealed') ? [event] : []))
}
