// Log lines that may come with every request or attempt while something is down: the first of a cause at once, then one
// a minute with how many more there were.
import type { Logger } from 'pino'
import { getFrom, getOrMake } from '../certain.ts'

type Line = {
  level: 'warn' | 'error'
  /** What the repeats have in common: lines with an equal message and equal fields are one cause. */
  cause: Readonly<Record<string, string | undefined>>
  /** Fields of the first line alone. */
  first?: Readonly<Record<string, unknown>>
  message: string
  /** The message of the count. */
  again: string
}

type Told = Pick<Logger, Line['level']>
type CountedLines = (line: Line) => void

const SUMMARY_EVERY_MS = 60_000

export function createCountedLines(logger: Told): CountedLines {
  const repeats = new Map<string, number>()
  return ({ level, cause, first, message, again }) => {
    const name = JSON.stringify([message, cause])
    const known = repeats.get(name)
    if (known !== undefined) return void repeats.set(name, known + 1)
    const summariseLater = () => {
      repeats.set(name, 0)
      setTimeout(summarise, SUMMARY_EVERY_MS).unref()
    }
    const summarise = () => {
      const failures = getFrom(repeats, name)
      // After a minute without any, the next one is logged at once again.
      if (failures === 0) return void repeats.delete(name)
      logger[level]({ ...cause, failures }, again)
      summariseLater()
    }
    logger[level]({ ...cause, ...first }, message)
    summariseLater()
  }
}

const ofLoggers = new WeakMap<Told, CountedLines>()

/** The lines of one logger: for code that keeps nothing between two requests. */
export function tellCounted(logger: Told, line: Line): void {
  getOrMake(ofLoggers, logger, () => createCountedLines(logger))(line)
}
