// Who settled an item or took it back: the API key by which that was asked, as the audit tells it.
import type { z } from 'zod'
import { type AuditEntry, cursorFrom } from '../../../../infra/ports/audit-store.ts'
import { BOOTSTRAP_KEY } from '../../../../processors/settings/api-key.ts'
import type { Settings } from '../../../../processors/settings/evolve.ts'
import type * as api from '../../../../schemas/api/reading/memory.ts'
import { entry } from '../../../../schemas/channels.ts'
import type { Scope } from '../../../../schemas/identifiers.ts'
import type { Services } from '../../services.ts'
import { unlessDown } from '../reading/unless-down.ts'

/** The request and what came of it lie near each other. */
const ENTRIES = 100

/** Null for an item that no client has closed, and where the audit does not tell it yet, or is down. */
export async function closingOf(
  { ports, settings }: Pick<Services, 'ports' | 'settings'>,
  scope: Scope,
  item: z.infer<typeof api.item>,
): Promise<z.infer<typeof api.itemResponse>['closing']> {
  const { id, state, closedAt } = item
  if ((state !== 'resolved' && state !== 'retracted') || closedAt === null) return null
  const page = {
    limit: ENTRIES,
    list: 'audit, newest first',
    cursor: cursorFrom(closedAt),
  } as const
  const entries = await unlessDown(ports.audit.list(scope, page))
  const request = requestFor(id, entries?.data ?? [])
  if (!request) return null
  const keyId = textIn(request, 'keyId')
  const came = entry.safeParse(request.details.entry).data ?? null
  return { at: request.at, entry: came, keyId, keyName: nameOf(settings.current(), keyId) }
}

/** The write that the closing names: it may name an older item, in whose place this one has come. */
function requestFor(id: string, entries: readonly AuditEntry[]): AuditEntry | undefined {
  const closing = entries.find(
    ({ type, details }) => type === 'FactClosed' && details.factId === id,
  )
  return entries.find(
    (each) => each.type === 'FactRevised' && each.id === closing?.details.resourceId,
  )
}

/** The key of the environment is in no settings. */
function nameOf({ keys }: Pick<Settings, 'keys'>, keyId: string | null): string | null {
  if (keyId === null) return null
  return keyId === BOOTSTRAP_KEY.id ? BOOTSTRAP_KEY.name : (keys.get(keyId)?.name ?? null)
}

function textIn({ details }: AuditEntry, name: string): string | null {
  const value = details[name]
  return typeof value === 'string' ? value : null
}
