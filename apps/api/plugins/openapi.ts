// The OpenAPI document, built from the schemas of the routes, and a reference page at /docs.
import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance, RouteOptions } from 'fastify'
import { memberOf } from '../../../infra/runtime/certain.ts'
import { invalid, notFound, sendError } from '../errors.ts'
import { BASE, openApiDocument, type ToldRoute } from '../openapi/document.ts'

const PAGE = '/docs'
const LOGO = `<svg xmlns="http://www.w3.org/2000/svg" width="160" height="40">
  <text x="0" y="28" font-family="Georgia, serif" font-size="26" fill="#fff">Palimpsest</text></svg>`

export async function registerOpenApi(
  app: FastifyInstance,
  about: { version: string; publicUrl?: string | undefined },
): Promise<void> {
  const routes: ToldRoute[] = []
  app.addHook('onRoute', (route) => {
    if (isTold(route)) routes.push(route)
  })
  let document: object | undefined
  // The plugin only serves the reference page, and reads no schema: we build the document, so that its parts have names.
  await app.register(swagger, {
    openapi: {},
    transform: ({ url }) => ({ url, schema: {} }),
    transformObject: () => {
      document ??= openApiDocument(routes, about)
      return document
    },
  })
  // The plugin's routes name no limit, and give the whole document and its page to everyone.
  app.addHook('onRoute', (route) => {
    if (isOfPage(route)) route.config = { ...route.config, limit: 'open' }
  })
  await app.register(async (page) => {
    page.setErrorHandler((error, request, reply) => sendError(refusalOf(error), request, reply))
    await page.register(swaggerUi, {
      routePrefix: PAGE,
      staticCSP: true,
      // Over plain http, the page must not request its assets over https.
      transformStaticCSP: (policy) => policy.replace(' upgrade-insecure-requests;', ''),
      theme: { title: 'Palimpsest' },
      logo: { type: 'image/svg+xml', content: Buffer.from(LOGO), href: PAGE },
    })
  })
}

/** What serves the files of the page refuses a request with errors of its own, by their status. */
function refusalOf(error: unknown): unknown {
  switch (memberOf(error, 'statusCode')) {
    case 403:
    case 404:
      return notFound('endpoint')
    case 412:
      return invalid('request', 'has a condition that does not hold', 412)
    case 416:
      return invalid('Range', 'lies outside of the file', 416)
  }
  return error
}

export function isOfPage({ url }: Pick<RouteOptions, 'url'>): boolean {
  return url === PAGE || url.startsWith(`${PAGE}/`)
}

function isTold(route: RouteOptions): route is RouteOptions & ToldRoute {
  const { schema, url } = route
  return (
    schema !== undefined && !schema.hide && url.startsWith(`${BASE}/`) && route.method !== 'HEAD'
  )
}
