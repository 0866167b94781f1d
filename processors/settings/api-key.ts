// API keys as they are made and known: by their hash only. Pure but for randomness.
import { createHash, randomBytes } from 'node:crypto'
import type { Permission } from '../../schemas/api/settings/permissions.ts'

export const EVERY_APP = '*'

/** 256 random bits, with a prefix that secret scanners can look for. */
export function makeKey(): string {
  return `plm_${randomBytes(32).toString('base64url')}`
}

export function hashKey(key: string): string {
  return createHash('sha256').update(key).digest('hex')
}

export const BOOTSTRAP_KEY = { id: '00000000-0000-0000-0000-000000000000', name: 'bootstrap' }

/** The key from the environment has every permission, and is never written to the log. Null if none is set. */
export function bootstrapKey(key: string | undefined): ApiKey | null {
  if (!key) return null
  return {
    ...BOOTSTRAP_KEY,
    appIds: [EVERY_APP],
    permissions: ['admin'],
    createdAt: '1970-01-01T00:00:00Z',
    rotatedAt: null,
    hash: hashKey(key),
  }
}

/** A key that opens everything: `admin` for every app. */
export function isOperatorKey({ appIds, permissions }: ApiKey): boolean {
  return appIds.includes(EVERY_APP) && permissions.includes('admin')
}

export type ApiKey = {
  id: string
  name: string
  /** `*` stands for every app. */
  appIds: readonly string[]
  permissions: readonly Permission[]
  createdAt: string
  rotatedAt: string | null
  /** SHA-256, hex. */
  hash: string
}
