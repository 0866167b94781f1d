// Which processors are stalled, judging by observations over time.
import { describe, expect, test } from 'vitest'
import type { PartitionLag } from '../../../../infra/runtime/watch/lag-meter.ts'
import { createStallWatch, type Look } from '../../../../infra/runtime/watch/stalls.ts'

const LOOK_MS = 2_000
const PATIENCE_MS = 10_000

function lagOf(
  processor: string,
  records: number,
  { checkpoint, partition = 0 }: { checkpoint: number; partition?: number | undefined },
): PartitionLag {
  const since = records > 0 ? new Date(0) : null
  return {
    processor,
    topic: 'memory.writes.v1',
    partition,
    checkpoint,
    note: null,
    end: undefined,
    records,
    since,
  }
}

function looking(waitsFor: Record<string, string[]> = {}) {
  const find = createStallWatch({
    patienceMs: (processor) => (processor === 'patient' ? 2 * PATIENCE_MS : PATIENCE_MS),
    waitsFor: (processor) => waitsFor[processor] ?? [],
  })
  return (lag: PartitionLag[], more: Partial<Look> = {}) =>
    find({ lag, units: () => 0, isExcused: () => false, elapsedMs: LOOK_MS, ...more })
}

/** How many looks pass before a report; at most so many. */
function looksUntil(look: () => readonly string[], most = 50): number {
  for (let looks = 1; looks <= most; looks++) if (look().length > 0) return looks
  return most
}

describe('a processor', () => {
  test('given something to do, when nothing gets done for its patience, then it stands still', () => {
    const look = looking()
    const stuck = [lagOf('one', 1, { checkpoint: 5 }), lagOf('idle', 0, { checkpoint: 9 })]
    expect(looksUntil(() => look(stuck))).toBe(1 + PATIENCE_MS / LOOK_MS)
    expect(look(stuck)).toEqual(['one'])
  })

  test('given that it waits for one that is not watched, when nothing gets done, then it stands still all the same', () => {
    const look = looking({ one: ['elsewhere'] })
    looksUntil(() => look([lagOf('one', 1, { checkpoint: 5 })]))
    expect(look([lagOf('one', 1, { checkpoint: 5 })])).toEqual(['one'])
  })

  test('given that it stood still, when it moves or all is done, then it does no longer', () => {
    const look = looking()
    looksUntil(() => look([lagOf('one', 5, { checkpoint: 5 })]))
    expect(look([lagOf('one', 4, { checkpoint: 6 })])).toEqual([])
    looksUntil(() => look([lagOf('one', 4, { checkpoint: 6 })]))
    expect(look([lagOf('one', 0, { checkpoint: 6 })])).toEqual([])
    expect(look([lagOf('one', 1, { checkpoint: 6 })])).toEqual([])
  })

  test('given partitions, when one of them moves, then it gets on', () => {
    const look = looking()
    for (let n = 0; n < 20; n++) {
      expect(
        look([
          lagOf('one', 1, { checkpoint: 5 }),
          lagOf('one', 9, { checkpoint: n, partition: 1 }),
        ]),
      ).toEqual([])
    }
  })

  test('given partitions, when one has something to do and gets nothing done, then it stands still', () => {
    const look = looking()
    const stuck = [
      lagOf('one', 0, { checkpoint: 9 }),
      lagOf('one', 1, { checkpoint: 5, partition: 1 }),
    ]
    expect(looksUntil(() => look(stuck))).toBe(1 + PATIENCE_MS / LOOK_MS)
  })

  test('given a checkpoint that stands, when more is done beyond it, then it gets on', () => {
    const look = looking()
    for (let n = 0; n < 20; n++) {
      expect(look([{ ...lagOf('one', 1, { checkpoint: 5 }), note: `done beyond: ${n}` }])).toEqual(
        [],
      )
    }
  })

  test('given one long piece of work, when units of it are seen to finish, then it gets on', () => {
    const look = looking()
    for (let n = 0; n < 20; n++)
      expect(look([lagOf('one', 1, { checkpoint: 5 })], { units: () => n })).toEqual([])
    expect(looksUntil(() => look([lagOf('one', 1, { checkpoint: 5 })], { units: () => 19 }))).toBe(
      5,
    )
  })

  test('given more patience, when it asks a model, then it is given it', () => {
    const look = looking()
    expect(looksUntil(() => look([lagOf('patient', 1, { checkpoint: 5 })]))).toBe(
      1 + (2 * PATIENCE_MS) / LOOK_MS,
    )
  })

  test('given something down that it needs, when nothing gets done, then it is not blamed, also a moment after', () => {
    const look = looking()
    const stuck = [lagOf('one', 1, { checkpoint: 5 })]
    for (let n = 0; n < 20; n++) expect(look(stuck, { isExcused: () => true })).toEqual([])
    expect(looksUntil(() => look(stuck))).toBe(PATIENCE_MS / LOOK_MS)
  })

  test('given one that waits for another, when that gets on, then neither stands still; else both do', () => {
    const look = looking({ forget: ['one', 'idle'] })
    const waiting = (n: number) => [
      lagOf('forget', 1, { checkpoint: 1 }),
      lagOf('one', 9, { checkpoint: n }),
      lagOf('idle', 0, { checkpoint: 1 }),
    ]
    for (let n = 0; n < 20; n++) expect(look(waiting(n))).toEqual([])
    looksUntil(() => look(waiting(20)))
    expect(look(waiting(20))).toEqual(['forget', 'one'])
  })

  test('given a processor that waits for none with work, when it gets nothing done, then it stands still', () => {
    const look = looking({ forget: ['idle'] })
    looksUntil(() =>
      look([lagOf('forget', 1, { checkpoint: 1 }), lagOf('idle', 0, { checkpoint: 1 })]),
    )
    expect(
      look([lagOf('forget', 1, { checkpoint: 1 }), lagOf('idle', 0, { checkpoint: 1 })]),
    ).toEqual(['forget'])
  })

  test('given a watch that was paused itself, when it goes on, then no processor is blamed for the pause', () => {
    const look = looking()
    look([lagOf('one', 1, { checkpoint: 5 })])
    expect(look([lagOf('one', 1, { checkpoint: 5 })], { elapsedMs: 3_600_000 })).toEqual([])
  })
})
