// How an event begins that follows from another one. Pure.
import { derivedUuid } from '../infra/runtime/envelope/ids.ts'
import type { Scope } from '../schemas/identifiers.ts'

type Cause = Scope & { id: string; occurredAt: string }

/** The same cause and name give the same id, so that deciding again gives the same event. */
export function eventFrom({ id, appId, userId, occurredAt }: Cause, name: string) {
  return { id: derivedUuid(id, name), appId, userId, occurredAt }
}
