// A part of what is promoted, as a write of its user: its content is sealed in an object of its own, as all content is.
import { createHash } from 'node:crypto'
import type { NewRecord } from '../../../../infra/ports/event-log.ts'
import { objectKey } from '../../../../infra/ports/object-store.ts'
import { encode } from '../../../../infra/runtime/envelope/codec.ts'
import { derivedUuid } from '../../../../infra/runtime/envelope/ids.ts'
import { seal } from '../../../../infra/runtime/envelope/seal.ts'
import type { WriteEvent } from '../../../../schemas/events/catalogue.ts'
import type { RereadPart } from '../../../../schemas/events/reread-part.ts'
import type { Scope } from '../../../../schemas/identifiers.ts'
import type { Candidature } from '../candidate-of.ts'

type PartOf = {
  part: RereadPart
  /** What the event says beside where its content lies. */
  open: Omit<Extract<WriteEvent, { type: 'FactsReread' }>['open'], 'objectKey' | 'contentBytes'>
}

/**
 * Stores the content; null if the user was forgotten since. Its id follows from what it holds, so that writing it again
 * after a crash writes it once.
 */
export async function partRecord(
  { ports, runtime }: Pick<Candidature, 'ports' | 'runtime'>,
  { appId, userId }: Scope,
  { part, open }: PartOf,
): Promise<NewRecord | null> {
  const { keyGeneration: generation, reprocessId } = open
  const key = await ports.keys.get({ appId, userId }, generation)
  if (!key) return null
  const body = JSON.stringify(part)
  const id = derivedUuid(reprocessId, createHash('sha256').update(body).digest('hex'))
  const at = objectKey(appId, userId, String(generation), id)
  const sealed = seal({ generation, key }, { id, appId, userId }, Buffer.from(body))
  await ports.objects.putMany([{ key: at, body: sealed }])
  const now = runtime.now().toISOString()
  return encode(
    {
      id,
      type: 'FactsReread',
      appId,
      userId,
      occurredAt: now,
      open: { ...open, objectKey: at, contentBytes: Buffer.byteLength(body) },
      sealed: null,
    },
    { recordedAt: now, causationId: null, traceparent: null },
    null,
  )
}
