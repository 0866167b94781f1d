// How the services of AWS are called, S3 and KMS: the region, and the credentials where they are given.
import type { Config } from '../../infra/config.ts'

/** Credentials that are undefined are found as the SDK finds them: profiles, roles. */
export function awsAccess(config: Config) {
  const { AWS_REGION: region, AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_SESSION_TOKEN } = config
  if (!AWS_ACCESS_KEY_ID || !AWS_SECRET_ACCESS_KEY) return { region, credentials: undefined }
  const credentials = {
    accessKeyId: AWS_ACCESS_KEY_ID,
    secretAccessKey: AWS_SECRET_ACCESS_KEY,
    ...(AWS_SESSION_TOKEN ? { sessionToken: AWS_SESSION_TOKEN } : {}),
  }
  return { region, credentials }
}
