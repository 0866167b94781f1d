// Which client an address stands for. Limits by address count an IPv6 network of 64 bits as one client, because each
// client is given at least that many addresses.
import { isIPv6 } from 'node:net'
import { firstOf } from '../../../../infra/runtime/certain.ts'

/** An IPv4 address (mapped ones too, however they are written) in dots; the first 64 bits of an IPv6 address. */
export function clientOf(address: string | undefined): string {
  const plain = firstOf((address ?? '').split('%'))
  if (!isIPv6(plain)) return plain
  const [before = [], after = []] = plain.split('::').map(groupsOf)
  const missing = 8 - before.length - after.length
  const groups = [...before, ...Array<number>(missing).fill(0), ...after]
  const [high = 0, low = 0] = groups.slice(6)
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff
  if (isMapped) return [high >> 8, high & 0xff, low >> 8, low & 0xff].join('.')
  const network = groups.slice(0, 4).map((group) => group.toString(16))
  return `${network.join(':')}::/64`
}

/** The last 32 bits may be written in dots. */
function groupsOf(part: string): number[] {
  if (part === '') return []
  return part.split(':').flatMap((group) => {
    if (!group.includes('.')) return [Number.parseInt(group, 16)]
    const [a = 0, b = 0, c = 0, d = 0] = group.split('.').map(Number)
    return [(a << 8) | b, (c << 8) | d]
  })
}
