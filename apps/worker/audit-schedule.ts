// Seals the audit once a day. Any number of workers may run it: of those that begin at the same time one is first, and
// what the others wrote does not count.
import type { Logger } from 'pino'
import { asError } from '../../infra/runtime/certain.ts'
import { createSealer, type SealPorts } from '../../processors/audit-seals/seal-log.ts'
import { type Clock, START_DELAY_MS, systemClock, untilHour } from './maintenance-schedule.ts'
import { untilStopped } from './until-stopped.ts'

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
  return untilStopped((signal) => run(options, signal))
}

async function run(options: AuditScheduleOptions, signal: AbortSignal): Promise<void> {
  const { ports, hour, logger, clock = systemClock, chance = Math.random } = options
  const sealer = createSealer(ports)
  const apart = () => Math.floor(chance() * SPREAD_MS)
  await clock.sleep(START_DELAY_MS + apart(), signal)
  for (;;) {
    try {
      const today = clock.now().toISOString().slice(0, 10)
      if ((await sealer.lastDay()) !== today) {
        logger.info(await sealer.seal(clock.now), 'sealed the audit')
      }
    } catch (error) {
      signal.throwIfAborted()
      // No error may end the processing: the next day seals what this one left.
      logger.error({ errorClass: asError(error).name }, 'sealing the audit failed')
    }
    await clock.sleep(untilHour(hour, clock.now()) + apart(), signal)
  }
}
