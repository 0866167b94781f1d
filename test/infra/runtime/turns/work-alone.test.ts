// Work on one event outside its partition: it waits for no other work, and its parts are appended as they come.
import { expect, test } from 'vitest'
import { workAlone } from '../../../../infra/runtime/turns/work-alone.ts'
import { newScope, storedEvent } from '../../../contracts/given.ts'
import { createRuntime, recordsOf } from '../given.ts'

test('given work outside its partition, when it asks, then it waits for no other work and appends its parts', async () => {
  const runtime = createRuntime()
  const { signal } = new AbortController()
  const work = workAlone(runtime.log, signal)
  expect([work.note, work.signal]).toEqual([null, signal])
  expect(await work.turn.pass()).toBeUndefined()
  expect(await work.turn.aside(async () => 'waited')).toBe('waited')
  expect(work.following(3)).toEqual([])
  expect(work.keep({ parts: 1 })).toBeUndefined()
  expect(work.note).toBeNull()
  const record = { topic: 'memory.facts.v1', event: storedEvent(newScope()) } as const
  expect(await work.publish([record], {})).toMatchObject([{ topic: 'memory.facts.v1' }])
  const there = await recordsOf(runtime.log, 'memory.facts.v1')
  expect(there.map(({ event }) => event!.id)).toEqual([record.event.id])
  await runtime.stop()
})
