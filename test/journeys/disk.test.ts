// The disk under a running service: other users of the machine read nothing of it, and a write that cannot be kept is
// not acknowledged.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { eventually } from '../contracts/eventually.ts'
import { type ServiceProcess, startProcess } from './process.ts'

const KEY = 'disk-journey-0123456789'
const MAIN = fileURLToPath(new URL('../../apps/standalone/main.ts', import.meta.url))
/** Kilobytes that any file may grow to. */
const FILE_LIMIT = 3_000
const CONTENT = 'I like chess. '.repeat(14_000)

let env: Record<string, string>
let child: ChildProcess | null = null
let service: (ServiceProcess & { url: string }) | null = null
beforeEach(() => {
  env = { DATA_DIR: mkdtempSync(join(tmpdir(), 'palimpsest-')), BOOTSTRAP_API_KEY: KEY }
})
afterEach(async () => {
  child?.kill('SIGKILL')
  await service?.end('SIGKILL')
  service = null
  rmSync(env.DATA_DIR!, { recursive: true, force: true })
})

async function call(url: string, method: string, path: string, body?: unknown) {
  const response = await fetch(`${url}/v1${path}`, {
    method,
    headers: { authorization: `Bearer ${KEY}`, 'content-type': 'application/json' },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  // biome-ignore lint/suspicious/noExplicitAny: read as a client would
  return { status: response.status, body: (await response.json()) as any }
}

const memorize = (url: string, content = 'I like chess.') =>
  call(url, 'POST', '/memorize', {
    appId: 'app',
    userId: 'anna',
    content,
    contentType: 'document',
  })

test('given a directory that others could read, when the service has started, then they can read nothing in it', {
  timeout: 240_000,
}, async () => {
  service = await startProcess(env)
  await memorize(service.url)
  await service.end('SIGTERM')
  execFileSync('chmod', ['-R', 'a+rX', env.DATA_DIR!])
  chmodSync(env.DATA_DIR!, 0o755)
  service = await startProcess(env)
  await memorize(service.url)
  const entries = readdirSync(env.DATA_DIR!, { recursive: true, withFileTypes: true })
  expect(entries.length).toBeGreaterThan(10)
  const open = entries.filter((entry) => {
    const mode = statSync(join(entry.parentPath, entry.name)).mode & 0o777
    return mode !== (entry.isDirectory() ? 0o700 : 0o600)
  })
  expect(open.map(({ name }) => name)).toEqual([])
  expect(statSync(env.DATA_DIR!).mode & 0o777).toBe(0o700)
})

test('given a data directory that is deleted, when written, then nothing is acknowledged and health says so', {
  timeout: 240_000,
}, async () => {
  service = await startProcess(env)
  expect((await memorize(service.url)).status).toBe(202)
  rmSync(env.DATA_DIR!, { recursive: true })
  const { status, body } = await memorize(service.url)
  expect([status, body.error.code]).toEqual([503, 'SERVICE_UNAVAILABLE'])
  const { url } = service
  // The health report is at most a second old.
  await eventually(async () => {
    expect((await call(url, 'GET', '/health')).body).toMatchObject({
      status: 'unhealthy',
      components: { object_store: { status: 'unhealthy' }, queue: { status: 'unhealthy' } },
    })
  })
})

test('given a disk that fills up, when written, then what was acknowledged is there after a restart, and health says so', {
  timeout: 240_000,
}, async () => {
  const limited = spawn(
    'bash',
    ['-c', `trap '' XFSZ; ulimit -f ${FILE_LIMIT}; exec "$0" "$1"`, process.execPath, MAIN],
    {
      env: { PATH: process.env.PATH, PORT: '0', RATE_LIMIT_SCALE: '0', LOG_LEVEL: 'error', ...env },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  child = limited
  const ended = once(limited, 'exit')
  let output = ''
  let url: string | undefined
  while (!url) {
    output += (await once(limited.stdout, 'data'))[0]
    url = /serves (\S+)\/v1/.exec(output)?.[1]
  }
  const acknowledged: string[] = []
  let answer = await memorize(url, CONTENT)
  while (answer.status === 202 && acknowledged.length < 100) {
    acknowledged.push(answer.body.resourceId)
    answer = await memorize(url, CONTENT)
  }
  expect(answer.status).toBe(503)
  expect(acknowledged.length).toBeGreaterThan(0)
  // The health report is at most a second old.
  const health = await eventually(async () => {
    const { body } = await call(url, 'GET', '/health')
    expect(body.status).not.toBe('healthy')
    return body
  })
  // Both lie in one file: whichever write first hit the end of the disk.
  const { object_store: objects, queue } = health.components
  expect([objects.status, queue.status]).toContain('unhealthy')
  limited.kill('SIGKILL')
  await ended
  service = await startProcess(env)
  for (const id of acknowledged)
    expect((await call(service.url, 'GET', `/resources/app/anna/${id}`)).status).toBe(200)
  expect((await memorize(service.url)).status).toBe(202)
})
