// The service as a process of its own, for stories in which it dies.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

export type ServiceProcess = {
  url: string
  /** Sends a signal; resolves with the exit code (null: killed) when the process is gone. */
  end(signal: 'SIGKILL' | 'SIGTERM'): Promise<number | null>
  /** What it has printed so far. */
  output(): string
}

const MAIN = fileURLToPath(new URL('../../apps/standalone/main.ts', import.meta.url))

/** Starts `npm start` over a data directory; resolves when it serves. Rejects with its output where it does not. */
export async function startProcess(env: Record<string, string>): Promise<ServiceProcess> {
  const child = spawn(process.execPath, [MAIN], {
    env: { PATH: process.env.PATH, PORT: '0', RATE_LIMIT_SCALE: '0', LOG_LEVEL: 'error', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream!.setEncoding('utf8').on('data', (text) => {
      output += text
    })
  }
  const url = await servedAddress(child, () => output)
  return {
    url,
    output: () => output,
    end: async (signal) => {
      if (child.exitCode !== null || child.signalCode !== null) return child.exitCode
      const exited = once(child, 'exit')
      child.kill(signal)
      const [code] = await exited
      return code
    },
  }
}

async function servedAddress(child: ChildProcess, output: () => string): Promise<string> {
  for (;;) {
    const found = /serves (\S+)\/v1/.exec(output())
    if (found) return found[1]!
    if (child.exitCode !== null) throw new Error(`the service did not start: ${output()}`)
    await Promise.race([once(child.stdout!, 'data'), once(child, 'exit')])
  }
}
