// Decrypts the master key that AWS KMS has encrypted. One call, at the start of a process.
import { DecryptCommand, KMSClient } from '@aws-sdk/client-kms'
import { MasterKeyUnopened, whyNot } from './failures.ts'

type KmsOptions = {
  /** Undefined: Amazon's own. */
  endpoint: string | undefined
  region: string
  /** Undefined: found as the SDK finds them (profiles, roles ...). */
  credentials:
    | { accessKeyId: string; secretAccessKey: string; sessionToken?: string | undefined }
    | undefined
  /** What errors call the ciphertext: a variable, or a file. */
  from: string
  /** How long KMS may say nothing in the middle of an answer, in milliseconds; undefined: the default. */
  silentMs?: number | undefined
}

/** KMS encrypts and decrypts under it, so it never takes what was encrypted for another purpose. Not secret. */
const CONTEXT = { purpose: 'palimpsest-master-key' }
const KEY_BYTES = 32
const CONNECT_MS = 3_000
const REQUEST_MS = 10_000
const ATTEMPTS = 3

/** `ciphertext`: in base64. Throws MasterKeyUnopened. */
export async function decryptMasterKey(
  ciphertext: string,
  { from, ...options }: KmsOptions,
): Promise<Uint8Array> {
  const key = await decrypt(Buffer.from(ciphertext, 'base64'), options).catch((error: unknown) => {
    throw new MasterKeyUnopened(from, whyNot(error))
  })
  if (key.length === KEY_BYTES) return key
  const why = `it holds ${key.length} bytes instead of ${KEY_BYTES}: make it with --number-of-bytes ${KEY_BYTES}`
  throw new MasterKeyUnopened(from, why)
}

async function decrypt(
  ciphertext: Uint8Array,
  { endpoint, region, credentials, silentMs = REQUEST_MS }: Omit<KmsOptions, 'from'>,
): Promise<Uint8Array> {
  const client = new KMSClient({
    region,
    ...(endpoint ? { endpoint } : {}),
    ...(credentials ? { credentials } : {}),
    maxAttempts: ATTEMPTS,
    requestHandler: {
      connectionTimeout: CONNECT_MS,
      requestTimeout: REQUEST_MS,
      throwOnRequestTimeout: true,
      // The time-out of a request ends with the headers of its answer.
      socketTimeout: silentMs,
    },
  })
  try {
    const asked = new DecryptCommand({ CiphertextBlob: ciphertext, EncryptionContext: CONTEXT })
    return (await client.send(asked)).Plaintext ?? new Uint8Array()
  } finally {
    client.destroy()
  }
}
