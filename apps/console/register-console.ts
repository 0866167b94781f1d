// Serves the console: its page at /console, the page's assets below it, and redirects from `/` and `/console/`. None of
// it is secret: its data comes from the API, with the key that a person enters.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Asset, Bundle } from './bundle.ts'
import { keptBundle } from './kept-bundle.ts'

const PAGE = '/console'
const ASSETS = `${PAGE}/assets/`

/**
 * The page loads from and calls this origin only, and runs nothing that came with data. There is no
 * `upgrade-insecure-requests`: over plain http a browser would load nothing.
 */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

const everywhere = {
  'content-security-policy': policy,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
}

type Options = {
  /** Whether there is a reference at /docs. */
  docs: 'on' | 'off'
  /** The error for an unknown asset. */
  missing: () => Error
}

export function registerConsole(app: FastifyInstance, { docs, missing }: Options): void {
  const bundle = madeOnce()
  const open = { config: { permission: null, limit: 'open' }, schema: { hide: true } } as const
  // Once the service listens, so that neither its start nor its first visitor waits. A visit tries again.
  app.addHook('onListen', async () => void bundle().catch(() => undefined))
  for (const path of ['/', `${PAGE}/`]) {
    app.get(path, open, async (_, reply) => reply.redirect(PAGE))
  }
  app.get(PAGE, open, async (request, reply) => {
    const { page } = await bundle()
    return send(request, reply.header('cache-control', 'no-cache'), page[docs])
  })
  app.get<{ Params: { name: string } }>(`${ASSETS}:name`, open, async (request, reply) => {
    const asset = (await bundle()).assets.get(request.params.name)
    if (!asset) throw missing()
    return send(
      request,
      reply.header('cache-control', 'public, max-age=31536000, immutable'),
      asset,
    )
  })
}

/** Built or read when first asked for, and kept. A failed build is tried again. */
function madeOnce(): () => Promise<Bundle> {
  let made: Promise<Bundle> | null = null
  return () => {
    made ??= keptBundle().catch((error) => {
      made = null
      throw error
    })
    return made
  }
}

function send({ headers }: FastifyRequest, reply: FastifyReply, asset: Asset): FastifyReply {
  reply.headers({ ...everywhere, etag: asset.etag, vary: 'accept-encoding' })
  if (headers['if-none-match'] === asset.etag) return reply.code(304).send()
  reply.type(asset.type)
  if (!/\bgzip\b/.test(headers['accept-encoding'] ?? '')) return reply.send(asset.body)
  return reply.header('content-encoding', 'gzip').send(asset.gzipped)
}
