// Who may commit for what, as far as this process knows. A processor that asks for its group's checkpoints is about to
// commit, so the partitions that it was just given are claimed first: whoever had them before can then change nothing,
// and the checkpoints that are read are the last word.
import type { Transactions } from './transactions.ts'

export type GroupOwnership = {
  /** Given to this process; not claimed before somebody asks for checkpoints. */
  assigned(topic: string, partition: number): void
  revoked(topic: string, partition: number): void
}

export function createOwnership(transactions: Pick<Transactions, 'claim' | 'revoke'>) {
  /** By group and topic: partitions given and not claimed yet, and claims under way. */
  const pending = new Map<string, Set<number>>()
  const claiming = new Map<string, Promise<unknown>>()
  const keyOf = (group: string, topic: string) => `${group} ${topic}`
  return {
    of: (group: string): GroupOwnership => ({
      assigned: (topic, partition) => {
        const key = keyOf(group, topic)
        pending.set(key, (pending.get(key) ?? new Set()).add(partition))
      },
      revoked: (topic, partition) => {
        pending.get(keyOf(group, topic))?.delete(partition)
        transactions.revoke(group, topic, partition)
      },
    }),
    /** Resolves when no claim of the group and topic is open. Rejects where one could not be made; it stays open. */
    claim: async (group: string, topic: string): Promise<void> => {
      const key = keyOf(group, topic)
      const partitions = [...(pending.get(key) ?? [])]
      pending.delete(key)
      const before = claiming.get(key) ?? Promise.resolve()
      const claims = Promise.all([
        before,
        ...partitions.map(async (partition) => {
          try {
            await transactions.claim(group, topic, partition)
          } catch (error) {
            pending.set(key, (pending.get(key) ?? new Set()).add(partition))
            throw error
          }
        }),
      ])
      const settled = claims
        .catch(() => undefined)
        .then(() => {
          if (claiming.get(key) === settled) claiming.delete(key)
        })
      claiming.set(key, settled)
      await claims
    },
  }
}
