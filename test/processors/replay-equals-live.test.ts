// Random histories: what is built while they happen equals what a replay builds, whatever was written, contradicted,
// backdated, pruned, merged and forgotten, and whatever was still in flight.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { acceptForget } from '../../apps/api/intake/forget.ts'
import { uuidV7 } from '../../infra/runtime/ids.ts'
import { replay } from '../../infra/runtime/replay.ts'
import { planActivity, planMemorize } from '../../processors/accept-inbox/plan.ts'
import { createIndexMemory } from '../../processors/index-memory/processor.ts'
import { createKeepAudit } from '../../processors/keep-audit/processor.ts'
import { maintenanceRecord } from '../../processors/maintenance/request.ts'
import { createUpdateGraph } from '../../processors/update-graph/processor.ts'
import { eventRequest } from '../../schemas/api/events.ts'
import { memorizeRequest } from '../../schemas/api/memorize.ts'
import { type Flow, inMemoryProjections, type Projections, startFlow } from './in-memory.ts'

const SEQUENCES = 500

const userId = fc.constantFrom('ann', 'bob')
const place = fc.constantFrom('Berlin', 'Madrid', 'Oslo')
const firm = fc.constantFrom('Acme', 'Globex')
const sentence = fc.oneof(
  place.map((name) => `I live in ${name}.`),
  place.map((name) => `I have moved, I now live in ${name}.`),
  firm.map((name) => `I work at ${name}.`),
  firm.map((name) => `I quit. I work at ${name} now.`),
  fc.constantFrom(
    'I like chess.',
    'I like hiking.',
    'I hate chess now.',
    'My sister Julia visited Paris.',
    'I like the green tea of the shop.',
    'I like green tea of the shop.',
  ),
  fc.constantFrom('ありがとう。東京に住んでいます。', 'Ich mag Käse sehr gern.', '🎉🎉'),
)
const command = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('memorize' as const),
      userId,
      content: fc.array(sentence, { minLength: 1, maxLength: 4 }).map((all) => all.join(' ')),
      year: fc.constantFrom(null, 2020, 2022, 2024),
      role: fc.constantFrom(null, 'user', 'assistant', 'tool'),
      entry: fc.constantFrom('api' as const, 'partner' as const),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('report' as const),
      userId,
      product: fc.constantFrom('tea', 'a bicycle'),
      importance: fc.constantFrom('low', 'high', 'critical'),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('forget' as const),
      userId,
      category: fc.constantFrom(undefined, 'work', 'profile'),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('maintain' as const),
      userId,
      year: fc.constantFrom(2025, 2032, 2060),
      requestedBy: fc.constantFrom('schedule' as const, 'operator' as const),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('drain' as const) }) },
)
type Command = typeof command extends fc.Arbitrary<infer T> ? T : never

async function run({ ports, intake, drained }: Flow, given: Command): Promise<void> {
  const context = {
    id: uuidV7(Date.now()),
    now: new Date(),
    traceparent: null,
    entry: 'api' as const,
  }
  const appId = 'app'
  if (given.do === 'drain') return drained()
  if (given.do === 'forget')
    return void (await acceptForget(ports, { appId, ...given }, new Date()))
  if (given.do === 'maintain') {
    const { userId: who, year, requestedBy } = given
    const now = new Date(`${year}-01-01T00:00:00Z`)
    const asked = { appId, userId: who, id: context.id, now, requestedBy }
    return void (await ports.log.append([await maintenanceRecord(ports, asked)]))
  }
  if (given.do === 'memorize') {
    const metadata = given.year === null ? {} : { timestamp: `${given.year}-03-01T10:00:00Z` }
    const { role, entry, content } = given
    const request = {
      appId,
      userId: given.userId,
      ...(role === null
        ? { content, contentType: 'document' }
        : { content: JSON.stringify([{ role, content }]), contentType: 'conversation' }),
      metadata,
    }
    return intake.accept(planMemorize(memorizeRequest.parse(request), { ...context, entry }))
  }
  const { userId: who, product, importance } = given
  const event = { eventType: 'purchase', source: 'shop', timestamp: '2025-01-01T00:00:00Z' }
  const request = eventRequest.parse({
    appId,
    userId: who,
    ...event,
    data: { product },
    importance,
  })
  return intake.accept(planActivity(request, context))
}

async function digests({ memory, graph, audit }: Projections) {
  return { memory: await memory.digest(), graph: await graph.digest(), audit: await audit.digest() }
}

async function replayed(flow: Flow): Promise<Projections> {
  const fresh = inMemoryProjections()
  const { language } = flow.ports
  for (const projector of [
    createKeepAudit(fresh),
    createUpdateGraph(fresh),
    createIndexMemory({ ...fresh, language }),
  ]) {
    await replay(flow.runtime, projector, () => undefined)
  }
  return fresh
}

/** How many items maintenance closed. Throws where one of them is critical. */
async function closedByMaintenance({ memory }: Projections): Promise<number> {
  let closed = 0
  for (const who of ['ann', 'bob']) {
    const { data } = await memory.listItems({ appId: 'app', userId: who }, { limit: 500 })
    for (const { importance, pruned, merged } of data) {
      if (!pruned && !merged) continue
      expect(importance).not.toBe('critical')
      closed++
    }
  }
  return closed
}

test(`live equals replay, ${SEQUENCES} random histories`, { timeout: 300_000 }, async () => {
  let closed = 0
  await fc.assert(
    fc.asyncProperty(fc.array(command, { minLength: 1, maxLength: 14 }), async (commands) => {
      const flow = await startFlow()
      try {
        for (const each of commands) await run(flow, each)
        await flow.drained()
        closed += await closedByMaintenance(flow.ports)
        const live = await digests(flow.ports)
        expect(await digests(await replayed(flow))).toEqual(live)
      } finally {
        await flow.stop()
      }
    }),
    { numRuns: SEQUENCES },
  )
  expect(closed, 'maintenance had something to do').toBeGreaterThan(50)
})
