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
  const told = {
    apps: 'gauge: Apps with calls that wait until writes can be retrieved. 2',
    calls: 'gauge: Calls that wait until writes can be retrieved. 2',
    writes: 'gauge: Writes that such calls wait for. 3',
    refused_total:
      'counter: Calls that did not wait, because their app or all apps together waited for too much. 1',
    displaced_total:
      'counter: Calls that stopped waiting, because an app that waited for less took their place. 1',
  }
  // However often it is asked.
  for (let scrape = 0; scrape < 2; scrape++) {
    const metrics = await registry.getMetricsAsJSON()
    const lines = metrics.map(({ name, type, help, values }) => [
      name.replace('palimpsest_waiting_', ''),
      `${type}: ${help} ${values.map(({ value }) => value)}`,
    ])
    expect(Object.fromEntries(lines)).toEqual(told)
  }
})
