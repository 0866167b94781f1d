// Opens what was sealed by HPKE (RFC 9180): one message, base mode, DHKEM(X25519, HKDF-SHA256), HKDF-SHA256,
// AES-256-GCM. Others seal, with a library of their language; this service only opens.
import { Aes256Gcm, CipherSuite, DhkemX25519HkdfSha256, HkdfSha256 } from '@hpke/core'

const suite = new CipherSuite({
  kem: new DhkemX25519HkdfSha256(),
  kdf: new HkdfSha256(),
  aead: new Aes256Gcm(),
})
/** A public key of X25519, the sender's, with which a message begins. */
const KEY_BYTES = 32

/** `recipient`: the 32 bytes of a private key of X25519. Layout of a message: the sender's key, cipher text, tag (16). */
type HpkeMessage = { recipient: Uint8Array; info: Uint8Array; message: Uint8Array }

/** Null where the message was sealed to another key, or with another `info`, or was changed or cut. */
export async function openHpke({
  recipient,
  info,
  message,
}: HpkeMessage): Promise<Uint8Array | null> {
  try {
    const recipientKey = await suite.kem.deserializePrivateKey(ownBuffer(recipient))
    const enc = ownBuffer(message.subarray(0, KEY_BYTES))
    const given = { recipientKey, enc, info: ownBuffer(info) }
    return new Uint8Array(await suite.open(given, ownBuffer(message.subarray(KEY_BYTES))))
  } catch {
    return null
  }
}

/** Node's buffers share memory, and the library reads all of what it is given. */
function ownBuffer(bytes: Uint8Array): ArrayBuffer {
  return new Uint8Array(bytes).buffer
}
