// The disk under a running service: other users of the machine read nothing of it, and a write that cannot be kept is
// not acknowledged.
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { eventually } from '../contracts/eventually.ts'
import { createDirectories } from '../infra/sqlite/directory.ts'
import { APP, type Reached, serviceAt, startService } from './service.ts'

const KEY = 'disk-journey-0123456789'
const MAIN = fileURLToPath(new URL('../../apps/standalone/main.ts', import.meta.url))
/** Kilobytes that any file may grow to. */
const FILE_LIMIT = 3_000
/** Room is all that it takes: nothing is read from it. */
const CONTENT = 'x'.repeat(196_000)

const newDirectory = createDirectories()

const memorize = ({ call }: Pick<Reached, 'call'>, content = 'I like chess.') =>
  call('POST', '/memorize', { appId: APP, userId: 'anna', content, contentType: 'document' })

test('given a directory that others could read, when the service has started, then they can read nothing in it', async () => {
  const service = await startService()
  onTestFinished(() => service.stop())
  const { dataDir } = service
  await memorize(service)
  await service.pause()
  execFileSync('chmod', ['-R', 'a+rX', dataDir])
  chmodSync(dataDir, 0o755)
  await service.resume()
  await memorize(service)
  const entries = readdirSync(dataDir, { recursive: true, withFileTypes: true })
  expect(entries.length).toBeGreaterThan(10)
  const open = entries.filter((entry) => {
    const mode = statSync(join(entry.parentPath, entry.name)).mode & 0o777
    return mode !== (entry.isDirectory() ? 0o700 : 0o600)
  })
  expect(open.map(({ name }) => name)).toEqual([])
  expect(statSync(dataDir).mode & 0o777).toBe(0o700)
})

test('given a data directory that is deleted, when written, then nothing is acknowledged and health says so', async () => {
  const service = await startService()
  onTestFinished(() => service.stop())
  expect((await memorize(service)).status).toBe(202)
  rmSync(service.dataDir, { recursive: true })
  const { status, body } = await memorize(service)
  expect([status, body.error.code]).toEqual([503, 'SERVICE_UNAVAILABLE'])
  // The health report is at most a second old.
  await eventually(async () => {
    expect((await service.call('GET', '/health')).body).toMatchObject({
      status: 'unhealthy',
      components: { object_store: { status: 'unhealthy' }, queue: { status: 'unhealthy' } },
    })
  })
})

test('given a disk that fills up, when written, then what was acknowledged is there after a restart, and health says so', async () => {
  const env = { DATA_DIR: newDirectory(), BOOTSTRAP_API_KEY: KEY }
  const limited = spawn(
    'bash',
    ['-c', `trap '' XFSZ; ulimit -f ${FILE_LIMIT}; exec "$0" "$1"`, process.execPath, MAIN],
    {
      env: { PATH: process.env.PATH, PORT: '0', RATE_LIMIT_SCALE: '0', LOG_LEVEL: 'error', ...env },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  onTestFinished(() => void limited.kill('SIGKILL'))
  const ended = once(limited, 'exit')
  let output = ''
  let url: string | undefined
  while (!url) {
    output += (await once(limited.stdout, 'data'))[0]
    url = /serves (\S+)\/v1/.exec(output)?.[1]
  }
  const full = serviceAt(url, KEY)
  const acknowledged: string[] = []
  let answer = await memorize(full, CONTENT)
  while (answer.status === 202 && acknowledged.length < 100) {
    acknowledged.push(answer.body.resourceId)
    answer = await memorize(full, CONTENT)
  }
  expect(answer.status).toBe(503)
  expect(acknowledged.length).toBeGreaterThan(0)
  // The health report is at most a second old.
  const health = await eventually(async () => {
    const { body } = await full.call('GET', '/health')
    expect(body.status).not.toBe('healthy')
    return body
  })
  // Both lie in one file: whichever write first hit the end of the disk.
  const { object_store: objects, queue } = health.components
  expect([objects.status, queue.status]).toContain('unhealthy')
  limited.kill('SIGKILL')
  await ended
  const service = await startService(env)
  onTestFinished(() => service.stop())
  for (const id of acknowledged) {
    expect((await service.call('GET', `/resources/${APP}/anna/${id}`)).status).toBe(200)
  }
  expect((await memorize(service)).status).toBe(202)
})
