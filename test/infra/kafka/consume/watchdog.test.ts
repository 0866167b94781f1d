// What the watchdog considers stuck, and what it leaves alone.
import { describe, expect, test } from 'vitest'
import { findStuck } from '../../../../infra/kafka/consume/watchdog.ts'
import { layOut } from '../../../../infra/kafka/topics/topics.ts'

const NOW = 1_000_000
const LIMIT = 60_000
const LONG_AGO = NOW - 61_000

type Given = {
  at?: number
  delivering?: boolean
  lag?: number
  fetching?: number
  membership?: number
}

function found({ at = NOW, delivering = false, lag = 5, fetching = NOW, membership = NOW }: Given) {
  const topic = layOut('').of('memory.facts.v1')
  const worker = { topic, partition: 2, progress: { at, delivering, lag }, wants: () => 9 }
  return findStuck(
    {
      group: 'keep-audit',
      limitMs: LIMIT,
      workers: () => [worker],
      signs: () => ({ fetching, membership }),
    },
    NOW,
  )
}

describe('the watchdog', () => {
  test.each([
    ['a partition that moves', {}],
    ['one with nothing to read', { at: LONG_AGO, lag: 0 }],
    ['one whose delivery takes long', { at: LONG_AGO, delivering: true }],
    ['a membership that was silent for a while', { membership: LONG_AGO }],
  ])('given %s, when looked at, then nothing is said', (_, given) => {
    expect(found(given)).toBeNull()
  })

  test.each([
    [
      'a partition that stands still',
      { at: LONG_AGO },
      'memory.facts.v1/2 does not move for keep-audit',
    ],
    ['fetches without an answer', { at: LONG_AGO, fetching: LONG_AGO }, 'for keep-audit is silent'],
    [
      'a membership without a sign',
      { membership: NOW - LIMIT * 6 },
      'membership of keep-audit is silent',
    ],
  ])('given %s, when looked at, then it is told', (_, given, told) => {
    expect(found(given)).toContain(told)
  })
})
