// A worker begins no work before it may, and does all of it then.
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { planMemorize } from '../../../processors/accept-inbox/plan.ts'
import { eventually } from '../../contracts/eventually.ts'
import { recordsOf } from '../../infra/runtime/given.ts'
import { startFlow } from '../../processors/in-memory.ts'

const SCOPE = { appId: 'app', userId: 'user' }

test('given clients that go first, when a write waits, then it is shown as queued, and its facts come after them', async () => {
  const { promise: may, resolve: begin } = Promise.withResolvers<void>()
  const flow = await startFlow({ throttle: () => may })
  const request = { ...SCOPE, content: 'I live in Lisbon.', contentType: 'document' as const }
  const context = { id: randomUUID(), now: new Date(), traceparent: null, entry: 'api' as const }
  await flow.intake.accept(planMemorize(request, context))
  await eventually(async () =>
    expect(await flow.ports.memory.resource(SCOPE, context.id)).toMatchObject({ status: 'queued' }),
  )
  expect(await recordsOf(flow.ports.log, 'memory.facts.v1')).toEqual([])
  begin()
  await flow.drained()
  expect(await flow.ports.memory.resource(SCOPE, context.id)).toMatchObject({ status: 'processed' })
  await flow.stop()
})
