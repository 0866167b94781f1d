// The distributed setting as operators run it: an API and workers as separate processes, over servers that can be
// stopped. For stories in which parts of it die.
import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { dropNamespace } from '../../apps/composition/distributed/drop-namespace.ts'
import { readConfig } from '../../infra/config.ts'
import type { ServerName } from '../../infra/local/server.ts'
import { killServer, startServer } from '../../infra/local/stack.ts'
import { inherited, type ServiceProcess, startMain } from '../journeys/process.ts'
import { eventually } from '../journeys/service.ts'
import { serverEnvironment } from '../servers/environment.ts'

// biome-ignore lint/suspicious/noExplicitAny: read as a client would
type Json = any

const KEY = 'cluster-key-0123456789abcdef'
const CLI = fileURLToPath(new URL('../../apps/cli/main.ts', import.meta.url))

/** Where the servers can be stopped; undefined where they are containers or do not belong to the test run. */
export const stack = serverEnvironment().STACK

export type Cluster = {
  env: Record<string, string>
  /** Of the API. */
  url: string
  key: string
  call(method: string, path: string, body?: unknown): Promise<{ status: number; body: Json }>
  worker(...names: string[]): Promise<ServiceProcess>
  /** A worker of all processors that keeps its state in another directory than the others. */
  workerIn(directory: string): Promise<ServiceProcess>
  /** Resolves when the user's resources are all processed, and there are at least so many. */
  processed(userId: string, resources: number, patienceMs?: number): Promise<void>
  /** All items of a user, the newest first. */
  items(userId: string): Promise<Json[]>
  cli(...args: string[]): Promise<{ code: number; stdout: string; stderr: string }>
  stop(): Promise<void>
}

/** Starts the API; the story starts the workers. */
export async function startCluster(
  appId: string,
  more: Record<string, string> = {},
): Promise<Cluster> {
  const directory = mkdtempSync(join(tmpdir(), 'palimpsest-cluster-'))
  const env = {
    ...serverEnvironment(),
    DATA_DIR: directory,
    PROFILE: 'distributed',
    NAMESPACE: `c${randomUUID().slice(0, 8)}`,
    MASTER_KEY: 'b'.repeat(64),
    BOOTSTRAP_API_KEY: KEY,
    ...more,
  }
  const api = await startMain('api', env)
  const workers: ServiceProcess[] = []
  const headers = { authorization: `Bearer ${KEY}`, 'content-type': 'application/json' }
  const start = async (environment: Record<string, string>, names: readonly string[] = []) => {
    const worker = await startMain('worker', environment, names)
    workers.push(worker)
    return worker
  }
  const cluster: Cluster = {
    env,
    url: api.announced,
    key: KEY,
    call: async (method, path, body) => {
      const response = await fetch(`${api.announced}/v1${path}`, {
        method,
        headers,
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
      return { status: response.status, body: await response.json() }
    },
    worker: (...names) => start(env, names),
    workerIn: (own) => start({ ...env, DATA_DIR: own }),
    processed: (userId, resources, patienceMs = 120_000) =>
      eventually(
        `${resources} resources of ${userId} are processed`,
        async () => {
          const items = await listed(cluster, `/resources/${appId}/${userId}`)
          return items.length >= resources && items.every(({ status }) => status !== 'queued')
        },
        { patienceMs, everyMs: 500 },
      ),
    items: (userId) => listed(cluster, `/items/${appId}/${userId}`),
    cli: (...args) => runCli(env, args),
    stop: async () => {
      await Promise.all(workers.map((worker) => worker.end('SIGTERM')))
      await api.end('SIGTERM')
      await dropNamespace(readConfig(env))
      rmSync(directory, { recursive: true, force: true })
    },
  }
  return cluster
}

async function listed(cluster: Cluster, path: string): Promise<Json[]> {
  const all: Json[] = []
  let cursor = ''
  do {
    const { status, body } = await cluster.call('GET', `${path}?limit=200${cursor}`)
    if (status !== 200) return []
    all.push(...body.data)
    cursor = body.pagination.nextCursor ? `&cursor=${body.pagination.nextCursor}` : ''
  } while (cursor)
  return all
}

export async function runCli(env: Record<string, string>, args: readonly string[]) {
  const options = { env: { ...inherited, ...env }, maxBuffer: 64 * 1024 * 1024 }
  const run = promisify(execFile)(process.execPath, [CLI, ...args], options)
  return run.then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    ({ code, stdout, stderr }) => ({ code, stdout, stderr }),
  )
}

/** Kills a server with -9, waits, and starts it again on its data. */
export async function bounce(
  name: ServerName,
  downMs: number,
  meanwhile: () => Promise<void>,
): Promise<void> {
  const options = { directory: stack! }
  await killServer(name, 'SIGKILL', options)
  try {
    await meanwhile()
    await new Promise((resolve) => setTimeout(resolve, downMs))
  } finally {
    await startServer(name, options)
  }
}
