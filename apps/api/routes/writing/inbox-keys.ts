// GET /inbox-keys/:appId/:userId: the public key that partner systems seal a user's records of the inbox to. A user who
// has no data key yet is given one, as by any first write.
import { firstOf } from '../../../../infra/runtime/certain.ts'
import { publicInboxKey } from '../../../../processors/accept-inbox/inbox-key.ts'
import * as api from '../../../../schemas/api/writing/inbox-keys.ts'
import type { App } from '../../plugins/bodies/validation.ts'
import type { Services } from '../../services.ts'

export function registerInboxKeyRoute(app: App, { ports }: Services): void {
  app.route({
    method: 'GET',
    url: '/inbox-keys/:appId/:userId',
    config: { permission: 'memory:write', limit: 'get' },
    schema: {
      operationId: 'getInboxKey',
      summary: 'The key that partner systems seal records of the inbox to',
      description:
        'Seal by HPKE (RFC 9180) as README.md says. A forget destroys the key: ask again within a minute, because ' +
        'what is sealed under a destroyed key is refused.',
      params: api.inboxKeyParams,
      response: { 200: api.inboxKeyResponse },
    },
    handler: async ({ params }, reply) => {
      const { generation, key } = firstOf(await ports.keys.current([params]))
      reply.header('Cache-Control', 'no-store')
      return { keyGeneration: generation, publicKey: publicInboxKey(key) }
    },
  })
}
