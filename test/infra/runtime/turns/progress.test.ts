// How far a processor is in a partition: work done beyond the first open place survives a restart.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createProgress, isPassed } from '../../../../infra/runtime/turns/progress.ts'

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

  test('given places that are passed and processes that die while they read, when resumed, then what has ended is not handed out again, and all else is', () => {
    const record = fc.record({ gap: fc.integer({ min: 1, max: 4 }), isForOthers: fc.boolean() })
    const read = fc.record({ records: fc.nat(40), ends: fc.array(fc.nat(10), { maxLength: 20 }) })
    fc.assert(
      fc.property(
        fc.array(record, { minLength: 1, maxLength: 40 }),
        fc.array(read, { maxLength: 8 }),
        (records, lives) => {
          let position = 0
          const log = records.map(({ gap, isForOthers }) => {
            position += gap
            return { position, isForOthers }
          })
          const ended = new Set<number>()
          let stand: ReturnType<ReturnType<typeof createProgress>['stand']> = {
            position: -1,
            note: null,
          }
          for (const { records: most, ends } of lives) {
            const progress = createProgress(stand, LIMIT)
            const after = log.filter((each) => each.position > stand.position)
            const open: number[] = []
            for (const each of after.slice(0, most)) {
              if (each.isForOthers) progress.pass(each.position)
              else if (progress.add(each.position)) open.push(each.position)
            }
            const wanted = after.slice(0, most).filter((each) => !each.isForOthers)
            expect(open).toEqual(
              wanted.map((each) => each.position).filter((each) => !ended.has(each)),
            )
            for (const n of ends) {
              const [place] = open.splice(n, 1)
              if (place === undefined) continue
              progress.finish(place)
              ended.add(place)
            }
            stand = progress.stand()
          }
        },
      ),
      { numRuns: 500 },
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
    const places = Array.from({ length: 2_000 }, (_, n) => first + n * 40)
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
    // The first open place has one beside them.
    expect(progress.mayKeep(places[0]!, 4)).toBe(false)
    expect(progress.mayKeep(places[0]!)).toBe(true)
    progress.keep(places[0]!, { said: 'x'.repeat(130) })
    expect(finished).toBeGreaterThan(480)
    expect(notes).toBe(10)
    expect(progress.stand().note!.length).toBeLessThan(4_096)
    expect(progress.fits([places[0]!])).toBe(true)
  })

  test.each([
    ['one', [5], '5'],
    ['a stretch', [5, 6, 7], '5.3'],
    ['stretches and gaps, whatever their order', [90, 7, 50, 5, 6, 51], '5.3 16.2 12'],
  ])(
    'given %s beyond an open place, when written, then few characters say so',
    (_, done, written) => {
      const progress = createProgress(fresh, LIMIT)
      const all = [1, ...done].sort((a, b) => a - b)
      for (const position of all) progress.add(position)
      for (const position of done) progress.finish(position)
      const stand = progress.stand()
      expect(stand).toEqual({ position: -1, note: JSON.stringify({ done: written, work: [] }) })
      const resumed = createProgress(stand, LIMIT)
      expect(all.filter((position) => resumed.add(position))).toEqual([1])
      expect(resumed.open()).toBe(1)
      expect(resumed.stand()).toEqual(stand)
    },
  )

  test.each([
    ['that were passed', { passed: [2, 4], done: [3, 5] }, '3.3'],
    ['that hold no record', { done: [3, 5, 7] }, '3.5'],
    ['of which one is open', { open: [4], done: [3, 7] }, '3 3'],
    ['too many of which hold no record', { done: [3, 36, 70] }, '3.y x'],
  ])(
    'given done places with others between them %s, when written, then they are one run if nothing is lost by it',
    (_, { passed = [], open = [], done }: Record<string, number[]>, written) => {
      const progress = createProgress(fresh, LIMIT)
      for (const position of [1, ...passed!, ...open!, ...done!].sort((a, b) => a - b)) {
        if (passed!.includes(position)) progress.pass(position)
        else progress.add(position)
      }
      for (const position of done!) progress.finish(position)
      expect(JSON.parse(progress.stand().note!).done).toBe(written)
    },
  )

  test('given places passed beyond an open one, however many, then the note says nothing of them, and the stand passes them with it', () => {
    const progress = createProgress(fresh, LIMIT)
    progress.add(1)
    for (let position = 2; position < 20_000; position++) progress.pass(position)
    progress.add(20_000)
    progress.pass(20_001)
    expect(progress.stand()).toEqual({ position: -1, note: null })
    progress.finish(1)
    expect(progress.stand()).toEqual({ position: 19_999, note: null })
    progress.finish(20_000)
    expect(progress.stand()).toEqual({ position: 20_001, note: null })
    expect(progress.open()).toBe(0)
  })

  test('given work that lasts, when very much else ends beyond it, then it fits in few characters, and there is a bound', () => {
    const progress = createProgress(fresh, LIMIT)
    progress.add(0)
    for (let position = 1; position <= 5_000; position++) progress.add(position)
    let ended = 0
    for (let position = 1; progress.fits([position]); position++) {
      progress.finish(position)
      ended++
    }
    expect(ended).toBe(4_096)
    expect(JSON.parse(progress.stand().note!).done).toBe('1.35s')
  })

  test('given two runs that were done before a restart and are not read again yet, when committed meanwhile, then what lies between them is not taken as done', () => {
    const note = '{"done":"5.3 8.2","work":[]}'
    const progress = createProgress({ position: 1, note }, LIMIT)
    progress.add(2)
    expect(progress.stand()).toEqual({ position: 1, note })
  })

  test('given a place that was done before a restart, when all before it is read again, then it is one run with what is done there', () => {
    const note = '{"done":"4 2","work":[]}'
    const progress = createProgress({ position: 1, note }, LIMIT)
    progress.add(2)
    expect(progress.stand().note).toBe(note)
    progress.pass(3)
    progress.add(4)
    progress.pass(5)
    expect(progress.stand().note).toBe(note)
    progress.pass(6)
    expect(progress.stand()).toEqual({ position: 1, note: '{"done":"4.4","work":[]}' })
  })

  test('given a full note that is not read again yet, when little more has ended, then that fits no longer', () => {
    const done = Array.from({ length: 200 }, () => '14').join(' ')
    const resumed = createProgress(
      { position: 1, note: JSON.stringify({ done, work: [] }) },
      2_530 + done.length,
    )
    expect(resumed.fits([2])).toBe(false)
    for (const position of [2, 3]) resumed.add(position)
    expect(resumed.fits([3])).toBe(false)
    expect(resumed.fits([2, 3])).toBe(true)
  })

  test('given much that was done beyond work that lasts, when resumed, then as much fits as before, once it is read again', () => {
    const places = Array.from({ length: 3_000 }, (_, n) => 3 * n)
    const [first, ...others] = places
    const before = createProgress(fresh, LIMIT)
    for (const position of places) before.add(position)
    for (const position of others) before.finish(position)
    const resumed = createProgress(before.stand(), LIMIT)
    expect(places.filter((position) => resumed.add(position))).toEqual([first])
    expect(resumed.stand()).toEqual(before.stand())
    for (const progress of [before, resumed]) {
      progress.add(9_000)
      expect(progress.fits([9_000])).toBe(true)
    }
  })

  test('given places that were done before, when read again without a gap, then the stand passes them at once', () => {
    const progress = createProgress({ position: 3, note: '{"done":"4.2","work":[]}' }, LIMIT)
    progress.add(4)
    expect(progress.stand()).toEqual({ position: 4, note: '{"done":"5","work":[]}' })
    progress.add(5)
    expect(progress.stand()).toEqual({ position: 5, note: null })
    expect(progress.open()).toBe(0)
  })

  test('given a hundred places beyond, when one more would be, then it must fit in the note', () => {
    const beyond = (noteLimit: number) => {
      const progress = createProgress(fresh, noteLimit)
      for (let n = 0; n <= 101; n++) progress.add(1 + 2 * n)
      for (let n = 1; n <= 99; n++) progress.finish(1 + 2 * n)
      return progress
    }
    const [hundredth, next] = [1 + 2 * 100, 1 + 2 * 101]
    const progress = beyond(0)
    expect(progress.fits([hundredth])).toBe(true)
    expect(progress.fits([hundredth, next])).toBe(false)
    expect(progress.fits([1, hundredth, next])).toBe(true)
    progress.finish(hundredth)
    progress.finish(next)
    const chars = (JSON.parse(progress.stand().note!) as { done: string }).done.length
    expect(beyond(2_530 + chars).fits([hundredth, next])).toBe(true)
    expect(beyond(2_530 + chars - 1).fits([hundredth, next])).toBe(false)
  })

  test('given a note that is all but full, when asked for more after what just fits, then that does not fit', () => {
    const places = Array.from({ length: 110 }, (_, n) => 1 + 40 * n)
    const full = (noteLimit: number) => {
      const progress = createProgress(fresh, noteLimit)
      for (const position of places) progress.add(position)
      for (const position of places.slice(1, 101)) progress.finish(position)
      return progress
    }
    const { done } = JSON.parse(full(0).stand().note ?? '') as { done: string }
    // One more takes three characters.
    const progress = full(2_530 + done.length + 4)
    const [, ...beyond] = places
    expect(progress.fits(beyond.slice(100, 101))).toBe(true)
    expect(progress.fits(beyond.slice(100, 102))).toBe(false)
    expect(progress.fits(beyond.slice(100, 102))).toBe(false)
  })

  test('given ten works with a note, when another is to keep one, then there is no room, also after a restart', () => {
    const progress = createProgress(fresh, LIMIT)
    for (let position = 1; position <= 10; position++) {
      expect(progress.mayKeep(position)).toBe(true)
      progress.keep(position, { parts: position })
    }
    for (const each of [progress, createProgress(progress.stand(), LIMIT)]) {
      expect(each.mayKeep(11)).toBe(false)
      expect(each.mayKeep(10)).toBe(true)
      expect(each.mayKeep(1, 0)).toBe(true)
      expect([each.noteOf(10), each.noteOf(11)]).toEqual([{ parts: 10 }, null])
    }
    progress.add(1)
    progress.finish(1)
    expect([progress.mayKeep(11), progress.mayKeep(11, 9), progress.noteOf(1)]).toEqual([
      true,
      false,
      null,
    ])
  })
})

test.each([
  ['its position is behind the place', { position: 7, note: null }, true],
  ['its position is the place', { position: 6, note: null }, true],
  ['it stands before the place', { position: 5, note: null }, false],
  ['it has never committed', { position: undefined, note: null }, false],
  ['the place is done beyond its position', { position: 3, note: '{"done":"6","work":[]}' }, true],
  ['another place is', { position: 3, note: '{"done":"5","work":[]}' }, false],
])('given a stand, when %s, then whether the place is passed is known', (_, stand, expected) => {
  expect(isPassed(stand, 6)).toBe(expected)
})

test('given the first place of a log, when nothing was ever committed, then it is not passed', () => {
  expect(isPassed(fresh, 0)).toBe(false)
})
