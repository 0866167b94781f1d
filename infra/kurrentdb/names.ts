// Names of streams and ids of events. Users' names are not part of any name: a stream's name stays known after the
// stream has been deleted. Pure.
import { createHash } from 'node:crypto'
import type { Scope } from '../../schemas/identifiers.ts'
import type { AnyTopicName } from '../../schemas/topics.ts'

export type Names = {
  /** Users that have entries, for digests. */
  users: string
  checkpoints(topic: AnyTopicName): string
  head(scope: Scope): string
  entries(scope: Scope, generation: number): string
}

export function namesUnder(prefix: string): Names {
  const user = ({ appId, userId }: Scope) => uuidOf(JSON.stringify([appId, userId]))
  return {
    users: `${prefix}-users`,
    checkpoints: (topic) => `${prefix}-checkpoints-${topic}`,
    head: (scope) => `${prefix}-head-${user(scope)}`,
    entries: (scope, generation) => `${prefix}-entries-${user(scope)}.${generation}`,
  }
}

/** A UUID derived from what it names: an event appended again to a stream has the same id. */
export function eventIdOf(stream: string, id: string): string {
  return uuidOf(JSON.stringify([stream, id]))
}

/** RFC 9562, version 8: custom, from SHA-256. */
function uuidOf(name: string): string {
  const bytes = createHash('sha256').update(name).digest().subarray(0, 16)
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x80, 6)
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8)
  const hex = bytes.toString('hex')
  return [0, 8, 12, 16, 20].map((at, n, all) => hex.slice(at, all[n + 1] ?? 32)).join('-')
}
