// Brings one server from any state to ready, or says why that is impossible.
import { sleep } from '../../runtime/wait/pause.ts'
import type { Choice } from '../fetch/choose-candidate.ts'
import { portOwner } from '../machine/port-owner.ts'
import type { Activity, Progress } from '../machine/progress.ts'
import {
  logPath,
  logTail,
  readStarted,
  type Started,
  writeStarted,
} from '../machine/run-directory.ts'
import { type Java, ToolFailed } from '../machine/tool.ts'
import { portIsTaken } from '../probe/probe.ts'
import type { Launch, Place, Server } from '../server.ts'
import { endServer, launchServer, runningProcesses } from './server-process.ts'
import { lastLines, ServerFailure } from './stack-failure.ts'

type Start = {
  server: Server
  run: string
  /** Undefined: the port of the last start, or the usual one. */
  wantedPort?: number
  java: Java | undefined
  progress: Progress
  choose: () => Promise<Choice>
}

const pollMs = 250
/** Reading all processes at every turn, while five servers start, costs a third of a core. */
const turnsALook = 8
const tailLines = 12

/** Returns the port on which it is ready. */
export async function bringUp(start: Start): Promise<number> {
  const { server, run, progress } = start
  const started = await readStarted(run)
  const running = (await runningProcesses(run)).length > 0
  const port = start.wantedPort ?? started?.port ?? server.port
  if (running && started?.port === port) return joinRunning(start, started)
  const { candidate, home } = await start.choose()
  await refuseTakenPorts(server, port, running && started ? portsOf(server, started.port) : [])
  if (running) await endServer(run)
  const place: Place = { home, run, port, javaHome: start.java?.home ?? '' }
  const activity = progress.begin(server.name, `starting ${candidate.id} on port ${port}`)
  try {
    await launchUntilReady(start, { port, candidate: candidate.id }, candidate.launch(place))
    await candidate.settle?.(place)
  } catch (error) {
    throw await failed(start, activity, error)
  }
  activity.end(`${candidate.id} is ready on port ${port}`)
  return port
}

/** A server has been started already: perhaps just now, or its start was never completed. */
async function joinRunning(start: Start, { port, candidate: id }: Started): Promise<number> {
  const { server, progress } = start
  await refusePaused(start)
  const activity = progress.begin(server.name, `runs already on port ${port}`)
  try {
    await untilReady(start, port)
    const candidate = server.candidates.find((each) => each.id === id)
    await candidate?.settle?.({ port })
  } catch (error) {
    throw await failed(start, activity, error)
  }
  activity.end(`runs already on port ${port}`)
  return port
}

async function refusePaused({ server, run }: Start): Promise<void> {
  if (!(await runningProcesses(run)).some(({ state }) => state === 'T')) return
  throw new ServerFailure({
    server: server.name,
    what: 'is paused by SIGSTOP',
    next: `stop it with \`npm run stack -- down ${server.name}\`, then up again`,
  })
}

async function launchUntilReady(
  start: Start,
  as: Omit<Started, 'pid'>,
  launch: Launch,
): Promise<void> {
  const { server, run } = start
  const pid = await launchServer(server, run, launch)
  await writeStarted(run, { pid, ...as })
  try {
    await untilReady(start, as.port)
  } catch (error) {
    if (!(error instanceof Ended) || !launch.otherwise) throw error
    await launchUntilReady(start, as, launch.otherwise)
  }
}

class Ended extends Error {}

async function untilReady({ server, run }: Start, port: number): Promise<void> {
  const deadline = Date.now() + server.readyWithinMs
  for (let turn = 0; !(await server.ready(port)); turn++) {
    const mayLook = turn % turnsALook === 0
    if (mayLook && (await runningProcesses(run)).length === 0) {
      throw new Ended('ended while starting')
    }
    if (Date.now() > deadline) {
      throw new Error(`is not ready after ${server.readyWithinMs / 1000} s`)
    }
    await sleep(pollMs)
  }
}

const portsOf = (server: Server, port: number) => [port, ...server.otherPorts(port)]

/** `own` are the ports that the server itself has now and is about to release. */
async function refuseTakenPorts(server: Server, port: number, own: number[]): Promise<void> {
  for (const wanted of portsOf(server, port)) {
    if (own.includes(wanted) || !(await portIsTaken(wanted))) continue
    const owner = (await portOwner(wanted)) ?? 'another process'
    throw new ServerFailure({
      server: server.name,
      what: `port ${wanted} is taken by ${owner}, which this stack did not start`,
      next: `stop that process, or choose another port: npm run stack -- up ${server.name} --port ${server.name}=${port + 10_000}`,
    })
  }
}

/** What went wrong, with the end of the log. A process that never became ready stays for the next try to replace. */
async function failed(
  { server, run }: Start,
  activity: Activity,
  error: unknown,
): Promise<ServerFailure> {
  activity.end('failed')
  const what = error instanceof Error ? error.message : String(error)
  const printed = error instanceof ToolFailed ? lastLines(error.output, tailLines) : ''
  return new ServerFailure({
    server: server.name,
    what,
    log: logPath(run),
    tail: printed || (await logTail(run, tailLines)),
    next: `read the log; \`npm run stack -- down ${server.name}\` and up again starts afresh with the same data`,
  })
}
