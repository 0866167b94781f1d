// Why AWS KMS did not open the master key, and what to do. KMS's own texts are left out: they name accounts and roles.
import { KMSServiceException } from '@aws-sdk/client-kms'

/** The message names what to change. Further attempts were made already. */
export class MasterKeyUnopened extends Error {
  override readonly name = 'MasterKeyUnopened'
  /** The process must end (runtime/fail/retry.ts). */
  readonly fatal = true
  constructor(from: string, why: string) {
    super(`${from} cannot be decrypted: ${why}`)
  }
}

const NOT_ITS_OWN = new Set([
  'IncorrectKeyException',
  'InvalidCiphertextException',
  'ValidationException',
])
const KEY_UNUSABLE = new Set(['DisabledException', 'KMSInvalidStateException', 'NotFoundException'])
const BUSY = 'ThrottlingException'

/** In words that fit behind a colon. */
export function whyNot(error: unknown): string {
  const code = codeOf(error)
  if (code === 'CredentialsProviderError') {
    return 'there are no AWS credentials: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or give this machine a role'
  }
  if (!isAnswer(error) || code === BUSY) {
    return `AWS KMS does not answer (${code}): look at KMS_ENDPOINT, AWS_REGION and the network, then start again`
  }
  if (NOT_ITS_OWN.has(code)) {
    return `it is not what AWS KMS encrypted in this account and AWS_REGION for purpose=palimpsest-master-key (${code}): README.md says how to make it`
  }
  if (KEY_UNUSABLE.has(code)) {
    return `the KMS key cannot be used (${code}): enable it, cancel its deletion, or set the AWS_REGION that it is in`
  }
  return `AWS KMS refuses the call (${code}): look at AWS_REGION and the AWS credentials, and allow them kms:Decrypt with the key`
}

/** True where KMS itself decided: it is there, and works. */
function isAnswer(error: unknown): boolean {
  return error instanceof KMSServiceException && (error.$metadata.httpStatusCode ?? 500) < 500
}

/** KMS's code, the system's (ECONNREFUSED), or the kind of error; only text that looks like a code. */
function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  const code = 'code' in error ? error.code : undefined
  const codes = [code, error.name].filter((each) => typeof each === 'string')
  return codes.find((each) => /^\w{2,60}$/.test(each)) ?? 'unknown'
}
