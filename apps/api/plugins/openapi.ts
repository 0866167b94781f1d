// The OpenAPI document, built from the schemas of the routes, and a reference page at /docs.
import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance, RouteOptions } from 'fastify'
import { BASE, openApiDocument, type ToldRoute } from '../openapi/document.ts'

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
  await app.register(swaggerUi, {
    routePrefix: '/docs',
    staticCSP: true,
    // Over plain http, the page must not request its assets over https.
    transformStaticCSP: (policy) => policy.replace(' upgrade-insecure-requests;', ''),
    theme: { title: 'Palimpsest' },
    logo: { type: 'image/svg+xml', content: Buffer.from(LOGO), href: '/docs' },
  })
}

function isTold(route: RouteOptions): route is RouteOptions & ToldRoute {
  const { schema, url } = route
  return (
    schema !== undefined && !schema.hide && url.startsWith(`${BASE}/`) && route.method !== 'HEAD'
  )
}
