// The service as the journeys see it: a base address, a key and a few verbs. Which parts it runs on is decided here,
// so that the same stories are told in every setting.
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startStandalone } from '../../apps/standalone/standalone.ts'
import { type Config, readConfig } from '../../infra/config.ts'
import { serverEnvironment } from '../servers/environment.ts'
import { sealing } from './process.ts'

export type Answer<T = Record<string, never>> = { status: number; body: T; headers: Headers }
// biome-ignore lint/suspicious/noExplicitAny: journeys read answers as a client in plain JavaScript would
type Json = any

export type Service = {
  setting: string
  url: string
  key: string
  /** The app of the verbs below. */
  app: string
  dataDir: string
  /** The variables that a command over the same data needs. */
  env: Record<string, string>
  /** A call under /v1 with the service's key; `as` gives another key, null none. */
  call(method: string, path: string, body?: unknown, options?: CallOptions): Promise<Answer<Json>>
  /** Writes content and waits until it has been processed; returns the resource's id. */
  remember(userId: string, content: string, more?: Record<string, unknown>): Promise<string>
  /** Reports an event and waits until it has been processed. */
  report(userId: string, event: Record<string, unknown>): Promise<string>
  retrieve(userId: string, query: string, more?: Record<string, unknown>): Promise<Answer<Json>>
  /** All items, superseded ones too, the newest first. */
  items(userId: string): Promise<Json[]>
  /** Resolves when so many resources of the user are known, and none of them waits for extraction. */
  settled(userId: string, resources: number): Promise<void>
  stop(): Promise<void>
  /** Stops and starts over the same data. */
  restart(): Promise<void>
  /** The two halves of a restart. */
  pause(): Promise<void>
  /** `more`: variables that are set from now on. */
  resume(more?: Record<string, string>): Promise<void>
}

export type CallOptions = { as?: string | null; headers?: Record<string, string>; raw?: string }

/** Loads the clients of servers where there are servers. */
async function dropped(config: Config): Promise<void> {
  if (!config.NAMESPACE) return
  const { dropNamespace } = await import('../../apps/composition/distributed/drop-namespace.ts')
  await dropNamespace(config)
}

type Running = Awaited<ReturnType<typeof startStandalone>>

export const APP = 'journey'
const KEY = 'journey-key-0123456789abcdef'

/** Asks until the answer is true; fails with `what` after a while. */
export async function eventually(
  what: string,
  ask: () => Promise<boolean>,
  { patienceMs = 60_000, everyMs = setting === 'embedded' ? 20 : 50 } = {},
): Promise<void> {
  const deadline = Date.now() + patienceMs
  while (!(await ask())) {
    if (Date.now() > deadline) throw new Error(`never came true: ${what}`)
    await new Promise((resolve) => setTimeout(resolve, everyMs))
  }
}

/** For a story in which it matters that several threads answer, as by default; else there is one. */
export const usualThreads = { RETRIEVAL_THREADS: '' }

/** The setting of the journeys: `embedded`, or over the servers that the test run has started. */
export const setting = process.env.PALIMPSEST_TEST_SETTING ?? 'embedded'

/** Every service of the distributed setting has names of its own on the shared servers. */
async function partsOfSetting(): Promise<Record<string, string>> {
  if (setting === 'embedded') return {}
  return {
    ...serverEnvironment(),
    PROFILE: 'distributed',
    NAMESPACE: `t${randomUUID().slice(0, 8)}`,
    MASTER_KEY: 'a'.repeat(64),
  }
}

/** `service` is filled, so that a file can name its service before it starts. */
export async function startService(
  env: Record<string, string> = {},
  service = {} as Service,
): Promise<Service> {
  const dataDir = env.DATA_DIR ?? mkdtempSync(join(tmpdir(), 'palimpsest-'))
  const parts = { ...(await partsOfSetting()), DATA_DIR: dataDir }
  const variables = {
    ...parts,
    PORT: '0',
    BOOTSTRAP_API_KEY: KEY,
    RATE_LIMIT_SCALE: '0',
    // Each answer would start another, which costs a third of a second.
    RETRIEVAL_THREADS: '1',
    LOG_LEVEL: 'silent',
    ...sealing,
    ...env,
  }
  let config = readConfig(variables)
  const crashed = (error: Error) => {
    throw error
  }
  let running: Running | null = null
  const start = async () => {
    running = await startStandalone(config, crashed)
    return running.address
  }
  return Object.assign<Service, Service>(service, {
    setting,
    url: await start(),
    key: variables.BOOTSTRAP_API_KEY,
    app: APP,
    dataDir,
    env: parts,
    call: (method, path, body, options) => call(service, method, path, body, options),
    remember: (userId, content, more) => remember(service, userId, content, more),
    report: (userId, event) => report(service, userId, event),
    retrieve: (userId, query, more) =>
      service.call('POST', '/retrieve', { appId: service.app, userId, query, ...more }),
    items: (userId) => items(service, userId),
    settled: (userId, resources) => settled(service, userId, resources),
    stop: async () => {
      await service.pause()
      rmSync(dataDir, { recursive: true, force: true })
      await dropped(config)
    },
    restart: async () => {
      await service.pause()
      await service.resume()
    },
    pause: async () => {
      await running?.stop()
      running = null
    },
    resume: async (more = {}) => {
      config = readConfig(Object.assign(variables, more))
      service.url = await start()
    },
  })
}

export type Reached = Pick<Service, 'url' | 'key' | 'call'>

/** A service that runs already. */
export function serviceAt(url: string, key: string): Reached {
  const service: Reached = {
    url,
    key,
    call: (method, path, body, options) => call(service, method, path, body, options),
  }
  return service
}

async function call(
  service: Reached,
  method: string,
  path: string,
  body: unknown,
  { as = service.key, headers = {}, raw }: CallOptions = {},
): Promise<Answer<Json>> {
  const text = raw ?? (body === undefined ? undefined : JSON.stringify(body))
  const response = await fetch(`${service.url}/v1${path}`, {
    method,
    headers: {
      ...(as === null ? {} : { authorization: `Bearer ${as}` }),
      ...(text === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(text === undefined ? {} : { body: text }),
  })
  const answer = await response.text()
  return {
    status: response.status,
    headers: response.headers,
    body: answer === '' ? null : JSON.parse(answer),
  }
}

async function remember(
  service: Service,
  userId: string,
  content: string,
  more: Record<string, unknown> = {},
): Promise<string> {
  const request = { appId: service.app, userId, content, contentType: 'conversation', ...more }
  const { status, body } = await service.call('POST', '/memorize', request)
  if (status !== 202) throw new Error(`memorize answered ${status}: ${JSON.stringify(body)}`)
  await processed(service, userId, body.resourceId)
  return body.resourceId
}

async function report(service: Service, userId: string, event: Record<string, unknown>) {
  const request = { appId: service.app, userId, ...event }
  const { status, body } = await service.call('POST', '/events', request)
  if (status !== 202) throw new Error(`events answered ${status}: ${JSON.stringify(body)}`)
  await processed(service, userId, body.eventId)
  return body.eventId
}

async function processed(service: Service, userId: string, resourceId: string): Promise<void> {
  await eventually(`resource ${resourceId} is processed`, async () => {
    const { status, body } = await service.call(
      'GET',
      `/resources/${service.app}/${encodeURIComponent(userId)}/${resourceId}`,
    )
    return status === 200 && body.resource.status !== 'queued'
  })
}

async function items(service: Service, userId: string): Promise<Json[]> {
  const all: Json[] = []
  let cursor: string | null = null
  do {
    const query: string = cursor ? `?limit=200&cursor=${cursor}` : '?limit=200'
    const { body } = await service.call(
      'GET',
      `/items/${service.app}/${encodeURIComponent(userId)}${query}`,
    )
    all.push(...body.data)
    cursor = body.pagination.nextCursor
  } while (cursor)
  return all
}

async function settled(service: Service, userId: string, resources: number): Promise<void> {
  await eventually(`${userId} is settled`, async () => {
    const { body } = await service.call(
      'GET',
      `/resources/${service.app}/${encodeURIComponent(userId)}?limit=200`,
    )
    const waiting = body.data.filter((resource: Json) => resource.status === 'queued')
    return waiting.length === 0 && body.pagination.total >= resources
  })
}
