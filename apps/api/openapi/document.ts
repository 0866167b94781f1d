// The OpenAPI document: a pure function of the routes, of the schemas that they enforce, and of the examples.
import type { RouteOptions } from 'fastify'
import { webhookPayloads } from '../../../schemas/webhooks/payloads.ts'
import { errorComponents, headerComponents } from './answers.ts'
import { type Components, createComponents, type Json } from './components.ts'
import { webhookExample } from './examples/webhooks.ts'
import { operationOf, type Told } from './operation.ts'

export const BASE = '/v1'

export type ToldRoute = Told & Pick<RouteOptions, 'url' | 'method'>

/** Of the document, in its order. Each describes the routes whose paths begin like one of its own. */
const groups = [
  { name: 'memory', description: 'What users said, and what was made of it', paths: [] },
  {
    name: 'audit',
    description: 'What happened to memories',
    paths: ['/audit', '/receipts'],
  },
  {
    name: 'webhooks',
    description: 'What other systems tell, and what is told to others',
    paths: ['/webhooks', '/config/webhooks', '/config/sources'],
  },
  {
    name: 'configuration',
    description: 'Keys, partners, categories, templates and trust',
    paths: ['/config'],
  },
  {
    name: 'operations',
    description: 'How the service is',
    paths: ['/admin', '/health', '/import'],
  },
]

function groupOf(url: string): string {
  const isOf = (path: string) => url.startsWith(BASE + path)
  return groups.find(({ paths }) => paths.some(isOf))?.name ?? 'memory'
}

export function openApiDocument(
  routes: readonly ToldRoute[],
  { version, publicUrl = '' }: { version: string; publicUrl?: string | undefined },
): Json {
  const components = createComponents()
  const paths = pathsOf(routes, components)
  const webhooks = webhooksOf(components)
  const responses = errorComponents(components)
  return {
    openapi: '3.1.0',
    info: {
      title: 'Palimpsest',
      version,
      description: 'An event-sourced, multi-tenant memory service for AI agents.',
      license: { name: 'Apache 2.0', identifier: 'Apache-2.0' },
      contact: { name: 'The operator of this service' },
    },
    servers: [{ url: publicUrl.replace(/\/+$/, '') || '/' }],
    security: [{ bearer: [] }],
    tags: groups.map(({ paths: _, ...tag }) => tag),
    paths,
    webhooks,
    components: {
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', description: 'An API key' },
      },
      schemas: components.schemas(),
      responses,
      headers: headerComponents(),
    },
  }
}

function pathsOf(routes: readonly ToldRoute[], components: Components): Json {
  const paths: Record<string, Json> = {}
  for (const route of routes) {
    const path = route.url.replaceAll(/:(\w+)/g, '{$1}')
    paths[path] ??= {}
    paths[path][String(route.method).toLowerCase()] = operationOf(
      route,
      groupOf(route.url),
      components,
    )
  }
  return Object.fromEntries(Object.entries(paths).sort(([a], [b]) => (a < b ? -1 : 1)))
}

/** The requests that we send to others: one per event, with its payload. */
function webhooksOf({ schemaOf }: Components): Json {
  const signature = (name: string, description: string, example: string) => ({
    name,
    in: 'header',
    required: true,
    description,
    schema: { type: 'string' },
    example,
  })
  const hex = '5'.repeat(64)
  const parameters = [
    signature('X-Signature-256', '`sha256=` and the hex HMAC-SHA256 of the body', `sha256=${hex}`),
    signature('webhook-id', 'The same for every attempt of a delivery', 'msg_01'),
    signature('webhook-timestamp', 'Of the attempt, in seconds', '1775131200'),
    signature(
      'webhook-signature',
      'As Standard Webhooks has it',
      'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
    ),
  ]
  const responses = { '2XX': { description: 'Taken' }, '410': { description: 'Send no more' } }
  const entries = webhookPayloads.map(({ name, meaning, payload }) => {
    const schema = schemaOf(payload, 'output')
    const content = { 'application/json': { schema, example: webhookExample(name) } }
    const post = {
      operationId: `on ${name}`.replaceAll(/[ .](\w)/g, (_, letter: string) =>
        letter.toUpperCase(),
      ),
      summary: meaning,
      description: 'Sent to the webhooks of the app that subscribe to it.',
      tags: ['webhooks'],
      parameters,
      responses,
      security: [],
    }
    return [name, { post: { ...post, requestBody: { required: true, content } } }]
  })
  return Object.fromEntries(entries)
}
