// A key of one app, used for another: every route refuses it, wherever the route takes the app from. The routes come
// from the OpenAPI document, so that a new one is tried too.
import type { FastifyRequest } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { appOf } from '../../../../apps/api/plugins/auth.ts'
import { type Api, startApi } from '../given.ts'

const PERMISSIONS = [
  'memory:read',
  'memory:write',
  'memory:forget',
  'config:write',
  'audit:read',
  'admin',
]
const ID = '11111111-1111-4111-8111-111111111111'
/** Stands for any other parameter of a path. */
const SOME: Readonly<Record<string, string>> = { source: 'custom' }

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
type Schema = { $ref?: string; properties?: Record<string, object> }
type Operation = {
  parameters?: { name: string; in: string }[]
  requestBody?: { content: Record<string, { schema: Schema }> }
}
type Route = { method: Method; path: string; operation: Operation }

let api: Api
let routes: Route[]
let components: Record<string, Schema>
let mine: string
beforeAll(async () => {
  api = await startApi()
  const { body } = await api.call('GET', '/openapi.json')
  components = body.components.schemas
  routes = Object.entries(body.paths as Record<string, Record<string, Operation>>).flatMap(
    ([path, operations]) =>
      Object.entries(operations).map(([method, operation]) => ({
        method: method.toUpperCase() as Method,
        path: path.replace(/^\/v1/, ''),
        operation,
      })),
  )
  const made = await api.call('POST', '/config/keys', {
    body: { name: 'k', appIds: ['mine'], permissions: PERMISSIONS },
  })
  mine = made.body.key
})
afterAll(() => api.close())

function bodyFields({ operation }: Route): string[] {
  const contents = Object.values(operation.requestBody?.content ?? {})
  return contents.flatMap(({ schema: { $ref, properties } }) => {
    const named = components[$ref?.split('/').at(-1) ?? '']
    return Object.keys(properties ?? named?.properties ?? {})
  })
}

function pathFor({ path }: Route, appId: string): string {
  return path.replaceAll(/\{(\w+)\}/g, (_, name) => (name === 'appId' ? appId : (SOME[name] ?? ID)))
}

async function statusOf(route: Route, appId: string, body?: object): Promise<number> {
  const { method } = route
  return (await api.call(method, pathFor(route, appId), { key: mine, body })).status
}

describe('a key of one app', () => {
  test('is refused for another app in a path, whatever else the request holds', async () => {
    const some = routes.filter(({ path }) => path.includes('{appId}'))
    expect(some.length).toBeGreaterThan(15)
    for (const route of some) {
      const name = `${route.method} ${route.path}`
      const body = route.operation.requestBody ? {} : undefined
      for (const other of ['theirs', 'Mine', 'mine2', 'min', '%74heirs', '*']) {
        expect(await statusOf(route, other, body), `${name} of ${other}`).toBe(403)
      }
      // The app of the path counts, whatever the body says.
      if (body) expect(await statusOf(route, 'theirs', { appId: 'mine' }), name).toBe(403)
      expect(await statusOf(route, 'mine', body), name).not.toBe(403)
    }
  })

  test('is refused for another app in a body', async () => {
    const some = routes.filter((route) => bodyFields(route).includes('appId'))
    expect(some.map(({ path }) => path).sort()).toEqual([
      '/batch',
      '/config/sources',
      '/config/webhooks',
      '/events',
      '/forget',
      '/items',
      '/maintenance',
      '/memorize',
      '/retrieve',
    ])
    for (const route of some) {
      for (const other of ['theirs', 'Mine', 'mine2', '*']) {
        expect(await statusOf(route, '', { appId: other }), `${route.path} ${other}`).toBe(403)
      }
      expect(await statusOf(route, '', { appId: 'mine' }), route.path).not.toBe(403)
    }
  })

  test('does nothing for an app that is no text', async () => {
    for (const route of routes.filter((each) => bodyFields(each).includes('appId'))) {
      for (const appId of [['theirs'], { theirs: 1 }, null, 0]) {
        // Where the app is optional, null leaves it out: then only a key for every app may continue.
        const refused = appId === null && route.path === '/maintenance' ? 403 : 400
        expect(await statusOf(route, '', { appId }), route.path).toBe(refused)
      }
      expect(await statusOf(route, '', [{ appId: 'theirs' }]), route.path).toBe(400)
    }
  })

  test('is refused for another app in a list of apps', async () => {
    const some = routes.filter((route) => bodyFields(route).includes('appIds'))
    expect(some.map(({ path }) => path)).toEqual(['/config/keys', '/config/partners'])
    const made = (appIds: string[]) => ({ name: 'k', permissions: ['memory:read'], appIds })
    for (const route of some) {
      for (const appIds of [['theirs'], ['mine', 'theirs'], ['theirs', 'mine'], ['*']]) {
        expect(await statusOf(route, '', made(appIds)), `${route.path} ${appIds}`).toBe(403)
      }
      expect(await statusOf(route, '', made(['mine'])), route.path).toBe(201)
    }
  })

  test('is refused for another app in what a webhook says, and for no app where every app is asked for', async () => {
    const event = { userId: 'u', eventType: 'e', data: {} }
    const custom = async (body: object) =>
      (await api.call('POST', '/webhooks/custom', { key: mine, body })).status
    expect(await custom({ ...event, appId: 'theirs' })).toBe(403)
    expect(await custom({ ...event, appId: 'mine' })).toBe(200)
    const maintenance = await api.call('POST', '/maintenance', { key: mine, body: {} })
    expect(maintenance.status).toBe(403)
  })

  test('finds no app in a query: no route takes one from there', () => {
    const inQuery = routes.flatMap(({ path, operation }) =>
      (operation.parameters ?? [])
        .filter((each) => each.in === 'query' && /app/i.test(each.name))
        .map(({ name }) => `${path} ${name}`),
    )
    expect(inQuery).toEqual([])
  })

  test('does not see or change keys of another app', async () => {
    const theirs = await api.call('POST', '/config/keys', {
      body: { name: 'k', appIds: ['theirs'], permissions: ['memory:read'] },
    })
    const both = await api.call('POST', '/config/keys', {
      body: { name: 'k', appIds: ['mine', 'theirs'], permissions: ['memory:read'] },
    })
    const listed = await api.call('GET', '/config/keys?limit=200', { key: mine })
    const ids = listed.body.data.map(({ id }: { id: string }) => id)
    for (const { id } of [theirs.body, both.body]) {
      expect(ids).not.toContain(id)
      const rotated = await api.call('POST', `/config/keys/${id}/rotate`, { key: mine })
      const deleted = await api.call('DELETE', `/config/keys/${id}`, { key: mine })
      expect([rotated.status, deleted.status]).toEqual([404, 404])
    }
  })
})

test('the app of a request is found without walking its body, which may be a megabyte of bytes', () => {
  const body = new Proxy(
    { appId: 'mine' },
    {
      ownKeys: () => {
        throw new Error('walked')
      },
    },
  )
  const of = (request: object) => appOf(request as FastifyRequest)
  expect(of({ body, params: {} })).toBe('mine')
  expect(of({ body, params: { appId: 'theirs' } })).toBe('theirs')
  expect(of({ body: Buffer.alloc(8), params: {} })).toBe(null)
  expect(of({ body: null, params: {} })).toBe(null)
  expect(of({ body: Object.create({ appId: 'inherited' }), params: {} })).toBe(null)
})
