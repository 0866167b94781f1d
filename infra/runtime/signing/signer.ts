// Signs what the service states about itself, with Ed25519. The secret is a key like those of users
// (ports/key-store.ts): random, wrapped by the master key, the same in all processes, and moved by `migrate`. No app
// can have its name, so no forget destroys it.
import {
  createHash,
  createHmac,
  createPrivateKey,
  createPublicKey,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  sign,
} from 'node:crypto'
import type { Scope } from '../../../schemas/identifiers.ts'
import type { JsonWebKeySet, PublicKey, Signature } from '../../../schemas/signed.ts'
import type { KeyStore } from '../../ports/key-store.ts'
import { firstOf, present } from '../certain.ts'
import { canonicalJson } from './canonical-json.ts'

export type Signer = {
  sign(statement: unknown): Promise<Signature>
  /** Stands for a user in a statement: a keyed hash, which only a holder of the secret can compare with a guess. */
  pseudonymOf(scope: Scope): Promise<string>
  /** Gives keyed hashes, in base64url, of text that must not be quoted. */
  commitments(): Promise<(text: string) => string>
  /** Every key that statements have been signed with. */
  publicKeys(): Promise<JsonWebKeySet>
}

/** Identifiers never begin with ~. */
export const SIGNING: Scope = { appId: '~signing', userId: 'statements' }

const SEED_BYTES = 32
/** What stands before the seed in a PKCS #8 private key of Ed25519 (RFC 8410). */
const PKCS8_HEADER = Buffer.from('302e020100300506032b657004220420', 'hex')

export function createSigner(keys: KeyStore): Signer {
  const current = async () => firstOf(await keys.current([SIGNING]))
  // Always from the first secret: a pseudonym must not change with the signing key.
  const first = async () => {
    await current()
    return present(await keys.get(SIGNING, 1), 'first signing secret')
  }
  return {
    sign: async (statement) => {
      const privateKey = privateKeyOf((await current()).key)
      const value = sign(null, Buffer.from(canonicalJson(statement)), privateKey)
      const { x: publicKey } = publicKeyOf(privateKey)
      return { alg: 'EdDSA', publicKey, value: value.toString('base64url') }
    },
    pseudonymOf: async ({ appId, userId }) =>
      createHmac('sha256', derived(await first(), 'pseudonyms'))
        .update(canonicalJson([appId, userId]))
        .digest('hex'),
    commitments: async () => {
      const key = createSecretKey(derived(await first(), 'commitments'))
      return (text) => createHmac('sha256', key).update(text).digest('base64url')
    },
    publicKeys: async () => {
      const { generation } = await current()
      const known = await Promise.all(
        Array.from({ length: generation }, (_, index) => keys.get(SIGNING, index + 1)),
      )
      const secrets = known.filter((secret) => secret !== null)
      return { keys: secrets.map((secret) => publicKeyOf(privateKeyOf(secret))) }
    },
  }
}

function privateKeyOf(secret: Uint8Array): KeyObject {
  const key = Buffer.concat([PKCS8_HEADER, derived(secret, 'signatures')])
  return createPrivateKey({ key, format: 'der', type: 'pkcs8' })
}

function derived(secret: Uint8Array, purpose: string): Buffer {
  const info = `palimpsest ${purpose}`
  return Buffer.from(hkdfSync('sha256', secret, new Uint8Array(0), info, SEED_BYTES))
}

/** As a JSON Web Key (RFC 8037), named by its thumbprint (RFC 7638). */
function publicKeyOf(privateKey: KeyObject): PublicKey {
  const x = present(createPublicKey(privateKey).export({ format: 'jwk' }).x, 'public key')
  return { kty: 'OKP', crv: 'Ed25519', x, kid: thumbprintOf(x), alg: 'EdDSA', use: 'sig' }
}

export function thumbprintOf(x: string): string {
  const required = canonicalJson({ crv: 'Ed25519', kty: 'OKP', x })
  return createHash('sha256').update(required).digest('base64url')
}
