// Operators see numbers of waiting calls, without a name of an app or user.
import { Registry } from 'prom-client'
import { expect, test } from 'vitest'
import { measureWaiting } from '../../../../../apps/api/intake/waiting/measure-waiting.ts'
import { createWaitingShares } from '../../../../../apps/api/intake/waiting/waiting-shares.ts'

test('given calls that wait, were refused and displaced, then the metrics tell how many', async () => {
  const registry = new Registry()
  const shares = createWaitingShares({ most: 5, mostOfApp: 5 })
  measureWaiting(registry, shares.counts)
  shares.enter('one', 2, () => undefined)
  shares.enter('one', 3, () => undefined)
  shares.enter('other', 1, () => undefined)
  shares.enter('one', 9, () => undefined)
  const text = await registry.metrics()
  const values = text.split('\n').filter((line) => line && !line.startsWith('#'))
  expect(values).toEqual([
    'palimpsest_waiting_apps 2',
    'palimpsest_waiting_calls 2',
    'palimpsest_waiting_writes 3',
    'palimpsest_waiting_refused_total 1',
    'palimpsest_waiting_displaced_total 1',
  ])
})
