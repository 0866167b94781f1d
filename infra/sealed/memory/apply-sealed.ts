// How a sealed memory store applies a step: the step is sealed before the store below gets it, and opened where
// documents are made from stored ones.
import type { Scope } from '../../../schemas/identifiers.ts'
import type {
  ItemDocument,
  MadeDocuments,
  MemoryDocument,
  MemoryStep,
  MemoryStore,
} from '../../ports/memory-store.ts'
import type { Keys } from '../keys/keyring.ts'
import { type OwnedUsers, ownedUsers, type Sealing } from '../keys/sealing.ts'
import { openItemDocument, sealDocument } from './seal-documents.ts'

type Ref = Scope & { id: string }

export function applySealed(store: MemoryStore, sealing: Sealing, step: MemoryStep): Promise<void> {
  const { documents } = step
  return 'make' in documents
    ? applyMade(store, sealing, { ...step, documents })
    : applyGiven(store, sealing, { ...step, documents })
}

async function applyGiven(
  store: MemoryStore,
  sealing: Sealing,
  { documents, ...step }: MemoryStep & { documents: readonly MemoryDocument[] },
): Promise<void> {
  const users = await ownedUsers(sealing, documents)
  await store.apply({ ...sealStep(step, sealing), documents: sealAll(documents, sealing, users) })
}

async function applyMade(
  store: MemoryStore,
  sealing: Sealing,
  { documents, ...step }: MemoryStep & { documents: MadeDocuments },
): Promise<void> {
  const { reads, scopes, make } = documents
  const users = await ownedUsers(sealing, [...reads, ...scopes])
  const made = (stored: readonly ItemDocument[]) =>
    sealAll(make(openDocuments(stored, users)), sealing, users)
  await store.apply({
    ...sealStep(step, sealing),
    documents: {
      reads: reads.map(sealedRef(sealing)),
      scopes: scopes.map((scope) => sealing.owners.seal(scope)),
      make: made,
    },
  })
}

/** The parts that name users and hold no words of theirs. */
function sealStep(step: Omit<MemoryStep, 'documents'>, { owners }: Sealing) {
  const named = <T extends Scope>(each: T): T => ({ ...each, ...owners.seal(each) })
  return {
    checkpoint: step.checkpoint,
    fences: step.fences.map(named),
    erasedResources: step.erasedResources.map(named),
    erasures: step.erasures.map(named),
    summaries: step.summaries,
  }
}

function sealAll(
  documents: readonly MemoryDocument[],
  { owners }: Sealing,
  users: OwnedUsers,
): MemoryDocument[] {
  return documents.flatMap((document) => {
    const scope = owners.seal(document)
    const sealed = sealDocument(document, users.of(scope)?.keys ?? [])
    return sealed ? [{ ...sealed, ...scope }] : []
  })
}

export function openDocuments(stored: readonly ItemDocument[], users: OwnedUsers): ItemDocument[] {
  return stored.flatMap((document) => {
    const user = users.of(document)
    return (user && openOwn(document, user.scope, user.keys)) ?? []
  })
}

export function openOwn(document: ItemDocument, { appId, userId }: Scope, keys: Keys) {
  const opened = openItemDocument(document, keys)
  return opened && { ...opened, appId, userId }
}

export function sealedRef({ owners }: Sealing) {
  return (ref: Ref): Ref => ({ ...owners.seal(ref), id: ref.id })
}
