// The replay part of the bench: rebuilds every projection of a stopped service, by the replay
// command itself.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import type { Figure } from './bench-parts.ts'
import { CommandFailed } from './command.ts'

const MAIN = fileURLToPath(new URL('./main.ts', import.meta.url))
const NOT_AVAILABLE = 2

const replayed = z.array(
  z.object({ projection: z.string(), records: z.number(), seconds: z.number() }),
)

/** Null where this version has no such command. */
export async function measureReplay(
  env: Record<string, string>,
  signal: AbortSignal,
): Promise<Figure[] | null> {
  const { code, stdout, stderr } = await runReplay(env, signal)
  if (code === NOT_AVAILABLE) return null
  if (code !== 0) throw new CommandFailed(`replay ended with code ${code}: ${stderr.slice(-500)}`)
  const results = replayed.parse(JSON.parse(stdout))
  return results.map(({ projection, records, seconds }) => ({
    part: 'replay',
    measure: `events replayed, ${projection}`,
    value: records / Math.max(seconds, 0.001),
    unit: '/s',
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
  const [code] = (await once(child, 'close')) as [number | null]
  signal.removeEventListener('abort', stop)
  signal.throwIfAborted()
  return { code, stdout, stderr }
}
