// The delivery store with its users under pseudonyms. The payload is always sealed under the user's key.
import type { Delivery, DeliveryStore } from '../ports/delivery-store.ts'
import type { Sealing } from './keys/sealing.ts'
import { sealProjection } from './seal-projection.ts'

export function sealDeliveries(store: DeliveryStore, sealing: Sealing): DeliveryStore {
  const { owners } = sealing
  const sealed = <T extends Delivery>(delivery: T): T => ({ ...delivery, ...owners.seal(delivery) })
  const opened = <T extends Delivery>(delivery: T): T[] => {
    const scope = owners.open(delivery)
    return scope ? [{ ...delivery, ...scope }] : []
  }
  return {
    ...sealProjection(store, sealing),
    apply: ({ checkpoint, fences, deliveries }) =>
      store.apply({
        checkpoint,
        fences: fences.map((fence) => ({ ...fence, ...owners.seal(fence) })),
        deliveries: deliveries.map(sealed),
      }),
    claim: async (options) => (await store.claim(options)).flatMap(opened),
    holds: (claimed) => store.holds(sealed(claimed)),
    settle: (claimed, progress) => store.settle(sealed(claimed), progress),
    list: async (webhookId, page) => {
      const { data, ...rest } = await store.list(webhookId, page)
      return { ...rest, data: data.flatMap(opened) }
    },
    find: async (webhookId, id) => {
      const found = await store.find(webhookId, id)
      return found && (opened(found)[0] ?? null)
    },
    change: (webhookId, id, change) => store.change(webhookId, id, change),
    countForbidden: (fence) => store.countForbidden({ ...fence, ...owners.seal(fence) }),
    prune: (options) => store.prune(options),
  }
}
