// Progress where there is no terminal: a line every tenth, and a last one that says that all is done.
import { expect, test } from 'vitest'
import { createProgress } from '../../../../apps/cli/command/progress.ts'

function given(total: number) {
  const lines: string[] = []
  const io = {
    out: () => undefined,
    err: (line: string) => void lines.push(line),
    isTerminal: false,
    signal: new AbortController().signal,
  }
  const progress = createProgress(io, { label: 'replay', total })
  return { progress, told: () => lines.map((line) => line.replace(/,.*/, '')) }
}

test('given fewer than there might be, when all is done, then the last line says so', () => {
  const { progress, told } = given(10)
  progress.advance(5)
  progress.advance(2)
  progress.complete()
  expect(told()).toEqual(['replay: 50 % (5/10', 'replay: 70 % (7/10', 'replay: 100 % (7/7'])
})

test('given as many as there might be, when all is done, then the last line comes once', () => {
  const { progress, told } = given(2)
  progress.advance(2)
  progress.complete()
  expect(told()).toEqual(['replay: 100 % (2/2'])
})

test('given nothing to do, when it is done, then nothing is told', () => {
  const { progress, told } = given(0)
  progress.complete()
  expect(told()).toEqual([])
})

test('given work that failed, when it ends, then nothing says that it is done', () => {
  const { progress, told } = given(10)
  progress.advance(5)
  progress.finish()
  expect(told()).toEqual(['replay: 50 % (5/10'])
})
