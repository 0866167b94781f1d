// What is wrong with one user's log and audit, finding by finding; and what is no finding: what was forgotten or erased,
// what the store has not taken in, and what has not been sealed.
import { describe, expect, test } from 'vitest'
import type { AuditEntry } from '../../../infra/ports/audit-store.ts'
import { type SealedRecord, sealedEntry } from '../../../processors/audit-seals/seals.ts'
import type { Finding } from '../../../processors/audit-seals/verify-seals.ts'
import { type Evidence, verifyUser } from '../../../processors/audit-seals/verify-user.ts'
import type { StoredEvent } from '../../../schemas/events/envelope.ts'
import { AUDIT, WRITES } from '../../../schemas/topics.ts'
import { AT } from '../../contracts/given.ts'
import { ANN } from './given.ts'
import { recordAt } from './given-seals.ts'

const commit = (text: string) => `committed to ${text}`

const idOf = (record: SealedRecord) => record.event.id
const sealed = (records: readonly SealedRecord[]) =>
  records.map((record) => sealedEntry(record, commit))

/** The entry of a record, as the store keeps it. */
function entryOf({ event, position }: SealedRecord, changed: Partial<AuditEntry> = {}): AuditEntry {
  return {
    ...{ id: event.id, ...ANN, topic: WRITES, partition: 0, position, type: event.type },
    ...{ at: event.recordedAt, causationId: null, source: position, category: null },
    ...{ permanent: false, details: event.open, ...changed },
  }
}

/** Records that are in the log, sealed and in the store alike. */
function evidence(records: readonly SealedRecord[], changed: Partial<Evidence> = {}): Evidence {
  return {
    scope: ANN,
    sealed: sealed(records),
    records,
    entries: records.map((record) => entryOf(record)),
    expected: new Map(records.map((record) => [idOf(record), [entryOf(record)]])),
    erased: new Map(),
    upTo: new Map([[`${WRITES} 0`, 9]]),
    checkpoints: new Map([[WRITES, new Map([[0, 9]])]]),
    ...changed,
  }
}

function verified(given: Evidence): Finding[] {
  const work = verifyUser(given, commit)
  for (;;) {
    const { done, value } = work.next()
    if (done) return value
  }
}

function finding(
  what: Finding['what'],
  where: Finding['where'],
  record: Pick<SealedRecord, 'event'>,
): Finding {
  return { what, where, id: record.event.id, ...ANN }
}

/** The nth record is told at the nth second, and has the nth id. */
function at(position: number, overrides: Partial<StoredEvent> = {}): SealedRecord {
  const id = `01937e2a-7c00-7000-8000-00000000000${position}`
  return recordAt(position, {
    id,
    recordedAt: AT.replace('00.000', `0${position}.000`),
    ...overrides,
  })
}

const [zero, one, two] = [at(0), at(1), at(2)] as const
const inWork = at(1, { open: { category: 'work' } })
const inHome = at(1, { open: { category: 'home' } })
const forget = (position: number, open: StoredEvent['open'] = {}) =>
  at(position, { type: 'MemoryForgotten', open })

test('log and audit that say what was sealed have no findings', () => {
  expect(verified(evidence([zero, one, two]))).toEqual([])
})

describe('in the log', () => {
  test('a sealed event that is missing was dropped, and its entry, which is still there, is not named again', () => {
    const given = evidence([zero, one, two], { records: [zero, two] })
    expect(verified(given)).toEqual([finding('dropped', 'log', one)])
  })

  test('an event that says something else was changed', () => {
    const changed = at(1, { occurredAt: '2020-01-01T00:00:00.000Z' })
    const given = evidence([zero, one, two], { records: [zero, changed, two] })
    expect(verified(given)).toEqual([finding('changed', 'log', one)])
  })

  test('an event that was moved behind the sealed end was changed where it says something else', () => {
    const moved = at(9, { id: idOf(one), recordedAt: one.event.recordedAt, type: 'FactGiven' })
    const upTo = new Map([[`${WRITES} 0`, 2]])
    const found = verified(evidence([zero, one, two], { records: [zero, two, moved], upTo }))
    expect(found).toContainEqual(finding('changed', 'log', one))
  })

  test('an event before one that was sealed earlier is in another place', () => {
    const given = evidence([zero, one, two], { sealed: sealed([zero, two, one]) })
    expect(verified(given)).toEqual([finding('reordered', 'log', one)])
  })

  test('every event before the furthest of those sealed earlier is in another place', () => {
    const given = evidence([zero, one, two], { sealed: sealed([two, zero, one]) })
    expect(verified(given)).toEqual([
      finding('reordered', 'log', zero),
      finding('reordered', 'log', one),
    ])
  })

  test('an event that was sealed twice is in its place', () => {
    expect(verified(evidence([one, two], { sealed: sealed([one, one, two, two]) }))).toEqual([])
  })

  test('an event is before none of another partition', () => {
    expect(
      verified(evidence([two, { ...one, partition: 1 }], { entries: [], checkpoints: new Map() })),
    ).toEqual([])
  })

  test.each([
    { position: 'before the sealed end', upTo: 2, expected: [finding('inserted', 'log', one)] },
    { position: 'at the sealed end', upTo: 1, expected: [finding('inserted', 'log', one)] },
    { position: 'after the sealed end', upTo: 0, expected: [] },
  ])('an event that no seal has, $position', ({ upTo, expected }) => {
    const given = evidence([zero, one], { sealed: sealed([zero]) })
    expect(verified({ ...given, upTo: new Map([[`${WRITES} 0`, upTo]]) })).toEqual(expected)
  })

  test('nothing is inserted where nothing is sealed', () => {
    expect(verified(evidence([zero, one], { sealed: [], upTo: new Map() }))).toEqual([])
  })
})

describe('an event that the log holds twice, because an append was repeated', () => {
  const again = at(3, { id: idOf(one) })
  const [stored, later] = [entryOf(one), entryOf(again)]
  const both = [zero, one, two, again]
  const given = (changed: Partial<Evidence> = {}) =>
    verified(
      evidence(both, {
        entries: [entryOf(zero), stored, entryOf(two)],
        expected: new Map([
          [idOf(zero), [entryOf(zero)]],
          [idOf(one), [stored, later]],
          [idOf(two), [entryOf(two)]],
        ]),
        ...changed,
      }),
    )

  test('is nothing, whether or not compaction has removed the first copy', () => {
    expect(given()).toEqual([])
    const expected = new Map(
      [zero, two, again].map((record) => [idOf(record), [entryOf(record)]] as const),
    )
    expect(given({ records: [zero, two, again], expected })).toEqual([])
  })

  test('is nothing where only the first copy is sealed yet', () => {
    const upTo = new Map([[`${WRITES} 0`, 2]])
    expect(given({ sealed: sealed([zero, one, two]), upTo })).toEqual([])
  })

  test.each([
    ['first', [zero, at(1, { type: 'ActivityRecorded' }), two, again]],
    ['second', [zero, one, two, { ...again, event: { ...again.event, type: 'ActivityRecorded' } }]],
  ])('was changed where its %s copy says something else', (_, records) => {
    expect(given({ records })).toContainEqual(finding('changed', 'log', one))
  })

  test('was inserted where fewer copies are sealed', () => {
    const found = given({ sealed: sealed([zero, one, two]) })
    expect(found).toContainEqual(finding('inserted', 'log', one))
  })

  test('was dropped once where no copy is left', () => {
    const found = given({ records: [zero, two] })
    expect(found).toEqual([finding('dropped', 'log', one)])
  })

  test.each([
    ['may be missing where both were forgotten', 4, []],
    ['was dropped where one was not', 2, [finding('dropped', 'log', one)]],
  ])('%s', (_, position, expected) => {
    const later = forget(position)
    const entries = [stored, entryOf(later)].slice(expected.length === 0 ? 1 : 0)
    const own = { records: [later], entries, expected: new Map([[idOf(later), [entryOf(later)]]]) }
    expect(given({ ...own, sealed: sealed([one, again, later]) })).toEqual(expected)
  })

  test('has its entry where the first copy is, unless that one is gone', () => {
    const moved = entryOf(one, { position: 7 })
    expect(given({ entries: [entryOf(zero), moved, entryOf(two)] })).toEqual([
      finding('reordered', 'audit', one),
    ])
  })
})

describe('in the audit', () => {
  test.each([
    { reach: 'a later event', taken: 2, expected: [finding('dropped', 'audit', one)] },
    { reach: 'its event', taken: 1, expected: [finding('dropped', 'audit', one)] },
    { reach: 'the event before', taken: 0, expected: [] },
  ])(
    'an entry that is missing, where the store has read as far as $reach',
    ({ taken, expected }) => {
      const given = evidence([zero, one], { entries: [entryOf(zero)] })
      const checkpoints = new Map([[WRITES, new Map([[0, taken]])]])
      expect(verified({ ...given, checkpoints })).toEqual(expected)
    },
  )

  test.each([
    ['topic', new Map()],
    ['partition', new Map([[WRITES, new Map([[5, 9]])]])],
    ['topic, but only another one', new Map([[AUDIT, new Map([[0, 9]])]])],
  ])('nothing is missing of a %s that the store has not read', (_, checkpoints) => {
    expect(verified(evidence([zero, one], { entries: [], checkpoints }))).toEqual([])
  })

  test('an entry that says something else was changed', () => {
    const entries = [entryOf(zero), entryOf(one, { details: { changed: 1 } })]
    const expected = [finding('changed', 'audit', one)]
    expect(verified(evidence([zero, one], { entries }))).toEqual(expected)
    expect(verified(evidence([zero, one], { entries, sealed: [], upTo: new Map() }))).toEqual(
      expected,
    )
  })

  test.each([
    ['time', { at: AT.replace('00.000', '01.500') }],
    ['position', { position: 7 }],
    ['partition', { partition: 7 }],
  ])('an entry that has another %s than its event is in another place', (_, changed) => {
    const entries = [entryOf(zero), entryOf(one, changed), entryOf(two)]
    expect(verified(evidence([zero, one, two], { entries }))).toEqual([
      finding('reordered', 'audit', one),
    ])
  })

  test('an entry may be as any version of the service reads its event, but in its place', () => {
    const old = entryOf(one, { details: { read: 'earlier' } })
    const expected = new Map([[idOf(one), [old, entryOf(one)]]])
    expect(verified(evidence([one], { entries: [old], expected }))).toEqual([])
    const entries = [{ ...old, position: 7 }]
    expect(verified(evidence([one], { entries, expected }))).toEqual([
      finding('reordered', 'audit', one),
    ])
  })

  test('an entry of no event was inserted', () => {
    const entries = [entryOf(zero), entryOf(one)]
    expect(verified(evidence([zero], { entries }))).toEqual([finding('inserted', 'audit', one)])
  })

  test('an event that this version cannot read may have an entry or none', () => {
    const expected = new Map()
    for (const entries of [[], [entryOf(one)]]) {
      expect(verified(evidence([one], { entries, expected }))).toEqual([])
    }
  })

  test('an event that the audit does not show has no entry, and none is missed', () => {
    const unshown = at(1, { type: 'ExtractionResumed' })
    expect(verified(evidence([unshown], { entries: [] }))).toEqual([])
  })

  test('an entry of an event that the audit does not show was inserted, though the event is sealed', () => {
    const unshown = at(1, { type: 'ExtractionResumed' })
    expect(verified(evidence([unshown]))).toEqual([finding('inserted', 'audit', unshown)])
  })

  test.each([
    ['a later time', [one, zero], [finding('reordered', 'audit', zero)]],
    ['the same time and id', [zero, zero, one], [finding('reordered', 'audit', zero)]],
    ['an earlier time', [zero, one], []],
  ])('an entry that follows one of %s', (_, listed, expected) => {
    const entries = listed.map((record) => entryOf(record))
    expect(verified(evidence([zero, one], { entries }))).toEqual(expected)
  })

  test('an entry that follows one of a later time is in another place, though its id is higher', () => {
    const [late, early] = [at(1, { recordedAt: two.event.recordedAt }), at(2, { recordedAt: AT })]
    expect(verified(evidence([late, early]))).toEqual([finding('reordered', 'audit', early)])
  })

  test('entries of the same time are in the order of their ids', () => {
    const [first, second] = [at(1, { recordedAt: AT }), at(2, { recordedAt: AT })]
    expect(verified(evidence([first, second]))).toEqual([])
    const entries = [entryOf(second), entryOf(first)]
    expect(verified(evidence([first, second], { entries }))).toEqual([
      finding('reordered', 'audit', first),
    ])
  })
})

describe('what was forgotten', () => {
  /** The event is gone from the log and from the store; the forget is there. */
  const gone = (record: SealedRecord, later: SealedRecord, changed: Partial<Evidence> = {}) =>
    verified(evidence([later], { sealed: sealed([record, later]), ...changed }))

  test.each([
    ['everything', one, forget(2), []],
    ['everything, in a category', inWork, forget(2), []],
    ['its category', inWork, forget(2, { category: 'work' }), []],
    ['another category', inWork, forget(2, { category: 'home' }), [finding('dropped', 'log', one)]],
    [
      'a category, and it has none',
      one,
      forget(2, { category: 'work' }),
      [finding('dropped', 'log', one)],
    ],
    ['everything before it', two, forget(1), [finding('dropped', 'log', two)]],
  ])('may be missing after a forget of %s', (_, record, later, expected) => {
    expect(gone(record, later)).toEqual(expected)
  })

  test('is what was written before the forget: what the forget itself led to stays', () => {
    const ledTo = at(3, { type: 'MemoryErased', open: { source: 2 } })
    expect(gone(ledTo, forget(2))).toEqual([finding('dropped', 'log', ledTo)])
  })

  const byForget = forget(2, { category: 'work' })
  const late = at(3)
  test.each([
    ['by a forget that is there', one, byForget, idOf(byForget), []],
    ['by a forget that is not', one, two, idOf(byForget), [finding('dropped', 'log', one)]],
    ['by what is no forget', one, two, idOf(two), [finding('dropped', 'log', one)]],
    ['by another forget', one, byForget, idOf(zero), [finding('dropped', 'log', one)]],
    ['by an earlier forget', late, byForget, idOf(byForget), [finding('dropped', 'log', late)]],
    [
      'and is of a category, as no write is',
      inHome,
      byForget,
      idOf(byForget),
      [finding('dropped', 'log', inHome)],
    ],
  ])('may be missing where its resource was erased %s', (_, record, later, by, expected) => {
    const erased = new Map([[idOf(record), new Set([by])]])
    expect(gone(record, later, { erased })).toEqual(expected)
  })

  test.each([
    ['the key that the forget destroyed', 1, []],
    ['a later key', 2, [finding('dropped', 'audit', two)]],
  ])(
    'may be missing in the audit behind the forget, where it was written under %s',
    (_, keyGeneration, expected) => {
      const later = at(2, { open: { keyGeneration } })
      const first = forget(1, { category: null, keyGeneration: 1 })
      const permanent = entryOf(first, { permanent: true })
      const given = evidence([first, later], {
        entries: [permanent],
        expected: new Map([
          [idOf(first), [permanent]],
          [idOf(later), [entryOf(later)]],
        ]),
      })
      expect(verified(given)).toEqual(expected)
    },
  )

  test('may no longer be in the audit', () => {
    const later = forget(2)
    const given = evidence([one, later], { entries: [entryOf(later)] })
    expect(verified(given)).toEqual([])
    expect(gone(one, later, { entries: [entryOf(one), entryOf(later)] })).toEqual([
      finding('inserted', 'audit', one),
    ])
  })

  test('leaves entries that are permanent', () => {
    const later = forget(2)
    const permanent = entryOf(one, { permanent: true })
    const expected = new Map([
      [idOf(one), [permanent]],
      [idOf(later), [entryOf(later)]],
    ])
    expect(verified(evidence([one, later], { entries: [entryOf(later)], expected }))).toEqual([
      finding('dropped', 'audit', one),
    ])
  })
})
