// Maintenance in the whole flow: it comes to an end. A maintained memory needs no further maintenance, so a daily
// schedule adds nothing to the log of a user who says nothing.
import { expect, test } from 'vitest'
import { askForMaintenance } from '../../../apps/worker/maintenance-schedule.ts'
import { planActivity, planMemorize } from '../../../processors/accept-inbox/plan.ts'
import { eventRequest } from '../../../schemas/api/writing/events.ts'
import { memorizeRequest } from '../../../schemas/api/writing/memorize.ts'
import { startedEach } from '../../started.ts'
import { startFlow, writtenNow } from '../in-memory.ts'

const ANA = { appId: 'app', userId: 'ana' }
const BEN = { appId: 'app', userId: 'ben' }
const signal = new AbortController().signal

const flow = startedEach(startFlow)

async function say(scope: typeof ANA, content: string): Promise<void> {
  const request = memorizeRequest.parse({ ...scope, content, contentType: 'document' })
  await flow.intake.accept(planMemorize(request, writtenNow()))
}

async function buy(scope: typeof ANA, product: string, importance: string): Promise<void> {
  const event = { eventType: 'purchase', source: 'shop', timestamp: '2025-01-01T00:00:00Z' }
  const request = eventRequest.parse({ ...scope, ...event, data: { product }, importance })
  await flow.intake.accept(planActivity(request, writtenNow()))
}

/** Asks as the schedule would, waits until all is done, and returns for how many users it asked. */
async function maintained(year: number): Promise<number> {
  const now = () => new Date(`${year}-01-01T03:00:00Z`)
  const { asked } = await askForMaintenance(flow.ports, { now }, signal)
  await flow.drained()
  return asked
}

async function texts(scope: typeof ANA): Promise<string[]> {
  const { data } = await flow.ports.memory.listItems(scope, { limit: 50 })
  return data.filter(({ pruned, merged }) => !pruned && !merged).map(({ text }) => text)
}

test('given memories, when years go by, then each day asks only where something has become due', async () => {
  await say(ANA, 'I live in Berlin. I work at Acme. My name is Ana. My sister Julia visited Paris.')
  await say(ANA, 'I like the green tea of the shop.')
  await say(ANA, 'I like green tea of the shop.')
  await buy(ANA, 'tea', 'low')
  await buy(ANA, 'an insulin pump', 'critical')
  await say(BEN, 'I live in Oslo. We walked along the fjord.')
  await flow.drained()
  expect(await maintained(2026), 'the duplicate, the purchase').toBe(1)
  const [merged] = await texts(ANA)
  expect(merged).toBeDefined()
  expect((await texts(ANA)).filter((text) => text.includes('green tea'))).toHaveLength(1)
  expect(await maintained(2027)).toBe(0)
  expect(await maintained(2030)).toBe(0)
  expect(await maintained(2060), 'what was said once, by both').toBe(2)
  expect(await maintained(2061)).toBe(0)
  const left = (await texts(ANA)).join('\n')
  for (const kept of ['insulin', 'Berlin', 'Acme', 'green tea']) expect(left).toContain(kept)
  expect((await texts(BEN)).join()).toContain('Oslo')
})

test('given one user’s maintenance, when it is done, then another’s memory is as it was', async () => {
  await say(BEN, 'I like hiking.')
  await flow.drained()
  const before = await flow.ports.memory.listItems(BEN, { limit: 9 })
  await buy(ANA, 'tea', 'low')
  await flow.drained()
  expect(await maintained(2027)).toBe(1)
  expect(await texts(ANA)).toEqual([])
  expect(await flow.ports.memory.listItems(BEN, { limit: 9 })).toEqual(before)
})
