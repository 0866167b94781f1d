// What an address stands for: one IPv4 address, or 64 bits of an IPv6 network.
import { expect, test } from 'vitest'
import { clientOf } from '../../../../../apps/api/plugins/limits/client-address.ts'

test.each([
  ['192.0.2.1', '192.0.2.1'],
  ['::ffff:192.0.2.1', '192.0.2.1'],
  ['::FFFF:192.0.2.1', '192.0.2.1'],
  ['::ffff:192.0.2.1%eth0', '192.0.2.1'],
  ['::ffff:192.10.20.123', '192.10.20.123'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0DB8:0001:0002::9', '2001:db8:1:2::/64'],
  ['2001:db8::1:2:3:4:5', '2001:db8:0:1::/64'],
  ['2001:db8::', '2001:db8:0:0::/64'],
  ['2001:db8:1:2:3::4', '2001:db8:1:2::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::', '0:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['::1:2:3:4:5:6', '0:0:1:2::/64'],
  ['::1:2:3:4:5:6:7', '0:1:2:3::/64'],
  ['x::ffff:192.0.2.1', 'x::ffff:192.0.2.1'],
  ['::ffff:192.0.2.1x', '::ffff:192.0.2.1x'],
  ['no address', 'no address'],
  ['', ''],
  [undefined, ''],
])('%s is %s', (address, client) => {
  expect(clientOf(address)).toBe(client)
})
