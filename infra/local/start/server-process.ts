// Starts a server as a process group of its own, which outlives us, and signals the group later.
import { spawn } from 'node:child_process'
import { chown, lstat, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { codeOf, present } from '../../runtime/certain.ts'
import { sleep } from '../../runtime/wait/pause.ts'
import { serverEnvironment, stackDirectory } from '../machine/environment.ts'
import { ownProcesses, type ProcessEntry } from '../machine/process-table.ts'
import { freshLog, prepareDirectory, readStarted } from '../machine/run-directory.ts'
import { runTool } from '../machine/tool.ts'
import type { Launch, Server } from '../server.ts'

const nobody = 65534
const terminateMs = 20_000
const killMs = 5000
const pollMs = 100

type User = { uid: number; gid: number }

/** Writes the files, runs the preparations, and starts the server. Returns its pid. */
export async function launchServer(server: Server, run: string, launch: Launch): Promise<number> {
  const user = server.refusesRoot ? await ordinaryUser() : undefined
  const env = serverEnvironment({ HOME: run, ...launch.env })
  await prepareDirectory(run, launch)
  if (user) await giveTo(run, user)
  for (const { command, args } of launch.prepare ?? []) {
    await runTool({ command, args, cwd: run, env, user })
  }
  const log = await freshLog(run)
  try {
    return await detach(launch, { cwd: run, env, user, log: log.fd })
  } finally {
    await log.close()
  }
}

type Surroundings = { cwd: string; env: Record<string, string>; user?: User; log: number }

function detach({ command, args }: Launch, { cwd, env, user, log }: Surroundings): Promise<number> {
  return new Promise((resolve, reject) => {
    const stdio: ['ignore', number, number] = ['ignore', log, log]
    const child = spawn(command, args, { cwd, env, ...user, detached: true, stdio })
    child.on('error', reject)
    child.on('spawn', () => {
      child.unref()
      resolve(present(child.pid, 'pid of a process that was spawned'))
    })
  })
}

/** The living processes of the server that was last started in the directory. */
export async function runningProcesses(run: string): Promise<ProcessEntry[]> {
  const started = await readStarted(run)
  return started ? ownProcesses(started.pid, run) : []
}

/** Sends a signal to the whole group. False if no process of ours runs. */
export async function signalServer(run: string, signal: NodeJS.Signals): Promise<boolean> {
  const [first] = await runningProcesses(run)
  if (!first) return false
  try {
    process.kill(-first.group, signal)
    return true
  } catch (error) {
    if (codeOf(error) === 'ESRCH') return false
    throw error
  }
}

/** Asks it to end, then insists. The note of it stays: a start without a port uses the same port again. */
export async function endServer(run: string): Promise<'not running' | 'stopped' | 'killed'> {
  if (!(await signalServer(run, 'SIGTERM'))) return 'not running'
  // A paused process would never see the first signal.
  await signalServer(run, 'SIGCONT')
  const ended = await isGone(run, terminateMs)
  if (!ended) {
    await signalServer(run, 'SIGKILL')
    await isGone(run, killMs)
  }
  return ended ? 'stopped' : 'killed'
}

/** Waits until no process of the server is left. */
export async function isGone(run: string, withinMs: number): Promise<boolean> {
  const deadline = Date.now() + withinMs
  while ((await runningProcesses(run)).length > 0) {
    if (Date.now() > deadline) return false
    await sleep(pollMs)
  }
  return true
}

/** For root: the owner of the stack's directory, or the user `nobody`. Otherwise the caller. */
async function ordinaryUser(): Promise<User | undefined> {
  if (process.getuid?.() !== 0) return undefined
  const { uid, gid } = await lstat(stackDirectory)
  return uid === 0 ? { uid: nobody, gid: nobody } : { uid, gid }
}

async function giveTo(run: string, { uid, gid }: User): Promise<void> {
  await chown(run, uid, gid)
  for (const name of await readdir(run, { recursive: true })) {
    await chown(join(run, name), uid, gid).catch(() => {})
  }
}
