// The attacked service, as separate processes, in either setting, with the legal rate limits in force.
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { dropNamespace } from '../../../apps/composition/distributed/drop-namespace.ts'
import { readConfig } from '../../../infra/config.ts'
import { startMain } from '../../journeys/process.ts'
import { serverEnvironment } from '../../servers/environment.ts'

const KEY = 'adversary-key-0123456789abcdef'

export type UnderAttack = { url: string; call: Call; stop(): Promise<void> }
/** `body` is prepared JSON text, so that making it is not part of the measurement. */
export type Call = (
  method: string,
  path: string,
  body?: string,
  headers?: Readonly<Record<string, string>>,
) => Promise<{ status: number; body: unknown }>

export type Profile = 'embedded' | 'distributed'

/** The distributed one only where its servers run. */
export const settings: readonly Profile[] =
  Object.keys(serverEnvironment()).length > 0 ? ['embedded', 'distributed'] : ['embedded']

export async function startUnderAttack(setting: Profile): Promise<UnderAttack> {
  const common = { BOOTSTRAP_API_KEY: KEY, RATE_LIMIT_SCALE: '1', MAINTENANCE: 'off' }
  const { url, stop } = await (setting === 'embedded' ? embedded(common) : distributed(common))
  return { url, call: caller(url), stop }
}

async function embedded(common: Record<string, string>) {
  const directory = mkdtempSync(join(tmpdir(), 'palimpsest-adversary-'))
  const service = await startMain('standalone', { ...common, DATA_DIR: directory })
  return {
    url: service.announced,
    stop: async () => {
      await service.end('SIGTERM')
      rmSync(directory, { recursive: true, force: true })
    },
  }
}

async function distributed(common: Record<string, string>) {
  const env = {
    ...serverEnvironment(),
    ...common,
    PROFILE: 'distributed',
    NAMESPACE: `a${randomUUID().slice(0, 8)}`,
    MASTER_KEY: 'c'.repeat(64),
  }
  const api = await startMain('api', env)
  const worker = await startMain('worker', env)
  return {
    url: api.announced,
    stop: async () => {
      await Promise.all([api.end('SIGTERM'), worker.end('SIGTERM')])
      await dropNamespace(readConfig(env))
    },
  }
}

/** Calls as an app that holds the service's first key. */
export function caller(url: string): Call {
  return async (method, path, body, more = {}) => {
    const headers = { authorization: `Bearer ${KEY}`, 'content-type': 'application/json', ...more }
    const response = await fetch(`${url}${path}`, {
      method,
      headers,
      ...(body === undefined ? {} : { body }),
    })
    const text = await response.text()
    return { status: response.status, body: text === '' ? null : JSON.parse(text) }
  }
}
