// Decides which member reads which partition. Partition N of every topic of a group goes to the same member, because
// the reader that follows a user must see all of the user's topics. Each partition ranks the members by their names,
// which are the same in every group and after a restart, and goes to the first that has room. So all groups place it
// alike, and when a member comes or goes few other partitions move. A partition's standby is the member that would get
// it if its reader were gone.
import { createHash } from 'node:crypto'
import { AssignerProtocol, type PartitionAssigner } from 'kafkajs'
import { getFrom } from '../../runtime/certain.ts'

export type Assignment = Record<string, number[]>

/** `name`: the process's name, if it has one. Two members of one name are told apart by their ids. */
type Member = { id: string; name: string }

/** The topics to read. A partition's reader is the member `standby` places behind the one that decides. */
type Spread = {
  partitionsOf: Readonly<Record<string, readonly number[]>>
  standby?: number | undefined
}

/** Every member that computes this gets the same result. A partition with too few members for it is left out. */
export function assignTogether(
  members: readonly Member[],
  { partitionsOf, standby = 0 }: Spread,
): Map<string, Assignment> {
  const assignments = new Map<string, Assignment>(members.map(({ id }) => [id, {}]))
  const numbers = [...new Set(Object.values(partitionsOf).flat())].sort((a, b) => a - b)
  const readers = new Map(
    numbers.map((partition) => [partition, readerOf(members, numbers, { partition, standby })]),
  )
  for (const [topic, partitions] of Object.entries(partitionsOf)) {
    for (const partition of partitions) {
      const reader = readers.get(partition)
      if (!reader) continue
      const assignment = getFrom(assignments, reader.id)
      assignment[topic] = [...(assignment[topic] ?? []), partition]
    }
  }
  return assignments
}

function readerOf(
  members: readonly Member[],
  numbers: readonly number[],
  { partition, standby }: { partition: number; standby: number },
): Member | undefined {
  const reader = place(members, numbers).get(partition)
  if (standby === 0 || !reader) return reader
  const others = members.filter((each) => each !== reader)
  return readerOf(others, numbers, { partition, standby: standby - 1 })
}

/** No member gets two partitions more than another. */
function place(members: readonly Member[], numbers: readonly number[]): Map<number, Member> {
  const each = Math.floor(numbers.length / Math.max(1, members.length))
  let oneMore = numbers.length - each * members.length
  const counts = new Map(members.map((member) => [member, 0]))
  const placed = new Map<number, Member>()
  for (const partition of numbers) {
    const first = ranked(members, partition).find((member) => {
      const count = getFrom(counts, member)
      return count < each || (count === each && oneMore > 0)
    })
    if (!first) continue
    const count = getFrom(counts, first)
    if (count === each) oneMore--
    counts.set(first, count + 1)
    placed.set(partition, first)
  }
  return placed
}

function ranked(members: readonly Member[], partition: number): Member[] {
  return members
    .map((member) => ({ member, weight: weightOf(member.name, partition) }))
    .sort((a, b) => b.weight - a.weight || (a.member.id < b.member.id ? -1 : 1))
    .map(({ member }) => member)
}

function weightOf(name: string, partition: number): number {
  return createHash('sha256').update(`${name}/${partition}`).digest().readUInt32BE()
}

const VERSION = 1
const NAME = 'palimpsest-together'

/** `name`: this member's name. When undefined, it has only its id, which changes with a restart. */
export function coPartitioned(spread: Spread & { name: string | undefined }): PartitionAssigner {
  const nobody = { version: VERSION, userData: Buffer.alloc(0) }
  const userData = Buffer.from(spread.name ?? '')
  return () => ({
    name: NAME,
    version: VERSION,
    protocol: ({ topics }) => ({
      name: NAME,
      metadata: AssignerProtocol.MemberMetadata.encode({ version: VERSION, topics, userData }),
    }),
    assign: async ({ members }) => {
      const named = members.map(({ memberId: id, memberMetadata }) => {
        const told = AssignerProtocol.MemberMetadata.decode(memberMetadata)?.userData.toString()
        return { id, name: told || id }
      })
      return [...assignTogether(named, spread)].map(([memberId, assignment]) => ({
        memberId,
        memberAssignment: AssignerProtocol.MemberAssignment.encode({ ...nobody, assignment }),
      }))
    },
  })
}

/** The partitions of a topic that a member was given, as the group's coordinator reports them. */
export function assignedOf(memberAssignment: Buffer, topic: string): readonly number[] {
  return AssignerProtocol.MemberAssignment.decode(memberAssignment)?.assignment[topic] ?? []
}
