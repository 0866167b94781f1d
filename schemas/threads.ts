// The threads of writes whose client names none. Clients' identifiers of threads begin with neither mark, so these
// names cannot collide with theirs.
import type { ResourceType } from './identifiers.ts'

/** Begins the name of a thread that is a conversation. */
export const CONVERSATION_MARK = '~'
const ALONE_MARK = '='
/** The marks with which the names of threads begin that no client named. */
export const OWN_MARKS = [CONVERSATION_MARK, ALONE_MARK] as const

/** The thread that a write begins: another write may continue a conversation, everything else stands alone. */
export function threadBegunBy(resourceId: string, contentType: ResourceType): string {
  return `${contentType === 'conversation' ? CONVERSATION_MARK : ALONE_MARK}${resourceId}`
}
