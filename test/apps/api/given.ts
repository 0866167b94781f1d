// The HTTP application over real stores in memory, for tests of its work before and after an answer.
import type { FastifyInstance, InjectOptions } from 'fastify'
import { buildApp } from '../../../apps/api/app.ts'
import type { Ports } from '../../../infra/ports/ports.ts'
import { inMemoryPorts } from '../../processors/in-memory.ts'
import { appParts } from './app-parts.ts'

const KEY = 'given-key-0123456789abcdef'

export type Api = {
  app: FastifyInstance
  ports: Ports
  call(
    method: NonNullable<InjectOptions['method']>,
    path: string,
    options?: { body?: unknown; key?: string; headers?: Record<string, string> },
    // biome-ignore lint/suspicious/noExplicitAny: read as a client would
  ): Promise<{ status: number; body: any }>
  close(): Promise<void>
}

/** `change` replaces one of the ports, `letGo` what the threads that retrieve do after a forget. */
export async function startApi(
  change: (ports: Ports) => Partial<Ports> = () => ({}),
  letGo: () => void = () => undefined,
) {
  const real = inMemoryPorts()
  const ports = { ...real, ...change(real) }
  const parts = await appParts(ports, () => new Date())
  const app = await buildApp({
    ...parts,
    retrieval: { ...parts.retrieval, letGo },
    config: { BOOTSTRAP_API_KEY: KEY, PUBLIC_URL: undefined, RATE_LIMIT_SCALE: 0 },
  })
  const api: Api = {
    app,
    ports,
    call: async (method, path, { body, key = KEY, headers = {} } = {}) => {
      const answer = await app.inject({
        method,
        url: `/v1${path}`,
        headers: { authorization: `Bearer ${key}`, ...headers },
        ...(body === undefined ? {} : { payload: body as object }),
      })
      const isJson = String(answer.headers['content-type']).startsWith('application/json')
      return { status: answer.statusCode, body: isJson ? answer.json() : null }
    },
    close: async () => {
      await parts.watch.stop()
      await app.close()
      await parts.settings.close()
      await ports.log.close()
    },
  }
  return api
}
