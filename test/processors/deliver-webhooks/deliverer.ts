// deliver-webhooks over the files of a directory, with a clock of the test's own: the start of the tests of sending.
import { randomUUID } from 'node:crypto'
import { type OpenPorts, openEmbedded } from '../../../apps/composition/embedded/embedded.ts'
import { createOfflineLanguageModel } from '../../../infra/language/offline/offline-language-model.ts'
import type { Delivery } from '../../../infra/ports/delivery-store.ts'
import { encode } from '../../../infra/runtime/envelope/codec.ts'
import { createLogger } from '../../../infra/runtime/logger.ts'
import type { Delivered, Projector } from '../../../infra/runtime/run/processor.ts'
import type { RuntimeParts } from '../../../infra/runtime/run/runtime-parts.ts'
import { createTelemetry } from '../../../infra/runtime/telemetry.ts'
import { createDeliverWebhooks } from '../../../processors/deliver-webhooks/processor.ts'
import { followSettings, type SettingsView } from '../../../processors/settings/settings-view.ts'
import type { NewDomainEvent, NoticeEvent } from '../../../schemas/events/catalogue.ts'
import { NO_USER } from '../../../schemas/events/envelope.ts'
import type { NoticeName } from '../../../schemas/events/notices.ts'
import type { Scope } from '../../../schemas/identifiers.ts'
import { createPlaces } from '../../contracts/given.ts'

export const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
export const START = Date.parse('2026-11-20T09:00:00.000Z')
export const APP = 'app'
/** Loops look this often, whatever they are told: the test controls the clock. */
const LOOK_MS = 2
const TOPIC = 'memory.notices.v1'

export type Deliverer = {
  ports: OpenPorts
  settings: SettingsView
  runtime: RuntimeParts
  projector: Projector
  clock: Clock
  /** Appends an event of settings and waits until the deliverer has it. */
  configure(event: Pick<NewDomainEvent, 'type' | 'open' | 'sealed'>): Promise<void>
  subscribe(url: string, events?: readonly NoticeName[]): Promise<string>
  /** Takes notices of a user in, as the log would hand them over. */
  raise(notices: readonly Delivered<NoticeEvent>[]): Promise<void>
  /** Begins to send; can be done again after `pause`. */
  send(): void
  pause(): Promise<void>
  deliveries(webhookId: string): Promise<Delivery[]>
  close(): Promise<void>
}

export type Clock = { now: () => Date; set(ms: number): void; advance(ms: number): void }

export function createClock(startMs: number): Clock {
  let ms = startMs
  return {
    now: () => new Date(ms),
    set: (to) => {
      ms = to
    },
    advance: (by) => {
      ms += by
    },
  }
}

export async function openDeliverer(directory: string, startMs = START): Promise<Deliverer> {
  const clock = createClock(startMs)
  const ports = openEmbedded({
    directory,
    masterKey: new Uint8Array(32),
    language: createOfflineLanguageModel(),
    webhookAllowedCidrs: ['127.0.0.0/8'],
  })
  const failed = (_: string, error: Error) => {
    throw error
  }
  const telemetry = createTelemetry(createLogger('silent'))
  const { signal } = new AbortController()
  const runtime = { ...ports, telemetry, now: clock.now, signal, failed }
  const settings = await followSettings({ ...ports, failed: (error) => failed('settings', error) })
  const projector = createDeliverWebhooks({ ...ports, settings }, { wait: shortly })
  // After what was taken in here before.
  const place = createPlaces(TOPIC)
  const stands = (await ports.deliveries.checkpoints(TOPIC)).get(0) ?? 0
  place(stands)
  let sending: ReturnType<NonNullable<Projector['start']>> | undefined
  const deliverer: Deliverer = {
    ports,
    settings,
    runtime,
    projector,
    clock,
    configure: (event) => configure(deliverer, event),
    subscribe: (url, events = ['memory.processed']) => subscribe(deliverer, url, events),
    raise: async (notices) => projector.apply(notices, place()),
    send: () => {
      sending = projector.start!(runtime)
    },
    pause: async () => {
      await sending?.stop()
      sending = undefined
    },
    deliveries: async (webhookId) => (await ports.deliveries.list(webhookId, { limit: 200 })).data,
    close: async () => {
      await deliverer.pause()
      await settings.close()
      await ports.close()
    },
  }
  return deliverer
}

function shortly(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, Math.min(ms, LOOK_MS))
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })
}

async function configure(
  { ports, settings, clock }: Deliverer,
  event: Pick<NewDomainEvent, 'type' | 'open' | 'sealed'>,
): Promise<void> {
  const at = clock.now().toISOString()
  const whole = { ...event, id: randomUUID(), appId: APP, userId: NO_USER, occurredAt: at }
  const [key] = await ports.keys.current([whole])
  const provenance = { recordedAt: at, causationId: null, traceparent: null }
  const [position] = await ports.log.append([encode(whole as NewDomainEvent, provenance, key!)])
  await settings.reached(position!)
}

async function subscribe(
  deliverer: Deliverer,
  url: string,
  events: readonly NoticeName[],
): Promise<string> {
  const webhookId = randomUUID()
  const createdAt = deliverer.clock.now().toISOString()
  const open = { webhookId, events: [...events], createdAt }
  await deliverer.configure({ type: 'WebhookSubscribed', open, sealed: { url, secret: SECRET } })
  return webhookId
}

/** A notice as the log hands it over; its user gets a data key where there is none. */
export async function noticeOf(
  { ports, clock }: Deliverer,
  scope: Scope,
  more: { data?: Record<string, unknown>; source?: number; category?: string | null } = {},
): Promise<Delivered<NoticeEvent>> {
  const [key] = await ports.keys.current([scope])
  const { data = { resourceId: randomUUID() }, source = 1, category = null } = more
  const at = clock.now().toISOString()
  return {
    topic: 'memory.notices.v1',
    partition: 0,
    position: 1,
    keyGeneration: key!.generation,
    event: {
      ...scope,
      id: randomUUID(),
      type: 'NoticeRaised',
      version: 1,
      occurredAt: at,
      recordedAt: at,
      causationId: null,
      traceparent: null,
      open: { name: 'memory.processed', source, category },
      sealed: { data },
      erased: false,
    },
  }
}
