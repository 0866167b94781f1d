// The registry is asked as rarely as possible, and an unanswered request is told apart from an unknown schema.
import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { createSchemaCache } from '../../../../infra/kafka/wire/schema-cache.ts'
import { within } from '../../../../infra/runtime/wait/within.ts'

const KNOWN = 7
/** For a registry that answers nothing: far above what one that answers takes on a busy machine. */
const PATIENCE_MS = 500
const schema = JSON.stringify({ type: 'record', name: 'A', fields: [] })

describe('the cache of schemas', () => {
  let server: Server
  let calls: string[]
  let isDown: boolean
  let logins: (string | undefined)[]

  beforeEach(async () => {
    calls = []
    logins = []
    isDown = false
    server = createServer((request, response) => {
      calls.push(request.url!)
      logins.push(request.headers.authorization)
      const isKnown = request.url!.endsWith(`/${KNOWN}`)
      response.statusCode = isDown ? 503 : isKnown ? 200 : 404
      response.setHeader('content-type', 'application/json')
      response.end(JSON.stringify(isKnown ? { schema } : { error_code: 40403, message: 'none' }))
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  })
  afterEach(() => {
    server.closeAllConnections()
    return new Promise((resolve) => server.close(resolve))
  })

  const open = (silentMs?: number) => {
    const { port } = server.address() as AddressInfo
    const host = `http://127.0.0.1:${port}`
    return createSchemaCache({ host, clientId: 'test', ...(silentMs && { silentMs }) })
  }

  test('given a schema that is known, when asked for often, then the registry is asked once', async () => {
    const cache = open()
    expect(cache.known(KNOWN)).toBeUndefined()
    const found = await Promise.all([cache.find(KNOWN), cache.find(KNOWN), cache.find(KNOWN)])
    expect(found.every(Boolean)).toBe(true)
    expect(cache.known(KNOWN)).toBe(found[0])
    expect(calls).toHaveLength(1)
  })

  test('given a login, when asked, then the registry is told it', async () => {
    const { port } = server.address() as AddressInfo
    const auth = { username: 'palimpsest', password: 'secret' }
    const host = `http://127.0.0.1:${port}`
    await createSchemaCache({ host, auth, clientId: 'test' }).find(KNOWN)
    expect(logins).toEqual([`Basic ${Buffer.from('palimpsest:secret').toString('base64')}`])
  })

  test('given a registry that takes connections and never answers, when a schema is registered, then it is asked once', async () => {
    let asked = 0
    const silent = createServer(() => asked++).listen(0, '127.0.0.1')
    onTestFinished(() => void silent.close())
    onTestFinished(() => silent.closeAllConnections())
    await once(silent, 'listening')
    const { port } = silent.address() as AddressInfo
    const host = `http://127.0.0.1:${port}`
    const cache = createSchemaCache({ host, clientId: 'test', silentMs: 300 })
    const registering = cache.register('memory.facts.v1', 'facts-value', JSON.parse(schema))
    await expect(registering).rejects.toMatchObject({ outage: true })
    expect(asked).toBe(1)
  })

  test('given a registry that is not there, when asked, then its address is named', async () => {
    const cache = open()
    await new Promise((resolve) => server.close(resolve))
    await expect(cache.find(KNOWN)).rejects.toThrow('look at SCHEMA_REGISTRY_URL')
  })

  test('given a poisoned id, when met often, then the registry is asked once', async () => {
    const cache = open()
    for (let times = 0; times < 20; times++) expect(await cache.find(99)).toBeNull()
    expect(cache.known(99)).toBeNull()
    expect(calls).toHaveLength(1)
  })

  test('given a registry that is down, when asked, then it is an outage and nothing is remembered', async () => {
    const cache = open()
    isDown = true
    await expect(cache.find(KNOWN)).rejects.toMatchObject({ outage: true })
    isDown = false
    expect(await cache.find(KNOWN)).not.toBeNull()
  })

  test('given a registry that does not answer, when asked, then it is an outage, and it is asked again', async () => {
    const cache = open(PATIENCE_MS)
    const [answer] = server.listeners('request') as RequestListener[]
    server.removeAllListeners('request')
    await expect(cache.find(KNOWN)).rejects.toMatchObject({ outage: true })
    server.on('request', answer!)
    expect(await cache.find(KNOWN)).not.toBeNull()
  })

  test.each([{ 'content-length': '100' }, { 'transfer-encoding': 'chunked' }])(
    'given a registry that breaks off in the middle of its answer (%j), when asked, then it is an outage, and it is asked again',
    async (headers) => {
      const cache = open(PATIENCE_MS)
      const [answer] = server.listeners('request') as RequestListener[]
      server.removeAllListeners('request')
      server.on('request', (_, response) => {
        response.writeHead(200, { 'content-type': 'application/json', ...headers })
        response.write('{"schema":', () => response.destroy())
      })
      const asked = within(cache.find(KNOWN), 20_000, 'nobody')
      await expect(asked).rejects.toThrow('the schema registry')
      server.removeAllListeners('request')
      server.on('request', answer!)
      expect(await cache.find(KNOWN)).not.toBeNull()
    },
  )

  test('given a proxy that says for a registry that there is no such page, when asked, then it is an outage', async () => {
    const cache = open()
    const [answer] = server.listeners('request') as RequestListener[]
    server.removeAllListeners('request')
    server.on('request', (_, response) => response.writeHead(404).end('<h1>default backend</h1>'))
    await expect(cache.find(KNOWN)).rejects.toMatchObject({ outage: true })
    server.removeAllListeners('request')
    server.on('request', answer!)
    expect(await cache.find(KNOWN)).not.toBeNull()
  })

  test('given no connection at all, when asked, then it is an outage', async () => {
    const cache = createSchemaCache({ host: 'http://127.0.0.1:1', clientId: 'test' })
    await expect(cache.find(KNOWN)).rejects.toMatchObject({ outage: true })
  })
})
