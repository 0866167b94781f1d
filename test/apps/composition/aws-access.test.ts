// S3 and KMS are called with the credentials of the environment, whole, or with those that the SDK finds.
import { expect, test } from 'vitest'
import { awsAccess } from '../../../apps/composition/aws-access.ts'
import { readConfig } from '../../../infra/config.ts'

const [AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY] = ['an-id', 'a-secret']
const credentials = { accessKeyId: AWS_ACCESS_KEY_ID, secretAccessKey: AWS_SECRET_ACCESS_KEY }

test.each([
  [{ AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY }, credentials],
  [
    { AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_SESSION_TOKEN: 'a-token' },
    { ...credentials, sessionToken: 'a-token' },
  ],
  [{ AWS_ACCESS_KEY_ID }, undefined],
  [{ AWS_SECRET_ACCESS_KEY, AWS_SESSION_TOKEN: 'a-token' }, undefined],
  [{}, undefined],
])('given %j, when S3 or KMS is called, then with %j', (env, expected) => {
  const config = readConfig({ ...env, AWS_REGION: 'eu-central-1' })
  expect(awsAccess(config)).toEqual({ region: 'eu-central-1', credentials: expected })
})
