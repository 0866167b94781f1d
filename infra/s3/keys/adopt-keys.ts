// Takes over users' data keys from another store, wrapped as they are: the master key must be the same.
import type { Scope } from '../../../schemas/identifiers.ts'
import type { ObjectStore, StoredObject } from '../../ports/object-store.ts'
import { destroyedName, generationName } from './key-names.ts'

const BATCH = 500

/** `keys` is the object store that holds the key store. A destroyed generation (null) stays destroyed. */
export async function adoptKeys(
  keys: ObjectStore,
  stored: Iterable<Scope & { generation: number; wrapped: Uint8Array | null }>,
): Promise<number> {
  let adopted = 0
  let batch: StoredObject[] = []
  const write = async () => {
    await keys.putMany(batch)
    adopted += batch.length
    batch = []
  }
  for (const { appId, userId, generation, wrapped } of stored) {
    const scope = { appId, userId }
    batch.push(
      wrapped
        ? { key: generationName(scope, generation), body: Uint8Array.from(wrapped) }
        : { key: destroyedName(scope, generation), body: new Uint8Array(0) },
    )
    if (batch.length === BATCH) await write()
  }
  await write()
  return adopted
}
