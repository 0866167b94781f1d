// Which addresses webhooks may reach.
import { describe, expect, test } from 'vitest'
import { isReachable, parseCidrs } from '../../../infra/http/private-addresses.ts'

const none = parseCidrs([])

test.each([
  ['8.8.8.8'],
  ['1.1.1.1'],
  ['100.63.255.255'],
  ['100.128.0.0'],
  ['172.15.255.255'],
  ['172.32.0.0'],
  ['192.0.1.1'],
  ['198.17.255.255'],
  ['223.255.255.255'],
  ['2606:4700:4700::1111'],
  ['2a00:1450:4001:81b::200e'],
  ['2001:4860:4860::8888'],
  ['::ffff:8.8.8.8'],
  ['64:ff9b::8.8.8.8'],
  ['2002:808:808::1'],
])('given a public address, when judged, then it may be reached: %s', (address) => {
  expect(isReachable(address, none)).toBe(true)
})

test.each([
  ['unspecified', '0.0.0.0'],
  ['this network', '0.1.2.3'],
  ['private', '10.0.0.1'],
  ['private', '172.16.0.1'],
  ['private', '172.31.255.255'],
  ['private', '192.168.1.1'],
  ['loopback', '127.0.0.1'],
  ['loopback', '127.255.255.254'],
  ['link-local', '169.254.169.254'],
  ['shared', '100.64.0.1'],
  ['shared', '100.127.255.255'],
  ['protocol assignments', '192.0.0.8'],
  ['documentation', '192.0.2.1'],
  ['documentation', '198.51.100.1'],
  ['documentation', '203.0.113.1'],
  ['6to4 relay', '192.88.99.1'],
  ['benchmarks', '198.18.0.1'],
  ['multicast', '224.0.0.1'],
  ['reserved', '240.0.0.1'],
  ['broadcast', '255.255.255.255'],
  ['unspecified', '::'],
  ['loopback', '::1'],
  ['loopback written out', '0:0:0:0:0:0:0:1'],
  ['link-local', 'fe80::1'],
  ['link-local with a zone', 'fe80::1%eth0'],
  ['site-local', 'fec0::1'],
  ['unique-local', 'fc00::1'],
  ['unique-local', 'fd12:3456:789a::1'],
  ['multicast', 'ff02::1'],
  ['discard', '100::1'],
  ['documentation', '2001:db8::1'],
  ['documentation', '3fff::1'],
  ['Teredo', '2001:0:4136:e378:8000:63bf:3fff:fdd2'],
  ['ORCHID', '2001:20::1'],
  ['segment routing', '5f00::1'],
  ['local NAT64', '64:ff9b:1::1'],
  ['IPv4-mapped loopback', '::ffff:127.0.0.1'],
  ['IPv4-mapped in hexadecimal', '::ffff:7f00:1'],
  ['IPv4-mapped private', '::ffff:10.1.2.3'],
  ['IPv4-translated', '::ffff:0:192.168.0.1'],
  ['IPv4-compatible', '::10.0.0.1'],
  ['NAT64 of private', '64:ff9b::10.0.0.1'],
  ['NAT64 of link-local', '64:ff9b::a9fe:a9fe'],
  ['6to4 of private', '2002:0a00:0001::1'],
  ['6to4 of loopback', '2002:7f00:0001::'],
  ['no address', 'example.com'],
  ['no address', ''],
  ['too many parts', '1.2.3.4.5'],
])('given one that is %s, when judged, then it may not: %s', (_, address) => {
  expect(isReachable(address, none)).toBe(false)
})

describe('ranges that are allowed', () => {
  const allowed = parseCidrs(['10.1.0.0/16', 'fd00::/8', '::1/128'])

  test.each([['10.1.2.3'], ['::ffff:10.1.2.3'], ['fd12::1'], ['::1']])(
    'given %s within, when judged, then it may be reached',
    (address) => expect(isReachable(address, allowed)).toBe(true),
  )

  test.each([['10.2.0.1'], ['::ffff:10.2.0.1'], ['fc00::1'], ['127.0.0.1']])(
    'given %s outside, when judged, then it may not',
    (address) => expect(isReachable(address, allowed)).toBe(false),
  )

  test.each([['10.0.0.0'], ['10.0.0.0/33'], ['x/8'], ['10.0.0.0/-1'], ['']])(
    'given %j, which is no range, when read, then it is refused',
    (cidr) => expect(() => parseCidrs([cidr])).toThrow(),
  )
})
