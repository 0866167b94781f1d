// The service as a separate process, for stories in which it dies.
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { runCli } from '../../apps/cli/main.ts'
import { V8_OPTIONS } from '../../apps/v8-options.ts'
import { readConfig } from '../../infra/config.ts'
import { compiled } from '../compiled.ts'
import { showWhereATestFails } from './told-by-services.ts'

export type ServiceProcess = {
  /** The value in the first line of announcement: an address, or the processors. */
  announced: string
  /** Sends a signal; resolves with the exit code (null: killed) when the process is gone. */
  end(signal: 'SIGKILL' | 'SIGTERM'): Promise<number | null>
  /** Sends a signal and does not wait. */
  signal(signal: 'SIGSTOP' | 'SIGCONT'): void
  /** Resolves with the exit code when it ends by itself. */
  ended: Promise<number | null>
  /** Its output so far. */
  output(): string
}

/** Whether stores are sealed, where a run of the tests sets it. */
export const sealing: Record<string, string> = process.env.PALIMPSEST_TEST_SEALED
  ? { SEALED_PROJECTIONS: process.env.PALIMPSEST_TEST_SEALED }
  : {}

/** For a story that opens a service's data itself. */
export const isSealed = readConfig(sealing).SEALED_PROJECTIONS === 'on'

/** The environment of every process that a story starts. */
export const inherited = { PATH: process.env.PATH, ...compiled, ...sealing }

const CLI = fileURLToPath(new URL('../../apps/cli/main.ts', import.meta.url))

/** `npm run cli -- …`: rejects, with its output, where it does not exit with 0. */
export const runCommand = (env: Record<string, string>, ...args: readonly string[]) =>
  promisify(execFile)(process.execPath, [CLI, ...args], { env: { ...inherited, ...env } })

/**
 * The same within this process, which has the modules loaded already: for commands that say what is, or refuse. What
 * changes data beside a running service is shown by a process of its own.
 */
export async function runCommandHere(
  env: Record<string, string>,
  ...args: readonly string[]
): Promise<{ stdout: string; stderr: string }> {
  const told = { stdout: '', stderr: '' }
  const out = (line: string) => {
    told.stdout += `${line}\n`
  }
  const err = (line: string) => {
    told.stderr += `${line}\n`
  }
  const { signal } = new AbortController()
  const { env: own } = process
  process.env = { ...inherited, ...env }
  const code = await runCli(args, { out, err, isTerminal: false, signal }).finally(() => {
    process.env = own
  })
  if (code !== 0) throw Object.assign(new Error(told.stderr), { ...told, code })
  return told
}

const mains = {
  standalone: ['apps/standalone/main.ts', /serves (\S+)\/v1/],
  api: ['apps/api/main.ts', /serves (\S+)\/v1/],
  worker: ['apps/worker/main.ts', /processes: (.+)/],
} as const

/** Starts a main; resolves when it has announced itself. Rejects with its output where it does not. */
export async function startMain(
  which: keyof typeof mains,
  env: Record<string, string>,
  args: readonly string[] = [],
): Promise<ServiceProcess> {
  const [path, announces] = mains[which]
  const main = fileURLToPath(new URL(`../../${path}`, import.meta.url))
  const child = spawn(process.execPath, [...V8_OPTIONS, main, ...args], {
    env: { ...inherited, PORT: '0', RATE_LIMIT_SCALE: '0', LOG_LEVEL: 'error', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream!.setEncoding('utf8').on('data', (text) => {
      output += text
    })
  }
  showWhereATestFails(() => output)
  const ended = once(child, 'exit').then(([code]) => code as number | null)
  return {
    announced: await announced(child, () => output, announces),
    output: () => output,
    ended,
    signal: (signal) => void child.kill(signal),
    end: async (signal) => {
      if (child.exitCode === null && child.signalCode === null) child.kill(signal)
      return ended
    },
  }
}

/** `npm start` over a data directory. */
export async function startProcess(
  env: Record<string, string>,
): Promise<ServiceProcess & { url: string }> {
  const started = await startMain('standalone', env)
  return { ...started, url: started.announced }
}

async function announced(
  child: ChildProcess,
  output: () => string,
  announces: RegExp,
): Promise<string> {
  for (;;) {
    const found = announces.exec(output())
    if (found) return found[1]!
    if (child.exitCode !== null) throw new Error(`it did not start: ${output()}`)
    await Promise.race([once(child.stdout!, 'data'), once(child, 'exit')])
  }
}
