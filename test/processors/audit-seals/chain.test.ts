// Which runs of seals count: the first with the next number, after the run before; its seals are where the next begin.
import { expect, test } from 'vitest'
import { newChain, take } from '../../../processors/audit-seals/chain.ts'
import { NO_RUNS, runHash } from '../../../processors/audit-seals/seals.ts'
import { scopeName } from '../../../schemas/scope-name.ts'
import { WRITES } from '../../../schemas/topics.ts'
import { ANN, BOB, CID } from './given.ts'
import { givenRuns, rootsIn, sealsIn, unreadableAt } from './given-seals.ts'

async function givenTwoRuns() {
  const { records } = await givenRuns(2, [ANN, BOB, CID])
  const [first, second] = rootsIn(records)
  if (!first || !second) throw new Error('two runs have two roots')
  const ofRun = (id: string) => sealsIn(records).filter(({ open }) => open.rootedBy === id)
  return { records, first, second, ofRun }
}

test('a run is complete with its root, and has all its seals', async () => {
  const { records, first, second, ofRun } = await givenTwoRuns()
  const chain = newChain()
  expect(records.map((record) => take(chain, record)).filter((run) => run !== null)).toEqual([
    { rooted: first, seals: ofRun(first.id) },
    { rooted: second, seals: ofRun(second.id) },
  ])
  expect(ofRun(second.id)).toHaveLength(3)
})

test('the chain ends with the last run: where it is sealed up to, the last seal of each user and the last root of each app', async () => {
  const { records, first, second, ofRun } = await givenTwoRuns()
  const chain = newChain()
  for (const record of records) take(chain, record)
  expect(chain).toEqual({
    last: { id: second.id, run: 2, day: '2026-05-02' },
    hash: runHash(runHash(NO_RUNS, first), second),
    upTo: new Map([[`${WRITES} 0`, second.open.upTo[0]?.position]]),
    users: new Map(ofRun(second.id).map((seal) => [scopeName(seal), seal.open])),
    roots: new Map(second.open.roots.map(({ appId, root }) => [appId, root])),
    waiting: new Map(),
    readTo: records.at(-1)?.position,
  })
})

test('a root without seals is a run without seals', async () => {
  const { records, first } = await givenTwoRuns()
  const roots = records.filter(({ event }) => event?.id === first.id)
  const chain = newChain()
  expect(roots.map((record) => take(chain, record))).toEqual([{ rooted: first, seals: [] }])
})

test.each([
  ['whose number is not the next', { run: 3 }],
  ['whose number was taken', { run: 1 }],
  ['that follows another run', { previous: '01937e2a-7c00-7000-8000-000000000001' }],
  ['that follows none', { previous: null }],
])('a run %s does not count', async (_, changed) => {
  const { records, first, second, ofRun } = await givenTwoRuns()
  const chain = newChain()
  const taken = records.map((record) => {
    if (record.event?.id === second.id) Object.assign(record.event.open, changed)
    return take(chain, record)
  })
  expect(taken.filter((run) => run !== null)).toEqual([{ rooted: first, seals: ofRun(first.id) }])
  expect(chain.last).toEqual({ id: first.id, run: 1, day: '2026-05-01' })
})

test('a record that cannot be understood changes nothing but how far the chain has read', () => {
  const chain = newChain()
  expect(take(chain, unreadableAt(7))).toBeNull()
  expect(chain).toEqual({ ...newChain(), readTo: 7 })
})
