// Which report on a processor's place counts, and what the watch asks for it.
import { beforeEach, expect, test } from 'vitest'
import type { Checkpoints, Standing } from '../../../../infra/ports/event-log.ts'
import { Outage } from '../../../../infra/runtime/fail/retry.ts'
import { createLagMeter, type LagMeterParts } from '../../../../infra/runtime/watch/lag-meter.ts'
import type { AnyTopicName } from '../../../../schemas/topics.ts'

const WRITES = 'memory.writes.v1'
const FACTS = 'memory.facts.v1'
const NOW = new Date('2026-11-21T12:00:00.000Z')

/** The log's report on the group, and the projector's store; null: no answer. */
let seen: Partial<Record<AnyTopicName, [partition: number, Standing][]>>
let told: Partial<Record<AnyTopicName, [partition: number, position: number][] | null>>
let asked: string[]
beforeEach(() => {
  seen = {}
  told = {}
  asked = []
})

const log: LagMeterParts['log'] = {
  ends: async (topic) => {
    asked.push(`ends of ${topic}`)
    return new Map([
      [0, 10],
      [1, 20],
    ])
  },
  standing: async (group, topics) => {
    asked.push(`standing of ${group} in ${topics}`)
    return new Map(topics.map((topic) => [topic, new Map(seen[topic] ?? [])]))
  },
  begins: 1,
  read: async function* () {},
  partitions: () => [0, 1],
}
const checkpoints = async (topic: AnyTopicName): Promise<Checkpoints> => {
  const places = told[topic]
  if (places === null) throw new Outage('down')
  return new Map(places ?? [])
}
const projector = { name: 'store', reads: [WRITES, FACTS] as const, checkpoints }
const transformer = { name: 'group', reads: [WRITES] as const }

const meterOf = (...processors: LagMeterParts['processors']) =>
  createLagMeter({ log, processors, now: () => NOW, limitMs: 20 })
async function standOf(meter: ReturnType<typeof meterOf>) {
  const lag = await meter.measure()
  return lag.map(({ topic, partition, checkpoint, note }) => [topic, partition, checkpoint, note])
}

test('given a group whose checkpoints the log keeps, when measured, then with what it notes, by partition', async () => {
  seen = { [WRITES]: [[1, { position: 7, note: 'beyond' }]] }
  expect(await standOf(meterOf(transformer))).toEqual([
    [WRITES, 0, undefined, null],
    [WRITES, 1, 7, 'beyond'],
  ])
  expect(asked).toEqual([`standing of group in ${WRITES}`, `ends of ${WRITES}`])
})

test('given a store that answers, when measured, then the log is not asked where it stands', async () => {
  told = { [WRITES]: [[0, 4]], [FACTS]: [[1, 5]] }
  seen = { [WRITES]: [[0, { position: 9, note: 'announced' }]] }
  expect(await standOf(meterOf(projector))).toEqual([
    [WRITES, 0, 4, null],
    [WRITES, 1, undefined, null],
    [FACTS, 0, undefined, null],
    [FACTS, 1, 5, null],
  ])
  expect(asked.sort()).toEqual([`ends of ${FACTS}`, `ends of ${WRITES}`])
})

test('given a store that answers for one topic, when measured, then of the other it is what is further', async () => {
  const meter = meterOf(projector)
  told = {
    [WRITES]: [[0, 1]],
    [FACTS]: [
      [0, 4],
      [1, 6],
    ],
  }
  await meter.measure()
  told = { [WRITES]: [[0, 2]], [FACTS]: null }
  seen = {
    [WRITES]: [[0, { position: 9, note: null }]],
    [FACTS]: [
      [0, { position: 3, note: null }],
      [1, { position: 8, note: 'announced' }],
    ],
  }
  asked = []
  expect(await standOf(meter)).toEqual([
    [WRITES, 0, 2, null],
    [WRITES, 1, undefined, null],
    [FACTS, 0, 4, null],
    [FACTS, 1, 8, 'announced'],
  ])
  expect(asked[0]).toBe(`standing of store in ${FACTS}`)
})

test('given what is seen once more at the same place, when measured, then its note is the newer one', async () => {
  const meter = meterOf(transformer)
  for (const note of ['first', 'second']) {
    seen = { [WRITES]: [[0, { position: 7, note }]] }
    expect((await standOf(meter))[0]).toEqual([WRITES, 0, 7, note])
  }
})

test('given several processors over one topic, when measured, then its end is asked once, after where they stand', async () => {
  await meterOf(transformer, { ...transformer, name: 'other' }).measure()
  expect(asked).toEqual([
    `standing of group in ${WRITES}`,
    `standing of other in ${WRITES}`,
    `ends of ${WRITES}`,
  ])
})

test('given a log that never answers, when measured, then that is waited for no longer than said', async () => {
  const never = () => new Promise<never>(() => undefined)
  const silent = { ...log, ends: never, standing: never }
  const meter = createLagMeter({
    log: silent,
    processors: [transformer],
    now: () => NOW,
    limitMs: 5,
  })
  expect((await meter.measure()).map(({ records }) => records)).toEqual([0, 0])
})
