// What an application is made of over real stores, for the tests that build one: they say what they are about, and the
// rest is here.
import { Registry } from 'prom-client'
import { createIntake } from '../../../apps/api/intake/intake.ts'
import type { Ports } from '../../../infra/ports/ports.ts'
import { createLogger } from '../../../infra/runtime/logger.ts'
import { createSpending } from '../../../infra/runtime/spending.ts'
import { followSettings } from '../../../processors/settings/settings-view.ts'
import { watchFlow } from '../../../processors/watched.ts'
import { retrievingHere } from './retrieving-here.ts'

export async function appParts(ports: Ports, now: () => Date) {
  const failed = (error: Error) => {
    throw error
  }
  const registry = new Registry()
  return {
    ports,
    settings: await followSettings({ ...ports, failed }),
    intake: createIntake({ ...ports, now }),
    retrieval: retrievingHere(ports),
    logger: createLogger('silent'),
    now,
    version: '0.0.0',
    registry,
    watch: watchFlow({ ports, registry, now }),
    retryOf: async () => null,
    metrics: async () => '',
    spending: createSpending(),
    replays: { start: () => null, find: () => null, stop: async () => undefined },
    ready: () => true,
  }
}
