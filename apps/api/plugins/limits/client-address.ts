// Which client an address stands for. Limits by address count an IPv6 network of 64 bits as one client, because each
// client is given at least that many addresses.
import { isIPv6 } from 'node:net'
import { firstOf } from '../../../../infra/runtime/certain.ts'

/** An IPv4 address (mapped ones too) unchanged; the first 64 bits of an IPv6 address. */
export function clientOf(address: string | undefined): string {
  const plain = firstOf((address ?? '').split('%'))
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(plain)?.[1]
  if (mapped) return mapped
  if (!isIPv6(plain)) return plain
  const [before = [], after = []] = plain.split('::').map(groupsOf)
  const missing = 8 - before.length - after.length
  const groups = [...before, ...Array<string>(missing).fill('0'), ...after]
  return `${groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`
}

function groupsOf(part: string): string[] {
  return part === '' ? [] : part.split(':')
}
