// A method that a path lacks is 405 and the answer names those that it has; an unknown path is 404.
import Fastify, { type RouteOptions } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { learnMethods } from '../../../../apps/api/plugins/allowed-methods.ts'
import { type Door, openDoor } from './door.ts'

let door: Door
beforeAll(async () => {
  door = await openDoor()
})
afterAll(() => door.close())

test.each([
  ['GET', '/v1/memorize', 'POST'],
  ['DELETE', '/v1/memorize?x=1', 'POST'],
  ['POST', '/v1/items/shop/anna', 'GET, HEAD'],
  ['PUT', '/v1/config/keys/x', 'DELETE'],
  ['PUT', '/docs', 'GET, HEAD'],
  ['PUT', '/docs/', 'GET, HEAD'],
] as const)('%s %s: 405, and %s is allowed', async (method, path, allow) => {
  const { status, headers, body } = await door.call(method, path)
  expect([status, headers.allow]).toEqual([405, allow])
  expect(body.error).toMatchObject({ code: 'VALIDATION_ERROR', details: { field: 'method' } })
})

test.each(['/v1/nothing', '/v1/memorize/more', '/v1/items/shop/', '/v1/itemsXshop/anna'])(
  '%s: 404',
  async (path) => {
    const { status, headers, body } = await door.call('PUT', path)
    expect([status, headers.allow, body.error.code]).toEqual([404, undefined, 'NOT_FOUND'])
  },
)

describe('the methods of a path', () => {
  /** Of an app with these routes, each a method and a path. */
  async function learned(routes: readonly (readonly [RouteOptions['method'], string])[]) {
    const app = Fastify({ exposeHeadRoutes: false })
    const methodsOf = learnMethods(app)
    for (const [method, url] of routes) app.route({ method, url, handler: async () => '' })
    await app.ready()
    await app.close()
    return methodsOf
  }

  test('are those of all its routes, in order, each once', async () => {
    const methodsOf = await learned([
      [['PUT', 'DELETE'], '/items/:id'],
      ['GET', '/items/:id'],
      ['GET', '/items/:id/more'],
      [['GET', 'DELETE'], '/items/all'],
    ])
    expect(methodsOf('/items/x')).toEqual(['DELETE', 'GET', 'PUT'])
    expect(methodsOf('/items/all?of=/items/x/more')).toEqual(['DELETE', 'GET', 'PUT'])
    expect(methodsOf('/items/x/more')).toEqual(['GET'])
  })

  test('given the first route of a prefix, when it is asked with a slash behind it, then they are the same', async () => {
    const app = Fastify()
    const methodsOf = learnMethods(app)
    await app.register(async (part) => part.get('/', async () => ''), { prefix: '/part' })
    await app.ready()
    await app.close()
    expect(['/part', '/part/'].map(methodsOf)).toEqual([
      ['GET', 'HEAD'],
      ['GET', 'HEAD'],
    ])
  })

  test.each([
    '',
    '/',
    '/items',
    '/items/',
    '/items/x/',
    '/a/items/x',
    '/itemsXx',
    '/items/x/moreX',
  ])('are none where no route has it: %j', async (url) => {
    const methodsOf = await learned([
      ['GET', '/items/:id'],
      ['GET', '/items/:id/more'],
    ])
    expect(methodsOf(url)).toEqual([])
  })

  test('given a route that ends in a star, when a path goes on below it, then they are those of the route', async () => {
    const methodsOf = await learned([['GET', '/static/*']])
    expect(['/static/', '/static/a', '/static/a/b.css'].map(methodsOf)).toEqual([
      ['GET'],
      ['GET'],
      ['GET'],
    ])
    expect(['/static', '/statics', '/x/static/a'].map(methodsOf)).toEqual([[], [], []])
  })

  test('are those of the path as it is written, whatever signs it has', async () => {
    const methodsOf = await learned([['GET', '/a.b+(c)/:first/:second']])
    expect(methodsOf('/a.b+(c)/x/y')).toEqual(['GET'])
    expect(methodsOf('/aXb+(c)/x/y')).toEqual([])
    expect(methodsOf('/a.bb(c)/x/y')).toEqual([])
  })
})
