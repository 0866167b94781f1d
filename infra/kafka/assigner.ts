// Who reads what: partition N of every topic of a group goes to the same member, because whoever follows a user must
// see all of the user's topics.
import { AssignerProtocol, type PartitionAssigner } from 'kafkajs'

export type Assignment = Record<string, number[]>

/** Spreads partition numbers over the members, in an order that all of them agree on. */
export function assignTogether(
  members: readonly string[],
  partitionsOf: Readonly<Record<string, readonly number[]>>,
): Map<string, Assignment> {
  const inOrder = [...members].sort()
  const assignments = new Map<string, Assignment>(inOrder.map((member) => [member, {}]))
  for (const [topic, partitions] of Object.entries(partitionsOf)) {
    for (const partition of partitions) {
      const assignment = assignments.get(inOrder[partition % inOrder.length]!)!
      assignment[topic] = [...(assignment[topic] ?? []), partition]
    }
  }
  return assignments
}

const VERSION = 1
const NAME = 'palimpsest-together'

export function coPartitioned(
  partitionsOf: Readonly<Record<string, readonly number[]>>,
): PartitionAssigner {
  const topicsOnly = { version: VERSION, userData: Buffer.alloc(0) }
  return () => ({
    name: NAME,
    version: VERSION,
    protocol: ({ topics }) => ({
      name: NAME,
      metadata: AssignerProtocol.MemberMetadata.encode({ ...topicsOnly, topics }),
    }),
    assign: async ({ members }) => {
      const ids = members.map(({ memberId }) => memberId)
      return [...assignTogether(ids, partitionsOf)].map(([memberId, assignment]) => ({
        memberId,
        memberAssignment: AssignerProtocol.MemberAssignment.encode({ ...topicsOnly, assignment }),
      }))
    },
  })
}
