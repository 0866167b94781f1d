// What a worker serves to operators: /livez, /readyz and /metrics.
import type { Server } from 'node:http'
import Fastify from 'fastify'
import { codeOf } from '../../infra/runtime/certain.ts'
import type { Spending } from '../../infra/runtime/spending.ts'
import type { Telemetry } from '../../infra/runtime/telemetry.ts'
import { type PipelineWatch, troubles } from '../../infra/runtime/watch/pipeline-watch.ts'
import { listen } from '../api/listen.ts'
import { createServers } from '../api/plugins/limits/connections.ts'
import { refuseMalformed } from '../api/raw-answer.ts'

export type OperationsOptions = {
  host: string
  /** If it is taken, the next free one of a hundred: several workers may share a machine. */
  port: number
  telemetry: Telemetry
  spending: Pick<Spending, 'totals' | 'ofApps'>
  /** False: /metrics is not served. A worker checks no keys. */
  metrics: boolean
  watch: PipelineWatch<string>
}

const PORTS = 100
const operationsLimits = { most: 100, mostOfClient: 50, silentMs: 30_000 }
const HIGHEST_PORT = 65_535

/** Returns the address, and a function that ends it. Throws EADDRINUSE if none of the ports is free. */
export async function serveOperations(
  options: OperationsOptions,
): Promise<{ address: string; close: () => Promise<void> }> {
  const { host, port } = options
  for (let next = port; ; next++) {
    const app = buildOperations(options)
    try {
      return { address: await listen(app, { host, port: next }), close: () => app.close() }
    } catch (error) {
      const isTaken = codeOf(error) === 'EADDRINUSE'
      if (!isTaken || next + 1 >= Math.min(port + PORTS, HIGHEST_PORT)) throw error
    }
  }
}

function buildOperations({ telemetry: { registry }, spending, metrics, watch }: OperationsOptions) {
  const app = Fastify<Server>({
    forceCloseConnections: true,
    // It needs no key and reads no body, so it holds few connections, and none for long.
    serverFactory: createServers({ limits: operationsLimits }),
    clientErrorHandler: refuseMalformed,
  })
  app.get('/livez', async () => ({ status: 'alive' }))
  app.get('/readyz', async (_, reply) => {
    const components = troubles(await watch.verdict())
    if (components.length === 0) return { status: 'ready' }
    return reply.code(503).send({ status: 'not ready', components })
  })
  if (metrics) {
    app.get('/metrics', async (_, reply) => {
      const parts = [registry.metrics(), spending.totals(), spending.ofApps()]
      const text = (await Promise.all(parts)).join('\n')
      return reply.header('content-type', registry.contentType).send(text)
    })
  }
  return app
}
