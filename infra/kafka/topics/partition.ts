// Chooses the partition of a user's records: Kafka's own murmur2 over `appId/userId`, so that a client in any language
// can compute it.
import type { Scope } from '../../../schemas/identifiers.ts'

const SEED = 0x9747b28c
const M = 0x5bd1e995

export function partitionFor({ appId, userId }: Scope, partitions: number): number {
  return (murmur2(Buffer.from(`${appId}/${userId}`)) & 0x7fffffff) % partitions
}

/** As `org.apache.kafka.common.utils.Utils.murmur2`: a signed 32-bit number. */
export function murmur2(data: Buffer): number {
  const whole = data.length & ~3
  let h = SEED ^ data.length
  for (let at = 0; at < whole; at += 4) {
    let k = Math.imul(data.readInt32LE(at), M)
    k = Math.imul(k ^ (k >>> 24), M)
    h = Math.imul(h, M) ^ k
  }
  if (whole < data.length) {
    for (let at = data.length - 1; at >= whole; at--) h ^= data.readUInt8(at) << (8 * (at - whole))
    h = Math.imul(h, M)
  }
  h = Math.imul(h ^ (h >>> 13), M)
  return (h ^ (h >>> 15)) | 0
}
