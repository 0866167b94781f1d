// Random bytes for nonces and ids, drawn from a supply, because a request to the system costs more than what is made of
// the bytes. Keys and secrets are asked of the system itself: this memory keeps what was handed out.
import { randomFillSync } from 'node:crypto'

const supply = Buffer.alloc(4_096)
let used = supply.length

/** @param count - at most 64. Nothing else gets the same bytes, and the caller may change them. */
export function randomSmall(count: number): Buffer {
  if (used + count > supply.length) {
    randomFillSync(supply)
    used = 0
  }
  const bytes = Buffer.from(supply.subarray(used, used + count))
  used += count
  return bytes
}
