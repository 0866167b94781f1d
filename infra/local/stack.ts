// Starts, stops and injects faults into the local servers: for the command line, and for tests that need real servers.
import { join, resolve } from 'node:path'
import { chooseCandidate } from './fetch/choose-candidate.ts'
import { cacheDirectory, stackDirectory } from './machine/environment.ts'
import { withLock } from './machine/lock.ts'
import { type Progress, silentProgress } from './machine/progress.ts'
import { forgetStarted, readStarted } from './machine/run-directory.ts'
import { findJava } from './machine/tool.ts'
import { portIsTaken } from './probe/probe.ts'
import { isServerName, type Server, type ServerName } from './server.ts'
import { servers, serversNamed } from './servers.ts'
import { endServer, isGone, runningProcesses, signalServer } from './start/server-process.ts'
import { ServerFailure, StackFailure } from './start/stack-failure.ts'
import { bringUp } from './start/start-server.ts'

type StackOptions = {
  /** Where the run directories are. Another directory is another stack, which then needs other ports. */
  directory?: string
  /** Ports other than the usual ones. After killServer a server comes back on its previous port. */
  ports?: Partial<Record<ServerName, number>>
  progress?: Progress
}

export const runDirectory = (name: ServerName, { directory }: StackOptions = {}): string =>
  resolve(directory ?? join(stackDirectory, 'run'), name)

/**
 * Fetches and starts the servers side by side, and waits until each works. A healthy one is left alone. Without names:
 * all. Returns the environment that the service needs. One failure does not keep the others from starting.
 */
export async function startStack(
  names: readonly ServerName[],
  options: StackOptions = {},
): Promise<Record<string, string>> {
  const environment: Record<string, string> = {}
  const failures: ServerFailure[] = []
  const start = async ({ name }: Server) => {
    try {
      Object.assign(environment, await startServer(name, options))
    } catch (error) {
      failures.push(asFailure(name, error))
    }
  }
  await Promise.all(serversNamed(names).map(start))
  if (failures.length > 0) throw new StackFailure(failures, environment)
  return environment
}

/** Like startStack, for one server. After a stop or a kill it comes back with its data, on its previous port. */
export async function startServer(
  name: ServerName,
  options: StackOptions = {},
): Promise<Record<string, string>> {
  const run = runDirectory(name, options)
  const server = servers[name]
  return withLock(`${run}.lock`, async () => {
    const java = await findJava()
    const { progress = silentProgress } = options
    const choose = () => chooseCandidate(server, { cache: cacheDirectory(), java, progress })
    const wantedPort = options.ports?.[name]
    const port = await bringUp({ server, run, wantedPort, java, progress, choose })
    return server.environment(port)
  })
}

/**
 * Stops the servers side by side, and forgets their ports. Without names: all. Ends each gently, or by force if it does
 * not react. Its data stays.
 */
export async function stopStack(
  names: readonly ServerName[] = [],
  options: StackOptions = {},
): Promise<void> {
  const stop = async ({ name }: Server) => {
    const run = runDirectory(name, options)
    const ending = await endServer(run)
    await forgetStarted(run)
    options.progress?.say(name, ending)
  }
  await Promise.all(serversNamed(names).map(stop))
}

/** Fault injection: SIGKILL (waits until it is gone), SIGSTOP, SIGCONT. False if it does not run. */
export async function killServer(
  name: ServerName,
  signal: NodeJS.Signals = 'SIGKILL',
  options: StackOptions = {},
): Promise<boolean> {
  const run = runDirectory(name, options)
  const sent = await signalServer(run, signal)
  if (sent && signal === 'SIGKILL') await isGone(run, 10_000)
  return sent
}

export type ServerStatus = {
  name: ServerName
  state: 'stopped' | 'paused' | 'unhealthy' | 'ready'
  port: number
  portTakenByStranger: boolean
  pid?: number
  residentBytes?: number
  candidate?: string
  runDirectory: string
}

export async function stackStatus(names: readonly ServerName[]): Promise<ServerStatus[]> {
  return Promise.all(serversNamed(names).map(serverStatus))
}

async function serverStatus({ name, ...server }: Server): Promise<ServerStatus> {
  const run = runDirectory(name)
  const started = await readStarted(run)
  const processes = await runningProcesses(run)
  const port = started?.port ?? server.port
  if (processes.length === 0) {
    const portTakenByStranger = await portIsTaken(port)
    return { name, state: 'stopped', port, portTakenByStranger, runDirectory: run }
  }
  const paused = processes.some(({ state }) => state === 'T')
  return {
    name,
    state: paused ? 'paused' : (await server.ready(port)) ? 'ready' : 'unhealthy',
    port,
    portTakenByStranger: false,
    pid: started?.pid,
    residentBytes: processes.reduce((sum, { residentBytes }) => sum + residentBytes, 0),
    candidate: started?.candidate,
    runDirectory: run,
  }
}

/** The names as servers; an unknown one is refused with the list of those that exist. */
export function serverNamesFrom(words: readonly string[]): ServerName[] {
  return words.map((word) => {
    if (isServerName(word)) return word
    throw new Error(`there is no server '${word}': there are ${Object.keys(servers).join(', ')}`)
  })
}

function asFailure(server: ServerName, error: unknown): ServerFailure {
  if (error instanceof ServerFailure) return error
  const what = error instanceof Error ? error.message : String(error)
  const next = 'this was not expected: report it with this text'
  return new ServerFailure({ server, what, next })
}
