// The start of the HTTP side: its operator has a key for everything, or the service prints one.
import { expect, test } from 'vitest'
import { changeSettings } from '../../../apps/api/routes/settings/settings.ts'
import { type Serving, serve } from '../../../apps/api/serve.ts'
import { readConfig } from '../../../infra/config.ts'
import type { Ports } from '../../../infra/ports/ports.ts'
import { createLogger } from '../../../infra/runtime/logger.ts'
import { createSpending } from '../../../infra/runtime/spending.ts'
import { createTelemetry } from '../../../infra/runtime/telemetry.ts'
import { hashKey } from '../../../processors/settings/api-key.ts'
import { followSettings } from '../../../processors/settings/settings-view.ts'
import { NO_APP } from '../../../schemas/events/envelope.ts'
import { inMemoryPorts } from '../../processors/in-memory.ts'
import { downAtFirst, retriesAtStart } from '../down-at-first.ts'
import { retrievingHere } from './retrieving-here.ts'

const failed = (error: Error) => {
  throw error
}

/** Starts, returns the key that it made, and stops. */
async function madeKey(ports: Ports, env: Record<string, string> = {}) {
  const serving = await start(ports, { env })
  await serving.stop()
  return serving.madeKey
}

function start(
  ports: Ports,
  { env = {}, telemetry = createTelemetry(createLogger('silent')) } = {},
): Promise<Serving> {
  return serve({
    config: readConfig({ PORT: '0', LOG_LEVEL: 'silent', ...env }),
    ports,
    retrieval: retrievingHere(ports),
    telemetry,
    replay: async () => ({}),
    metrics: async () => '',
    spending: createSpending(),
    grouped: undefined,
    failed,
  })
}

/** Revokes the key, as a service with a key of the environment may. */
async function revoke(ports: Ports, key: string): Promise<void> {
  const settings = await followSettings({ ...ports, failed })
  const { id: keyId } = settings.current().keysByHash.get(hashKey(key))!
  const open = { keyId, unlessLast: false }
  const change = { type: 'ApiKeyRevoked', appId: NO_APP, open } as const
  await changeSettings({ ports, settings, now: () => new Date() }, change)
  await settings.close()
}

test('a key is made at the first start, at no later one, and where none that opens everything is left', async () => {
  const ports = inMemoryPorts()
  const first = await madeKey(ports)
  expect(first).toMatch(/^plm_/)
  expect(await madeKey(ports)).toBeNull()
  await revoke(ports, first!)
  expect(await madeKey(ports, { BOOTSTRAP_API_KEY: 'a-key-of-16-chars' })).toBeNull()
  expect(await madeKey(ports)).toMatch(/^plm_/)
  await ports.log.close()
})

test('given keys that cannot be reached, when the API starts, then it serves and each failed attempt is counted', async () => {
  const ports = inMemoryPorts()
  const telemetry = createTelemetry(createLogger('silent'))
  const { keys, verified } = downAtFirst(ports.keys)
  const serving = await start({ ...ports, keys }, { telemetry })
  await verified
  expect(await retriesAtStart(telemetry)).toBe(2)
  await serving.stop()
  await ports.log.close()
})
