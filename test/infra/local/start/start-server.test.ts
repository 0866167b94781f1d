// A server starts another way where the first one does not work on this machine.
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { silentProgress } from '../../../../infra/local/machine/progress.ts'
import { portIsTaken } from '../../../../infra/local/probe/probe.ts'
import type { Candidate, Launch, Server } from '../../../../infra/local/server.ts'
import { endServer } from '../../../../infra/local/start/server-process.ts'
import { bringUp } from '../../../../infra/local/start/start-server.ts'

const running = (script: string, run: string): Launch => ({
  command: process.execPath,
  // The last argument names the directory, which identifies the process.
  args: ['--eval', script, `${run}/`],
})
const ends = (run: string) => running('process.exit(1)', run)
const listens = (port: number) => (run: string) =>
  running(`require('node:net').createServer().listen(${port}, '127.0.0.1')`, run)

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as { port: number }
  await new Promise((resolve) => server.close(resolve))
  return port
}

async function start(launch: (run: string, port: number) => Launch) {
  const run = mkdtempSync(join(tmpdir(), 'palimpsest-start-'))
  onTestFinished(async () => {
    await endServer(run)
    rmSync(run, { recursive: true })
  })
  const port = await freePort()
  const candidate: Candidate = {
    id: 'one',
    fetch: { from: 'pip', packages: [] },
    launch: () => launch(run, port),
  }
  const server: Server = {
    name: 's3',
    port,
    otherPorts: () => [],
    readyWithinMs: 20_000,
    candidates: [candidate],
    ready: portIsTaken,
    environment: () => ({}),
  }
  const choose = async () => ({ candidate, home: '/nowhere' })
  const up = () => bringUp({ server, run, java: undefined, progress: silentProgress, choose })
  return { up, port }
}

test('a server that ends before it is ready is started in its other way', async () => {
  const { up, port } = await start((run, at) => ({ ...ends(run), otherwise: listens(at)(run) }))
  expect(await up()).toBe(port)
  expect(await portIsTaken(port)).toBe(true)
})

test('a server without another way is reported', async () => {
  const { up } = await start(ends)
  await expect(up()).rejects.toThrow('s3: ended while starting')
})
