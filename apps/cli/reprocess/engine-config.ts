// Reads the file that says which engine reads: lines of NAME=VALUE, by the rules of the environment.
import { createHash } from 'node:crypto'
import { parseEnv } from 'node:util'
import { type Config, misspeltVariables, readConfigWith } from '../../../infra/config.ts'
import {
  languageConfigOf,
  languageSettings,
} from '../../../infra/language/create-language-model.ts'
import { asError } from '../../../infra/runtime/certain.ts'
import { CommandFailed, UsageError } from '../command/command.ts'
import { textOf } from '../command/text-file.ts'

const ALLOWED: readonly string[] = [...languageSettings, 'MODEL_PRICES', 'EXTRACTION_CPU_BUDGET_MS']

/** A line of such a file; `parseEnv` passes over any other. */
const SETTING = /^\s*(?:#.*|(?:export\s+)?\w+\s*=.*)?$/

/** What the file does not set is as in the environment. */
export function engineConfig(path: string): Config {
  const given = parsed(path)
  for (const name of Object.keys(given)) refuseUnknown(name)
  try {
    return readConfigWith(given)
  } catch (error) {
    throw new CommandFailed(`${path}: ${asError(error).message}`)
  }
}

/** Equal for settings by which the same is read; keys of endpoints do not count. */
export function engineDigest(config: Config): string {
  const { OPENAI_API_KEY: _, EMBEDDING_API_KEY: __, ...settings } = languageConfigOf(config)
  const reads = { ...settings, budget: config.EXTRACTION_CPU_BUDGET_MS }
  return createHash('sha256').update(JSON.stringify(reads)).digest('hex')
}

function parsed(path: string): NodeJS.Dict<string> {
  const text = textOf(path)
  const wrong = text.split(/\r?\n/).findIndex((line) => !SETTING.test(line))
  if (wrong < 0) return parseEnv(text)
  throw new UsageError(
    `--from: ${path} is to hold lines NAME=VALUE, which line ${wrong + 1} is not`,
  )
}

function refuseUnknown(name: string): void {
  if (ALLOWED.includes(name)) return
  const [near] = misspeltVariables({ [name]: '' })
  const hint = near ? `: did you mean ${near.meant}?` : `; it may set ${ALLOWED.join(', ')}`
  throw new UsageError(`--from: ${name} is no setting of an engine${hint}`)
}
