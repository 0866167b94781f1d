// Rate limits: those of the specification (8.1) and of operations that it leaves out, per operation and app; and a
// limit for a key's calls that no operation counts, because they were refused first. All are windows of a minute,
// counted in this process. If the app is known from the URL or from the key, a call is counted before its body is read.
// Webhooks need no key, so their route counts them itself: by source and app, once the app is known; and those that
// show a key among its refused calls until then.
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import { firstOf, memberOf } from '../../../../infra/runtime/certain.ts'
import { appId } from '../../../../schemas/identifiers.ts'
import { tooMany } from '../../errors.ts'
import { appOf, holdsApp } from '../auth.ts'
import { type Operation, rateLimits } from '../operations.ts'
import { clientOf } from './client-address.ts'
import { createWindows } from './windows.ts'

/**
 * Calls per minute: of a key, refused before an operation counted them; of a client address, to routes that need no
 * key.
 */
export const otherLimits = { refused: 600, open: 600 } as const

declare module 'fastify' {
  interface FastifyRequest {
    counted: boolean
    /** Its place among the refused calls of a key, until an operation counts it. */
    refusedPlace: { keyId: string; giveBack(): void } | null
  }
  interface FastifyInstance {
    /** Counts a call, sets the headers of its answer, and throws if it is one too many. */
    countCall(reply: FastifyReply, operation: Operation, who: string): void
    /** Takes the call a place among the refused calls of its key, once; throws if there is none left. */
    takeRefusedPlace(request: FastifyRequest, keyId: string): void
  }
}

/** `scale` multiplies the limits; 0 turns them off. */
export function registerRateLimit(
  app: FastifyInstance,
  { scale, now }: { scale: number; now: () => Date },
): void {
  app.decorateRequest('counted', false)
  app.decorateRequest('refusedPlace', null)
  const windows = { calls: createWindows(), refused: createWindows(), open: createWindows() }
  const scaled = (limit: number) => Math.max(1, Math.floor(limit * scale))
  app.decorate('countCall', (reply, operation, who) => {
    if (scale === 0) return
    const { request } = reply
    request.counted = true
    // Not once it is answered: it may be long until then, and no answer ends a call whose client has gone.
    request.refusedPlace?.giveBack()
    request.refusedPlace = null
    const limit = scaled(rateLimits[operation])
    const counted = windows.calls.count(`${operation} ${who}`, limit, now().getTime())
    reply.headers({
      'X-RateLimit-Limit': counted.limit,
      'X-RateLimit-Remaining': counted.remaining,
      'X-RateLimit-Reset': counted.resetAt,
    })
    if (counted.exceeded) throw tooMany(`at most ${limit} calls a minute`, counted)
  })
  app.decorate('takeRefusedPlace', (request, keyId) => {
    if (scale === 0 || request.refusedPlace?.keyId === keyId) return
    const limit = scaled(otherLimits.refused)
    const counted = windows.refused.count(keyId, limit, now().getTime())
    if (counted.exceeded) throw tooMany(`at most ${limit} refused calls a minute`, counted)
    request.refusedPlace = { keyId, giveBack: counted.giveBack }
  })
  app.addHook('onRoute', limitByDefault)
  if (scale === 0) return
  app.addHook('onRequest', (request, _, done) => {
    if (request.routeOptions.config.limit === 'open') {
      const limit = scaled(otherLimits.open)
      const counted = windows.open.count(clientOf(request.ip), limit, now().getTime())
      if (counted.exceeded) throw tooMany(`at most ${limit} calls a minute`, counted)
    }
    if (request.apiKey) app.takeRefusedPlace(request, request.apiKey.id)
    done()
  })
  // After permissions, and before the body is read.
  app.addHook('preParsing', (request, reply, _, done) => {
    countKnownApp(request, reply)
    done()
  })
  app.addHook('preValidation', (request, reply, done) => {
    countOnce(request, reply, appOf(request))
    done()
  })
  // A call that succeeded and that no operation counted.
  app.addHook('onResponse', async ({ refusedPlace }, { statusCode }) => {
    if (statusCode < 400) refusedPlace?.giveBack()
  })
}

/** A route that needs a key and names no limit counts as a read, or as configuration. */
function limitByDefault(route: RouteOptions): void {
  if (!route.config?.permission || route.config.limit !== undefined) return
  const reads = [route.method].flat().every((method) => method === 'GET' || method === 'HEAD')
  route.config = { ...route.config, limit: reads ? 'get' : 'config' }
}

/** The app of the URL, or the only one that the key holds. */
function countKnownApp(request: FastifyRequest, reply: FastifyReply): void {
  const key = request.apiKey
  if (!key) return
  const named = memberOf(request.params, 'appId')
  const only = key.appIds.length === 1 ? firstOf(key.appIds) : null
  const known = named ?? only
  // Nothing is counted for an app that the key does not hold: the call is refused.
  const valid = appId.safeParse(known)
  if (valid.success && holdsApp(key, valid.data)) countOnce(request, reply, valid.data)
}

function countOnce(request: FastifyRequest, reply: FastifyReply, app: string | null): void {
  const operation = request.routeOptions.config.limit
  if (!operation || operation === 'open' || !request.apiKey || request.counted) return
  // Only a valid name gets a window of its own: made-up names count for the key that sends them.
  const valid = appId.safeParse(app)
  request.server.countCall(
    reply,
    operation,
    valid.success ? valid.data : `key ${request.apiKey.id}`,
  )
}
