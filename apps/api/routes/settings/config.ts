// An app's own categories and event templates.
import type { FastifyInstance } from 'fastify'
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
  const url = '/config/categories/:appId'
  type Params = { Params: z.infer<typeof api.appParams> }
  const show = (appId: string) => ({ categories: [...services.settings.categoriesOf(appId)] })
  app.get<Params>(
    url,
    {
      config: readConfig,
      schema: {
        operationId: 'getCategoriesConfig',
        summary: 'The categories of an app',
        tags,
        params: api.appParams,
        response: { 200: api.categoriesConfig },
      },
    },
    async ({ params }) => show(params.appId),
  )
  app.put<Params & { Body: z.infer<typeof api.categoriesConfig> }>(
    url,
    {
      config: writeConfig,
      schema: {
        operationId: 'replaceCategoriesConfig',
        summary: 'Replace the categories of an app; `general` is always among them',
        tags,
        params: api.appParams,
        body: api.categoriesConfig,
        response: { 200: api.categoriesConfig },
      },
    },
    async ({ params, body }) => {
      await changeSettings(services, {
        type: 'CategoriesConfigured',
        appId: params.appId,
        open: { categories: body.categories },
      })
      return show(params.appId)
    },
  )
}

function registerTrust(app: FastifyInstance, services: Services): void {
  const url = '/config/trust/:appId'
  type Params = { Params: z.infer<typeof api.appParams> }
  const show = (appId: string) => ({ trusted: [...services.settings.trustOf(appId)] })
  app.get<Params>(
    url,
    {
      config: { permission: 'config:write', limit: 'get' },
      schema: {
        operationId: 'getTrustConfig',
        summary: 'The channels that an app trusts as it trusts its user',
        tags,
        params: api.appParams,
        response: { 200: api.trustConfig },
      },
    },
    async ({ params }) => show(params.appId),
  )
  app.put<Params & { Body: z.infer<typeof api.trustConfig> }>(
    url,
    {
      config: writeConfig,
      schema: {
        operationId: 'replaceTrustConfig',
        summary:
          'Set the channels whose facts may close what the user said, from the next write on',
        tags,
        params: api.appParams,
        body: api.trustConfig,
        response: { 200: api.trustConfig },
      },
    },
    async ({ params, body }) => {
      const open = { trusted: body.trusted }
      await changeSettings(services, { type: 'TrustConfigured', appId: params.appId, open })
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
