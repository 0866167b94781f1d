import { expect, test } from 'vitest'
import { printerOf } from '../../../../apps/cli/command/printer.ts'

function printed(json: boolean | undefined, lines: string | string[]): string[] {
  const out: string[] = []
  const io = { err: () => {}, isTerminal: false, signal: new AbortController().signal }
  printerOf({ ...io, out: (line) => out.push(line) }, { json })({ users: 2 }, lines)
  return out
}

test('a result is printed in lines for people', () => {
  expect(printed(undefined, ['2 users', 'done'])).toEqual(['2 users', 'done'])
  expect(printed(false, 'done')).toEqual(['done'])
})

test('a result is printed as JSON alone where that is wanted', () => {
  expect(printed(true, ['2 users', 'done'])).toEqual(['{"users":2}'])
})
