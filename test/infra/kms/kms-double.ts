// AWS KMS as far as Palimpsest calls it: Decrypt over HTTP, with ciphertexts that open under their context alone, and
// errors as KMS sends them. KMS itself cannot run on a machine.
import { createCipheriv, createDecipheriv, randomBytes, randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'

type Context = Record<string, string>
type Decrypt = { CiphertextBlob: string; EncryptionContext?: Context }
export type KmsDouble = Awaited<ReturnType<typeof startKmsDouble>>

export const KMS_CREDENTIALS = { AWS_ACCESS_KEY_ID: 'AKIADOUBLE', AWS_SECRET_ACCESS_KEY: 'double' }
const PURPOSE = { purpose: 'palimpsest-master-key' }
const ID_BYTES = 36

export async function startKmsDouble() {
  const [keyId, key] = [randomUUID(), randomBytes(32)]
  const asked: { action: string; authorization: string; token: string }[] = []
  let refusal: { status: number; code: string } | null = null
  const server = createServer(async (request, response) => {
    const { authorization = '', ...headers } = request.headers
    const action = String(headers['x-amz-target'])
    asked.push({ action, authorization, token: String(headers['x-amz-security-token'] ?? '') })
    const { CiphertextBlob, EncryptionContext = {} } = (await json(request)) as Decrypt
    const opened = refusal ? null : open(CiphertextBlob, EncryptionContext)
    const { status, code } = refusal ?? { status: 400, code: 'InvalidCiphertextException' }
    const body = opened
      ? { KeyId: keyId, Plaintext: opened, EncryptionAlgorithm: 'SYMMETRIC_DEFAULT' }
      : { __type: code, message: 'User: arn:aws:iam::111122223333:user/ada may not' }
    response.writeHead(opened ? 200 : status, { 'content-type': 'application/x-amz-json-1.1' })
    response.end(JSON.stringify(body))
  })

  /** What `aws kms generate-data-key-without-plaintext` prints, or `encrypt` of given bytes. */
  function ciphertextOf(bytes: Uint8Array = randomBytes(32), context: Context = PURPOSE): string {
    const iv = randomBytes(12)
    const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(aad(context))
    const sealed = Buffer.concat([cipher.update(bytes), cipher.final()])
    return Buffer.concat([Buffer.from(keyId), iv, cipher.getAuthTag(), sealed]).toString('base64')
  }

  function open(ciphertext: string, context: Context): string | null {
    const blob = Buffer.from(ciphertext, 'base64').subarray(ID_BYTES)
    try {
      const decipher = createDecipheriv('aes-256-gcm', key, blob.subarray(0, 12))
        .setAAD(aad(context))
        .setAuthTag(blob.subarray(12, 28))
      return Buffer.concat([decipher.update(blob.subarray(28)), decipher.final()]).toString(
        'base64',
      )
    } catch {
      return null
    }
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    ciphertextOf,
    asked,
    /** From now on every call is answered with this error; null: as KMS does. */
    refuse: (next: typeof refusal) => {
      refusal = next
    },
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

const aad = (context: Context) => Buffer.from(JSON.stringify(Object.entries(context).sort()))
