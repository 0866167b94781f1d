// What is wrong with seals, finding by finding: what, where, which seal or run, of which app and which pseudonym.
import { expect, test } from 'vitest'
import type { LogRecord } from '../../../infra/ports/event-log.ts'
import { nth } from '../../../infra/runtime/certain.ts'
import type { Signer } from '../../../infra/runtime/signing/signer.ts'
import {
  type AuditRooted,
  type AuditSealed,
  rootStatement,
  sealHash,
} from '../../../processors/audit-seals/seals.ts'
import {
  countedSeal,
  type Finding,
  newSealsRead,
  readSeal,
} from '../../../processors/audit-seals/verify-seals.ts'
import { isStoredAs } from '../../../schemas/events/catalogue.ts'
import { scopeName } from '../../../schemas/scope-name.ts'
import type { JsonWebKeySet } from '../../../schemas/signed.ts'
import { ANN, CID } from './given.ts'
import { givenRuns, rootsIn, sealsIn } from './given-seals.ts'

/** Reads the seals one after another, and the entries of those that count. */
function verifySeals(records: readonly LogRecord[], keys: JsonWebKeySet) {
  const read = newSealsRead()
  for (const record of records) readSeal(read, record, keys)
  const counted = records.flatMap((record) => countedSeal(read, record) ?? [])
  const ofUsers = [...Map.groupBy(counted, scopeName)]
  const entries = new Map(
    ofUsers.map(([name, seals]) => [name, seals.flatMap(({ open }) => open.entries)]),
  )
  return { ...read, entries }
}

const OTHER = '01937e2a-7c00-7000-8000-000000000001'

/** Three runs over Ann of the shop and Cid of the club, each named by its number, with what makes findings of them. */
async function givenThree() {
  const { records, signer, publicKeys } = await givenRuns(3, [ANN, CID])
  const ann = { ...ANN, userId: await signer.pseudonymOf(ANN) }
  const run = (number: number) => {
    const rooted = rootsIn(records).find(({ open }) => open.run === number)
    const seal = sealsIn(records).find(
      ({ open, appId }) => open.rootedBy === rooted?.id && appId === 'shop',
    )
    if (!rooted || !seal) throw new Error(`there is no run ${number}`)
    return { rooted, seal }
  }
  const without = (...ids: string[]) =>
    records.filter(({ event }) => event && !ids.includes(event.id))
  const found = (read: readonly LogRecord[] = records) => verifySeals(read, publicKeys).findings
  return { records, publicKeys, signer, ann, run, without, found }
}

const ofApp = (what: Finding['what'], id: string, appId: string): Finding => ({
  what,
  where: 'seals',
  id,
  appId,
  userId: null,
})
const ofSeal = (what: Finding['what'], { id, appId, userId }: AuditSealed): Finding => ({
  what,
  where: 'seals',
  id,
  appId,
  userId,
})
const missingRun = (run: number) => ofApp('dropped', `run ${run}`, '_')

test('seals that were left alone have no findings, and give the entries of each pseudonym in the order of its seals', async () => {
  const { records, publicKeys, ann, run } = await givenThree()
  const { findings, entries, chain, sealed } = verifySeals(records, publicKeys)
  expect(findings).toEqual([])
  expect(entries.size).toBe(2)
  expect(sealed).toBe(6)
  expect(entries.get(scopeName(ann))).toEqual(
    [1, 2, 3].flatMap((number) => run(number).seal.open.entries),
  )
  expect(chain.last).toEqual({ id: run(3).rooted.id, run: 3, day: '2026-05-03' })
})

test('given a copy of a seal behind the root of its run, then only the seal before it counts', async () => {
  const { records, publicKeys, ann, run } = await givenThree()
  const copy = nth(
    records.filter(({ event }) => event?.id === run(1).seal.id),
    0,
  )
  const { position } = nth(records, records.length - 1)
  const { entries } = verifySeals([...records, { ...copy, position: position + 1 }], publicKeys)
  expect(entries.get(scopeName(ann))).toHaveLength(3)
})

test.each([
  { dropped: [1], after: 2 },
  { dropped: [2], after: 3 },
  { dropped: [1, 2], after: 3 },
])(
  'given runs $dropped without their roots, then each is named, and each user’s next seal has none before it',
  async ({ dropped, after }) => {
    const { records, publicKeys, run, without } = await givenThree()
    const read = without(...dropped.map((number) => run(number).rooted.id))
    const { findings, chain } = verifySeals(read, publicKeys)
    const next = sealsIn(records).filter(({ open }) => open.rootedBy === run(after).rooted.id)
    expect(findings).toEqual([
      ...dropped.map(missingRun),
      ...next.map((seal) => ofSeal('dropped', seal)),
    ])
    expect(chain.last?.run).toBe(3)
  },
)

test('given a dropped run and a next one that claims to follow the run before it, then the dropped run is named', async () => {
  const { run, without, found } = await givenThree()
  run(3).rooted.open.previous = run(1).rooted.id
  expect(found(without(run(2).rooted.id))).toContainEqual(missingRun(2))
})

test.each([
  ['another run', OTHER],
  ['none', null],
])(
  'given a signed root that claims to follow %s, then the link is named once, and what the run sealed still counts',
  async (_, previous) => {
    const { records, publicKeys, ann, run } = await givenThree()
    run(2).rooted.open.previous = previous
    const { findings, entries } = verifySeals(records, publicKeys)
    expect(findings).toEqual([missingRun(2)])
    expect(entries.get(scopeName(ann))).toHaveLength(3)
  },
)

/** Cuts out of a run what it says of an app. */
function cut(records: readonly LogRecord[], rooted: AuditRooted, app: string): LogRecord[] {
  rooted.open.roots = rooted.open.roots.filter(({ appId }) => appId !== app)
  const isCut = ({ event }: LogRecord) =>
    isStoredAs(event, 'AuditSealed') && event.open.rootedBy === rooted.id && event.appId === app
  return records.filter((record) => !isCut(record))
}

test('given a root that was cut out of an older run with its seals, then the next run tells, also where it has other apps alone', async () => {
  const { records, run, found } = await givenThree()
  const [first, second] = [run(1).rooted, run(2).rooted]
  const later = cut(cut(records, second, 'shop'), run(3).rooted, 'shop')
  expect(found(cut(later, first, 'shop'))).toEqual([
    ofApp('changed', first.id, '_'),
    ofApp('changed', second.id, '_'),
  ])
})

test.each([1, 2])(
  'given a root that was cut out of run %i, when its app is sealed again, then that alone names it as missing',
  async (older) => {
    const { records, run, found } = await givenThree()
    const [cutOut, next] = [run(older).rooted, run(older + 1)]
    expect(found(cut(records, cutOut, 'shop'))).toEqual([
      ofApp('changed', cutOut.id, '_'),
      ofApp('dropped', next.rooted.id, 'shop'),
      ofSeal('dropped', next.seal),
    ])
  },
)

/** As a version signed it that did not chain runs. */
async function unchained(signer: Signer, rooted: AuditRooted): Promise<void> {
  rooted.open.chained = null
  for (const root of rooted.open.roots) {
    const { value } = await signer.sign(rootStatement(rooted.open, root))
    root.signature = value
  }
}

test('given runs from before they were chained, then the first one that is commits to them', async () => {
  const { records, run, signer, found } = await givenThree()
  await unchained(signer, run(1).rooted)
  await unchained(signer, run(2).rooted)
  expect(found()).toEqual([])
  const [, second] = rootsIn(records)
  expect(found(cut(records, second!, 'club'))).toContainEqual(ofApp('changed', second!.id, '_'))
})

test('given a run that is not chained behind one that is, then it is named', async () => {
  const { run, signer, found } = await givenThree()
  await unchained(signer, run(3).rooted)
  expect(found()).toEqual([ofApp('changed', run(2).rooted.id, '_')])
})

test('given a later run of which one root is not signed, then that root is named, and the run counts for nothing', async () => {
  const { publicKeys, run, without } = await givenThree()
  const { rooted } = run(3)
  const [first, second] = rooted.open.roots
  Object.assign(second ?? {}, { signature: first?.signature })
  const { findings, chain } = verifySeals(without(run(2).rooted.id), publicKeys)
  expect(findings).toEqual([ofApp('changed', rooted.id, second?.appId ?? '')])
  expect(chain.last?.run).toBe(1)
})

test.each([
  ['a number that is too high', { run: 4 }],
  ['a number that was taken', { run: 1 }],
  ['no run before it, and another day', { previous: null, day: '2020-01-01' }],
])('given a last root that was given %s, then it is named for each app', async (_, changed) => {
  const { run, found } = await givenThree()
  const { rooted } = run(3)
  Object.assign(rooted.open, changed)
  expect(found()).toEqual(['shop', 'club'].map((appId) => ofApp('changed', rooted.id, appId)))
})

test('given all roots with numbers one too high, then each is named', async () => {
  const { records, found } = await givenThree()
  const roots = rootsIn(records)
  for (const { open } of roots) open.run++
  const changed = roots.flatMap(({ id }) =>
    ['shop', 'club'].map((app) => ofApp('changed', id, app)),
  )
  expect(found()).toEqual(changed)
})

test('given two roots with one number, both signed, then the second is nothing, as of a process that sealed at the same time', async () => {
  const { records, found } = await givenThree()
  const roots = records.filter(({ event }) => isStoredAs(event, 'AuditRooted'))
  const late = roots.map((record) => ({ ...record, position: record.position + 100 }))
  expect(found([...records, ...late])).toEqual([])
})

test('given roots that another key signed, then each is refused, for each app', async () => {
  const { records } = await givenThree()
  const { publicKeys } = await givenRuns(1, [ANN])
  expect(verifySeals(records, publicKeys).findings).toEqual(
    rootsIn(records).flatMap(({ id }) => [
      ofApp('changed', id, 'shop'),
      ofApp('changed', id, 'club'),
    ]),
  )
})

test('given a root that says more than was signed, then it is named for its app alone', async () => {
  const { run, found } = await givenThree()
  const { rooted } = run(3)
  const shop = rooted.open.roots.find(({ appId }) => appId === 'shop')
  Object.assign(shop ?? {}, { entries: 5 })
  expect(found()).toEqual([ofApp('changed', rooted.id, 'shop')])
})

test('given a seal that was changed under its hash, then the seal is named', async () => {
  const { run, found } = await givenThree()
  run(3).seal.open.entries = []
  expect(found()).toEqual([ofSeal('changed', run(3).seal)])
})

test('given a seal that was dropped, then its root misses it, and so does the user’s next seal', async () => {
  const { run, without, found } = await givenThree()
  expect(found(without(run(2).seal.id))).toEqual([
    ofApp('dropped', run(2).rooted.id, 'shop'),
    ofSeal('dropped', run(3).seal),
  ])
})

/** The seal with another place in its user's chain, and the hash of that. */
function moved(seal: AuditSealed, to: { number?: number; previous?: string | null }): void {
  Object.assign(seal.open, to)
  seal.open.hash = sealHash(seal, seal.open)
}

test.each([
  { way: 'a number that leaves one out', to: { number: 4 }, what: 'dropped' as const },
  { way: 'a number that was taken', to: { number: 2 }, what: 'reordered' as const },
  { way: 'another seal before it', to: { previous: 'A'.repeat(43) }, what: 'reordered' as const },
  { way: 'no seal before it', to: { previous: null }, what: 'reordered' as const },
])(
  'given a seal with $way, then its root does not match, and the seal was $what',
  async ({ to, what }) => {
    const { run, found } = await givenThree()
    const { seal, rooted } = run(3)
    moved(seal, to)
    expect(found()).toEqual([ofApp('changed', rooted.id, 'shop'), ofSeal(what, seal)])
  },
)

/** The records with one more seal, right before the root of its run. */
function inserted(
  records: readonly LogRecord[],
  seal: AuditSealed,
  changed: { appId?: string; userId?: string },
) {
  const at = records.findIndex(({ event }) => event?.id === seal.open.rootedBy)
  const copy = { ...structuredClone(seal), ...changed, id: OTHER }
  moved(copy, { number: 1, previous: null })
  const event = { ...copy, open: { ...copy.open } }
  const record = { ...nth(records, at), event }
  return { copy, read: [...records.slice(0, at), record, ...records.slice(at)] }
}

test('given a seal of one user more, then its root has too many', async () => {
  const { records, run, found } = await givenThree()
  const { seal, rooted } = run(3)
  const { read } = inserted(records, seal, { userId: 'f'.repeat(64) })
  expect(found(read)).toEqual([ofApp('inserted', rooted.id, 'shop')])
})

test('given a seal of an app that the run has no root of, then the seal was inserted', async () => {
  const { records, run, found } = await givenThree()
  const { copy, read } = inserted(records, run(3).seal, { appId: 'another' })
  expect(found(read)).toEqual([ofSeal('inserted', copy)])
})
