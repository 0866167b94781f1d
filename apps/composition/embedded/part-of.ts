// Which part of the users one belongs to. Pure.
import type { Scope } from '../../../schemas/identifiers.ts'

/** From 0; the same for every event of a user. A hash as in FNV-1a, of 32 bits. */
export function partOf({ appId, userId }: Scope, parts: number): number {
  let hash = 0x811c9dc5
  for (const text of [appId, userId]) {
    for (let n = 0; n < text.length; n++) hash = Math.imul(hash ^ text.charCodeAt(n), 0x01000193)
  }
  return (hash >>> 0) % parts
}
