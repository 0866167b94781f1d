// Files that a command is given: what cannot be read is told with its name, its line and why, and never quoted.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { jsonOf, jsonOrLinesOf, listIn, textOf } from '../../../../apps/cli/command/text-file.ts'
import { ownDirectory } from '../../../infra/sqlite/directory.ts'

const folder = ownDirectory()
const file = (content: string) => {
  const path = join(folder, 'given')
  writeFileSync(path, content)
  return path
}

test('given a folder, or a path through a file, when read, then it says what it is', () => {
  mkdirSync(join(folder, 'a folder'))
  expect(() => textOf(join(folder, 'a folder'))).toThrow(
    `${join(folder, 'a folder')} is a folder: give a file`,
  )
  const none = join(file('x'), 'none')
  expect(() => textOf(none)).toThrow(`there is no file ${none}`)
})

test.each([
  ['within a value', '{\n"words": tru', 'is cut off: line 2 does not end'],
  ['within a text', '{\n"words": "Ann', 'is cut off: line 2 does not end'],
  ['after a name', '{"words"', 'is cut off: line 1 does not end'],
  ['after an element', '[1,\n2,\n', 'is cut off: line 2 does not end'],
  ['nowhere, but is none', '{"words": Ann}', 'holds no JSON'],
  ['nowhere, but is empty', '\n', 'holds no JSON'],
])('given JSON that was cut off %s, when read, then that is told', (_, text, told) => {
  const path = file(text)
  for (const read of [() => jsonOf(path), () => jsonOrLinesOf(path, text)]) {
    expect(read).toThrow(`${path} ${told}`)
    expect(read).not.toThrow('Ann')
  }
})

test.each([
  ['whose last one was cut off', '{"n":1}\n{"n":2}\n{"n', 'is cut off: line 3 does not end'],
  ['one of which is none', '{"n":1}\n{"n":Ann}\n{"n":3}\n', 'holds no JSON in line 2'],
  ['one of which ends too early', '{"n":1}\n{"n":\n{"n":3}\n', 'holds no JSON in line 2'],
])('given lines of JSON %s, when read, then its line is told', (_, text, told) => {
  expect(() => jsonOrLinesOf('lines', text)).toThrow(`lines ${told}`)
  expect(() => jsonOrLinesOf('lines', text)).not.toThrow('Ann')
})

test('given JSON or lines of it, when read, then all of it is there', () => {
  expect(jsonOrLinesOf('lines', '{"n":1}\n{"n":2}\n')).toEqual([{ n: 1 }, { n: 2 }])
  expect(jsonOrLinesOf('one', '[\n1]\n')).toEqual([1])
})

test('given another list, or none, then it says where it differs', () => {
  const read = (text: string) => () => listIn(file(text), z.number(), 'the numbers are')
  expect(read('[1, "b"]')).toThrow(/^the numbers are not as expected: 1: Invalid input/)
  expect(read('{}')).toThrow(/^the numbers are not as expected: Invalid input/)
})
