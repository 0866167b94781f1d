// What every store of a projection has, under pseudonyms: fences, receipts, checkpoints.
import type { ProjectionStore } from '../ports/projection.ts'
import type { Sealing } from './keys/sealing.ts'

export function sealProjection(store: ProjectionStore, { owners }: Sealing): ProjectionStore {
  return {
    remainders: store.remainders,
    checkpoints: (topic) => store.checkpoints(topic),
    fences: async (scopes) => {
      const fences = await store.fences(scopes.map((scope) => owners.seal(scope)))
      return fences.flatMap((fence) => {
        const scope = owners.open(fence)
        return scope ? [{ ...fence, ...scope }] : []
      })
    },
    receipt: (scope, before) => store.receipt(owners.seal(scope), before),
    digest: () => store.digest(),
    ping: () => store.ping(),
    close: () => store.close(),
  }
}
