// How one delivery is applied: in one step, poison by itself, outages waited for.
import { describe, expect, test } from 'vitest'
import type { LogPosition, LogRecord } from '../../../../infra/ports/event-log.ts'
import { Outage } from '../../../../infra/runtime/fail/retry.ts'
import type { Delivered } from '../../../../infra/runtime/run/processor.ts'
import { project, runProjector } from '../../../../infra/runtime/run/run-projector.ts'
import { eventually } from '../../../contracts/eventually.ts'
import { newScope, storedEvent } from '../../../contracts/given.ts'
import { startedEach } from '../../../started.ts'
import { appendAll, contentStored, createToldRuntime, projector, recordsOf } from '../given.ts'

const WRITES = 'memory.writes.v1'
const NOW = new Date('2026-07-01T00:00:00.000Z')

const runtime = startedEach(() => createToldRuntime(NOW))

type Step = [positions: number[], upTo: number]

/** `refuses`: what the store throws for a batch; null: it takes the batch. */
function recording(refuses: (batch: readonly Delivered[]) => Error | null = () => null) {
  const steps: Step[] = []
  const batches: (readonly Delivered[])[] = []
  const subject = projector({
    checkpoints: async () => new Map(),
    apply: async (batch, { position }) => {
      steps.push([batch.map((each) => each.position), position])
      batches.push(batch)
      const error = refuses(batch)
      if (error) throw error
    },
  })
  return { subject, steps, batches }
}

async function written(count: number): Promise<LogRecord[]> {
  await appendAll(
    runtime,
    Array.from({ length: count }, () => contentStored(newScope())),
  )
  return recordsOf(runtime.log, WRITES)
}

const deliveryOf = (records: readonly LogRecord[]) =>
  ({ topic: WRITES, partition: 0, records }) as const
const lettersOf = async () => recordsOf(runtime.log, 'memory.writes.v1.dlq')

describe('one delivery', () => {
  test('given events, when projected, then they are applied in one step, with place and key, and counted', async () => {
    const records = await written(3)
    const { subject, steps, batches } = recording()
    await project(runtime, subject, deliveryOf(records))
    expect(steps).toEqual([[[1, 2, 3], 3]])
    expect(batches[0]).toMatchObject(
      records.map(({ topic, partition, position, event }) => ({
        ...{ topic, partition, position, keyGeneration: 1 },
        event: { id: event!.id, sealed: { metadata: { words: 'xylophone-canary' } } },
      })),
    )
    expect(await runtime.counted('events')).toEqual([
      [{ processor: 'subject', outcome: 'handled' }, 3],
    ])
    expect(await runtime.counted('batch')).toEqual([[{ processor: 'subject' }, 1]])
    expect(await runtime.counted('retries')).toEqual([])
    expect(runtime.lines).toEqual([])
  })

  test('given events for others at its end, when projected, then the checkpoint passes them and they are not opened', async () => {
    const records = await written(1)
    const forOthers = storedEvent(newScope(), { type: 'MemoryForgotten' })
    const [other] = await runtime.log.append([{ topic: WRITES, event: forOthers }])
    const { subject, steps } = recording()
    const last = { ...other!, event: forOthers, defect: null }
    await project(runtime, subject, deliveryOf([...records, last]))
    expect(steps).toEqual([[[1], 2]])
    expect(await lettersOf()).toEqual([])
  })

  test('given events of two users, when projected, then the second key is asked for before the first has come', async () => {
    const records = await written(2)
    let asked = 0
    const { promise: both, resolve: bothAsked } = Promise.withResolvers<void>()
    const get: typeof runtime.keys.get = async (...of) => {
      if (++asked === 2) bothAsked()
      await both
      return runtime.keys.get(...of)
    }
    const { subject, steps } = recording()
    await project({ ...runtime, keys: { ...runtime.keys, get } }, subject, deliveryOf(records))
    expect(steps).toEqual([[[1, 2], 2]])
  })

  test('given one that cannot be read, when projected, then it is dead-lettered with why, counted and told', async () => {
    const [first, odd, last] = await written(3)
    const unreadable = { ...odd!, event: null, defect: 'not ours' }
    const { subject, steps } = recording()
    await project(runtime, subject, deliveryOf([first!, unreadable, last!]))
    expect(steps).toEqual([[[1, 3], 3]])
    expect((await lettersOf()).map(({ event }) => event)).toMatchObject([
      {
        recordedAt: NOW.toISOString(),
        open: {
          processor: 'subject',
          position: 2,
          errorClass: 'Undecodable',
          reason: 'not ours',
          attempts: 1,
        },
      },
    ])
    expect(await runtime.counted('events')).toEqual([
      [{ processor: 'subject', outcome: 'parked' }, 1],
      [{ processor: 'subject', outcome: 'handled' }, 2],
    ])
    expect(runtime.lines).toEqual([
      {
        level: 50,
        processor: 'subject',
        topic: WRITES,
        partition: 0,
        position: 2,
        resourceId: null,
        errorClass: 'Undecodable',
        msg: 'parked in the dead letters',
      },
    ])
  })

  test('given a key that cannot be had, when tried with the others and four times alone, then that event alone is dead-lettered', async () => {
    const [odd, good] = await written(2)
    let asked = 0
    const get: typeof runtime.keys.get = async (scope, generation) => {
      if (scope.userId !== odd!.event!.userId) return runtime.keys.get(scope, generation)
      const retry = runtime.telemetry.failures.retryOf(scope, odd!.event!.id)
      if (asked > 1) expect(retry?.attempts).toBe(asked - 1)
      asked++
      throw new RangeError('xylophone')
    }
    const { subject, steps } = recording()
    const keys = { ...runtime.keys, get }
    await project({ ...runtime, keys }, subject, deliveryOf([odd!, good!]))
    expect([asked, steps]).toEqual([5, [[[2], 2]]])
    expect((await lettersOf()).map(({ event }) => event!.open)).toMatchObject([
      { errorClass: 'RangeError', reason: 'RangeError while handling the event', attempts: 4 },
    ])
    expect(await runtime.counted('retries')).toEqual([[{ processor: 'subject' }, 3]])
    expect(runtime.telemetry.failures.retryOf(odd!.event!, odd!.event!.id)).toBeNull()
    expect(runtime.lines.map(({ msg }) => msg)).toEqual([
      'failed, and is tried again',
      'parked in the dead letters',
    ])
  })

  test('given poison, when the step has failed often enough, then each is applied alone, and the end is reached last', async () => {
    const records = await written(3)
    const poison = records[1]!.position
    const { subject, steps } = recording((batch) =>
      batch.some(({ position }) => position === poison) ? new RangeError('xylophone') : null,
    )
    await project(runtime, subject, deliveryOf(records))
    const four = (step: Step) => [step, step, step, step]
    expect(steps).toEqual([...four([[1, 2, 3], 3]), [[1], 1], ...four([[2], 2]), [[3], 3], [[], 3]])
    expect((await lettersOf()).map(({ event }) => event!.open)).toMatchObject([
      { position: 2, errorClass: 'RangeError', attempts: 4 },
    ])
    expect(runtime.lines.at(-1)).toMatchObject({ resourceId: records[1]!.event!.id })
    expect(JSON.stringify(runtime.lines)).not.toContain('xylophone')
  })

  test('given an outage of the store, when it passes, then nothing is dead-lettered and what failed is tried no longer', async () => {
    const records = await written(1)
    const { event } = records[0]!
    const retry = () => runtime.telemetry.failures.retryOf(event!, event!.id)
    const known: (number | undefined)[] = []
    const { subject, steps } = recording(() => {
      known.push(retry()?.attempts)
      return known.length < 3 ? new Outage('down') : null
    })
    await project(runtime, subject, deliveryOf(records))
    expect([steps.length, known]).toEqual([3, [undefined, 1, 2]])
    expect(retry()).toBeNull()
    expect(await lettersOf()).toEqual([])
  })

  test('given dead letters that cannot be written for a while, when dead-lettered, then it waits for that', async () => {
    const [odd] = await written(1)
    let failures = 0
    const log = {
      ...runtime.log,
      append: async (...records: Parameters<typeof runtime.log.append>) => {
        if (++failures < 3) throw new Outage('no quorum')
        return runtime.log.append(...records)
      },
    }
    const { subject, steps } = recording()
    const unreadable = { ...odd!, event: null, defect: 'not ours' }
    await project({ ...runtime, log }, subject, deliveryOf([unreadable]))
    expect(await lettersOf()).toHaveLength(1)
    expect(steps).toEqual([[[], 1]])
  })

  test.each([
    ['its step', 1],
    ['one alone', 5],
  ])(
    'given a service that stops in %s, when projected, then nothing more is tried or dead-lettered',
    async (_, at) => {
      const records = await written(2)
      const reason = new Error('stopping')
      const { subject, steps } = recording(() => {
        if (steps.length === at) runtime.stopping.abort(reason)
        return new RangeError('xylophone')
      })
      await expect(project(runtime, subject, deliveryOf(records))).rejects.toBe(reason)
      expect(steps).toHaveLength(at)
      expect(await lettersOf()).toEqual([])
    },
  )

  test('given a service that stops while a key is waited for, when projected, then nothing is dead-lettered or applied', async () => {
    const records = await written(1)
    const reason = new Error('stopping')
    const get = async () => {
      runtime.stopping.abort(reason)
      throw new Outage('the key store is down')
    }
    const { subject, steps } = recording()
    const keys = { ...runtime.keys, get }
    const projected = project({ ...runtime, keys }, subject, deliveryOf(records))
    await expect(projected).rejects.toBe(reason)
    expect([steps, await lettersOf()]).toEqual([[], []])
  })
})

describe('deliveries of a processor', () => {
  test('given a checkpoint of nothing that cannot be stored, when tried often enough, then the processor is reported and what follows is applied', async () => {
    const applied: number[] = []
    const apply = async (batch: readonly Delivered[], { position }: LogPosition) => {
      if (batch.length === 0) throw new RangeError('xylophone')
      applied.push(position)
    }
    const subject = projector({ checkpoints: async () => new Map(), apply })
    const forOthers = storedEvent(newScope(), { type: 'MemoryForgotten' })
    await runtime.log.append([{ topic: WRITES, event: forOthers }])
    await runProjector({ ...runtime, idleCheckpointMs: 1 }, subject)
    const reported = [['subject', expect.objectContaining({ name: 'GaveUp' })]]
    await eventually(() => expect(runtime.failures).toEqual(reported))
    await written(1)
    await eventually(() => expect(applied).toEqual([2]))
    expect(runtime.failures).toEqual(reported)
  })

  test('given a service that stops, when a checkpoint of nothing fails with that, then it is no failure', async () => {
    let asked = 0
    const subject = projector({
      checkpoints: async () => new Map(),
      handles: ['MemoryForgotten'],
      apply: async () => {
        asked++
        runtime.stopping.abort(new Error('stopping'))
        throw new Outage('down')
      },
    })
    await written(1)
    const subscription = await runProjector({ ...runtime, idleCheckpointMs: 1 }, subject)
    await eventually(() => expect(asked).toBe(1))
    await subscription.close()
    expect([asked, runtime.failures]).toEqual([1, []])
  })
})
