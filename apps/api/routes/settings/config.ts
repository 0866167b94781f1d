// An app's own categories and event templates.
import type { FastifyContextConfig, FastifyInstance } from 'fastify'
import type { z } from 'zod'
import { builtInTemplate } from '../../../../processors/extract-facts/reading/sentence.ts'
import * as api from '../../../../schemas/api/settings/config.ts'
import { notFound } from '../../errors.ts'
import type { Services } from '../../services.ts'
import { sourceTemplate } from '../../sources/sources.ts'
import { changeSettings } from './settings.ts'

const tags = ['configuration']
const readConfig = { permission: 'memory:read', limit: 'get' } as const
const writeConfig = { permission: 'config:write' } as const

export function registerConfigRoutes(app: FastifyInstance, services: Services): void {
  registerCategories(app, services)
  registerTemplates(app, services)
  registerTrust(app, services)
}

function registerCategories(app: FastifyInstance, services: Services): void {
  registerWhole(app, services, {
    path: 'categories',
    response: api.categoriesConfig,
    reading: {
      config: readConfig,
      schema: { operationId: 'getCategoriesConfig', summary: 'The categories of an app' },
    },
    replacing: {
      operationId: 'replaceCategoriesConfig',
      summary: 'Replace the categories of an app; `general` is always among them',
    },
    show: (appId) => ({ categories: [...services.settings.categoriesOf(appId)] }),
    change: (appId, open) => ({ type: 'CategoriesConfigured', appId, open }),
  })
}

function registerTrust(app: FastifyInstance, services: Services): void {
  registerWhole(app, services, {
    path: 'trust',
    response: api.trustConfig,
    reading: {
      config: { permission: 'config:write', limit: 'get' },
      schema: {
        operationId: 'getTrustConfig',
        summary: 'The channels that an app trusts as it trusts its user',
      },
    },
    replacing: {
      operationId: 'replaceTrustConfig',
      summary: 'Set the channels whose facts may close what the user said, from the next write on',
    },
    show: (appId) => ({ trusted: [...services.settings.trustOf(appId)] }),
    change: (appId, open) => ({ type: 'TrustConfigured', appId, open }),
  })
}

type Named = { operationId: string; summary: string }

type Whole<Body extends z.ZodType> = {
  path: string
  response: Body
  reading: { config: FastifyContextConfig; schema: Named }
  replacing: Named
  show: (appId: string) => z.infer<Body>
  change: (appId: string, body: z.infer<Body>) => Parameters<typeof changeSettings>[1]
}

/** A setting of an app that is read, and replaced, as a whole. */
function registerWhole<Body extends z.ZodType>(
  app: FastifyInstance,
  services: Services,
  { path, response, reading, replacing, show, change }: Whole<Body>,
): void {
  const url = `/config/${path}/:appId`
  type Params = { Params: z.infer<typeof api.appParams> }
  const schema = { tags, params: api.appParams, response: { 200: response } }
  app.get<Params>(
    url,
    { config: reading.config, schema: { ...reading.schema, ...schema } },
    async ({ params }) => show(params.appId),
  )
  app.put<Params & { Body: z.infer<Body> }>(
    url,
    { config: writeConfig, schema: { ...replacing, ...schema, body: response } },
    async ({ params, body }) => {
      await changeSettings(services, change(params.appId, body as z.infer<Body>))
      return show(params.appId)
    },
  )
}

function registerTemplates(app: FastifyInstance, services: Services): void {
  const url = '/config/templates/:appId/:eventType'
  type Params = { Params: z.infer<typeof api.templateParams> }
  app.get<Params>(
    url,
    {
      config: readConfig,
      schema: {
        operationId: 'getTemplate',
        summary: 'The template that turns events of a type into a sentence',
        errors: ['NOT_FOUND'],
        tags,
        params: api.templateParams,
        response: { 200: api.templateResponse },
      },
    },
    async ({ params: { appId, eventType } }) => {
      const own = services.settings.templateOf(appId, eventType)
      const template = own ?? builtInTemplate(eventType) ?? sourceTemplate(eventType)
      if (template === undefined) throw notFound('template')
      return { eventType, template, builtIn: own === undefined }
    },
  )
  app.put<Params & { Body: z.infer<typeof api.templateConfig> }>(
    url,
    {
      config: writeConfig,
      schema: {
        operationId: 'setTemplate',
        summary: 'Set the template of an event type',
        tags,
        params: api.templateParams,
        body: api.templateConfig,
        response: { 200: api.templateResponse },
      },
    },
    async ({ params: { appId, eventType }, body: { template } }) => {
      const open = { eventType, template }
      await changeSettings(services, { type: 'TemplateConfigured', appId, open })
      return { eventType, template, builtIn: false }
    },
  )
}
