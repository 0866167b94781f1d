// Every state of a group's member, and what each event does in it.
import { describe, expect, test } from 'vitest'
import {
  JOINING,
  type MemberEvent,
  type MemberState,
  transition,
} from '../../../../infra/kafka/consume/member-state.ts'

const error = new Error('broken')
const assignment = { writes: [0, 1] }

const states: Record<MemberState['name'], MemberState> = {
  joining: JOINING,
  reading: { name: 'reading', generation: 2, memberId: 'a' },
  closing: { name: 'closing', generation: 2, memberId: 'a' },
}
const events: Record<MemberEvent['name'], MemberEvent> = {
  joined: { name: 'joined', memberId: 'b', assignment },
  failed: { name: 'failed', error },
  fenced: { name: 'fenced', error },
  successorUnknown: { name: 'successorUnknown', error, generation: 2 },
  closed: { name: 'closed' },
}

/** What every event leads to: the next state, then what is done. */
const table: Record<MemberState['name'], Record<MemberEvent['name'], string>> = {
  joining: {
    joined: 'reading stopWorkers startWorkers',
    failed: 'closing report close',
    fenced: 'joining awaitSuccessor',
    successorUnknown: 'joining',
    closed: 'closing close',
  },
  reading: {
    joined: 'reading stopWorkers startWorkers',
    failed: 'closing report close',
    fenced: 'reading awaitSuccessor',
    successorUnknown: 'closing report close',
    closed: 'closing close',
  },
  closing: {
    joined: 'closing stopWorkers',
    failed: 'closing',
    fenced: 'closing',
    successorUnknown: 'closing',
    closed: 'closing',
  },
}

describe('a member', () => {
  test.each(
    Object.entries(table).flatMap(([from, row]) =>
      Object.entries(row).map(([event, to]) => [from, event, to] as const),
    ),
  )('that is %s: %s leads to %s', (from, event, to) => {
    const { state, effects } = transition(
      states[from as MemberState['name']],
      events[event as MemberEvent['name']],
    )
    expect([state.name, ...effects.map((effect) => effect.do)].join(' ')).toBe(to)
  })

  test('has the name and the partitions of its last join', () => {
    const { state, effects } = transition(states.reading, events.joined)
    expect(state).toEqual({ name: 'reading', generation: 3, memberId: 'b' })
    expect(effects).toContainEqual({ do: 'startWorkers', assignment })
  })

  test('that was fenced fails only if it has not joined again in time', () => {
    const { state, effects } = transition(states.reading, events.fenced)
    expect(effects).toEqual([{ do: 'awaitSuccessor', error, generation: 2 }])
    const again = transition(state, events.joined).state
    expect(transition(again, events.successorUnknown)).toEqual({ state: again, effects: [] })
    expect(transition(state, events.successorUnknown).effects).toEqual([
      { do: 'report', error },
      { do: 'close' },
    ])
  })
})
