// Seals as a partner does, with a library of its own.
import { Aes256Gcm, CipherSuite, DhkemX25519HkdfSha256, HkdfSha256 } from '@hpke/core'
import type { SealedPart } from '../../../schemas/events/inbox.ts'
import type { Scope } from '../../../schemas/identifiers.ts'

const suite = new CipherSuite({
  kem: new DhkemX25519HkdfSha256(),
  kdf: new HkdfSha256(),
  aead: new Aes256Gcm(),
})

/** As `GET /inbox-keys` answers. */
export type InboxKey = { keyGeneration: number; publicKey: string }

const bytesOf = (text: string, encoding: BufferEncoding = 'utf8') =>
  new Uint8Array(Buffer.from(text, encoding)).buffer

export async function sealTo(
  { keyGeneration, publicKey }: InboxKey,
  { appId, userId }: Scope,
  content: unknown,
): Promise<SealedPart> {
  const recipientPublicKey = await suite.kem.deserializePublicKey(bytesOf(publicKey, 'base64url'))
  const info = bytesOf(['palimpsest-inbox-seal-v1', appId, userId, keyGeneration].join('\n'))
  const plain = typeof content === 'string' ? content : JSON.stringify(content)
  const { enc, ct } = await suite.seal({ recipientPublicKey, info }, bytesOf(plain))
  const ciphertext = Buffer.concat([Buffer.from(enc), Buffer.from(ct)]).toString('base64url')
  return { keyGeneration, ciphertext }
}
