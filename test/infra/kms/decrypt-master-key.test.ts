// What AWS KMS has encrypted is decrypted, or one line says what to do, without keys and without KMS's own words.
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { decryptMasterKey } from '../../../infra/kms/decrypt-master-key.ts'
import { isFatal } from '../../../infra/runtime/fail/retry.ts'
import { startedOnce } from '../../started.ts'
import { startKmsDouble } from './kms-double.ts'

const KEY = randomBytes(32)
const credentials = { accessKeyId: 'AKIADOUBLE', secretAccessKey: 'double' }

const kms = startedOnce(startKmsDouble)
afterEach(() => {
  kms.refuse(null)
  vi.unstubAllEnvs()
})

type Options = Partial<Parameters<typeof decryptMasterKey>[1]>
const decrypted = (ciphertext: string, more: Options = {}) =>
  decryptMasterKey(ciphertext, {
    endpoint: kms.endpoint,
    region: 'eu-central-1',
    credentials,
    from: 'MASTER_KEY_KMS',
    ...more,
  })

async function refused(ciphertext: string, more: Options = {}): Promise<string> {
  const error = await decrypted(ciphertext, more).catch((thrown: unknown) => thrown)
  if (!(error instanceof Error)) throw new Error('it was decrypted')
  expect(isFatal(error)).toBe(true)
  expect(error.message).toMatch(/^MASTER_KEY_KMS cannot be decrypted: .+$/)
  for (const secret of [ciphertext, KEY.toString('hex'), credentials.secretAccessKey, 'arn:']) {
    expect(error.message).not.toContain(secret)
  }
  return error.message
}

test('given what KMS encrypted, when decrypted, then it is the key, of one call to the region', async () => {
  const before = kms.asked.length
  expect(Buffer.from(await decrypted(kms.ciphertextOf(KEY)))).toEqual(KEY)
  const [asked, ...more] = kms.asked.slice(before)
  expect(more).toEqual([])
  expect(asked?.action).toBe('TrentService.Decrypt')
  expect(asked?.authorization).toMatch(/Credential=AKIADOUBLE\/\d+\/eu-central-1\/kms\//)
})

test('given temporary credentials, when decrypted, then their token is sent', async () => {
  const temporary = { ...credentials, sessionToken: 'a-token' }
  await decrypted(kms.ciphertextOf(KEY), { credentials: temporary })
  expect(kms.asked.at(-1)?.token).toBe('a-token')
})

test.each([
  ['no context', {}],
  ['another purpose', { purpose: 'backups' }],
])('given what KMS encrypted under %s, when decrypted, then it is refused', async (_, context) => {
  expect(await refused(kms.ciphertextOf(KEY, context))).toMatch(
    /not what AWS KMS encrypted .* for purpose=palimpsest-master-key/,
  )
})

test('given anything else, when decrypted, then it is refused', async () => {
  expect(await refused(randomBytes(120).toString('base64'))).toMatch(/not what AWS KMS encrypted/)
})

test.each([31, 64])('given %i bytes, when decrypted, then they are refused', async (length) => {
  const why = new RegExp(`holds ${length} bytes instead of 32: make it with --number-of-bytes 32`)
  expect(await refused(kms.ciphertextOf(randomBytes(length)))).toMatch(why)
})

test.each([
  [400, 'AccessDeniedException', /refuses the call \(AccessDeniedException\).*kms:Decrypt/],
  [400, 'UnrecognizedClientException', /refuses the call .*AWS credentials/],
  [400, 'NotFoundException', /the KMS key cannot be used \(NotFoundException\): enable it/],
  [400, 'DisabledException', /the KMS key cannot be used/],
  [400, 'KMSInvalidStateException', /the KMS key cannot be used/],
  [400, 'ValidationException', /not what AWS KMS encrypted/],
  [400, 'IncorrectKeyException', /not what AWS KMS encrypted/],
  [400, 'ThrottlingException', /does not answer \(ThrottlingException\)/],
  [500, 'KMSInternalException', /does not answer \(KMSInternalException\)/],
])(
  'given that KMS answers %i %s, when decrypted, then it says what to do',
  async (status, code, why) => {
    kms.refuse({ status, code })
    expect(await refused(kms.ciphertextOf(KEY))).toMatch(why)
  },
)

test('given no credentials, when decrypted, then it says what to set, and KMS is not asked', async () => {
  for (const name of ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY', 'AWS_PROFILE']) {
    vi.stubEnv(name, '')
  }
  for (const name of ['AWS_SHARED_CREDENTIALS_FILE', 'AWS_CONFIG_FILE']) {
    vi.stubEnv(name, '/dev/null')
  }
  vi.stubEnv('AWS_EC2_METADATA_DISABLED', 'true')
  const before = kms.asked.length
  expect(await refused(kms.ciphertextOf(KEY), { credentials: undefined })).toMatch(
    /there are no AWS credentials: set AWS_ACCESS_KEY_ID/,
  )
  expect(kms.asked.length).toBe(before)
})

test('given no KMS at the endpoint, when decrypted, then it says where to look', async () => {
  const endpoint = 'http://127.0.0.1:1'
  expect(await refused(kms.ciphertextOf(KEY), { endpoint })).toMatch(
    /does not answer \(ECONNREFUSED\): look at KMS_ENDPOINT, AWS_REGION and the network/,
  )
})

test('given a KMS that falls silent in the middle of its answer, when decrypted, then it says where to look', async () => {
  const server = createServer((_, response) => {
    response.writeHead(200, {
      'content-type': 'application/x-amz-json-1.1',
      'content-length': '99',
    })
    response.write('{')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  expect(await refused(kms.ciphertextOf(KEY), { endpoint, silentMs: 20 })).toMatch(
    /does not answer \(\w+\): look at KMS_ENDPOINT, AWS_REGION and the network/,
  )
})
