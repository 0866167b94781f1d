// The pseudonym that stands for a user in a projection's store: only the master key makes and opens it. Deterministic,
// so that it is looked up like the id itself, and bound to the app, so that the same id in two apps differs. Pure.
import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  timingSafeEqual,
} from 'node:crypto'
import type { Scope } from '../../../schemas/identifiers.ts'
import { createBounded } from './bounded.ts'

export type Owners = {
  /** The scope by which a store knows a user. The app stays as it is. */
  seal(scope: Scope): Scope
  /** The owner; null if this service did not make the pseudonym. */
  open(scope: Scope): Scope | null
}

/** The scope under which keys are stored: the service's own, whose apps begin with `~`, are no users. */
export function storedScope(owners: Owners | null, scope: Scope): Scope {
  return owners === null || scope.appId.startsWith(MARK) ? scope : owners.seal(scope)
}

/** The scope that `storedScope` has changed; a scope of before is returned as it is. */
export function knownScope(owners: Owners | null, stored: Scope): Scope {
  return owners?.open(stored) ?? stored
}

/** Clients' identifiers never begin with it, so no pseudonym equals a real id. */
const MARK = '~'
const KEY_BYTES = 32
const TAG_BYTES = 16
const MOST_REMEMBERED = 10_000

export function createOwners(masterKey: Uint8Array): Owners {
  const [tagKey, cipherKey] = [derived(masterKey, 'tag'), derived(masterKey, 'cipher')]
  const known = createBounded<string>(MOST_REMEMBERED)
  const pseudonymOf = ({ appId, userId }: Scope) => {
    const tag = tagOf(tagKey, appId, Buffer.from(userId))
    const cipher = createCipheriv('aes-256-ctr', cipherKey, tag)
    return MARK + Buffer.concat([tag, cipher.update(userId)]).toString('base64url')
  }
  const sealNow = ({ appId, userId }: Scope): Scope => {
    const name = `${appId}\n${userId}`
    return { appId, userId: known.get(name) ?? known.set(name, pseudonymOf({ appId, userId })) }
  }
  /** Most calls follow one for the same user. */
  let last: { of: Scope; sealed: Scope } | null = null
  return {
    seal: ({ appId, userId }) => {
      if (last?.of.userId === userId && last.of.appId === appId) return last.sealed
      const sealed = Object.freeze(sealNow({ appId, userId }))
      last = { of: { appId, userId }, sealed }
      return sealed
    },
    open: ({ appId, userId }) => {
      if (!userId.startsWith(MARK)) return null
      const bytes = Buffer.from(userId.slice(MARK.length), 'base64url')
      if (bytes.length <= TAG_BYTES) return null
      const tag = bytes.subarray(0, TAG_BYTES)
      const plain = createDecipheriv('aes-256-ctr', cipherKey, tag).update(
        bytes.subarray(TAG_BYTES),
      )
      if (!timingSafeEqual(tag, tagOf(tagKey, appId, plain))) return null
      return { appId, userId: plain.toString() }
    },
  }
}

/**
 * A hash over the id that is also the counter's start, as in SIV (RFC 5297): the same id always gives the same cipher
 * text.
 */
function tagOf(key: KeyObject, appId: string, userId: Uint8Array): Buffer {
  const hmac = createHmac('sha256', key)
  return hmac.update(`${appId.length} ${appId}`).update(userId).digest().subarray(0, TAG_BYTES)
}

function derived(masterKey: Uint8Array, purpose: string): KeyObject {
  const info = `palimpsest owners ${purpose}`
  return createSecretKey(
    new Uint8Array(hkdfSync('sha256', masterKey, new Uint8Array(0), info, KEY_BYTES)),
  )
}
