// GET /receipts/:receiptId, and the public keys that verify receipts.
import type { FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { KeyStore } from '../../../../infra/ports/key-store.ts'
import { canonicalJson } from '../../../../infra/runtime/signing/canonical-json.ts'
import { createSigner, type Signer } from '../../../../infra/runtime/signing/signer.ts'
import { receiptScope } from '../../../../processors/forget/receipt.ts'
import * as api from '../../../../schemas/api/writing/receipts.ts'
import type { Receipt } from '../../../../schemas/receipt.ts'
import { ApiError, notFound } from '../../errors.ts'
import { allows, holdsApp, keyOf } from '../../plugins/auth.ts'
import type { App } from '../../plugins/bodies/validation.ts'
import type { Services } from '../../services.ts'

type Route = {
  Params: z.infer<typeof api.receiptParams>
  Querystring: z.infer<typeof api.receiptQuery>
}

export function registerReceiptRoute(app: App, { ports }: Services): void {
  const signer = createSigner(ports.keys)
  app.route({
    method: 'GET',
    url: '/receipts/:receiptId',
    config: { permission: 'any', limit: 'get' },
    schema: {
      operationId: 'getReceipt',
      summary: 'The signed receipt of a forget',
      description:
        'Needs `audit:read` or `memory:forget`. The answer is canonical JSON (RFC 8785): keep its bytes, and ' +
        '`verify-receipt` needs no service. The public keys are at `/.well-known/palimpsest-receipts.json`.',
      errors: ['FORBIDDEN', 'NOT_FOUND'],
      params: api.receiptParams,
      querystring: api.receiptQuery,
      response: { 200: api.receiptResponse },
    },
    handler: async (request, reply) => {
      mayRead(request)
      const { receiptId } = request.params
      const filed = await ports.memory.erasure(receiptScope(receiptId), receiptId)
      if (!filed?.receipt || !(await isShown(filed.receipt, request, signer))) {
        throw notFound('receipt')
      }
      return reply.type('application/json; charset=utf-8').send(canonicalJson(filed.receipt))
    },
  })
}

/** Outside `/v1`, like every document of this kind. */
export function registerReceiptKeys(app: App, { keys }: { keys: KeyStore }): void {
  const signer = createSigner(keys)
  app.route({
    method: 'GET',
    url: '/.well-known/palimpsest-receipts.json',
    config: { permission: null, limit: 'open' },
    schema: { hide: true },
    handler: async () => signer.publicKeys(),
  })
}

function mayRead(request: FastifyRequest): void {
  const key = keyOf(request)
  if (allows(key, 'audit:read') || allows(key, 'memory:forget')) return
  throw new ApiError('FORBIDDEN', 'the key lacks the permission audit:read or memory:forget')
}

/** False for a receipt of another app or another user: the answer does not reveal that it exists. */
async function isShown(
  { statement: { appId, user } }: Receipt,
  request: FastifyRequest<Route>,
  signer: Signer,
): Promise<boolean> {
  if (!holdsApp(keyOf(request), appId)) return false
  const { userId } = request.query
  return userId === undefined || (await signer.pseudonymOf({ appId, userId })) === user
}
