// Rate limits of the specification (8.1): a fixed window of one minute per operation and app, counted in this
// process. The headers come with every answer that a limit applies to. Webhooks have no key when they come in, so
// their route counts them itself, by source and app, when it knows whose they are.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { appId } from '../../../schemas/identifiers.ts'
import { ApiError } from '../errors.ts'
import { appOf } from './auth.ts'

export const rateLimits = {
  memorize: 100,
  retrieve: 200,
  events: 500,
  webhooks: 1000,
  get: 500,
} as const

const WINDOW_MS = 60_000
/** More apps than this in one window: the oldest windows are thrown away. */
const MAX_WINDOWS = 100_000

type Window = { startedAt: number; used: number }
type Counted = { limit: number; remaining: number; resetAt: number; exceeded: boolean }

/** Counts a call against a bucket. `now` in Unix milliseconds. */
export function createLimiter() {
  const windows = new Map<string, Window>()
  return function count(bucket: string, limit: number, now: number): Counted {
    let window = windows.get(bucket)
    if (!window || now - window.startedAt >= WINDOW_MS) {
      if (windows.size >= MAX_WINDOWS) windows.delete(windows.keys().next().value!)
      windows.delete(bucket)
      window = { startedAt: now, used: 0 }
      windows.set(bucket, window)
    }
    window.used++
    return {
      limit,
      remaining: Math.max(0, limit - window.used),
      resetAt: Math.ceil((window.startedAt + WINDOW_MS) / 1000),
      exceeded: window.used > limit,
    }
  }
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Counts a call, sets the headers of its answer, and throws where it is one too many. */
    countCall(reply: FastifyReply, operation: keyof typeof rateLimits, who: string): void
  }
}

/** `scale` multiplies the limits; 0 turns them off. */
export function registerRateLimit(
  app: FastifyInstance,
  { scale, now }: { scale: number; now: () => Date },
): void {
  const count = createLimiter()
  const countCall: FastifyInstance['countCall'] = (reply, operation, who) => {
    if (scale === 0) return
    const limit = Math.max(1, Math.floor(rateLimits[operation] * scale))
    const counted = count(`${operation} ${who}`, limit, now().getTime())
    reply.headers({
      'X-RateLimit-Limit': counted.limit,
      'X-RateLimit-Remaining': counted.remaining,
      'X-RateLimit-Reset': counted.resetAt,
    })
    if (counted.exceeded) {
      throw new ApiError('RATE_LIMITED', `at most ${limit} calls a minute: try again later`, {
        limit,
        resetAt: counted.resetAt,
      })
    }
  }
  app.decorate('countCall', countCall)
  app.addHook('preValidation', async (request: FastifyRequest, reply: FastifyReply) => {
    const operation = request.routeOptions.config.limit
    if (!operation || !request.apiKey) return
    // Only a valid name gets a bucket of its own: made-up ones count for the key that sends them.
    const app = appId.safeParse(appOf(request))
    countCall(reply, operation, app.success ? app.data : `key ${request.apiKey.id}`)
  })
}
