// Seals the audit once a day. Any number of workers may run it: of those that begin at the same time one is first, and
// what the others wrote does not count.
import type { Logger } from 'pino'
import { createSealer, type SealPorts } from '../../processors/audit-seals/seal-log.ts'
import { type Clock, daily, systemClock } from './maintenance-schedule.ts'

type AuditScheduleOptions = {
  ports: SealPorts
  /** In UTC. */
  hour: number
  logger: Logger
  clock?: Clock
  /** From 0 to 1. */
  chance?: () => number
}

/** Workers begin at different times, so that mostly the first has finished before the others check. */
const SPREAD_MS = 20 * 60 * 1000

/** Returns a function that stops it, and waits until it has stopped. */
export function startAuditSchedule(options: AuditScheduleOptions): () => Promise<void> {
  const { ports, logger, clock = systemClock, chance = Math.random } = options
  const sealer = createSealer(ports)
  const apart = () => Math.floor(chance() * SPREAD_MS)
  return daily({ ...options, apart, failed: 'sealing the audit failed' }, async () => {
    const today = clock.now().toISOString().slice(0, 10)
    if ((await sealer.lastDay()) === today) return
    logger.info(await sealer.seal(clock.now), 'sealed the audit')
  })
}
