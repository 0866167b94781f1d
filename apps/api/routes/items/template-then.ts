// The template by which an event was read: its app may have set another one since. The log of settings keeps each.
import type { EventLog } from '../../../../infra/ports/event-log.ts'
import { millis } from '../../../../infra/ports/rules/time.ts'
import { NO_USER, type StoredEvent } from '../../../../schemas/events/envelope.ts'
import { scan } from '../operating/scan-log.ts'

const SETTINGS = 'memory.settings.v1'

type Asked = { appId: string; eventType: string; at: string }

/** The last one that the app had set by then; null where it had set none. */
export async function templateThen(log: EventLog, asked: Asked): Promise<string | null> {
  const scope = { appId: asked.appId, userId: NO_USER }
  const partition = log.partitionOf(SETTINGS, scope)
  let last: string | null = null
  await scan(log, { topic: SETTINGS, partition, by: scope }, ({ event }) => {
    last = (event && templateIn(event, asked)) ?? last
    return false
  })
  return last
}

/** Null where the event sets no such template, or later. */
function templateIn({ type, open, ...event }: StoredEvent, asked: Asked): string | null {
  if (type !== 'TemplateConfigured' || event.appId !== asked.appId) return null
  const { eventType, template } = open
  const isAsked = String(eventType).toLowerCase() === asked.eventType.toLowerCase()
  const isThere = isAsked && millis(event.recordedAt) <= millis(asked.at)
  return isThere && typeof template === 'string' ? template : null
}
