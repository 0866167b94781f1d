// Which addresses a webhook may be sent to: public ones, and private ones that the operator has allowed. An address
// that carries another one (IPv4 inside IPv6) is judged by the inner one.
import { BlockList, isIP } from 'node:net'

const privateV4: readonly [string, number][] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
]

/** Ranges within the public 2000::/3; everything outside 2000::/3 is refused as a whole. */
const privateV6: readonly [string, number][] = [
  // Protocol assignments, Teredo and ORCHID among them.
  ['2001::', 23],
  ['2001:db8::', 32],
  ['3fff::', 20],
]

const refusedV4 = blockListOf(privateV4, 'ipv4')
const refusedV6 = blockListOf(privateV6, 'ipv6')
const publicV6 = blockListOf([['2000::', 3]], 'ipv6')

/** `from`: the first of the 16 bytes that hold an IPv4 address in addresses that begin with `prefix`. */
const carriers: readonly { prefix: readonly number[]; from: number }[] = [
  // IPv4-mapped, ::ffff:a.b.c.d, and IPv4-translated, ::ffff:0:a.b.c.d
  { prefix: [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff], from: 12 },
  { prefix: [0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff, 0, 0], from: 12 },
  // IPv4-compatible, ::a.b.c.d. This includes :: and ::1, which read as 0.0.0.0 and 0.0.0.1: refused either way.
  { prefix: [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0], from: 12 },
  // NAT64, 64:ff9b::/96
  { prefix: [0, 0x64, 0xff, 0x9b, 0, 0, 0, 0, 0, 0, 0, 0], from: 12 },
  // 6to4, 2002::/16
  { prefix: [0x20, 0x02], from: 2 },
]

/** Takes ranges such as `10.0.0.0/8` and `fd00::/8`; throws if one is not a range. */
export function parseCidrs(cidrs: readonly string[]): BlockList {
  const list = new BlockList()
  for (const cidr of cidrs) {
    const [address = '', bits = ''] = cidr.split('/')
    const family = isIP(address)
    if (family === 0 || !/^\d{1,3}$/.test(bits)) throw new TypeError(`not a range: ${cidr}`)
    list.addSubnet(address, Number(bits), family === 4 ? 'ipv4' : 'ipv6')
  }
  return list
}

/** True for an address that may be reached. Text that is not an address may not. */
export function isReachable(address: string, allowed: BlockList): boolean {
  const [bare = ''] = address.split('%')
  const family = isIP(bare)
  if (family === 0) return false
  if (family === 4) return allowed.check(bare, 'ipv4') || !refusedV4.check(bare, 'ipv4')
  if (allowed.check(bare, 'ipv6')) return true
  const inner = carriedV4(bytesOf(bare))
  if (inner !== null) return isReachable(inner, allowed)
  return publicV6.check(bare, 'ipv6') && !refusedV6.check(bare, 'ipv6')
}

function carriedV4(bytes: readonly number[]): string | null {
  const carrier = carriers.find(({ prefix }) => prefix.every((byte, n) => bytes[n] === byte))
  return carrier ? bytes.slice(carrier.from, carrier.from + 4).join('.') : null
}

/** The 16 bytes of a valid IPv6 address. */
function bytesOf(address: string): number[] {
  // Normal form: compressed, in hexadecimal throughout.
  const text = new URL(`http://[${address}]/`).hostname.slice(1, -1)
  const [head = '', tail] = text.split('::')
  const groups = (part: string | undefined) => (part ? part.split(':') : [])
  const [before, after] = [groups(head), groups(tail)]
  const zeros = Array.from({ length: 8 - before.length - after.length }, () => '0')
  return [...before, ...zeros, ...after].flatMap((group) => {
    const value = Number.parseInt(group, 16)
    return [value >> 8, value & 0xff]
  })
}

function blockListOf(
  subnets: readonly (readonly [string, number])[],
  family: 'ipv4' | 'ipv6',
): BlockList {
  const list = new BlockList()
  for (const [address, bits] of subnets) list.addSubnet(address, bits, family)
  return list
}
