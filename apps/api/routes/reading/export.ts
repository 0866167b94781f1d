// GET /export: everything that is kept of a user, or of an app's users, as lines of JSON.
import { finished } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { createCounts } from '../../../../infra/runtime/turns/counts.ts'
import { createSharedTurns } from '../../../../infra/runtime/turns/shared-turns.ts'
import { exportLine } from '../../../../schemas/api/reading/export.ts'
import { appParams, userParams } from '../../../../schemas/api/reading/memory.ts'
import { exportStream } from '../../carry/export-stream.ts'
import { textOfApp, textOfUser } from '../../carry/export-text.ts'
import { tooMany } from '../../errors.ts'
import { allows, keyOf } from '../../plugins/auth.ts'
import type { App } from '../../plugins/bodies/validation.ts'
import type { Services } from '../../services.ts'

/** Of one app. Each remembers something of every line, and a client may take its lines as slowly as it likes. */
const MOST_UNDER_WAY = 10
const SHORT_WAIT_MS = 1_000

export function registerExportRoute(app: App, services: Services): void {
  const turns = createSharedTurns()
  const begin = createUnderWay()
  app.route({
    method: 'GET',
    url: '/export/:appId/:userId',
    config: { permission: 'memory:read', limit: 'export' },
    schema: {
      operationId: 'exportUser',
      summary: 'All that is kept of a user',
      description:
        'Lines of JSON: a manifest, what was written (`content`, `activity`, `given`, `revised`), the facts with their history, summaries, ' +
        'entities, the audit trail where the key has `audit:read`, the events that `POST /import` takes over, and an `end` ' +
        'with counts, a hash and a digest of what is remembered. An answer without that last line is not whole.',
      mediaType: 'application/x-ndjson',
      params: userParams,
      response: { 200: exportLine },
    },
    handler: async (request, reply) => {
      begin(request.params, reply)
      const withAudit = allows(keyOf(request), 'audit:read')
      return reply
        .type('application/x-ndjson')
        .send(
          exportStream(request, () => textOfUser(services, request.params, { withAudit, turns })),
        )
    },
  })
  app.route({
    method: 'GET',
    url: '/export/:appId',
    config: { permission: 'memory:read', limit: 'export' },
    schema: {
      operationId: 'exportApp',
      summary: 'All that is kept of the users of an app',
      description:
        'An `app` line, its `settings` (categories, templates, and with `config:write` trust; never a secret), the export ' +
        'of each user who has memories, one after another, and an `app-end` with their number and a hash. ' +
        'An answer without that last line is not whole.',
      mediaType: 'application/x-ndjson',
      params: appParams,
      response: { 200: exportLine },
    },
    handler: async (request, reply) => {
      begin(request.params, reply)
      const key = keyOf(request)
      const options = {
        withAudit: allows(key, 'audit:read'),
        withTrust: allows(key, 'config:write'),
        turns,
      }
      return reply
        .type('application/x-ndjson')
        .send(exportStream(request, () => textOfApp(services, request.params.appId, options)))
    },
  })
}

/** Counts exports until they have ended, and refuses one too many. */
function createUnderWay() {
  const underWay = createCounts()
  return ({ appId }: { appId: string }, { raw }: FastifyReply) => {
    if (underWay.of(appId) >= MOST_UNDER_WAY) {
      const why = `${MOST_UNDER_WAY} exports of the app are under way`
      throw tooMany(why, { waitMs: SHORT_WAIT_MS })
    }
    finished(raw, underWay.enter(appId))
  }
}
