// How far a processor is in a partition: what is done beyond the first open place survives a restart.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createProgress } from '../../../infra/runtime/progress.ts'

const LIMIT = 4_000
const fresh = { position: undefined, note: null }

describe('progress', () => {
  test('given places that end in any order, when asked, then the stand is the last before the first open one', () => {
    const progress = createProgress(fresh, LIMIT)
    for (const position of [3, 4, 7, 9]) progress.add(position)
    progress.finish(7)
    expect(progress.stand().position).toBe(-1)
    progress.finish(3)
    expect(progress.stand().position).toBe(3)
    progress.finish(4)
    expect(progress.stand()).toEqual({ position: 7, note: null })
    expect(progress.open()).toBe(1)
  })

  test('given any work, when resumed at any time, then exactly what had not ended is handed out again', () => {
    const places = fc.uniqueArray(fc.nat(10_000), { minLength: 1, maxLength: 60 })
    fc.assert(
      fc.property(places, fc.infiniteStream(fc.boolean()), (unordered, ends) => {
        const all = [...unordered].sort((a, b) => a - b)
        const before = createProgress(fresh, LIMIT)
        for (const position of all) before.add(position)
        const done = new Set(all.filter(() => ends.next().value))
        for (const position of done) before.finish(position)
        const stand = before.stand()
        const after = createProgress(stand, LIMIT)
        const again = all.filter((position) => position > stand.position && after.add(position))
        expect(again).toEqual(all.filter((position) => !done.has(position)))
        for (const position of again) after.finish(position)
        expect(after.stand()).toEqual({ position: all.at(-1), note: null })
      }),
    )
  })

  test('given what was done before a restart and is not read again yet, when committed meanwhile, then it stays known', () => {
    const progress = createProgress({ position: 1, note: '{"done":"4.2","work":[]}' }, LIMIT)
    progress.add(2)
    progress.finish(2)
    const resumed = createProgress(progress.stand(), LIMIT)
    expect([3, 4, 5, 6].map((position) => resumed.add(position))).toEqual([
      true,
      false,
      false,
      true,
    ])
  })

  test('given done places that have vanished from the log, when passed, then they are forgotten', () => {
    const progress = createProgress(
      { position: 1, note: '{"done":"4.1","work":[[4,{"part":1}]]}' },
      LIMIT,
    )
    progress.add(9)
    progress.finish(9)
    expect(progress.stand().position).toBe(9)
    expect(JSON.parse(progress.stand().note ?? '{"done":""}').done).toBe('')
  })

  test('given a note on work, when resumed, then it is told; when the work ends, then it is gone', () => {
    const progress = createProgress(fresh, LIMIT)
    progress.add(5)
    progress.keep(5, { parts: 3, categories: ['a'] })
    const resumed = createProgress(progress.stand(), LIMIT)
    expect(resumed.noteOf(5)).toEqual({ parts: 3, categories: ['a'] })
    resumed.add(5)
    resumed.finish(5)
    expect(resumed.stand()).toEqual({ position: 5, note: null })
  })

  test('given as much as may be noted, when written, then a log can keep it', () => {
    const progress = createProgress(fresh, LIMIT)
    const first = 4_000_000_000
    const places = Array.from({ length: 2_000 }, (_, n) => first + n * 2)
    for (const position of places) progress.add(position)
    let finished = 0
    for (const position of places.slice(1)) {
      if (!progress.fits([position])) break
      progress.finish(position)
      finished++
    }
    let notes = 0
    for (const position of places.filter((_, n) => n > finished)) {
      if (!progress.mayKeep(position)) break
      progress.keep(position, { said: 'x'.repeat(130) })
      notes++
    }
    expect(finished).toBeGreaterThan(500)
    expect(notes).toBeGreaterThan(5)
    expect(progress.stand().note!.length).toBeLessThan(4_096)
    expect(progress.fits([places[0]!])).toBe(true)
  })
})
