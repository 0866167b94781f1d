import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync, zstdCompressSync } from 'node:zlib'
import { beforeEach, describe, expect, test } from 'vitest'
import { createDirectories } from '../infra/sqlite/directory.ts'
import { createCanaries, search, tableOf } from './search.ts'

const canaries = createCanaries('qzxkvwjhgpbdfmnrtsqzxkvwjhgpbd', ['note', 'name'])
const { note, name } = canaries.words as { note: string; name: string }

const newDirectory = createDirectories()
let folder: string
beforeEach(() => {
  folder = newDirectory()
})

const searched = (bytes: Buffer | string) => {
  writeFileSync(join(folder, 'file'), bytes)
  return search(folder, canaries).map(({ kind, form }) => `${kind} ${form}`)
}
const amid = (bytes: Buffer | string) =>
  Buffer.concat([Buffer.alloc(99, 7), Buffer.from(bytes), Buffer.alloc(99, 7)])

describe('a canary is found', () => {
  test.each<[string, string | Buffer, string]>([
    ['as it is', `a ${note} b`, 'plain'],
    ['with a capital', name.replace('n', 'N'), 'plain'],
    ['in capitals', name.toUpperCase(), 'plain'],
    ['in UTF-16', Buffer.from(note, 'utf16le'), 'utf16'],
    ['in UTF-16, the high byte first', Buffer.from(note, 'utf16le').swap16(), 'utf16'],
    ['in hex', Buffer.from(note).toString('hex'), 'hex'],
    ['in hex of capitals', Buffer.from(note).toString('hex').toUpperCase(), 'hex'],
    ...[0, 1, 2].map((before): [string, string, string] => [
      `in base64, ${before} bytes behind its begin`,
      Buffer.from(`${'"'.repeat(before)}${note}"`).toString('base64'),
      'base64',
    ]),
    ['in gzip', gzipSync(`{"note":"${note}"}`), 'plain'],
    ['in zstd', zstdCompressSync(Buffer.from(`{"note":"${note}"}`)), 'plain'],
  ])('%s', (_, bytes, form) => {
    expect(searched(amid(bytes)).map((found) => found.split(' ')[1])).toEqual([form])
  })

  test.each([0, 1, 7, 31, 50, 63])('in five bits a letter, %i bits behind its begin', (before) => {
    const value = [...Buffer.from(note)].reduceRight(
      (sum, letter) => (sum << 5n) | BigInt(letter - 0x60),
      0n,
    )
    const bytes = Buffer.alloc(48)
    for (let n = 0; n < 6; n++) {
      const word = ((value << BigInt(before)) >> BigInt(64 * n)) & 0xffff_ffff_ffff_ffffn
      bytes.writeBigUInt64BE(word, 8 * n)
    }
    expect(searched(amid(bytes))).toContain('note packed')
  })

  test('across the parts in which a file is read, and in the name of a file', () => {
    const part = 64 * 1024 * 1024
    const bytes = Buffer.alloc(part + 5000)
    bytes.write(note, part - 12)
    expect(searched(bytes)).toEqual(['note plain'])
    writeFileSync(join(folder, name), '')
    expect(
      search(folder, canaries)
        .map(({ kind }) => kind)
        .sort(),
    ).toEqual(['name', 'note'])
  })
})

test('each is told by its kind, and nothing else is one', () => {
  expect(searched('nothing of it, not even qzxkvwjhgpbdf')).toEqual([])
  expect(searched(`${note} and ${name}`)).toEqual(['note plain', 'name plain'])
  expect(tableOf(search(folder, canaries))).toMatch(/^file +plain: name note$/)
})
