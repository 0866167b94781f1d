// By which names a log holds users. Events that outlive a forget, and dead letters, which may come after it, hold a
// pseudonym; all others hold the user's own id, and go with the forget. Callers of a log only know users' own ids.
import { lastingEvents } from '../../../schemas/events/catalogue.ts'
import { recordParked } from '../../../schemas/events/dead-letters.ts'
import { NO_USER } from '../../../schemas/events/envelope.ts'
import { WrongMasterKey } from '../../ports/key-store.ts'
import type { LogNames } from '../../ports/rules/own-names.ts'
import type { Owners } from './owners.ts'

/** Identifiers never begin with it. */
const MARK = '~'

export function createLogNames(owners: Owners): LogNames {
  return {
    stored: (event) => {
      const { type, userId } = event
      const isOpen = !lastingEvents.has(type) && type !== recordParked.type
      if (isOpen || userId === NO_USER || userId.startsWith(MARK)) return event
      return { ...event, userId: owners.seal(event).userId }
    },
    known: (event) => {
      const { type, userId } = event
      if (!userId.startsWith(MARK)) return event
      const isLasting = lastingEvents.has(type)
      if (!isLasting && type !== recordParked.type) return event
      const opened = owners.open(event)
      if (opened) return { ...event, userId: opened.userId }
      if (isLasting) throw new WrongMasterKey()
      // A dead letter of a partner's record has whatever id the partner gave.
      return event
    },
    of: ({ appId, userId }) => [userId, owners.seal({ appId, userId }).userId],
  }
}
