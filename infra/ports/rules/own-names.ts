// By which names a log holds users. Apart from pseudonyms (`log-names.ts` of the runtime), which need every schema of an
// event: a thread that only writes does without, and starts in half the time.
import type { StoredEvent } from '../../../schemas/events/envelope.ts'
import type { Scope } from '../../../schemas/identifiers.ts'

/** What tells under which name an event is held. */
type Named = Scope & Pick<StoredEvent, 'type'>

export type LogNames = {
  /** The event as the log holds it. */
  stored(event: StoredEvent): StoredEvent
  /** The event as callers know it. Throws WrongMasterKey for a pseudonym that was made under another key. */
  known<Event extends Named>(event: Event): Event
  /** The user ids by which the log may hold a user's events. */
  of(scope: Scope): readonly string[]
}

/** Of a log that holds every event as it is given. */
export const ownNames: LogNames = {
  stored: (event) => event,
  known: (event) => event,
  of: ({ userId }) => [userId],
}
