// That lines which come with every request are counted: the first at once, then one a minute.
import { type Logger, pino } from 'pino'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createCountedLines, tellCounted } from '../../../../infra/runtime/fail/counted-lines.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function collected(): { lines: Record<string, unknown>[]; logger: Logger } {
  const lines: Record<string, unknown>[] = []
  const write = (line: string) => void lines.push(JSON.parse(line))
  return { lines, logger: pino({ base: null, timestamp: false }, { write }) }
}

const failed = (errorClass: string, reqId: string) => {
  return {
    level: 'error',
    cause: { errorClass },
    first: { reqId },
    message: 'failed',
    again: 'failed again',
  } as const
}

test('given 1,000 lines of one cause and one of another, when told, then each cause has a line, and a count a minute later', () => {
  const { lines, logger } = collected()
  const tell = createCountedLines(logger)
  for (let n = 0; n < 1_000; n++) tell(failed('Outage', `req-${n}`))
  tell(failed('TypeError', 'req-other'))
  expect(lines).toEqual([
    { level: 50, errorClass: 'Outage', reqId: 'req-0', msg: 'failed' },
    { level: 50, errorClass: 'TypeError', reqId: 'req-other', msg: 'failed' },
  ])
  vi.advanceTimersByTime(59_999)
  expect(lines).toHaveLength(2)
  vi.advanceTimersByTime(1)
  expect(lines.slice(2)).toEqual([
    { level: 50, errorClass: 'Outage', failures: 999, msg: 'failed again' },
  ])
})

test('given a minute without a line, when it comes once more, then it is told at once', () => {
  const { lines, logger } = collected()
  const tell = createCountedLines(logger)
  tell(failed('Outage', 'req-1'))
  vi.advanceTimersByTime(60_000)
  tell(failed('Outage', 'req-2'))
  expect(lines.map(({ reqId }) => reqId)).toEqual(['req-1', 'req-2'])
})

test('given lines that come for longer, when minutes pass, then each minute tells its own count', () => {
  const { lines, logger } = collected()
  const tell = createCountedLines(logger)
  tell(failed('Outage', 'req-1'))
  for (const count of [2, 5]) {
    for (let n = 0; n < count; n++) tell(failed('Outage', 'req-2'))
    vi.advanceTimersByTime(60_000)
  }
  expect(lines.map(({ failures }) => failures)).toEqual([undefined, 2, 5])
})

test('given one logger, when code that keeps nothing tells it, then its lines are counted together, and those of another logger are not', () => {
  const [one, other] = [collected(), collected()]
  for (const { logger } of [one, one, other]) tellCounted(logger, failed('Outage', 'req-1'))
  vi.advanceTimersByTime(60_000)
  expect([one, other].map(({ lines }) => lines.map(({ failures }) => failures))).toEqual([
    [undefined, 1],
    [undefined],
  ])
})

test('given levels and messages, when one cause has several, then each is counted by itself', () => {
  const { lines, logger } = collected()
  const tell = createCountedLines(logger)
  tell({ level: 'warn', cause: { errorClass: 'Outage' }, message: 'without the graph', again: '' })
  tell({
    level: 'warn',
    cause: { errorClass: 'Outage' },
    message: 'without the reranker',
    again: '',
  })
  expect(lines.map(({ level, msg }) => [level, msg])).toEqual([
    [40, 'without the graph'],
    [40, 'without the reranker'],
  ])
})
