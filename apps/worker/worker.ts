// Runs processors: all of them, or those named. Used by every main that processes.
import { randomUUID } from 'node:crypto'
import type { Subscription } from '../../infra/ports/event-log.ts'
import type { Ports } from '../../infra/ports/ports.ts'
import { countCalls } from '../../infra/runtime/counted-language.ts'
import { verifyEmbedding } from '../../infra/runtime/envelope/one-embedding.ts'
import { withRetry } from '../../infra/runtime/fail/retry.ts'
import { runProjector } from '../../infra/runtime/run/run-projector.ts'
import { runStandby } from '../../infra/runtime/run/run-standby.ts'
import { runTransformer } from '../../infra/runtime/run/run-transformer.ts'
import type { RuntimeParts } from '../../infra/runtime/run/runtime-parts.ts'
import { toldRetry } from '../../infra/runtime/run/told-retry.ts'
import { createLocalStands } from '../../infra/runtime/wait/local-stands.ts'
import type { Reading } from '../../processors/extract-facts/reading/reading.ts'
import { createProcessors } from '../../processors/flow.ts'
import { followSettings, type SettingsView } from '../../processors/settings/settings-view.ts'
import { startAuditSchedule } from './audit-schedule.ts'
import { type Clock, startMaintenanceSchedule, systemClock } from './maintenance-schedule.ts'

/** What those that run the processors take as it is. */
type PassedOn = 'telemetry' | 'spent' | 'failed' | 'idleCheckpointMs' | 'snapshotPace' | 'throttle'

export type WorkerOptions = Pick<RuntimeParts, PassedOn> & {
  ports: Ports
  /** The hour of the day (UTC) at which maintenance is requested; undefined: never automatically. */
  maintenanceHour?: number | undefined
  /** The hour at which the audit is sealed; undefined: never automatically. */
  auditHour?: number | undefined
  /** By which both hours come; undefined: the system's. */
  clock?: Clock | undefined
  /** Names of processors; undefined: all. */
  only?: readonly string[]
  /** How many other workers keep a standby copy of each state; undefined: none. */
  standbys?: number | undefined
  /** Where writes are read, and the CPU time for each in milliseconds; undefined: on this thread, without a limit. */
  reading?: Reading | undefined
  cpuBudgetMs?: number | undefined
}

type RunningWorker = {
  /** Lets running batches finish, then stops. Work that has not begun is done after the next start. */
  stop(): Promise<void>
}

export async function startWorker(options: WorkerOptions): Promise<RunningWorker> {
  const { ports, telemetry, failed } = options
  const stopping = new AbortController()
  // Before anything is consumed: records that a wrong key cannot open must not count as handled, and no vector may be
  // made that cannot be compared with those in the log.
  const { keys, objects, language } = ports
  const retrying = toldRetry({ telemetry, signal: stopping.signal }, 'start')
  await withRetry(() => keys.verify(), retrying)
  await withRetry(() => verifyEmbedding(objects, language.embedding), retrying)
  const settings = await followSettings({ ...ports, failed: (error) => failed('settings', error) })
  const running: Running = { joining: [], subscriptions: [], backgrounds: [], schedules: [] }
  const stop = async () => {
    stopping.abort(new Error('stopping'))
    // Sealing the audit may take longer than a supervisor waits, and other workers wait for the partitions.
    const schedules = Promise.allSettled(running.schedules.map((end) => end()))
    await Promise.allSettled(running.joining)
    await Promise.allSettled(running.subscriptions.map((each) => each.close()))
    await Promise.allSettled(running.backgrounds.map((each) => each.stop()))
    await schedules
    await Promise.allSettled([settings.close()])
  }
  try {
    await begin(options, { running, settings, signal: stopping.signal })
  } catch (error) {
    // What has joined already would hold its partitions, and keep the process alive.
    await stop()
    throw error
  }
  return { stop }
}

type Running = {
  /** Settle when the processors have joined, or not. */
  joining: readonly Promise<unknown>[]
  subscriptions: Subscription[]
  backgrounds: { stop(): Promise<void> }[]
  schedules: readonly (() => Promise<void>)[]
}

type Beginning = { running: Running; settings: SettingsView; signal: AbortSignal }

/** Notes in `running` what has begun, also where it fails. */
async function begin(
  options: WorkerOptions,
  { running, settings, signal }: Beginning,
): Promise<void> {
  const { ports, telemetry, only, failed, spent } = options
  const { idleCheckpointMs, snapshotPace, throttle } = options
  const stands = createLocalStands()
  const runtime: RuntimeParts = {
    stands,
    log: ports.log,
    keys: ports.keys,
    telemetry,
    spent,
    now: () => new Date(),
    signal,
    failed: (processor, error) => {
      if (!signal.aborted) failed(processor, error)
    },
    idleCheckpointMs,
    snapshotPace,
    throttle,
  }
  const processors = createProcessors({
    ...ports,
    language: countCalls(ports.language, telemetry),
    settings,
    stands,
    signal,
    reading: options.reading,
    cpuBudgetMs: options.cpuBudgetMs,
    longWaiting: telemetry.longWaiting,
  }).filter(({ name }) => isRun(name, only))
  const decides = processors.some(({ state }) => state !== undefined)
  // Partitions return to where their states are. A worker without states needs no folder for its name.
  runtime.member = decides ? ports.states.keeper() : randomUUID()
  // All at once: each joins a consumer group of its own, and waits for its broker.
  running.joining = processors.map(async (processor) => {
    const run =
      processor.kind === 'projector'
        ? runProjector(runtime, processor)
        : runTransformer(runtime, processor)
    running.subscriptions.push(await run)
  })
  await Promise.all(running.joining)
  for (const processor of processors) {
    if (processor.kind === 'projector' && processor.start)
      running.backgrounds.push(processor.start(runtime))
  }
  // Standby copies start after the processors that decide here.
  for (const processor of ports.states.shared ? [] : processors) {
    if (processor.kind === 'projector' || !processor.states) continue
    for (let nth = 1; nth <= (options.standbys ?? 0); nth++) {
      running.subscriptions.push(await runStandby(runtime, processor, nth))
    }
  }
  running.schedules = schedulesOf(options)
}

/**
 * The workers that extract facts also request maintenance, so more workers of other kinds do not ask more often; those
 * that keep the audit also seal it.
 */
function schedulesOf({ ports, telemetry, ...options }: WorkerOptions): (() => Promise<void>)[] {
  const { only, maintenanceHour, auditHour, clock = systemClock } = options
  const { logger } = telemetry
  const schedules: (() => Promise<void>)[] = []
  if (maintenanceHour !== undefined && isRun('extract-facts', only))
    schedules.push(startMaintenanceSchedule({ ports, hour: maintenanceHour, logger, clock }))
  if (auditHour !== undefined && isRun('keep-audit', only))
    schedules.push(startAuditSchedule({ ports, hour: auditHour, logger, clock }))
  return schedules
}

function isRun(processor: string, only: WorkerOptions['only']): boolean {
  return only === undefined || only.includes(processor)
}
