// The ways to give the master key: as it is, in a file, as Docker and Kubernetes mount secrets, or encrypted by AWS KMS.
import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { InvalidConfig } from './config-words.ts'

/** In small letters, because keys are compared as they are written. */
export const masterKeyDigits = z
  .string()
  .regex(/^[0-9a-f]{64}$/i, 'must be 64 hexadecimal digits (32 bytes)')
  .toLowerCase()

/** Shorter than any ciphertext, and longer than a key in hexadecimal digits or base64, which must not leave the machine. */
const LEAST_CHARS = 80
export const encryptedByKms = z
  .base64('must be base64')
  .min(LEAST_CHARS, 'must be what AWS KMS encrypted, not a key')

type Environment = Readonly<Record<string, string | undefined>>

const WAYS = ['MASTER_KEY', 'MASTER_KEY_FILE', 'MASTER_KEY_KMS']

/** The environment with what a file holds in place of its name. An error never quotes it. */
export function withOneMasterKey(env: Environment): Environment {
  const [one, other] = WAYS.filter((name) => env[name])
  if (other) throw wrong(other, `must not be set beside ${one}`)
  const { MASTER_KEY_FILE, ...others } = env
  if (!MASTER_KEY_FILE) return env
  const key = contentOf(MASTER_KEY_FILE)
  if (key === '') throw wrong('MASTER_KEY_FILE', 'is empty')
  return { ...others, MASTER_KEY: key }
}

function contentOf(path: string): string {
  try {
    return readFileSync(path, 'utf8').trim()
  } catch {
    throw wrong('MASTER_KEY_FILE', 'cannot be read')
  }
}

function wrong(name: string, issue: string): InvalidConfig {
  return new InvalidConfig(`the environment is not right: ${name}: ${issue}`)
}
