// One partition of a transformer: the slow work of one user delays no other user's, and all of it is done once,
// wherever the process dies.
import { afterEach, expect, test } from 'vitest'
import type { EventLog } from '../../../../infra/ports/event-log.ts'
import type {
  Delivered,
  Outcome,
  Transformer,
  Work,
} from '../../../../infra/runtime/run/processor.ts'
import { runTransformer } from '../../../../infra/runtime/run/run-transformer.ts'
import { createSqliteEventLog } from '../../../../infra/sqlite/event-log.ts'
import type { NewDomainEvent } from '../../../../schemas/events/catalogue.ts'
import type { Scope } from '../../../../schemas/identifiers.ts'
import { eventually } from '../../../contracts/eventually.ts'
import { newScope } from '../../../contracts/given.ts'
import {
  answerTo,
  appendAll,
  contentStored,
  createRuntime,
  type Runtime,
  recordsOf,
  transformer,
} from '../given.ts'

const running: Runtime[] = []
afterEach(async () => {
  for (const runtime of running.splice(0)) await runtime.stop()
})

function start(log?: EventLog): Runtime {
  const runtime = createRuntime(log)
  running.push(runtime)
  return runtime
}

/** The log of a process that is killed: its connection ends, and data on disk stays. */
function outliving(): { log: EventLog; killed: EventLog } {
  const log = createSqliteEventLog({ directory: null })
  return { log, killed: { ...log, close: async () => undefined } }
}

async function answered({ log }: Runtime): Promise<unknown[]> {
  return (await recordsOf(log, 'memory.facts.v1')).map((record) => record.event!.open.category)
}

const answers = (...group: readonly Delivered[]): Outcome => ({
  outcome: 'emit',
  events: group.map(answerTo),
})
const forGood = () => new Promise<never>(() => undefined)

/** Never ends the work on events of `slow`. */
function stuckOn(slow: Scope): Transformer {
  return transformer({
    handle: async ([one]) => (one!.event.userId === slow.userId ? forGood() : answers(one!)),
  })
}

test('given a user whose event never ends, when others write, then theirs are answered and committed', async () => {
  const runtime = start()
  const [slow, neighbour] = [newScope(), newScope()]
  await appendAll(runtime, [contentStored(slow)])
  await runTransformer(runtime, stuckOn(slow))
  const ids: string[] = []
  for (let n = 0; n < 3; n++) {
    ids.push(...(await appendAll(runtime, [contentStored(neighbour)])))
    await eventually(async () => expect(await answered(runtime)).toEqual(ids))
  }
})

/** What is told to follow the user's first event, with so many turns, while another user's event never ends. */
async function toldToFollow(concurrency: number): Promise<{ told: string[]; ids: string[] }> {
  const runtime = start()
  const [slow, scope] = [newScope(), newScope()]
  await appendAll(runtime, [contentStored(slow)])
  const ids = await appendAll(
    runtime,
    Array.from({ length: 4 }, () => contentStored(scope)),
  )
  let told: string[] | null = null
  const tell = async ([one]: readonly Delivered[], work: Work): Promise<Outcome> => {
    if (one!.event.userId === slow.userId) return forGood()
    told ??= (await work.following(2)).map(({ event }) => event.id)
    return answers(one!)
  }
  await runTransformer(runtime, transformer({ concurrency, handle: tell }))
  await eventually(async () => expect(await answered(runtime)).toEqual(ids))
  return { told: told!, ids }
}

test('given events of a user that wait, when one is handled, then it is told of as many as it asks for', async () => {
  const { told, ids } = await toldToFollow(3)
  expect(told).toEqual(ids.slice(1, 3))
})

test('given that no turn is left over, when an event is handled, then it is told of none that follow', async () => {
  expect((await toldToFollow(2)).told).toEqual([])
})

test('given results beyond an event that has not ended, when the process dies, then the next one repeats none of them', async () => {
  const { log, killed } = outliving()
  const [slow, neighbour] = [newScope(), newScope()]
  const first = start(killed)
  const [slowId] = await appendAll(first, [contentStored(slow)])
  const ids = await appendAll(first, [contentStored(neighbour), contentStored(neighbour)])
  await runTransformer(first, stuckOn(slow))
  await eventually(async () => expect(await answered(first)).toEqual(ids))
  const second = start(log)
  const handled: string[] = []
  await runTransformer(
    second,
    transformer({
      handle: async ([one]) => {
        handled.push(one!.event.id)
        return answers(one!)
      },
    }),
  )
  await eventually(async () => expect(await answered(second)).toEqual([...ids, slowId]))
  expect(handled).toEqual([slowId])
})

test('given work in parts, when the process dies between them, then the next one goes on after the last part', async () => {
  const { log, killed } = outliving()
  const scope = newScope()
  const first = start(killed)
  const [id] = await appendAll(first, [contentStored(scope)])
  const part = ({ event }: Delivered, n: number) => {
    const answer = answerTo({ event } as Delivered).event
    return {
      event: { ...answer, id: answer.id.replace(/^.{8}/, `eeeeeee${n}`) },
      keyGeneration: null,
    }
  }
  const inParts = (dieAfter: number) => async (group: readonly Delivered[], work: Work) => {
    const from = Number(work.note?.parts ?? 0)
    for (let n = from; n < 4; n++) {
      if (n === dieAfter) return forGood()
      await work.publish([part(group[0]!, n)], { parts: n + 1 })
    }
    return answers(group[0]!)
  }
  await runTransformer(first, transformer({ handle: inParts(2) }))
  await eventually(async () => expect(await answered(first)).toEqual([id, id]))
  const second = start(log)
  await runTransformer(second, transformer({ handle: inParts(9) }))
  await eventually(async () => expect(await answered(second)).toHaveLength(5))
  const records = await recordsOf(log, 'memory.facts.v1')
  expect(new Set(records.map(({ event }) => event!.id)).size).toBe(5)
  await eventually(async () => {
    expect(await log.checkpoints('subject', 'memory.writes.v1')).toEqual(
      await log.ends('memory.writes.v1'),
    )
    expect(await log.notes('subject', 'memory.writes.v1')).toEqual(new Map())
  })
})

test('given an event that voids its user’s earlier ones, when it comes, then they yield nothing and it goes first', async () => {
  const runtime = start()
  const [scope, other] = [newScope(), newScope()]
  let begin: () => void = () => undefined
  const begun = new Promise<void>((resolve) => {
    begin = resolve
  })
  const voiding = contentStored(scope)
  const handled: string[] = []
  await runTransformer(
    runtime,
    transformer({
      concurrency: 1,
      urgent: ['ContentStored'],
      voids: ({ id }) => id === voiding.id,
      handle: async ([one], work) => {
        handled.push(one!.event.id)
        if (handled.length > 1) return answers(one!)
        begin()
        await new Promise((resolve) => work.signal.addEventListener('abort', resolve))
        return answers(one!)
      },
    }),
  )
  const [current] = await appendAll(runtime, [contentStored(scope)])
  await begun
  const waiting = await appendAll(runtime, [contentStored(scope), contentStored(scope)])
  const others = await appendAll(runtime, [contentStored(other)])
  await appendAll(runtime, [voiding])
  await eventually(async () => expect(await answered(runtime)).toHaveLength(2))
  expect([...(await answered(runtime))].sort()).toEqual([...others, voiding.id].sort())
  expect(handled).toContain(current)
  expect(handled).not.toContain(waiting[0])
  await eventually(async () =>
    expect(await runtime.log.checkpoints('subject', 'memory.writes.v1')).toEqual(
      await runtime.log.ends('memory.writes.v1'),
    ),
  )
})

test('given clients that go first, then work waits in its turn until they are gone, or something urgent comes', async () => {
  const runtime = start()
  const [scope, other] = [newScope(), newScope()]
  const handled: string[] = []
  let gone = false
  let waited = 0
  runtime.throttle = async (isUrgent) => {
    waited++
    while (!gone && !isUrgent()) await new Promise((resolve) => setImmediate(resolve))
  }
  const forgotten = { category: 'work', keyGeneration: 1 }
  const forget = { ...contentStored(other), type: 'MemoryForgotten', open: forgotten, sealed: null }
  await runTransformer(
    runtime,
    transformer({
      concurrency: 1,
      handles: ['ContentStored', 'MemoryForgotten'],
      urgent: ['MemoryForgotten'],
      handle: async ([one]) => {
        handled.push(one!.event.type)
        return answers(one!)
      },
    }),
  )
  await appendAll(runtime, [contentStored(scope)])
  await appendAll(runtime, [forget as NewDomainEvent])
  await eventually(async () => expect(handled).toEqual(['ContentStored', 'MemoryForgotten']))
  await appendAll(runtime, [contentStored(scope)])
  await appendAll(runtime, [contentStored(other)])
  await eventually(() => expect(waited).toBe(3))
  for (let turns = 0; turns < 50; turns++) await new Promise((resolve) => setImmediate(resolve))
  expect(handled).toHaveLength(2)
  gone = true
  await eventually(async () => expect(await answered(runtime)).toHaveLength(4))
})

test('given a partition that is taken away, when its work ends later, then nothing of it is committed', async () => {
  const { log, killed } = outliving()
  const first = start(killed)
  const scope = newScope()
  const [id] = await appendAll(first, [contentStored(scope)])
  let end: () => void = () => undefined
  const ended = new Promise<void>((resolve) => {
    end = resolve
  })
  let began = false
  const subscription = await runTransformer(
    first,
    transformer({
      handle: async ([one]) => {
        began = true
        await ended
        return answers(one!)
      },
    }),
  )
  await eventually(() => expect(began).toBe(true))
  await subscription.close()
  end()
  const second = start(log)
  await runTransformer(second, transformer({ handle: async ([one]) => answers(one!) }))
  await eventually(async () => expect(await answered(second)).toEqual([id]))
  expect(await recordsOf(log, 'memory.facts.v1')).toHaveLength(1)
})

test('given a user with much, when grouped by user, then what waits meanwhile is handled together, in order', async () => {
  const runtime = start()
  const scope = newScope()
  const sizes: number[] = []
  await runTransformer(
    runtime,
    transformer({
      grouping: 'user',
      handle: async (group) => {
        sizes.push(group.length)
        return answers(...group)
      },
    }),
  )
  const ids = await appendAll(
    runtime,
    Array.from({ length: 40 }, () => contentStored(scope)),
  )
  await eventually(async () => expect(await answered(runtime)).toEqual(ids))
  expect(Math.max(...sizes)).toBeGreaterThan(1)
})
