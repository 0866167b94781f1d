// What the service states about itself and signs: the statement, the signature over its canonical JSON (RFC 8785), and
// the public keys as JSON Web Keys (RFC 8037).
import { z } from 'zod'

/**
 * 32 and 64 bytes in base64url, without padding. The last character has bits that decoders ignore; they must be zero,
 * or the same bytes could be spelt in several ways.
 */
export const bytes32 = z
  .string()
  .max(43)
  .regex(/^[A-Za-z0-9_-]{42}[AEIMQUYcgkosw048]$/)
export const bytes64 = z
  .string()
  .max(86)
  .regex(/^[A-Za-z0-9_-]{85}[AQgw]$/)

/** Stands for a user: HMAC-SHA-256, hex. */
export const pseudonym = z
  .string()
  .max(64)
  .regex(/^[0-9a-f]{64}$/)

export const publicKey = z.strictObject({
  kty: z.literal('OKP'),
  crv: z.literal('Ed25519'),
  x: bytes32,
  kid: bytes32.describe('The thumbprint of the key (RFC 7638)'),
  alg: z.literal('EdDSA'),
  use: z.literal('sig'),
})
export type PublicKey = z.infer<typeof publicKey>

export const jsonWebKeySet = z.strictObject({ keys: z.array(publicKey) })
export type JsonWebKeySet = z.infer<typeof jsonWebKeySet>

export const signature = z.strictObject({
  alg: z.literal('EdDSA'),
  publicKey: bytes32.describe('Of the key that signed: `x` of one of the service’s public keys'),
  value: bytes64.describe(
    'Ed25519 over the canonical JSON (RFC 8785) of `statement`, in base64url',
  ),
})
export type Signature = z.infer<typeof signature>

export const signed = z
  .strictObject({
    statement: z.record(z.string(), z.unknown()),
    signature,
  })
  .meta({ id: 'SignedStatement' })
export type Signed = z.infer<typeof signed>
