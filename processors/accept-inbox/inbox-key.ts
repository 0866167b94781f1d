// The key that partners seal a user's records to. It follows from the user's data key of a generation, so nothing of it
// is stored, and who destroys the data key destroys it. Pure.
import { createPrivateKey, createPublicKey, hkdfSync } from 'node:crypto'
import { present } from '../../infra/runtime/certain.ts'
import { openHpke } from '../../infra/runtime/envelope/hpke.ts'
import { sealedInfo } from '../../schemas/events/inbox.ts'
import type { Scope } from '../../schemas/identifiers.ts'

const KEY_BYTES = 32
/** In front of a raw private key of X25519: RFC 8410, DER. */
const PKCS8 = Buffer.from('302e020100300506032b656e04220420', 'hex')

/** As partners are given it: the 32 bytes in base64url. */
export function publicInboxKey(dataKey: Uint8Array): string {
  const der = Buffer.concat([PKCS8, privateInboxKey(dataKey)])
  const privateKey = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' })
  return present(createPublicKey(privateKey).export({ format: 'jwk' }).x, 'public key')
}

/** Null where the text was sealed for another user, another generation or another service, or was changed. */
export function openSealed(
  { dataKey, ...bound }: Scope & { keyGeneration: number; dataKey: Uint8Array },
  ciphertext: string,
): Promise<Uint8Array | null> {
  return openHpke({
    recipient: privateInboxKey(dataKey),
    info: Buffer.from(sealedInfo(bound)),
    message: Buffer.from(ciphertext, 'base64url'),
  })
}

function privateInboxKey(dataKey: Uint8Array): Uint8Array {
  const info = 'palimpsest inbox v1'
  return new Uint8Array(hkdfSync('sha256', dataKey, new Uint8Array(0), info, KEY_BYTES))
}
