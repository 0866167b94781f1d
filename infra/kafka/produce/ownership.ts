// Who may commit for what, as far as this process knows. A processor that asks for its group's checkpoints is about to
// commit, so the partitions that it was just assigned are claimed first: their previous owners can then change nothing,
// and the checkpoints that are read are final.
import type { Transactions } from './transactions.ts'

type GroupOwnership = {
  /** The partition is now this process's, but is claimed only when a processor asks for checkpoints. */
  assigned(topic: string, partition: number): void
  revoked(topic: string, partition: number): void
}

export function createOwnership(transactions: Pick<Transactions, 'claim' | 'revoke'>) {
  /** By group and topic: partitions assigned, those of them that are not claimed yet, and claims under way. */
  const own = new Map<string, Set<number>>()
  const pending = new Map<string, Set<number>>()
  const claiming = new Map<string, Promise<unknown>>()
  const keyOf = (group: string, topic: string) => `${group} ${topic}`
  return {
    of: (group: string): GroupOwnership => ({
      assigned: (topic, partition) => {
        for (const each of [own, pending]) add(each, keyOf(group, topic), partition)
      },
      revoked: (topic, partition) => {
        for (const each of [own, pending]) each.get(keyOf(group, topic))?.delete(partition)
        transactions.revoke(group, topic, partition)
      },
    }),
    /**
     * Resolves when the group has no open claim in the topic. Rejects when a claim could not be made; it stays open.
     */
    claim: async (group: string, topic: string): Promise<void> => {
      const key = keyOf(group, topic)
      const partitions = [...(pending.get(key) ?? [])]
      pending.delete(key)
      const claims = allOf([
        claiming.get(key),
        ...partitions.map(async (partition) => {
          try {
            await transactions.claim(group, topic, partition)
          } catch (error) {
            // Taken away meanwhile: to claim it again would fence the process that has it now.
            if (!own.get(key)?.has(partition)) return
            add(pending, key, partition)
            throw error
          }
        }),
      ])
      // Keeps the failure, because a caller that waits for it must not take the partition for claimed.
      claiming.set(key, claims)
      try {
        await claims
      } finally {
        if (claiming.get(key) === claims) claiming.delete(key)
      }
    },
  }
}

function add(to: Map<string, Set<number>>, key: string, partition: number): void {
  to.set(key, (to.get(key) ?? new Set()).add(partition))
}

/** Waits for all of them, then throws the first failure. */
async function allOf(claims: readonly (Promise<unknown> | undefined)[]): Promise<void> {
  const ended = await Promise.allSettled(claims)
  for (const each of ended) if (each.status === 'rejected') throw each.reason
}
