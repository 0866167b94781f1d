// Whether parts of a promotion wait for extraction in a log.
import { expect, test } from 'vitest'
import type { Position } from '../../../infra/ports/event-log.ts'
import { hasUntakenParts } from '../../../processors/reprocess/untaken-parts.ts'
import { WRITES } from '../../../schemas/topics.ts'
import { ANN, eachService, exported, written } from '../carry/given.ts'

const service = eachService()

const extractedUpTo = (position: Position) =>
  service().log.commit({
    group: 'extract-facts',
    records: [],
    checkpoints: [{ topic: WRITES, partition: 0, position }],
  })

test('given a part, then it waits until extraction has passed it; other writes do not count', async () => {
  expect(await hasUntakenParts(service().log)).toBe(false)
  await written(service(), ANN, [exported('ContentStored'), exported('FactsReread')])
  expect(await hasUntakenParts(service().log)).toBe(true)
  await extractedUpTo(1)
  expect(await hasUntakenParts(service().log)).toBe(true)
  await extractedUpTo(2)
  await written(service(), ANN, [exported('ContentStored')])
  expect(await hasUntakenParts(service().log)).toBe(false)
})
