// What the facts of a write belong to where the client names no thread. Clients' identifiers of threads
// begin with neither mark, so these names are nobody else's.
import type { ResourceType } from './identifiers.ts'

/** A conversation begins with every name that begins with it. */
export const CONVERSATION_MARK = '~'
const ALONE_MARK = '='
/** What the names begin with of threads that no client named. */
export const OWN_MARKS = [CONVERSATION_MARK, ALONE_MARK] as const

/** The thread that a write begins: a conversation may go on with another write, everything else stands alone. */
export function threadBegunBy(resourceId: string, contentType: ResourceType): string {
  return `${contentType === 'conversation' ? CONVERSATION_MARK : ALONE_MARK}${resourceId}`
}
