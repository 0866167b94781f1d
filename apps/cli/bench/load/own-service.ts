// Starts a service of its own for a measurement, without rate limits: one process over a temporary directory, or an API
// and a worker over servers. Removes all of it at the end, also after a failure.
import { type ChildProcess, type ChildProcessByStdio, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { type Config, readConfig } from '../../../../infra/config.ts'
import { firstOf } from '../../../../infra/runtime/certain.ts'
import { atMost } from '../../../../infra/runtime/wait/within.ts'
import { V8_OPTIONS } from '../../../v8-options.ts'
import { CommandFailed, type Io } from '../../command/command.ts'

export type OwnService = {
  url: string
  key: string
  /** The settings of the service, for other programs over the same data. */
  config: Config
  env: Record<string, string>
  /** Of its processes, by name. */
  pids: Readonly<Record<string, number>>
  metricsUrls: readonly string[]
  /** Its last output. */
  told(): string
  /** Lets it finish what it has begun, then waits for its exit. The data stays. */
  stop(): Promise<void>
  /** Stops it and removes its data. */
  remove(): Promise<void>
}

/** What each process prints once it has started. */
const mains = {
  embedded: [{ name: 'service', path: '../../../standalone/main.ts', says: /serves (\S+)\/v1/ }],
  distributed: [
    { name: 'API', path: '../../../api/main.ts', says: /serves (\S+)\/v1/ },
    {
      name: 'worker',
      path: '../../../worker/main.ts',
      says: /serves (\S+)\/metrics.*processes: /s,
    },
  ],
}
export const PROFILES = ['embedded', 'distributed'] as const
export type Profile = (typeof PROFILES)[number]

const START_TIMEOUT_MS = 60_000
const STOP_TIMEOUT_MS = 40_000
const MAX_TOLD = 2_000

/** Runs a service for the duration of `work`. Shows the service's last output if `work` fails. */
export async function withOwnService<T>(
  { settings, io }: { settings?: Partial<Config>; io: Io },
  work: (service: OwnService) => Promise<T>,
): Promise<T> {
  try {
    const service = await startOwnService(settings)
    try {
      io.signal.throwIfAborted()
      return await work(service)
    } catch (error) {
      if (!io.signal.aborted) io.err(`the service printed last:\n${service.told()}`)
      throw error
    } finally {
      await service.remove()
    }
  } finally {
    // A service that failed to start may still have made its topics and indices.
    await dropped(settings, io)
  }
}

/** Removes what the service made on servers that others use too. */
async function dropped(settings: Partial<Config> = {}, io: Io): Promise<void> {
  if (settings.PROFILE !== 'distributed' || settings.NAMESPACE === undefined) return
  // Loaded only here, so that a measurement of the embedded setting does not load the clients of six servers.
  const { dropNamespace } = await import('../../../composition/distributed/drop-namespace.ts')
  await dropNamespace({ ...readConfig(), ...settings }).catch((error: Error) =>
    io.err(`${settings.NAMESPACE} could not be removed from the servers: ${error.message}`),
  )
}

/** The service runs with the settings of this environment, except those that `settings` changes. */
async function startOwnService(settings: Partial<Config> = {}): Promise<OwnService> {
  const inherited = readConfig()
  const directory = mkdtempSync(join(tmpdir(), 'palimpsest-cli-'))
  const key = randomBytes(24).toString('base64url')
  const config = {
    ...inherited,
    HOST: '127.0.0.1',
    PORT: 0,
    LOG_LEVEL: 'error' as const,
    WORKER_PORT: 0,
    RATE_LIMIT_SCALE: 0,
    METRICS: 'open' as const,
    // Its data is removed, so it has a key of its own.
    MASTER_KEY: randomBytes(32).toString('hex'),
    MASTER_KEY_KMS: undefined,
    ...settings,
    DATA_DIR: directory,
    BOOTSTRAP_API_KEY: key,
  }
  const env = environmentOf(config)
  const parts = mains[config.PROFILE].map(({ name, path, says }) => {
    const main = fileURLToPath(new URL(path, import.meta.url))
    const child = spawn(process.execPath, [...V8_OPTIONS, main], {
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
      // As in production: each process leads a session, and the kernel shares the machine's time between sessions.
      detached: true,
    })
    return { name, child, says, told: lastWords(child) }
  })
  const children = parts.map(({ child }) => child)
  const pids = Object.fromEntries(parts.map(({ name, child }) => [name, child.pid ?? 0]))
  let stopping = false
  // When one process exits by itself, the others stop too: the next request of the measurement then fails.
  for (const child of children) {
    child.once('exit', () => stopping || children.map((each) => each.kill()))
  }
  const told = () => parts.map((part) => part.told()).join('\n')
  const forget = removeAtExit(children, directory)
  const stop = async () => {
    stopping = true
    await Promise.all(children.map(ended))
  }
  const remove = async () => {
    await stop()
    forget()
    rmSync(directory, { recursive: true, force: true, maxRetries: 5 })
  }
  try {
    const urls = await Promise.all(parts.map(announced))
    const metricsUrls = urls.map((url) => `${url}/metrics`)
    return { url: firstOf(urls), key, config, env, pids, metricsUrls, told, stop, remove }
  } catch (error) {
    await remove()
    throw error
  }
}

function environmentOf(settings: Config): Record<string, string> {
  const set = Object.entries(settings).filter(([, value]) => value !== undefined)
  return Object.fromEntries(set.map(([name, value]) => [name, String(value)]))
}

/** Reads the output of the process, so that it never blocks, and keeps the end of it. */
function lastWords(child: Part['child']): () => string {
  let told = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      told = (told + chunk).slice(-MAX_TOLD)
    })
  }
  return () => told.trim()
}

type Part = {
  child: ChildProcessByStdio<null, Readable, Readable>
  says: RegExp
  told: () => string
}

/** Resolves with the line that the process prints once it has started. */
function announced({ child, says, told }: Part): Promise<string> {
  return new Promise((resolve, reject) => {
    const failed = (why: string) => {
      clearTimeout(timer)
      reject(new CommandFailed(`the service did not start: ${why}\n${told()}`.trim()))
    }
    const timer = setTimeout(() => failed('it said nothing in time'), START_TIMEOUT_MS)
    child.once('error', (error) => failed(error.message))
    child.once('exit', (code) => failed(`it ended with code ${code}`))
    child.stdout.on('data', () => {
      const said = says.exec(told())?.[1]
      if (!said) return
      clearTimeout(timer)
      resolve(said)
    })
  })
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return
  const exit = once(child, 'exit')
  child.kill('SIGTERM')
  await atMost(exit, STOP_TIMEOUT_MS)
  child.kill('SIGKILL')
  await exit
}

/** Where this process exits early, its children and data go with it. Returns a function that cancels this. */
function removeAtExit(children: readonly ChildProcess[], directory: string): () => void {
  const remove = () => {
    for (const child of children) child.kill('SIGKILL')
    rmSync(directory, { recursive: true, force: true, maxRetries: 5 })
  }
  process.once('exit', remove)
  return () => process.off('exit', remove)
}
