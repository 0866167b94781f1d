// POST /import: takes over what another service exported, with its history. It brings events with ids of their own
// choice, so it is an operator's.
import type { FastifyInstance } from 'fastify'
import { vectorsNameOf } from '../../../../infra/ports/language-model.ts'
import { refuseKnown, takeIn, UserKnown } from '../../../../processors/carry/take-in.ts'
import { errorBody } from '../../../../schemas/api/errors.ts'
import { importResponse } from '../../../../schemas/api/operating/import.ts'
import { takeSettings } from '../../carry/app-settings.ts'
import { type ExportedUser, readImport } from '../../carry/read-import.ts'
import { untilIndexed } from '../../carry/until-indexed.ts'
import { invalid } from '../../errors.ts'
import type { Services } from '../../services.ts'
import { holdingEveryApp } from './admin.ts'

const MOST_BYTES = 256 * 1024 * 1024
const NDJSON = 'application/x-ndjson'

export function registerImportRoute(
  v1: FastifyInstance,
  services: Pick<Services, 'ports' | 'settings' | 'now'>,
): void {
  const { ports } = services

  v1.register(async (app) => {
    app.removeAllContentTypeParsers()
    app.addContentTypeParser<Buffer>(NDJSON, { parseAs: 'buffer' }, (_, body, done) =>
      done(null, body),
    )
    // Refused by the handler, after the limits of the call.
    app.addContentTypeParser('*', { parseAs: 'buffer' }, (_, __, done) => done(null, null))
    app.route({
      method: 'POST',
      url: '/import',
      bodyLimit: MOST_BYTES,
      config: { permission: 'admin', limit: 'import' },
      schema: {
        operationId: 'importUsers',
        summary: 'Take over what another service exported',
        description:
          'The body is an answer of `GET /export` (`application/x-ndjson`), of a user or of an app, of at most 256 MiB. ' +
          'The facts come with their history, and nothing is read or reported again. Settings of an app are taken where it ' +
          'has configured none here. Nothing is taken if a user is known ' +
          '(409); the same export again completes what was interrupted. For a key with `admin` for every app.',
        takes: NDJSON,
        response: { 202: importResponse, 409: errorBody },
      },
      preValidation: holdingEveryApp,
      handler: async ({ body }, reply) => {
        if (!Buffer.isBuffer(body)) throw invalid('Content-Type', `must be ${NDJSON}`)
        const { app, users: exported } = await readImport(body, services.now())
        for (const user of exported)
          refuseOtherVectors(user, vectorsNameOf(ports.language.embedding))
        // All of them before anything is taken, because what is refused must leave nothing here.
        for (const { line, scope, events } of exported) {
          await refuseKnown(ports, scope, events).catch(inWords(line))
        }
        // Before the users: a write that is read here is read by them.
        const settings = app?.settings
          ? await takeSettings(services, app.appId, app.settings)
          : null
        const users = []
        for (const { line, scope, events } of exported) {
          users.push({ ...scope, ...(await takeIn(ports, scope, events).catch(inWords(line))) })
        }
        await untilIndexed(ports)
        return reply.code(202).send({ status: 'queued', settings, users })
      },
    })
  })
}

/** Vectors of two models cannot be compared. */
function refuseOtherVectors({ embedding }: ExportedUser, model: string | null): void {
  if (embedding === null || embedding === model) return
  const other = model ?? 'no model'
  throw invalid('embedding', `the vectors are of another model than those here (${other})`, 409)
}

/** Names the user by the line of the export, and not by the id. */
const inWords =
  (line: number) =>
  (error: unknown): never => {
    if (error instanceof UserKnown) throw invalid(`line ${line}`, error.message, 409)
    throw error
  }
