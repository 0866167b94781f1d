// Every state of a loop that fetches, and what each event leads to.
import { describe, expect, test } from 'vitest'
import {
  type FetchEvent,
  type FetchState,
  LOOKING,
  transition,
} from '../../../../infra/kafka/consume/fetch-state.ts'

const asking = new Map([['writes/0', { topic: 'writes', partition: 0, offset: 5 }]])

/** After two outages. */
const states: Record<FetchState['name'], FetchState> = {
  looking: { name: 'looking', pauseMs: 400 },
  asking: { name: 'asking', asking, pauseMs: 400 },
  resting: { name: 'resting', pauseMs: 400 },
  refreshing: { name: 'refreshing', pauseMs: 400 },
  pausing: { name: 'pausing', pauseMs: 400 },
  over: { name: 'over', pauseMs: 400 },
}

/** What each state's work may lead to: `over` has none. */
const table: Record<
  Exclude<FetchState['name'], 'over'>,
  Partial<Record<FetchEvent['name'], FetchState>>
> = {
  looking: {
    wanted: states.asking,
    nothing: states.resting,
    outage: states.pausing,
    ended: states.over,
  },
  asking: { done: LOOKING, moved: states.refreshing, outage: states.pausing, ended: states.over },
  resting: { done: LOOKING, ended: states.over },
  refreshing: { done: LOOKING, outage: states.pausing, ended: states.over },
  pausing: { done: { name: 'looking', pauseMs: 800 }, ended: states.over },
}

describe('a loop', () => {
  test.each(
    Object.entries(table).flatMap(([from, row]) =>
      Object.entries(row).map(([event, to]) => [from, event, to] as const),
    ),
  )('that is %s: %s', (from, name, to) => {
    const event = (name === 'wanted' ? { name, asking } : { name }) as FetchEvent
    expect(transition(states[from as FetchState['name']], event)).toEqual(to)
  })

  test('pauses longer after each outage up to a bound, and briefly again once something has succeeded', () => {
    const pauses: number[] = []
    let state = LOOKING
    for (let n = 0; n < 7; n++) {
      state = transition(state, { name: 'outage' })
      pauses.push(state.pauseMs)
      state = transition(state, { name: 'done' })
    }
    expect(pauses).toEqual([100, 200, 400, 800, 1_600, 3_000, 3_000])
    const asked = transition(transition(state, { name: 'wanted', asking }), { name: 'done' })
    expect(transition(asked, { name: 'outage' }).pauseMs).toBe(100)
  })
})
