// Which writes of an export are read here, because the other service had not read them to their end.
import { expect, test } from 'vitest'
import { waitingIn } from '../../../processors/carry/waiting-in.ts'
import { exported } from './given.ts'

const withContent = ['ContentStored', 'ActivityRecorded', 'FactGiven', 'FactRevised'] as const
const raw = 'I live in Oslo.'

test.each(withContent)('%s waits until an event says that it was read', (type) => {
  const write = exported(type, { raw })
  const of = { open: { resourceId: write.id } }
  const begun = [write, exported('FactAsserted', of), exported('FactReinforced', of)]
  expect([...waitingIn(begun).ids]).toEqual([write.id])
  for (const read of ['ResourceProcessed', 'ExtractionRejected'] as const) {
    expect(waitingIn([...begun, exported(read, of)]).ids.size).toBe(0)
    expect([...waitingIn([...begun, exported(read)]).ids]).toEqual([write.id])
  }
})

test.each([
  ['content that is withheld', exported('ContentStored')],
  ['a write without content', exported('MaintenanceRequested')],
  ['a promoted reading, whose content no export tells', exported('FactsReread', { raw })],
])('%s does not wait', (_, write) => {
  expect(waitingIn([write]).ids.size).toBe(0)
})

test('unsummarised is a maintenance without its end, and nothing else', () => {
  const [begun, done] = [1, 2].map((source) => exported('FactsMaintained', { open: { source } }))
  const completed = exported('MaintenanceCompleted', { open: { source: 2 } })
  const pruned = exported('FactPruned', { open: { source: 1 } })
  const { isUnsummarised } = waitingIn([begun!, done!, completed, pruned])
  expect([begun!, done!, completed, pruned].map(isUnsummarised)).toEqual([
    true,
    false,
    false,
    false,
  ])
})

test('half read is what follows from a write that waits, and nothing else', () => {
  const [waits, read] = [exported('ContentStored', { raw }), exported('ContentStored', { raw })]
  const ofRead = { open: { resourceId: read.id } }
  const { isHalfRead } = waitingIn([waits, read, exported('ResourceProcessed', ofRead)])
  const following = [
    exported('FactAsserted', { open: { resourceId: waits.id } }),
    exported('FactAsserted', ofRead),
    exported('SummaryEvolved'),
    waits,
  ]
  expect(following.map(isHalfRead)).toEqual([true, false, false, false])
})
