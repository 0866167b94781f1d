// Opens what was sealed by HPKE (RFC 9180): one message, base mode, DHKEM(X25519, HKDF-SHA256), HKDF-SHA256,
// AES-256-GCM. Others seal, with a library of their language; this service only opens.
import {
  createDecipheriv,
  createHmac,
  createPublicKey,
  diffieHellman,
  type KeyObject,
} from 'node:crypto'

/** A public key of X25519: the recipient's, and the sender's, which a message begins with. */
const KEY_BYTES = 32
const TAG_BYTES = 16
const NONCE_BYTES = 12

const kem = labelled(Buffer.from([...Buffer.from('KEM'), 0x00, 0x20]))
const suite = labelled(Buffer.from([...Buffer.from('HPKE'), 0x00, 0x20, 0x00, 0x01, 0x00, 0x02]))
const BASE_MODE = Buffer.of(0)
const NOTHING = Buffer.alloc(0)
/** In front of a raw public key of X25519: RFC 8410, DER. */
const SPKI = Buffer.from('302a300506032b656e032100', 'hex')

/** Layout of a message: the sender's key (32 bytes), cipher text, tag (16). */
type HpkeMessage = { recipient: KeyObject; info: Uint8Array; message: Uint8Array }

/** Null where the message was sealed to another key, or with another `info`, or was changed or cut. */
export function openHpke({ recipient, info, message }: HpkeMessage): Buffer | null {
  const sender = message.subarray(0, KEY_BYTES)
  const tagAt = message.length - TAG_BYTES
  try {
    const { key, nonce } = schedule(sharedSecret(recipient, sender), info)
    const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES })
    decipher.setAuthTag(message.subarray(tagAt))
    const opened = decipher.update(message.subarray(KEY_BYTES, tagAt))
    return Buffer.concat([opened, decipher.final()])
  } catch {
    return null
  }
}

/** Section 4.1, Decap. Throws for a sender's key of low order. */
function sharedSecret(recipient: KeyObject, sender: Uint8Array): Buffer {
  const publicKey = createPublicKey({
    key: Buffer.concat([SPKI, sender]),
    format: 'der',
    type: 'spki',
  })
  const secret = diffieHellman({ privateKey: recipient, publicKey })
  const prk = kem.extract(NOTHING, 'eae_prk', secret)
  return kem.expand(prk, 'shared_secret', {
    info: Buffer.concat([sender, rawPublicKey(recipient)]),
    bytes: 32,
  })
}

/** Section 5.1, KeySchedule, for the first message. */
function schedule(secret: Buffer, info: Uint8Array): { key: Buffer; nonce: Buffer } {
  const context = Buffer.concat([
    BASE_MODE,
    suite.extract(NOTHING, 'psk_id_hash', NOTHING),
    suite.extract(NOTHING, 'info_hash', info),
  ])
  const prk = suite.extract(secret, 'secret', NOTHING)
  return {
    key: suite.expand(prk, 'key', { info: context, bytes: 32 }),
    nonce: suite.expand(prk, 'base_nonce', { info: context, bytes: NONCE_BYTES }),
  }
}

/** Of a public or a private key. */
export function rawPublicKey(key: KeyObject): Buffer {
  const publicKey = key.type === 'private' ? createPublicKey(key) : key
  return publicKey.export({ format: 'der', type: 'spki' }).subarray(SPKI.length)
}

/** Section 4, LabeledExtract and LabeledExpand, the latter of at most one block. */
function labelled(id: Buffer) {
  const prefixOf = (label: string) =>
    Buffer.concat([Buffer.from('HPKE-v1'), id, Buffer.from(label)])
  return {
    extract: (salt: Buffer, label: string, secret: Uint8Array) =>
      hmac(salt, [prefixOf(label), secret]),
    expand: (prk: Buffer, label: string, { info, bytes }: { info: Buffer; bytes: number }) =>
      hmac(prk, [Buffer.of(0, bytes), prefixOf(label), info, Buffer.of(1)]).subarray(0, bytes),
  }
}

function hmac(key: Buffer, parts: readonly Uint8Array[]): Buffer {
  const mac = createHmac('sha256', key)
  for (const part of parts) mac.update(part)
  return mac.digest()
}
