// The states of a member of a consumer group, and what leads from one to the next. Pure: `subscription.ts` performs
// the effects.
//
//   joining --joined--> reading --joined--> reading (the next generation)
//   any of them --failed, closed--> closing
import type { Assignment } from './assigner.ts'

export type MemberState = {
  name: 'joining' | 'reading' | 'closing'
  /** How often it has joined: each time all partitions start over. */
  generation: number
  /** By the name that the group gave it last. */
  memberId: string
}

export type MemberEvent =
  | { name: 'joined'; memberId: string; assignment: Assignment }
  | { name: 'failed'; error: Error }
  /** A partition has another writer. */
  | { name: 'fenced'; error: Error }
  /** The fenced member of that generation has had its time to join again. */
  | { name: 'successorUnknown'; error: Error; generation: number }
  | { name: 'closed' }

export type MemberEffect =
  | { do: 'stopWorkers' }
  | { do: 'startWorkers'; assignment: Assignment }
  | { do: 'awaitSuccessor'; error: Error; generation: number }
  | { do: 'report'; error: Error }
  | { do: 'close' }

type Step = { state: MemberState; effects: readonly MemberEffect[] }

export const JOINING: MemberState = { name: 'joining', generation: 0, memberId: '' }

export function transition(state: MemberState, event: MemberEvent): Step {
  if (event.name === 'joined') return join(state, event)
  if (state.name === 'closing') return { state, effects: [] }
  switch (event.name) {
    case 'failed':
      return fail(state, event.error)
    case 'fenced':
      return { state, effects: [awaitSuccessor(state, event.error)] }
    case 'successorUnknown':
      return event.generation === state.generation
        ? fail(state, event.error)
        : { state, effects: [] }
    case 'closed':
      return { state: { ...state, name: 'closing' }, effects: [{ do: 'close' }] }
  }
}

/** Starts over: between two joins another member may have had the partitions. */
function join(
  { name, generation }: MemberState,
  { memberId, assignment }: Extract<MemberEvent, { name: 'joined' }>,
): Step {
  const next = { generation: generation + 1, memberId }
  const stop: MemberEffect = { do: 'stopWorkers' }
  if (name === 'closing') return { state: { ...next, name }, effects: [stop] }
  return {
    state: { ...next, name: 'reading' },
    effects: [stop, { do: 'startWorkers', assignment }],
  }
}

/** A fenced writer usually hears of its successor before it has joined again; the partition is then assigned again. */
function awaitSuccessor({ generation }: MemberState, error: Error): MemberEffect {
  return { do: 'awaitSuccessor', error, generation }
}

function fail(state: MemberState, error: Error): Step {
  return {
    state: { ...state, name: 'closing' },
    effects: [{ do: 'report', error }, { do: 'close' }],
  }
}
