// The whole flow over in-memory SQLite, in one thread: for tests that run it hundreds of times.
import { createIntake, type Intake } from '../../apps/api/intake/intake.ts'
import { openProjections } from '../../apps/composition/embedded/embedded-projections.ts'
import { startWorker } from '../../apps/worker/worker.ts'
import { createWebhookSender } from '../../infra/http/send-webhook.ts'
import { createOfflineLanguageModel } from '../../infra/language/offline/offline-language-model.ts'
import type { EventLog } from '../../infra/ports/event-log.ts'
import type { DecidingGraph } from '../../infra/ports/graph-store.ts'
import type { LanguageModel } from '../../infra/ports/language-model.ts'
import type { DecidingMemory } from '../../infra/ports/memory-store.ts'
import type { Ports } from '../../infra/ports/ports.ts'
import type { ProjectionStore } from '../../infra/ports/projection.ts'
import { sharedStates } from '../../infra/ports/states.ts'
import { uuidV7 } from '../../infra/runtime/envelope/ids.ts'
import { createLogger } from '../../infra/runtime/logger.ts'
import type { RuntimeParts } from '../../infra/runtime/run/runtime-parts.ts'
import { createTelemetry } from '../../infra/runtime/telemetry.ts'
import type { Throttle } from '../../infra/runtime/turns/throttle.ts'
import { createSealing, type Sealing } from '../../infra/sealed/keys/sealing.ts'
import { createSqliteDeliveryStore } from '../../infra/sqlite/delivery-store.ts'
import { createSqliteEventLog } from '../../infra/sqlite/event-log.ts'
import { createSqliteKeyStore } from '../../infra/sqlite/key-store.ts'
import { createSqliteObjectStore } from '../../infra/sqlite/object-store.ts'
import { flow } from '../../processors/flow.ts'
import { noSettings } from '../../processors/settings/evolve.ts'
import type { SettingsView } from '../../processors/settings/settings-view.ts'

const path = ':memory:'

/** In plain by default. */
export function inMemoryProjections(sealing: Sealing | null = null) {
  return openProjections(() => path, sealing)
}
export type Projections = ReturnType<typeof inMemoryProjections>

/** A view of settings without any setting. */
export const nothingSet: SettingsView = {
  current: () => noSettings,
  categoriesOf: () => [],
  templateOf: () => undefined,
  trustOf: () => [],
  reached: async () => undefined,
  caughtUp: async () => undefined,
  close: async () => undefined,
}

export type Flow = {
  ports: ReturnType<typeof inMemoryPorts>
  intake: Intake
  runtime: RuntimeParts
  /** Resolves when every processor that runs has finished everything in the log. */
  drained(): Promise<void>
  stop(): Promise<void>
}

/** In plain, and with the offline engine, by default. */
export type FlowOptions = {
  sealed?: boolean
  language?: LanguageModel
  /** What is used instead of the log. */
  log?: (own: EventLog) => EventLog
  throttle?: Throttle
  /** These processors alone; all by default. */
  only?: readonly (typeof flow)[number]['name'][]
}

/** Its memory is the state of every partition too. */
export function inMemoryPorts({
  sealed = false,
  language = createOfflineLanguageModel(),
  log = (own) => own,
}: FlowOptions = {}): Ports & { memory: DecidingMemory; graph: DecidingGraph } & {
  sealing: Sealing | null
} {
  const masterKey = new Uint8Array(32)
  const keys = createSqliteKeyStore({ path, masterKey })
  const sealing = sealed ? createSealing({ masterKey, keys }) : null
  const projections = inMemoryProjections(sealing)
  return {
    sealing,
    ...projections,
    states: sharedStates(projections),
    log: log(createSqliteEventLog({ directory: null })),
    deliveries: createSqliteDeliveryStore({ path }),
    webhooks: createWebhookSender({ allowedCidrs: ['127.0.0.0/8', '::1/128'] }),
    objects: createSqliteObjectStore({ path }),
    keys,
    language,
  }
}

/** Of a write that the API takes in now. */
export const writtenNow = () => ({
  id: uuidV7(Date.now()),
  now: new Date(),
  traceparent: null,
  entry: 'api' as const,
})

export async function startFlow(options: FlowOptions = {}): Promise<Flow> {
  const ports = inMemoryPorts(options)
  const telemetry = createTelemetry(createLogger('silent'))
  const failed = (_: string, error: Error) => {
    throw error
  }
  const { throttle, only = flow.map(({ name }) => name) } = options
  const worker = await startWorker({
    ports,
    telemetry,
    failed,
    throttle,
    only,
    idleCheckpointMs: 1,
  })
  const now = () => new Date()
  const signal = new AbortController().signal
  return {
    ports,
    intake: createIntake({ ...ports, now }),
    runtime: { log: ports.log, keys: ports.keys, telemetry, now, signal, failed },
    drained: () => drained(ports, only),
    stop: async () => {
      await worker.stop()
      await ports.log.close()
    },
  }
}

async function drained(ports: Ports, only: readonly string[]): Promise<void> {
  const deadline = Date.now() + 60_000
  while (!(await isDrained(ports, only))) {
    if (Date.now() > deadline) throw new Error('the flow did not drain')
    await new Promise((resolve) => setTimeout(resolve, 1))
  }
}

async function isDrained(ports: Ports, only: readonly string[]): Promise<boolean> {
  for (const { name, reads, stores } of flow.filter((each) => only.includes(each.name))) {
    for (const topic of reads) {
      const store = ports[stores[0] as keyof Ports] as ProjectionStore | object | undefined
      const stands =
        store && 'checkpoints' in store
          ? await store.checkpoints(topic)
          : await ports.log.checkpoints(name, topic)
      for (const [partition, end] of await ports.log.ends(topic)) {
        if ((stands.get(partition) ?? -1) < end) return false
      }
    }
  }
  return true
}
