// Archives as other programs write them: Python's zipfile is what Hindsight uses.
import { deflateRawSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { InvalidZip, isZip, jsonFilesIn } from '../../../../../apps/cli/import/formats/zip.ts'
import { zipOf } from './given-zip.ts'

const MOST = 10_000

describe('an archive', () => {
  it('gives its JSON files, packed or not, in any script, in their order, whatever its comment is', () => {
    const archive = zipOf(
      [
        { name: 'documents/000000.json', text: '{"a": "müller 😀"}' },
        { name: 'picture.png', text: 'no JSON' },
        { name: 'manifest.json', text: '[1]', isStored: true },
      ],
      'a comment',
    )
    expect(isZip(archive)).toBe(true)
    expect([...jsonFilesIn(archive, MOST)]).toEqual([
      ['documents/000000.json', '{"a": "müller 😀"}'],
      ['manifest.json', '[1]'],
    ])
  })

  it('is not what other files are', () => {
    for (const text of ['', '{}', '[{"id": "m1", "memory": "Likes chess"}]']) {
      expect(isZip(Buffer.from(text))).toBe(false)
    }
  })

  it('that holds more than is allowed is refused, before it fills the memory', () => {
    const file = { name: 'a.json', text: ' '.repeat(MOST) }
    for (const isStored of [true, false]) {
      const twice = zipOf([file, { ...file, isStored, name: 'b.json' }])
      expect(jsonFilesIn(twice, 2 * MOST).size).toBe(2)
      expect(() => jsonFilesIn(twice, 2 * MOST - 1)).toThrow(InvalidZip)
    }
    expect(deflateRawSync(file.text).length).toBeLessThan(MOST / 100)
  })

  it('that is cut, changed or encrypted is refused, wherever that is', () => {
    const whole = zipOf([{ name: 'a.json', text: '{"a": 1}' }])
    for (let end = 0; end < whole.length; end++) {
      expect(() => jsonFilesIn(whole.subarray(0, end), MOST)).toThrow(InvalidZip)
    }
    for (let at = 0; at < whole.length; at++) {
      const changed = Buffer.from(whole)
      changed[at] = (changed[at] ?? 0) ^ 0xff
      try {
        jsonFilesIn(changed, MOST)
      } catch (error) {
        expect(error).toBeInstanceOf(InvalidZip)
      }
    }
    expect(() => jsonFilesIn(zipOf([{ name: 'a.json', text: '1', flags: 1 }]), MOST)).toThrow(
      'is encrypted',
    )
  })
})
