// A delivery as it is stored: the delivery as text, its sealed payload apart, and the fields by which it is selected.
import { z } from 'zod'
import { scopeNamed } from '../../../schemas/scope-name.ts'
import type { Claimed, Delivery, NewDelivery, Progress } from '../../ports/delivery-store.ts'
import { present } from '../../runtime/certain.ts'
import type { Writing } from '../client/hits.ts'
import { type Prepared, whole } from '../projection/documents.ts'
import type { GuardSource } from '../projection/fences/remove-forbidden.ts'
import { documentId, ownerOf } from '../reading/identity.ts'

/** The kept part of `_source`. */
export type StoredDelivery = GuardSource & { doc: string; aside: string; lease?: string }

export function deliveryName(delivery: Pick<Delivery, 'appId' | 'userId' | 'id'>): string {
  return documentId('delivery', ownerOf(delivery), delivery.id)
}

export function prepareDelivery(delivery: NewDelivery): Prepared<'deliveries'> {
  const owner = ownerOf(delivery)
  const { source, category, keyGeneration } = delivery
  return {
    table: 'deliveries',
    id: deliveryName(delivery),
    owner,
    action: 'add',
    body: deliveryBody(delivery, { dueAt: delivery.nextAttemptAt, lease: null }),
    fenced: { ...scopeNamed(owner), source, category, keyGeneration },
  }
}

/** `dueAt`: when it may be claimed: when it is planned, or when its lease ends; null once it has ended. */
export function deliveryBody(
  { source, category, keyGeneration, payload, ...delivery }: NewDelivery,
  { dueAt, lease }: { dueAt: string | null; lease: string | null },
): Record<string, unknown> {
  const { id, webhookId, createdAt, state, endedAt } = delivery
  return {
    owner: ownerOf(delivery),
    id,
    webhookId,
    createdAt,
    state,
    source: whole(source, 'source'),
    keyGeneration: whole(keyGeneration, 'key generation'),
    ...(category === null ? {} : { category }),
    ...(endedAt === null ? {} : { endedAt }),
    ...(dueAt === null ? {} : { dueAt }),
    ...(lease === null ? {} : { lease }),
    doc: JSON.stringify(delivery),
    aside: Buffer.from(payload).toString('base64'),
  }
}

export function storedDelivery(stored: StoredDelivery): NewDelivery {
  return {
    ...shownDelivery(stored),
    source: present(stored.source, 'source'),
    category: stored.category ?? null,
    keyGeneration: present(stored.keyGeneration, 'key generation'),
    payload: Buffer.from(stored.aside, 'base64'),
  }
}

export function shownDelivery({ doc }: Pick<StoredDelivery, 'doc'>): Delivery {
  return JSON.parse(doc)
}

export function withProgress({ lease: _, ...delivery }: Claimed, progress: Progress): NewDelivery {
  return { ...delivery, ...progress }
}

/** Stands for the writing of the document that claimed the delivery. */
export function leaseOf({ if_seq_no, if_primary_term }: Writing): string {
  return JSON.stringify([if_seq_no, if_primary_term])
}

const writtenLease = z.tuple([z.number(), z.number()])

export function writingOf({ lease }: Claimed): Writing {
  const [if_seq_no, if_primary_term] = writtenLease.parse(JSON.parse(lease))
  return { if_seq_no, if_primary_term }
}
