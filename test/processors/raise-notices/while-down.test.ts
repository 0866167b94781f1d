// Conflicts are told while a reader's store is down, however much waits for that store.
import { expect, onTestFinished, test } from 'vitest'
import { sharedStates } from '../../../infra/ports/states.ts'
import { runTransformer } from '../../../infra/runtime/run/run-transformer.ts'
import { createSqliteGraphStore } from '../../../infra/sqlite/graph-store.ts'
import { createSqliteMemoryStore } from '../../../infra/sqlite/memory-store.ts'
import { createRaiseNotices } from '../../../processors/raise-notices/processor.ts'
import type { NewDomainEvent } from '../../../schemas/events/catalogue.ts'
import { eventually } from '../../contracts/eventually.ts'
import { appendAll, createRuntime, recordsOf } from '../../infra/runtime/given.ts'
import { LATER, opens } from '../given.ts'
import { settingsView, subscribed } from './subscribed.ts'

/** More than may wait for a store at a time. */
const USERS = 200

const eventOf = (userId: string, what: Pick<NewDomainEvent, 'type' | 'open'>) =>
  ({
    id: crypto.randomUUID(),
    appId: 'app',
    userId,
    occurredAt: LATER,
    sealed: null,
    ...what,
  }) as NewDomainEvent

test('given a store that is down, when more users than may wait write what can be retrieved later, then every conflict of theirs is told', async () => {
  const runtime = createRuntime()
  onTestFinished(runtime.stop)
  const stopping = new AbortController()
  const down = { checkpoints: async () => new Map() }
  const raise = createRaiseNotices({
    states: sharedStates({
      memory: createSqliteMemoryStore({ path: ':memory:' }),
      graph: createSqliteGraphStore({ path: ':memory:' }),
    }),
    memory: down,
    graph: down,
    settings: settingsView(subscribed()),
    signal: stopping.signal,
  })
  const running = await runTransformer({ ...runtime, signal: stopping.signal }, raise)
  const users = Array.from({ length: USERS }, (_, n) => `user${n}`)
  for (const round of [1, 2]) {
    await appendAll(
      runtime,
      users.flatMap((userId) => [
        eventOf(userId, { type: 'FactSuperseded', open: opens.factSuperseded }),
        eventOf(userId, { type: 'ResourceProcessed', open: opens.resourceProcessed }),
      ]),
    )
    await eventually(async () => {
      const told = await recordsOf(runtime.log, 'memory.notices.v1')
      const conflicts = told.filter(
        ({ event }) => Reflect.get(event!.open!, 'name') === 'conflict.detected',
      )
      expect([told.length, conflicts.length]).toEqual([USERS * round, USERS * round])
    })
  }
  stopping.abort(new Error('stopping'))
  await running.close()
})
