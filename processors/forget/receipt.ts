// What a forget removed, as an event and as the statement that is signed. Pure. A statement is derived from its event
// alone, so a replay gives the same bytes, and the signature stays valid.
import type { Erasure } from '../../infra/ports/memory-store.ts'
import type { Remainder } from '../../infra/ports/remainder.ts'
import type { FactEvent, NewFactEvent } from '../../schemas/events/catalogue.ts'
import type { Scope } from '../../schemas/identifiers.ts'
import type { Receipt, ReceiptStatement } from '../../schemas/receipt.ts'
import type { Signature } from '../../schemas/signed.ts'
import { WRITES } from '../../schemas/topics.ts'
import { eventFrom } from '../event-from.ts'
import type { Forgetting } from './decide.ts'

type ReceiptIssued = Extract<FactEvent, { type: 'ReceiptIssued' }>
type Unsigned = Omit<ReceiptIssued['open'], 'publicKey' | 'signature'>

/** A store that keeps nothing of the forgotten content any more, since when, and what it removed. */
export type LetGo = { store: string; letGoAt: string; removed: Readonly<Record<string, number>> }

/**
 * A receipt is filed under its own id, because a request for it names no user. No app has such a name: identifiers
 * never begin with ~.
 */
export function receiptScope(receiptId: string): Scope {
  return { appId: '~receipts', userId: receiptId }
}

export function unsignedReceipt(
  forgetting: Forgetting,
  done: {
    pseudonym: string
    completedAt: string
    stores: readonly LetGo[]
    remainders: readonly (Remainder & { store: string })[]
  },
): Unsigned {
  const { id, before, partition, category, keyGeneration, occurredAt } = forgetting
  const { pseudonym, completedAt } = done
  return {
    source: before,
    partition,
    position: before,
    forgottenId: id,
    category,
    askedAt: occurredAt,
    completedAt,
    keyGeneration,
    pseudonym,
    stores: done.stores.map(({ store, letGoAt, removed }) => ({
      store,
      letGoAt,
      removed: Object.entries(removed).map(([what, count]) => ({ what, count })),
    })),
    remains: done.remainders.map(({ store, what, goneWithinMs }) => ({
      store,
      what,
      until: goneWithinMs === null ? null : later(completedAt, goneWithinMs),
    })),
  }
}

function later(at: string, ms: number): string {
  return new Date(Date.parse(at) + ms).toISOString()
}

export function receiptIssued(
  forgetting: Forgetting,
  unsigned: Unsigned,
  { publicKey, value: signature }: Signature,
): NewFactEvent {
  return {
    ...eventFrom(forgetting, 'receipt'),
    type: 'ReceiptIssued',
    open: { ...unsigned, publicKey, signature },
    sealed: null,
  }
}

/** The form that is signed: what version 1 of the event states stays so for ever. */
export function statementOf(appId: string, open: Unsigned): ReceiptStatement {
  const { keyGeneration: to, partition, position } = open
  return {
    type: 'palimpsest.forget',
    version: 1,
    receiptId: open.forgottenId,
    appId,
    user: open.pseudonym,
    // A client may send text that has no canonical form.
    asked: { category: open.category?.toWellFormed() ?? null, at: open.askedAt },
    log: { topic: WRITES, partition, position },
    destroyedKeys: to === 0 ? null : { from: 1, to },
    stores: open.stores.map(({ store, letGoAt, removed }) => ({
      store,
      letGoAt,
      removed: Object.fromEntries(removed.map(({ what, count }) => [what, count])),
    })),
    remains: open.remains.map(({ store, what, until }) => ({ store, what, until })),
    completedAt: open.completedAt,
  }
}

export function receiptOf({ appId, open }: Pick<ReceiptIssued, 'appId' | 'open'>): Receipt {
  const { publicKey, signature: value } = open
  return { statement: statementOf(appId, open), signature: { alg: 'EdDSA', publicKey, value } }
}

/** As it is filed: with the counts that /forget answers. */
export function filedReceipt(event: Pick<ReceiptIssued, 'appId' | 'open'>): Erasure {
  const { forgottenId: id, category, completedAt: erasedAt, stores } = event.open
  const counts = stores.flatMap(({ removed }) => removed)
  const sum = (what: string) =>
    counts.reduce((total, each) => total + (each.what === what ? each.count : 0), 0)
  return {
    id,
    category,
    deletedItems: sum('items'),
    deletedEntities: sum('entities'),
    deletedResources: sum('resources'),
    erasedAt,
    receipt: receiptOf(event),
  }
}
