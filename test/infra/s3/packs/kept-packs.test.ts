// Which packs are kept, and for how long.
import { expect, test } from 'vitest'
import { createKeptPacks } from '../../../../infra/s3/packs/kept-packs.ts'

const MIB = 1024 * 1024

function given() {
  let at = 0
  const read: string[] = []
  const kept = createKeptPacks(() => at)
  const get = (pack: string, bytes = 1) =>
    kept.get(pack, async () => {
      read.push(pack)
      return new Uint8Array(bytes)
    })
  return { read, kept, get, later: (ms: number) => (at += ms) }
}

test('a pack is read once in two seconds, also by readers side by side', async () => {
  const { read, get, later } = given()
  await Promise.all([get('a'), get('a')])
  later(1_999)
  await get('a')
  expect(read).toEqual(['a'])
  later(1)
  await get('a')
  expect(read).toEqual(['a', 'a'])
})

test('as many packs are kept as have room, and the ones read longest ago go first', async () => {
  const { read, get } = given()
  for (let n = 0; n < 16; n++) await get(`pack ${n}`, MIB)
  for (let n = 0; n < 16; n++) await get(`pack ${n}`, MIB)
  expect(read).toHaveLength(16)
  await get('one more', 1)
  await get('pack 1', MIB)
  expect(read).toHaveLength(17)
  await get('pack 0', MIB)
  expect(read).toHaveLength(18)
})

test('a dropped pack gives its room back', async () => {
  const { read, kept, get } = given()
  for (let n = 0; n < 16; n++) await get(`pack ${n}`, MIB)
  kept.drop('pack 3')
  await get('pack 16', MIB)
  await get('pack 0', MIB)
  expect(read).toHaveLength(17)
})

test('small packs are bounded by their number', async () => {
  const { read, get } = given()
  for (let n = 0; n < 512; n++) await get(`pack ${n}`)
  await get('pack 0')
  expect(read).toHaveLength(512)
  await get('one more')
  await get('pack 0')
  expect(read).toHaveLength(514)
})

test('given a pack that was dropped while it was read, when asked for, then it is read again', async () => {
  const { read, kept, get } = given()
  const reading = get('a')
  kept.drop('a')
  await reading
  await get('a')
  expect(read).toEqual(['a', 'a'])
})

test('a failure is not kept', async () => {
  const { kept, get, read } = given()
  await expect(kept.get('a', () => Promise.reject(new Error('down')))).rejects.toThrow('down')
  await get('a')
  expect(read).toEqual(['a'])
})
