// How one group is settled: decoded, handled, encoded; tried again, or dead-lettered.
import { describe, expect, test } from 'vitest'
import type { LogRecord } from '../../../../infra/ports/event-log.ts'
import { createDecoder } from '../../../../infra/runtime/envelope/codec.ts'
import { Outage } from '../../../../infra/runtime/fail/retry.ts'
import { type ModelUse, reportUse } from '../../../../infra/runtime/model-use.ts'
import type { WorkInParts } from '../../../../infra/runtime/run/partition-parts.ts'
import { nothing, type Outcome, type Work } from '../../../../infra/runtime/run/processor.ts'
import { settle } from '../../../../infra/runtime/run/run-transformer.ts'
import { workAlone } from '../../../../infra/runtime/turns/work-alone.ts'
import type { NewDomainEvent } from '../../../../schemas/events/catalogue.ts'
import { newScope } from '../../../contracts/given.ts'
import { startedEach } from '../../../started.ts'
import {
  answerTo,
  appendAll,
  contentStored,
  createToldRuntime,
  recordsOf,
  transformer,
} from '../given.ts'

const NOW = new Date('2026-07-01T00:00:00.000Z')

const runtime = startedEach(() => createToldRuntime(NOW))

const alone = (signal = new AbortController().signal) => workAlone(runtime.log, signal)

async function writes(...events: readonly NewDomainEvent[]): Promise<LogRecord[]> {
  await appendAll(runtime, events)
  return recordsOf(runtime.log, 'memory.writes.v1')
}

async function settled(
  group: readonly LogRecord[],
  handle: Parameters<typeof transformer>[0]['handle'],
  work: WorkInParts = alone(),
) {
  const { records, ...rest } = await settle(runtime, transformer({ handle }), { group, work })
  return { ...rest, events: records.map(({ topic, event }) => ({ topic, ...event })) }
}

const unreadable = (record: LogRecord): LogRecord => ({
  ...record,
  event: null,
  defect: 'not ours',
})
const summary = (event: NewDomainEvent): NewDomainEvent => ({
  ...event,
  id: event.id.replace(/^.{8}/, 'eeeeeeee'),
  type: 'SummaryEvolved',
  open: { category: 'work', source: 1, engine: 'test' },
  sealed: { text: 'xylophone-canary' },
})

describe('what is tried again', () => {
  test('given a group that fails, when it waits for its next attempt, then it has no turn, and its answers stay', async () => {
    const group = await writes(contentStored(newScope()))
    const told: string[] = []
    const rest: Work['turn']['rest'] = async (wait) => {
      told.push('rests')
      const waited = await wait()
      told.push('goes on')
      return waited
    }
    const work = { ...alone(), turn: { ...alone().turn, rest } }
    const { isDeadLettered } = await settled(
      group,
      async (_, { paid }) => {
        told.push(`handled, ${paid.size} paid`)
        paid.set(String(paid.size), 'answer')
        if (paid.size < 3) throw new Outage('down')
        return nothing
      },
      work,
    )
    expect(isDeadLettered).toBe(false)
    expect(told).toEqual([
      ...['handled, 0 paid', 'rests', 'goes on'],
      ...['handled, 1 paid', 'rests', 'goes on'],
      'handled, 2 paid',
    ])
  })
})

describe('what is handled', () => {
  test('given events, when handled, then they come decoded with place and key, and what follows names its cause', async () => {
    const scope = newScope()
    const group = await writes(contentStored(scope), contentStored(scope))
    const traceparent = '00-0123456789abcdef0123456789abcdef-0123456789abcdef-01'
    const traced = group.map((record) => ({ ...record, event: { ...record.event!, traceparent } }))
    const seen: unknown[] = []
    const told = () => undefined
    const { events, ...rest } = await settled(traced, async (delivered) => {
      seen.push(...delivered)
      return { outcome: 'emit', events: delivered.map(answerTo), committed: told }
    })
    expect(seen).toMatchObject(
      group.map(({ topic, partition, position, event }) => ({
        ...{ topic, partition, position, keyGeneration: 1 },
        event: { id: event!.id, sealed: { metadata: { words: 'xylophone-canary' } } },
      })),
    )
    expect(rest).toEqual({ group: traced, isDeadLettered: false, committed: told })
    expect(events).toMatchObject(
      group.map(({ event }) => ({
        topic: 'memory.facts.v1',
        type: 'ExtractionFenced',
        open: { category: event!.id },
        recordedAt: NOW.toISOString(),
        causationId: group[1]!.event!.id,
        traceparent,
      })),
    )
  })

  test('given nothing to publish, when handled, then nothing is, and without a trace there is none', async () => {
    const group = await writes(contentStored(newScope()))
    expect(await settled(group, async () => nothing)).toEqual({
      ...{ group, events: [], isDeadLettered: false, committed: undefined },
    })
    const { events } = await settled(group, async ([one]) => ({
      outcome: 'emit',
      events: [answerTo(one!)],
    }))
    expect(events[0]).toMatchObject({ causationId: group[0]!.event!.id, traceparent: null })
  })

  test.each([
    ['someone counts for the app', true],
    ['nothing counts', false],
  ])(
    'given a model that is asked, when %s, then what it has used is told to that alone',
    async (_, counts) => {
      const [record] = await writes(contentStored({ appId: 'a', userId: 'u' }))
      const used: ModelUse = { model: 'm', input: 3, cached: 2, output: 1 }
      const told: unknown[] = []
      if (counts) runtime.spent = (...of) => void told.push(of)
      const { isDeadLettered } = await settled([record!], async () => {
        reportUse(used)
        return nothing
      })
      expect(isDeadLettered).toBe(false)
      expect(told).toEqual(counts ? [['a', used]] : [])
    },
  )

  test('given sealed words, when published, then under the key of their event; what seals nothing needs no key', async () => {
    const scope = newScope()
    const group = await writes(contentStored(scope))
    const { events } = await settled(group, async ([one]) => ({
      outcome: 'emit',
      events: [
        { event: summary(one!.event as NewDomainEvent), keyGeneration: one!.keyGeneration },
        { event: { ...answerTo(one!).event, ...newScope() }, keyGeneration: 1 },
      ],
    }))
    expect(events.map(({ type }) => type)).toEqual(['SummaryEvolved', 'ExtractionFenced'])
    expect(events[1]!.sealed).toBeNull()
    const { topic, ...event } = events[0]!
    const record = { topic, partition: 0, position: 1, event, defect: null } as LogRecord
    expect(await createDecoder(runtime.keys)(record)).toMatchObject({
      ok: true,
      keyGeneration: 1,
      event: { sealed: { text: 'xylophone-canary' } },
    })
  })

  test('given sealed words without a key generation, when published, then it is a bug and not a clear text', async () => {
    const group = await writes(contentStored(newScope()))
    const { events, isDeadLettered } = await settled(group, async ([one]) => ({
      outcome: 'emit',
      events: [{ event: summary(one!.event as NewDomainEvent), keyGeneration: null }],
    }))
    expect(isDeadLettered).toBe(true)
    expect(events.map(({ type }) => type)).toEqual(['RecordParked'])
  })

  test('given work in parts, when one is published, then it is encoded like the rest, with its note', async () => {
    const group = await writes(contentStored(newScope()))
    const parts: unknown[] = []
    const work: WorkInParts = {
      ...alone(),
      note: { parts: 1 },
      publish: async (records, note) => {
        parts.push([records.map(({ event }) => [event.type, event.causationId]), note])
        return [{ topic: 'memory.facts.v1', partition: 0, position: 7 }]
      },
    }
    let given: Work | undefined
    await settled(
      group,
      async ([one], held) => {
        given = held
        expect(await held.publish([answerTo(one!)], { parts: 2 })).toHaveLength(1)
        return nothing
      },
      work,
    )
    expect(parts).toEqual([[[['ExtractionFenced', group[0]!.event!.id]], { parts: 2 }]])
    expect(given).toMatchObject({ note: { parts: 1 }, turn: work.turn, signal: work.signal })
  })
})

test('given events that follow, when work asks for them, then it gets those that can be read', async () => {
  const [first, second, odd] = await writes(
    contentStored(newScope()),
    contentStored(newScope()),
    contentStored(newScope()),
  )
  const work: WorkInParts = { ...alone(), following: () => [unreadable(odd!), second!] }
  let told: unknown
  await settled(
    [first!],
    async (_, held) => {
      told = (await held.following(2)).map(({ position, event }) => [position, event.id])
      return nothing
    },
    work,
  )
  expect(told).toEqual([[second!.position, second!.event!.id]])
})

describe('what is dead-lettered', () => {
  test('given one that cannot be read beside another, when handled, then it alone is dead-lettered', async () => {
    const [good, odd] = await writes(contentStored(newScope()), contentStored(newScope()))
    const group = [good!, unreadable(odd!)]
    const { events, ...rest } = await settled(group, async (delivered) => {
      expect(delivered.map(({ position }) => position)).toEqual([good!.position])
      return { outcome: 'emit', events: delivered.map(answerTo) }
    })
    expect(rest).toEqual({ group, isDeadLettered: false, committed: undefined })
    expect(events).toMatchObject([
      { type: 'ExtractionFenced', causationId: null, traceparent: null },
      {
        topic: 'memory.writes.v1.dlq',
        type: 'RecordParked',
        recordedAt: NOW.toISOString(),
        open: {
          processor: 'subject',
          position: odd!.position,
          errorClass: 'Undecodable',
          reason: 'not ours',
          attempts: 1,
        },
      },
    ])
    expect(runtime.lines).toEqual([
      {
        level: 50,
        processor: 'subject',
        topic: 'memory.writes.v1',
        partition: 0,
        position: odd!.position,
        resourceId: null,
        errorClass: 'Undecodable',
        msg: 'parked in the dead letters',
      },
    ])
  })

  test('given nothing that can be read, when handled, then nothing is handed over', async () => {
    const group = (await writes(contentStored(newScope()))).map(unreadable)
    const { events, ...rest } = await settled(group, () => Promise.reject(new Error('not asked')))
    expect(rest).toEqual({ group, isDeadLettered: true })
    expect(events).toMatchObject([{ type: 'RecordParked', open: { errorClass: 'Undecodable' } }])
  })

  test('given a processor that dead-letters, when handled, then what it publishes beside comes first, and the whole group is dead-lettered', async () => {
    const scope = newScope()
    const group = await writes(contentStored(scope), contentStored(scope))
    const outcome = {
      outcome: 'dead-letter',
      errorClass: 'ObjectMissing',
      reason: 'not there',
    } as const
    const { events, ...rest } = await settled(group, async ([one]) => ({
      ...outcome,
      events: [answerTo(one!)],
    }))
    expect(rest).toEqual({ group, isDeadLettered: true })
    expect(events.map(({ type, open }) => [type, open?.position, open?.errorClass])).toEqual([
      ['ExtractionFenced', undefined, undefined],
      ...group.map(({ position }) => ['RecordParked', position, 'ObjectMissing']),
    ])
    expect(events.at(-1)!.open).toMatchObject({ reason: 'not there', attempts: 1 })
    expect(runtime.lines.map(({ resourceId }) => resourceId)).toEqual(
      group.map(({ event }) => event!.id),
    )
  })

  test('given one that dead-letters without a word, when handled, then only dead letters are published', async () => {
    const group = await writes(contentStored(newScope()))
    const refused: Outcome = {
      outcome: 'dead-letter',
      errorClass: 'ObjectMissing',
      reason: 'not there',
    }
    const { events } = await settled(group, async () => refused)
    expect(events).toMatchObject([{ type: 'RecordParked', open: { errorClass: 'ObjectMissing' } }])
  })

  test('given a bug, when it has been tried four times, then all is dead-lettered with its class, counted and told', async () => {
    const group = await writes(contentStored(newScope()))
    const { event } = group[0]!
    const retry = () => runtime.telemetry.failures.retryOf(event!, event!.id)
    let attempts = 0
    const { events, ...rest } = await settled(group, async () => {
      if (attempts > 0) expect(retry()?.attempts).toBe(attempts)
      attempts++
      expect(await runtime.counted('inFlight')).toEqual([[{ processor: 'subject' }, 1]])
      throw new RangeError('xylophone')
    })
    expect(rest).toEqual({ group, isDeadLettered: true })
    expect(events).toMatchObject([
      {
        type: 'RecordParked',
        open: {
          errorClass: 'RangeError',
          reason: 'RangeError while handling the event',
          attempts: 4,
        },
      },
    ])
    expect(runtime.lines.map(({ msg, attempt }) => [msg, attempt])).toEqual([
      ['failed, and is tried again', 1],
      ['parked in the dead letters', undefined],
    ])
    expect(JSON.stringify([runtime.lines, events])).not.toContain('xylophone')
    expect(await runtime.counted('retries')).toEqual([[{ processor: 'subject' }, 3]])
    expect(await runtime.counted('inFlight')).toEqual([[{ processor: 'subject' }, 0]])
    expect(await runtime.counted('batch')).toEqual([[{ processor: 'subject' }, 1]])
    expect(retry()).toBeNull()
  })
})

describe('what is tried again', () => {
  test.each(['the service stops', 'its result is void'])(
    'given an outage, when %s, then it is tried no longer and nothing is dead-lettered',
    async (why) => {
      const ended = new AbortController()
      const group = await writes(contentStored(newScope()))
      const reason = new Error('no longer wanted')
      let asked = 0
      const handle = async () => {
        asked++
        const by = why === 'the service stops' ? runtime.stopping : ended
        by.abort(reason)
        throw new Outage('the model is away')
      }
      await expect(settled(group, handle, alone(ended.signal))).rejects.toBe(reason)
      expect(asked).toBe(1)
      expect([runtime.lines, await runtime.counted('inFlight')]).toEqual([
        [],
        [[{ processor: 'subject' }, 0]],
      ])
    },
  )
})
