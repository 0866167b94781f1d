// GET /inbox-keys/:appId/:userId: what partner systems seal a user's records of the inbox to.
import { z } from 'zod'
import { appId, userId } from '../../identifiers.ts'
import { named } from '../named.ts'

export const inboxKeyParams = z.object({ appId, userId })

export const inboxKeyResponse = named('InboxKey', {
  keyGeneration: z.int().positive().describe('Goes into the record, beside what is sealed'),
  publicKey: z.string().length(43).describe('X25519, the 32 bytes in base64url'),
})
