// Where groups stand: Kafka's committed offsets, with a note as their metadata. A caller that is about to commit gets
// the final offsets; a caller that only looks claims nothing.
import type { Admin } from 'kafkajs'
import type { AnyTopicName } from '../../../schemas/topics.ts'
import type { Checkpoints, Position, Standing } from '../../ports/event-log.ts'
import { firstOf, getFrom } from '../../runtime/certain.ts'
import type { Coordinators } from '../client/coordinators.ts'
import { failureOf } from '../client/failures.ts'
import type { createOwnership } from '../produce/ownership.ts'
import type { Layout } from '../topics/topics.ts'
import { assignedOf } from './assigner.ts'

type StandingParts = {
  admin: Admin
  coordinators: Pick<Coordinators, 'forget'>
  layout: Layout
  /** Comes before the names of groups. */
  prefix: string
  ownership: Pick<ReturnType<typeof createOwnership>, 'claim'>
}

export async function checkpointsOf(
  log: StandingParts,
  group: string,
  topic: AnyTopicName,
): Promise<Checkpoints> {
  const standing = await lastWord(log, group, topic)
  return new Map(
    [...standing].flatMap(([at, { position }]) => (position < 0 ? [] : [[at, position]])),
  )
}

export async function notesOf(
  log: StandingParts,
  group: string,
  topic: AnyTopicName,
): Promise<ReadonlyMap<number, string>> {
  const standing = await lastWord(log, group, topic)
  return new Map([...standing].flatMap(([at, { note }]) => (note === null ? [] : [[at, note]])))
}

async function lastWord(log: StandingParts, group: string, topic: AnyTopicName) {
  await log.ownership.claim(`${log.prefix}${group}`, log.layout.of(topic).kafka)
  return getFrom(await standingOf(log, group, [topic]), topic)
}

/**
 * Kafka keeps the offset to continue with, and a note as its metadata; the port speaks of the last offset done. -1:
 * nothing is done except what the note says.
 */
export async function standingOf(
  log: StandingParts,
  group: string,
  topics: readonly AnyTopicName[],
) {
  const { admin, layout, prefix } = log
  const groupId = `${prefix}${group}`
  try {
    const found = await admin.fetchOffsets({
      groupId,
      topics: topics.map((topic) => layout.of(topic).kafka),
    })
    const standingIn = (topic: AnyTopicName) => {
      const offsets = found.find((each) => each.topic === layout.of(topic).kafka)?.partitions ?? []
      return new Map(
        offsets
          .filter(({ offset, metadata }) => Number(offset) > 0 || metadata)
          .map(({ partition, offset, metadata }) => [
            partition,
            { position: Number(offset) - 1, note: metadata || null },
          ]),
      )
    }
    return new Map<AnyTopicName, ReadonlyMap<number, Standing>>(
      topics.map((topic) => [topic, standingIn(topic)]),
    )
  } catch (error) {
    log.coordinators.forget()
    throw failureOf(error, 'reading the checkpoints')
  }
}

/** States of groups without members. */
const EMPTY = new Set(['Empty', 'Dead'])
const STABLE = 'Stable'

/**
 * Of the announced positions, only those count that the partition's present member announced: the note names the
 * member.
 */
export async function standbysOf(
  log: StandingParts,
  group: string,
  topic: AnyTopicName,
): Promise<ReadonlyMap<number, Position | null> | null> {
  const { admin, layout, prefix } = log
  const { kafka } = layout.of(topic)
  try {
    const { groups } = await admin.describeGroups([`${prefix}${group}`])
    const { state, members } = firstOf(groups)
    if (EMPTY.has(state)) return new Map()
    if (state !== STABLE) return null
    const standing = getFrom(await standingOf(log, group, [topic]), topic)
    return new Map(
      members.flatMap(({ memberId, memberAssignment }) =>
        assignedOf(memberAssignment, kafka).map((partition) => {
          const told = standing.get(partition)
          return [partition, told?.note === memberId ? told.position : null] as const
        }),
      ),
    )
  } catch (error) {
    log.coordinators.forget()
    throw failureOf(error, 'asking who stands by')
  }
}
