// The canonical forms of what is sealed, letter for letter: another implementation must be able to verify them. The
// hashes were computed with Python.
import { expect, test } from 'vitest'
import {
  commitmentTo,
  commitToCategory,
  isAudited,
  isSealed,
  rootHash,
  rootStatement,
  runHash,
  SEALED_TOPICS,
  sealedEntry,
  sealHash,
  signedRoots,
} from '../../../processors/audit-seals/seals.ts'
import { AT, storedEvent } from '../../contracts/given.ts'
import { ANN } from './given.ts'
import { recordAt, unreadableAt } from './given-seals.ts'

const ID = '01937e2a-7c00-7000-8000-000000000001'
const RUN = '01937e2a-7c00-7000-8000-000000000002'
const PSEUDONYM = '0f'.repeat(32)

/** Shows the text that is committed to. */
const shown = (text: string) => text
const envelope =
  `"appId":"shop","causationId":null,"id":"${ID}","occurredAt":"${AT}","open":{"source":7},` +
  `"recordedAt":"${AT}","traceparent":null,"type":"ContentStored","userId":"ann","version":1`

test.each([
  ['nothing sealed', null, 'null'],
  [
    'cipher text',
    Uint8Array.from({ length: 48 }, (_, n) => n),
    '"Tb3CsrYssAdJeFvIQgIjbbw3d9dGYGEbjliBLwz95sM"',
  ],
])(
  'a commitment to an event with %s is to its topic, its open part and the hash of its cipher text',
  (_, sealed, cipherText) => {
    const record = recordAt(3, { id: ID, open: { source: 7 }, sealed })
    expect(commitmentTo(record, shown)).toBe(
      `["event","memory.writes.v1",{${envelope}},${cipherText}]`,
    )
  },
)

test.each([
  ['work', '["category","work"]'],
  [null, null],
  [undefined, null],
])('a commitment to the category %s is %s', (category, expected) => {
  expect(commitToCategory(category, shown)).toBe(expected)
})

test('an entry of a seal names the event, the write that led to it, and its category by a commitment', () => {
  const record = recordAt(3, { id: ID, open: { source: 7, category: 'work' } })
  expect(sealedEntry(record, shown)).toEqual({
    id: ID,
    source: 7,
    category: '["category","work"]',
    commitment: commitmentTo(record, shown),
  })
  expect(sealedEntry(recordAt(3, { id: ID }), shown)).toMatchObject({ source: 3, category: null })
})

const open = {
  rootedBy: RUN,
  number: 2,
  previous: 'p'.repeat(43),
  entries: [{ id: ID, source: 7, category: null, commitment: 'c'.repeat(43) }],
}

test('the hash of a seal covers its app, its pseudonym and its open part, but not the hash itself', () => {
  const of = { appId: 'shop', userId: PSEUDONYM }
  const expected = 'y_2kpWHRWRXMG5hjE8PBSJR2t1h9-zzJ7yPJzdj2Uiw'
  expect(sealHash(of, open)).toBe(expected)
  expect(sealHash(of, { ...open, hash: 'another' })).toBe(expected)
  expect(sealHash({ ...of, appId: 'club' }, open)).not.toBe(expected)
})

test('a root is the same in whatever order its seals come: leaves are in the order of pseudonyms, then of numbers', () => {
  const a2 = { userId: 'a', open: { number: 2, hash: 'x' } }
  const a10 = { userId: 'a', open: { number: 10, hash: 'y' } }
  const b1 = { userId: 'b', open: { number: 1, hash: 'z' } }
  for (const seals of [
    [a2, a10, b1],
    [a2, b1, a10],
    [a10, a2, b1],
    [a10, b1, a2],
    [b1, a2, a10],
    [b1, a10, a2],
  ]) {
    expect(rootHash(seals)).toBe('4qP3iXx1sbrzwKxPHWocQl5vED0o2smnbqQG7UbDUWA')
  }
  expect(rootHash([])).toBe('rHkMRSUTf5zJVmN0BuX00MLvdzSJt_iYYKj-e4doD7Y')
})

const upTo = [{ topic: 'memory.writes.v1', partition: 0, position: 9 }]
const root = { appId: 'shop', users: 1, entries: 2, previous: null, root: 'r'.repeat(43) }
const statement = {
  type: 'palimpsest.audit-root',
  version: 1,
  appId: 'shop',
  run: 4,
  day: '2026-05-08',
  users: 1,
  entries: 2,
  previous: null,
  root: 'r'.repeat(43),
  upTo: [{ topic: 'memory.writes.v1', partition: 0, position: 9 }],
}

test('the statement of a root says what was sealed and up to where, and nothing else', () => {
  const places = upTo.map((place) => ({ ...place, more: 1 }))
  const about = { run: 4, chained: null, day: '2026-05-08', upTo: places }
  expect(rootStatement(about, root)).toEqual(statement)
  const chained = 'c'.repeat(43)
  expect(rootStatement({ ...about, chained }, root)).toEqual({ ...statement, version: 2, chained })
})

test('each root is a signed statement of its app alone, under the key of its run', () => {
  const signed = { ...root, signature: 's' }
  const roots = [signed, { ...signed, appId: 'club' }]
  const of = { run: 4, previous: null, chained: null, day: '2026-05-08', upTo }
  const rooted = { ...of, roots, publicKey: 'key' }
  const signature = { alg: 'EdDSA', publicKey: 'key', value: 's' }
  expect(signedRoots({ open: rooted })).toEqual([
    { appId: 'shop', statement, signature },
    { appId: 'club', statement: { ...statement, appId: 'club' }, signature },
  ])
})

test('the hash of a run includes those before it, its id, and which roots it has; a signature is none of that', () => {
  const signed = { ...root, signature: 's' }
  const of = { run: 4, previous: null, chained: null, day: '2026-05-08', upTo, publicKey: 'key' }
  const run = { id: 'a', open: { ...of, roots: [signed, { ...signed, appId: 'club' }] } }
  const hash = runHash('before', run)
  const others = [
    runHash('other', run),
    runHash('before', { ...run, id: 'b' }),
    runHash('before', { ...run, open: { ...run.open, roots: [signed] } }),
    runHash('before', { ...run, open: { ...run.open, run: 5 } }),
    runHash('before', { ...run, open: { ...run.open, day: '2026-05-09' } }),
    runHash('before', { ...run, open: { ...run.open, upTo: [] } }),
  ]
  expect(new Set([hash, ...others]).size).toBe(7)
  const resigned = run.open.roots.map((each) => ({ ...each, signature: 't' }))
  expect(runHash('before', { ...run, open: { ...run.open, roots: resigned } })).toBe(hash)
})

test('the sealed topics are those that the audit is made from, without that of the seals', () => {
  expect(SEALED_TOPICS).toEqual(['memory.writes.v1', 'memory.facts.v1', 'memory.summaries.v1'])
})

test('every record that can be understood is sealed, but only events that the audit shows are audited', () => {
  expect(isSealed(recordAt(1))).toBe(true)
  expect(isSealed(unreadableAt(1))).toBe(false)
  expect(isAudited(recordAt(1))).toBe(true)
  expect(isAudited(recordAt(1, storedEvent(ANN, { type: 'ExtractionResumed' })))).toBe(false)
})
