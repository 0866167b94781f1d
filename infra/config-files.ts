// Secrets that the environment names a file for, as Docker and Kubernetes mount them.
import { readFileSync } from 'node:fs'
import { InvalidConfig } from './config-words.ts'

type Environment = Readonly<Record<string, string | undefined>>

/** The environment with what the file holds; an error never quotes it. */
export function withMasterKeyFile(env: Environment): Environment {
  const { MASTER_KEY, MASTER_KEY_FILE } = env
  if (!MASTER_KEY_FILE) return env
  if (MASTER_KEY) throw wrong('must not be set beside MASTER_KEY')
  const key = contentOf(MASTER_KEY_FILE)
  if (key === '') throw wrong('is empty')
  return { ...env, MASTER_KEY: key }
}

function contentOf(path: string): string {
  try {
    return readFileSync(path, 'utf8').trim()
  } catch {
    throw wrong('cannot be read')
  }
}

function wrong(issue: string): InvalidConfig {
  return new InvalidConfig(`the environment is not right: MASTER_KEY_FILE: ${issue}`)
}
