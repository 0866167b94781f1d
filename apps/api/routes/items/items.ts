// POST /items, PATCH and DELETE /items/:appId/:userId/:itemId: facts that clients give as they stand, change and take
// back. Like every write they are answered when they are on disk, and take effect in the user's order. The id of a fact
// follows from its write, so it is known at once.
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { givenIdOf } from '../../../../infra/runtime/envelope/ids.ts'
import {
  type PlanContext,
  type PlannedWrite,
  planFact,
  planRevision,
  type RevisionRequest,
} from '../../../../processors/accept-inbox/plan.ts'
import {
  itemCall,
  itemWriteResponse,
  type Revision,
  retractionQuery,
  revisionCall,
} from '../../../../schemas/api/reading/items.ts'
import { itemParams } from '../../../../schemas/api/reading/memory.ts'
import type { Doorkeeper } from '../../intake/item-rules.ts'
import type { App } from '../../plugins/bodies/validation.ts'
import type { Services } from '../../services.ts'
import {
  sendQueued,
  untilRetrievable,
  type WaitingParts,
  write,
  writeHeaders,
} from '../writing/writes.ts'

type Parts = Services & WaitingParts & { doorkeeper: Doorkeeper }

const config = { permission: 'memory:write', limit: 'memorize' } as const
const common = { headers: writeHeaders, response: { 202: itemWriteResponse } }

export function registerItemRoutes(app: App, parts: Parts): void {
  registerGive(app, parts)
  registerRevise(app, parts)
  registerRetract(app, parts)
}

function registerGive(app: App, parts: Parts): void {
  app.route({
    method: 'POST',
    url: '/items',
    config,
    schema: {
      ...common,
      operationId: 'giveItem',
      summary: 'Store a fact as it stands',
      description:
        'No language model reads it. It counts as said by the user: what a less trusted channel says later never closes it.',
      body: itemCall,
    },
    handler: async (request, reply) => {
      const { wait, ...body } = request.body
      const resourceId = await write(parts, request, {
        given: body,
        plan: async (context) => {
          await parts.doorkeeper.admitFact(body)
          return planFact(body, context)
        },
      })
      const itemId = givenIdOf(resourceId)
      const waited = await untilRetrievable(parts, reply, { scope: body, id: resourceId, wait })
      return sendQueued(parts, reply, { itemId, resourceId, ...waited })
    },
  })
}

function registerRevise(app: App, parts: Parts): void {
  app.route({
    method: 'PATCH',
    url: '/items/:appId/:userId/:itemId',
    config,
    schema: {
      ...common,
      operationId: 'reviseItem',
      summary: 'Correct an item, file it otherwise, pin it, or resolve it',
      description:
        'Other words, category, type, aliases, scopes or validity make a new item, which the answer names. `pinned`, `importance` and `resolved` alone change this one.',
      errors: ['NOT_FOUND'],
      params: itemParams,
      body: revisionCall,
    },
    handler: async (request, reply) => {
      const { wait, resolved, ...changes } = request.body
      const action = resolved ? 'resolved' : actionOf(changes)
      return revise(parts, { request, reply, action, changes, wait })
    },
  })
}

function registerRetract(app: App, parts: Parts): void {
  app.route({
    method: 'DELETE',
    url: '/items/:appId/:userId/:itemId',
    config,
    schema: {
      ...common,
      operationId: 'retractItem',
      summary: 'Take an item back',
      description:
        'It was never true: no answer tells it, also with `asOf`, and what it had replaced holds on, as a new item. It stays in the history; /forget erases. What was true gets a `validTo`, or is `resolved`.',
      errors: ['NOT_FOUND'],
      params: itemParams,
      querystring: retractionQuery,
    },
    handler: async (request, reply) => {
      const { wait } = request.query
      return revise(parts, { request, reply, action: 'retracted', changes: {}, wait })
    },
  })
}

/** Whether the change keeps the item or makes another one. */
function actionOf({ pinned, importance, ...others }: Revision): 'corrected' | 'marked' {
  return Object.values(others).some((each) => each !== undefined) ? 'corrected' : 'marked'
}

type Revising = Pick<RevisionRequest, 'action' | 'changes'> & {
  request: FastifyRequest<{ Params: z.infer<typeof itemParams> }>
  reply: FastifyReply
  wait: number | undefined
}

async function revise(parts: Parts, { request, reply, action, changes, wait }: Revising) {
  const { itemId, ...scope } = request.params
  const keyId = request.apiKey?.id ?? null
  const revision = { ...scope, factId: itemId, action, changes }
  const plan = async (context: PlanContext): Promise<PlannedWrite> => {
    await parts.doorkeeper.admitRevision(revision)
    return planRevision({ ...revision, keyId }, context)
  }
  const resourceId = await write(parts, request, { given: revision, plan })
  const corrected = action === 'corrected' ? givenIdOf(resourceId) : null
  const waited = await untilRetrievable(parts, reply, { scope, id: resourceId, wait })
  if (waited.retrievable && corrected !== null) {
    const [there] = await parts.ports.memory.items(scope, [corrected])
    // Another write closed the item first, or it was forgotten.
    if (!there) await parts.doorkeeper.admitRevision(revision)
    waited.retrievable = there !== undefined
  }
  return sendQueued(parts, reply, { itemId: corrected ?? itemId, resourceId, ...waited })
}
