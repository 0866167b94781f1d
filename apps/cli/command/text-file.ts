// Files that a command is given: as text, or as JSON. What cannot be read is told with the file's name and why.
import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { asError, codeOf, firstOf } from '../../../infra/runtime/certain.ts'
import { saidOfSystem } from '../../system-errors.ts'
import { CommandFailed } from './command.ts'

export function bytesOf(file: string): Buffer {
  try {
    return readFileSync(file)
  } catch (error) {
    const code = codeOf(error)
    if (code === 'ENOENT' || code === 'ENOTDIR') throw new CommandFailed(`there is no file ${file}`)
    // An error of a read names no path.
    const said = saidOfSystem(Object.assign(asError(error), { path: file }))
    throw new CommandFailed(said ?? `${file} cannot be read`)
  }
}

/** Refuses bytes that are not UTF-8, because a replacement character for them could be what was signed. */
export function textOf(file: string): string {
  const bytes = bytesOf(file)
  try {
    return new TextDecoder('utf8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    throw new CommandFailed(`${file} cannot be read as UTF-8`)
  }
}

/** Quotes nothing of the file. */
export function jsonOf(file: string, text = textOf(file)): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new CommandFailed(isCutOff(text, error) ? cutOff(file, text) : `${file} holds no JSON`)
  }
}

/** A list of what the schema says; `what`: how the refusal of another begins, such as `the cases FILE are`. */
export function listIn<T>(file: string, schema: z.ZodType<T>, what: string): T[] {
  const read = z.array(schema).min(1).safeParse(jsonOf(file))
  if (read.success) return read.data
  const { path, message } = firstOf(read.error.issues)
  throw new CommandFailed(
    `${what} not as expected: ${path.length > 0 ? `${path.join('.')}: ` : ''}${message}`,
  )
}

/** A file is JSON, or JSON lines. Quotes nothing of it. */
export function jsonOrLinesOf(file: string, text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    const lines = text.trimEnd().split('\n')
    if (readsAsJson(lines[0] ?? '')) return lines.map((line, n) => lineOf(file, lines, { line, n }))
    throw new CommandFailed(isCutOff(text, error) ? cutOff(file, text) : `${file} holds no JSON`)
  }
}

function readsAsJson(line: string): boolean {
  try {
    JSON.parse(line)
    return true
  } catch {
    return false
  }
}

function lineOf(
  file: string,
  lines: readonly string[],
  { line, n }: { line: string; n: number },
): unknown {
  try {
    return JSON.parse(line)
  } catch (error) {
    const isLast = n === lines.length - 1
    if (isLast && isCutOff(line, error)) throw new CommandFailed(cutOffAt(file, n + 1))
    throw new CommandFailed(`${file} holds no JSON in line ${n + 1}`)
  }
}

/** True where nothing is wrong but that more should follow. */
function isCutOff(text: string, error: unknown): boolean {
  const { message } = asError(error)
  if (text.trim() === '') return false
  if (/end of JSON input|Unterminated string/.test(message)) return true
  const [, position] = /at position (\d+)/.exec(message) ?? []
  return position !== undefined && Number(position) >= text.trimEnd().length
}

function cutOff(file: string, text: string): string {
  return cutOffAt(file, text.trimEnd().split('\n').length)
}

function cutOffAt(file: string, line: number): string {
  return `${file} is cut off: line ${line} does not end; copy or download the whole file`
}
