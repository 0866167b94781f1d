// A replay makes no delivery, and a rebuild sends nothing: the whole flow runs, is replayed twice, and the receiver
// gets its first deliveries and no more.
import { expect, test } from 'vitest'
import { uuidV7 } from '../../../infra/runtime/envelope/ids.ts'
import { replay } from '../../../infra/runtime/replay/replay.ts'
import { planMemorize } from '../../../processors/accept-inbox/plan.ts'
import { flow } from '../../../processors/flow.ts'
import { createIndexMemory } from '../../../processors/index-memory/processor.ts'
import { createKeepAudit } from '../../../processors/keep-audit/processor.ts'
import { createUpdateGraph } from '../../../processors/update-graph/processor.ts'
import { memorizeRequest } from '../../../schemas/api/writing/memorize.ts'
import { eventually } from '../../contracts/eventually.ts'
import { inMemoryProjections, startFlow } from '../in-memory.ts'
import { subscribe } from '../subscribe.ts'
import { startReceiver } from './receiver.ts'

const APP = 'app'

test('given a log with webhooks, when replayed twice, then no delivery is made', async () => {
  const receiver = await startReceiver()
  const running = await startFlow()
  const { ports, intake, runtime, drained } = running
  const webhookId = await subscribe(ports, APP, receiver.url)
  const content = 'My name is Ana. I live in Berlin and I work at Acme.'
  const body = { appId: APP, userId: 'ana', content, contentType: 'document' }
  const context = {
    id: uuidV7(Date.now()),
    now: new Date(),
    traceparent: null,
    entry: 'api' as const,
  }
  await intake.accept(planMemorize(memorizeRequest.parse(body), context))
  await drained()
  const delivered = async () =>
    (await ports.deliveries.list(webhookId, { limit: 100 })).data.every(
      ({ state }) => state === 'delivered',
    )
  await eventually(async () => {
    expect(receiver.received.length).toBeGreaterThan(2)
    expect(await delivered()).toBe(true)
  })
  const [heard, digest] = [receiver.received.length, await ports.deliveries.digest()]

  for (let round = 0; round < 2; round++) {
    const fresh = inMemoryProjections()
    const { language } = ports
    const rebuilt = [
      createKeepAudit(fresh),
      createUpdateGraph(fresh),
      createIndexMemory({ ...fresh, language }),
    ]
    for (const projector of rebuilt) await replay(runtime, projector, () => undefined)
    const replayed = flow.filter((each) => each.replayed).map(({ name }) => name)
    expect(rebuilt.map(({ name }) => name).sort()).toEqual([...replayed].sort())
  }
  await drained()
  expect(await ports.deliveries.digest()).toBe(digest)
  expect(receiver.received).toHaveLength(heard)
  await running.stop()
  await receiver.close()
})
