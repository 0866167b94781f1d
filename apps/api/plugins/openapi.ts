// The OpenAPI document, built from the schemas of the routes, and a reference page at /docs.
import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance, RouteOptions } from 'fastify'
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
  await app.register(swaggerUi, {
    routePrefix: PAGE,
    staticCSP: true,
    // Over plain http, the page must not request its assets over https.
    transformStaticCSP: (policy) => policy.replace(' upgrade-insecure-requests;', ''),
    theme: { title: 'Palimpsest' },
    logo: { type: 'image/svg+xml', content: Buffer.from(LOGO), href: PAGE },
  })
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
