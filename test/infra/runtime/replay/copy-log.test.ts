// A copied log gives the same history: other positions, the same projections, and forgotten content stays forgotten.
import { expect, test } from 'vitest'
import { acceptForget } from '../../../../apps/api/intake/forget.ts'
import { uuidV7 } from '../../../../infra/runtime/envelope/ids.ts'
import { copyLog, LogNotEmpty } from '../../../../infra/runtime/replay/copy-log.ts'
import { replay } from '../../../../infra/runtime/replay/replay.ts'
import { createSqliteEventLog } from '../../../../infra/sqlite/event-log.ts'
import { planMemorize } from '../../../../processors/accept-inbox/plan.ts'
import { flow } from '../../../../processors/flow.ts'
import { createIndexMemory } from '../../../../processors/index-memory/processor.ts'
import { inMemoryProjections, startFlow } from '../../../processors/in-memory.ts'

const ann = { appId: 'app', userId: 'ann' }

test('given a history with supersession and forgetting, then the copy gives the same items', async () => {
  const live = await startFlow()
  const write = async (content: string, userId = 'ann') => {
    const context = {
      id: uuidV7(Date.now()),
      now: new Date(),
      traceparent: null,
      entry: 'api' as const,
    }
    const request = { appId: 'app', userId, content, contentType: 'document' as const }
    await live.intake.accept(planMemorize(request, context))
  }
  await write('I live in Berlin. I work at Acme.', 'bob')
  await write('I live in Berlin. I work at Acme.')
  await live.drained()
  await acceptForget(live.ports, { ...ann, category: 'work' }, new Date())
  await write('I have moved, I now live in Madrid. I work at Globex.')
  await live.drained()

  const copy = createSqliteEventLog({ directory: null })
  const copied = await copyLog(live.ports.log, copy, { consumers: flow, progress: () => undefined })
  expect(copied).toBeGreaterThan(8)

  const fresh = inMemoryProjections()
  const { language } = live.ports
  await replay(
    { ...live.runtime, log: copy },
    createIndexMemory({ ...fresh, language }),
    () => undefined,
  )
  for (const scope of [ann, { appId: 'app', userId: 'bob' }]) {
    const told = await fresh.memory.listItems(scope, { limit: 100 })
    expect(told).toEqual(await live.ports.memory.listItems(scope, { limit: 100 }))
  }
  const [stood] = (await live.ports.log.checkpoints('extract-facts', 'memory.writes.v1')).values()
  expect(stood).toBeDefined()
  expect((await copy.checkpoints('extract-facts', 'memory.writes.v1')).size).toBe(1)
  await expect(
    copyLog(live.ports.log, copy, { consumers: flow, progress: () => undefined }),
  ).rejects.toThrow(LogNotEmpty)
  await live.stop()
  await copy.close()
})
