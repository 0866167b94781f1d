// An app's own categories and event templates.
import type { FastifyContextConfig } from 'fastify'
import type { z } from 'zod'
import { builtInTemplate } from '../../../../processors/extract-facts/reading/sentence.ts'
import * as api from '../../../../schemas/api/settings/config.ts'
import { notFound } from '../../errors.ts'
import type { App } from '../../plugins/bodies/validation.ts'
import type { Services } from '../../services.ts'
import { sourceTemplate } from '../../sources/sources.ts'
import { changeSettings, setTemplate } from './settings.ts'

const readConfig = { permission: 'memory:read', limit: 'get' } as const
const writeConfig = { permission: 'config:write' } as const

export function registerConfigRoutes(app: App, services: Services): void {
  registerCategories(app, services)
  registerTemplates(app, services)
  registerTrust(app, services)
}

function registerCategories(app: App, services: Services): void {
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

function registerTrust(app: App, services: Services): void {
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
  app: App,
  services: Services,
  { path, response, reading, replacing, show, change }: Whole<Body>,
): void {
  const url = `/config/${path}/:appId`
  const whole: z.ZodType = response
  const schema = { params: api.appParams, response: { 200: whole } }
  app.route({
    method: 'GET',
    url,
    config: reading.config,
    schema: { ...reading.schema, ...schema },
    handler: async ({ params }) => show(params.appId),
  })
  app.route({
    method: 'PUT',
    url,
    config: writeConfig,
    schema: { ...replacing, ...schema, body: whole },
    handler: async ({ params, body }) => {
      await changeSettings(services, change(params.appId, body as z.infer<Body>))
      return show(params.appId)
    },
  })
}

function registerTemplates(app: App, services: Services): void {
  const url = '/config/templates/:appId/:eventType'
  app.route({
    method: 'GET',
    url,
    config: readConfig,
    schema: {
      operationId: 'getTemplate',
      summary: 'The template that turns events of a type into a sentence',
      errors: ['NOT_FOUND'],
      params: api.templateParams,
      response: { 200: api.templateResponse },
    },
    handler: async ({ params: { appId, eventType } }) => {
      const own = services.settings.templateOf(appId, eventType)
      const template = own ?? builtInTemplate(eventType) ?? sourceTemplate(eventType)
      if (template === undefined) throw notFound('template')
      return { eventType, template, builtIn: own === undefined }
    },
  })
  app.route({
    method: 'PUT',
    url,
    config: writeConfig,
    schema: {
      operationId: 'setTemplate',
      summary: 'Set the template of an event type',
      params: api.templateParams,
      body: api.templateConfig,
      response: { 200: api.templateResponse },
    },
    handler: async ({ params: { appId, eventType }, body: { template } }) => {
      await setTemplate(services, appId, { eventType, template })
      return { eventType, template, builtIn: false }
    },
  })
}
