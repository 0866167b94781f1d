// Bodies: how large they may be on each route, and what is checked before they are parsed. A route names its limits
// (`config.body`), so the schema walks only bounded input.
import { isUtf8 } from 'node:buffer'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { MAX_USERS_BYTES } from '../../../../schemas/api/settings/sources.ts'
import { MAX_EVENT_BYTES } from '../../../../schemas/api/writing/events.ts'
import { MAX_DEPTH, MAX_METADATA_BYTES } from '../../../../schemas/api/writing/memorize.ts'
import { type ApiError, invalid } from '../../errors.ts'
import { keepExact } from './exact-numbers.ts'
import { type JsonLimits, scanOf } from './json-scan.ts'
import { repeatedMember } from './repeated-members.ts'

export const GIVEN_TWICE = 'must be given once'

/** The schema counts from a member, the scan from the body: two more. */
const depth = MAX_DEPTH + 2
const KIB = 1024
/** Clients may escape and indent what the schema counts as compact UTF-8. */
const AS_SENT = 4

export const bodyLimits = {
  /** For every route that names no other. */
  small: { bytes: 64 * KIB, depth, values: 2_000 },
  /** Content of 1 MiB fits even where JSON escapes most of it. */
  memorize: {
    bytes: 4 * KIB * KIB,
    depth,
    values: 10_000,
    memberBytes: { metadata: AS_SENT * MAX_METADATA_BYTES },
  },
  /** As large as one write may be, so that many writes cost no more to read than one. */
  batch: { bytes: 4 * KIB * KIB, depth: depth + 2, values: 40_000 },
  events: { bytes: AS_SENT * MAX_EVENT_BYTES, depth, values: 20_000 },
  /** A map of users. */
  sources: { bytes: AS_SENT * MAX_USERS_BYTES, depth, values: 20_000 },
  /** Less than a write, because an unverified body is hashed. Scanned once it is verified. */
  webhook: { bytes: KIB * KIB, depth, values: 100_000 },
} as const satisfies Record<string, JsonLimits & { bytes: number }>

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The limits of the body; `small` if a route names none. */
    body?: keyof typeof bodyLimits
  }
}

export function registerJsonBodies(app: FastifyInstance): void {
  app.addHook('onRoute', (route) => {
    route.bodyLimit ??= bodyLimits[route.config?.body ?? 'small'].bytes
  })
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser('text/plain')
  app.addContentTypeParser<Buffer>(
    'application/json',
    { parseAs: 'buffer' },
    (request, body, done) => {
      const { schema } = request.routeOptions
      // Many clients name JSON in every call. Where a body is taken, one that is lost must not count as `{}`.
      if (body.length === 0 && !schema?.body) return done(null, null)
      const { refusal, ...sent } = scanOf(
        body,
        bodyLimits[request.routeOptions.config.body ?? 'small'],
      )
      if (refusal) return done(invalid(refusal.field, refusal.issue))
      // A replacement character would be stored in place of what the client wrote.
      if (!isUtf8(body)) return done(unreadable(request, 'is not valid UTF-8'))
      const text = body.toString('utf8')
      // A request without a body gives `null` as well, which counts as an empty body.
      const taken: typeof done = (error, value) => {
        if (error) return done(unreadable(request, issueOf(text)))
        if (value === null) return done(invalid('body', 'must be an object'))
        const twice = repeatedMember({ bytes: body, ...sent }, value)
        if (twice !== null) return done(invalid(twice, GIVEN_TWICE))
        keepExact(value, text)
        done(null, value)
      }
      parse(request, text, taken)
    },
  )
}

/** What is compressed is no text and no JSON: the client learns of the cause. */
export function unreadable({ headers }: Pick<FastifyRequest, 'headers'>, issue: string): ApiError {
  const { 'content-encoding': encoding = 'identity' } = headers
  if (encoding === 'identity') return invalid('body', issue)
  return invalid('Content-Encoding', 'must not be given: compressed bodies are not read')
}

/** Why Fastify's parser refused the text: it also refuses JSON that could change the prototype of an object. */
function issueOf(text: string): string {
  try {
    JSON.parse(text)
  } catch {
    return 'is not valid JSON'
  }
  return 'must hold no member that is named __proto__, and no constructor that has a prototype'
}
