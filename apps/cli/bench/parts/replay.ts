// The replay part of the bench: rebuilds every projection of a stopped service, by the replay
// command itself.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { CommandFailed } from '../../command/command.ts'
import { type Measured, windowOfCalls } from '../measure/windows.ts'

const MAIN = fileURLToPath(new URL('../../main.ts', import.meta.url))

const replayed = z.array(
  z.object({ projection: z.string(), records: z.number(), seconds: z.number() }),
)

export async function measureReplay(
  env: Record<string, string>,
  signal: AbortSignal,
): Promise<Measured[]> {
  const { code, stdout, stderr } = await runReplay(env, signal)
  if (code !== 0) throw new CommandFailed(`replay ended with code ${code}: ${stderr.slice(-500)}`)
  const results = replayed.parse(JSON.parse(stdout))
  return results.map(({ projection, records, seconds }) => ({
    call: `events replayed, ${projection}`,
    windows: [windowOfCalls(records, seconds * 1000)],
    tells: ['rate'],
  }))
}

async function runReplay(env: Record<string, string>, signal: AbortSignal) {
  const args = [MAIN, 'replay', '--projection', 'all', '--json']
  const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'pipe'] })
  const stop = () => child.kill('SIGTERM')
  signal.addEventListener('abort', stop, { once: true })
  let stdout = ''
  let stderr = ''
  child.stdout.on('data', (chunk) => {
    stdout += chunk
  })
  child.stderr.on('data', (chunk) => {
    stderr += chunk
  })
  const [code]: unknown[] = await once(child, 'close')
  signal.removeEventListener('abort', stop)
  signal.throwIfAborted()
  return { code, stdout, stderr }
}
