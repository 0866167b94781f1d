// Which thread the facts of a write belong to, and the place of the next fact: the client's thread, or the conversation
// that was going on. Pure but for the questions to the state.
import type { DecidingMemory, Place, ThreadEnd } from '../../../infra/ports/memory-store.ts'
import type { NewFactEvent } from '../../../schemas/events/catalogue.ts'
import { CONVERSATION_MARK, threadBegunBy } from '../../../schemas/threads.ts'
import type { Source } from '../read-fact.ts'
import type { RecentFacts } from './recent-facts.ts'

/** Longer than people take to answer; after a longer silence another conversation begins. */
const SILENCE_MS = 30 * 60_000

type Known = { memory: Pick<DecidingMemory, 'threadEnd' | 'conversationEnd'>; recent: RecentFacts }

/** The place of the write's next fact. Uncommitted facts count as well. */
export async function nextPlace({ memory, recent }: Known, source: Source): Promise<Place> {
  const begun = startOf(source)
  const { threadId } = source
  const uncommitted = recent.ends(source)
  if (threadId !== null || source.contentType !== 'conversation') {
    return after(begun, [await memory.threadEnd(source, begun.threadId), ...uncommitted])
  }
  const shifted = (ms: number) => new Date(Date.parse(source.occurredAt) + ms).toISOString()
  const between = { from: shifted(-SILENCE_MS), to: shifted(SILENCE_MS) }
  const committed = await memory.conversationEnd(source, between)
  const going = latest([committed, ...uncommitted], between)
  return going ? after({ ...going, place: 0 }, [committed, ...uncommitted]) : begun
}

/** The place of the first fact of a write that begins a thread. */
export function startOf({ threadId, resourceId, contentType }: Source): Place {
  return { threadId: threadId ?? threadBegunBy(resourceId, contentType), place: 0 }
}

export function endsOf(events: readonly NewFactEvent[]): ThreadEnd[] {
  const ends = new Map<string, ThreadEnd>()
  for (const event of events) {
    if (event.type !== 'FactAsserted') continue
    const { threadId, place } = event.open
    ends.set(threadId, { threadId, place, at: event.occurredAt })
  }
  return [...ends.values()]
}

type Ends = readonly (ThreadEnd | null)[]

/** The conversation with the latest fact between the instants; among equals, the one written last. */
function latest(ends: Ends, { from, to }: { from: string; to: string }): ThreadEnd | null {
  return ends.reduce<ThreadEnd | null>((best, end) => {
    const isNear = end && end.at >= from && end.at <= to
    if (!isNear || !end.threadId.startsWith(CONVERSATION_MARK)) return best
    return best === null || end.at >= best.at ? end : best
  }, null)
}

function after({ threadId, place }: Place, ends: Ends): Place {
  const taken = ends.flatMap((end) => (end?.threadId === threadId ? [end.place + 1] : []))
  return { threadId, place: Math.max(place, ...taken) }
}
