// The master key where AWS KMS has encrypted it: decrypted once in each process, before anything is opened.
import type { Config } from '../../infra/config.ts'
import { awsAccess } from './aws-access.ts'

/** The configuration with the master key in place of its ciphertext. Throws MasterKeyUnopened. */
export async function withMasterKey(config: Config): Promise<Config> {
  const { MASTER_KEY_KMS: ciphertext, ...others } = config
  if (ciphertext === undefined) return config
  const key = await decryptedByKms(config, { ciphertext, from: 'MASTER_KEY_KMS' })
  return { ...others, MASTER_KEY: Buffer.from(key).toString('hex') }
}

/** `from`: what errors call the ciphertext. Throws MasterKeyUnopened. */
export async function decryptedByKms(
  config: Config,
  { ciphertext, from }: { ciphertext: string; from: string },
): Promise<Uint8Array> {
  // Loaded only here, so that a service without KMS does not load its client.
  const { decryptMasterKey } = await import('../../infra/kms/decrypt-master-key.ts')
  return decryptMasterKey(ciphertext, { ...awsAccess(config), endpoint: config.KMS_ENDPOINT, from })
}
