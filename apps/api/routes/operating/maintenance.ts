// POST /maintenance: adds a maintenance to the writes of each named user, or says what it would do.
import type { FastifyRequest } from 'fastify'
import type { Paged } from '../../../../infra/ports/memory-store.ts'
import { createTurns } from '../../../../infra/runtime/turns/turns.ts'
import { plan } from '../../../../processors/maintenance/decide.ts'
import { survey } from '../../../../processors/maintenance/survey.ts'
import { EVERY_APP } from '../../../../processors/settings/api-key.ts'
import {
  type MaintenanceRequest,
  maintenancePlanned,
  maintenanceQueued,
  maintenanceRequest,
} from '../../../../schemas/api/operating/maintenance.ts'
import type { Scope } from '../../../../schemas/identifiers.ts'
import { ApiError, notFound } from '../../errors.ts'
import { goneSignal } from '../../gone-signal.ts'
import type { App } from '../../plugins/bodies/validation.ts'
import type { Services } from '../../services.ts'
import { paged } from '../paged.ts'
import { createMaintenanceQueue, MAX_WAITING } from './maintenance-queue.ts'

type Request = FastifyRequest<{ Body: MaintenanceRequest }>

export function registerMaintenanceRoute(app: App, services: Services): void {
  // One user is looked over at a time, round the apps: a call looks over as much as two hundred users have.
  const turns = createTurns(1)
  const queue = createMaintenanceQueue(services)
  app.route({
    method: 'POST',
    url: '/maintenance',
    config: { permission: 'config:write', limit: 'maintenance' },
    schema: {
      operationId: 'maintain',
      summary: 'Prune what has decayed, merge duplicates, refresh stale summaries',
      errors: ['NOT_FOUND'],
      description:
        'Answers when it is queued; `maintenance.completed` tells when it is done. It takes place daily by itself. ' +
        `A user for whom one waits already is told that one. More than ${MAX_WAITING.toLocaleString('en')} users of an app do not wait: 429.`,
      body: maintenanceRequest,
      response: { 200: maintenancePlanned, 202: maintenanceQueued },
    },
    handler: async (request, reply) => {
      const users = await usersOf(services, request)
      const { dryRun, limit } = request.body
      if (dryRun) {
        const planned: Awaited<ReturnType<typeof preview>>[] = []
        const gone = goneSignal(reply)
        for (const scope of users.data) {
          if (gone.aborted) break
          planned.push(await turns.run(scope, () => preview(services, scope)))
        }
        return { status: 'planned', ...paged({ ...users, data: planned }, limit, (each) => each) }
      }
      const queued = await queue(users.data)
      const page = paged({ ...users, data: queued }, limit, (each) => each)
      return reply.code(202).send({ status: 'queued', ...page })
    },
  })
}

async function usersOf({ ports }: Services, request: Request): Promise<Paged<Scope>> {
  const { appId, userId, limit, cursor } = request.body
  if (appId === undefined && !request.apiKey?.appIds.includes(EVERY_APP)) {
    throw new ApiError('FORBIDDEN', 'the key does not hold every app: name an app')
  }
  if (appId !== undefined && userId !== undefined) {
    if (!(await ports.memory.hasItems({ appId, userId }))) throw notFound('user')
    return { data: [{ appId, userId }], total: 1, nextCursor: null }
  }
  return ports.memory.users({ limit, cursor, appId })
}

async function preview({ ports, now }: Services, scope: Scope) {
  const surveyed = await survey(ports.memory, scope, now().toISOString())
  const { pruned, merged, categories } = plan(surveyed)
  return { ...scope, pruned: pruned.length, merged: merged.length, refreshed: categories.length }
}
