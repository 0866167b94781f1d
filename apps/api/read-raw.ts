// The raw content of a write, as its client sent it. Of forgotten content neither the record nor the key is left.
import type { Ports } from '../../infra/ports/ports.ts'
import { unseal } from '../../infra/runtime/envelope/seal.ts'
import type { DomainEvent } from '../../schemas/events/catalogue.ts'

export type RawWrite = Extract<
  DomainEvent,
  { type: 'ContentStored' | 'ActivityRecorded' | 'FactGiven' | 'FactRevised' }
>
const WITH_CONTENT: ReadonlySet<string> = new Set<RawWrite['type']>([
  'ContentStored',
  'ActivityRecorded',
  'FactGiven',
  'FactRevised',
])

export function isRawWrite(event: DomainEvent): event is RawWrite {
  return WITH_CONTENT.has(event.type)
}

/** Null if the key or the object is gone. */
export async function readRaw(
  { keys, objects }: Pick<Ports, 'keys' | 'objects'>,
  write: RawWrite,
): Promise<string | null> {
  const [key, sealed] = await Promise.all([
    keys.get(write, write.open.keyGeneration),
    objects.get(write.open.objectKey),
  ])
  return key && sealed ? Buffer.from(unseal(key, write, sealed)).toString('utf8') : null
}
