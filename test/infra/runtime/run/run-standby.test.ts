// A standby copy: it equals the state of the deciding process, without deciding, committing or taking snapshots, and
// without forgotten content. A process that takes over from it reads only the tail of the log.
import { describe, expect, test } from 'vitest'
import type { LogPosition } from '../../../../infra/ports/event-log.ts'
import { stateNames } from '../../../../infra/ports/states.ts'
import { runStandby, standbyGroup, standingBy } from '../../../../infra/runtime/run/run-standby.ts'
import { createStateFeed } from '../../../../infra/runtime/run/state-feed.ts'
import { isKept } from '../../../../infra/runtime/snapshots/keep-snapshots.ts'
import { createDirectories, filesWith } from '../../sqlite/directory.ts'
import { recordsOf, transformer } from '../given.ts'
import { atOnce, FACTS, givenSnapshots, PARTITION, WRITES } from '../snapshots/given-snapshots.ts'

const newDirectory = createDirectories()
const ANNA = { appId: 'app', userId: 'anna' }
const BEN = { appId: 'app', userId: 'ben' }
const CANARY = 'wordcanary'

/** A log, a deciding process, and another process that stands by for its memory and its graph. */
async function givenStandby({ pace = atOnce } = {}) {
  const directory = newDirectory()
  const given = givenSnapshots(directory, { pace })
  const [first, second] = [given.process('first'), given.process('second')]
  const announced: LogPosition[] = []
  const readings = stateNames.map((name) => {
    const states = second.partitionStates[name]
    const handle = async () => {
      throw new Error('who stands by decides nothing')
    }
    return standingBy(
      given.parts,
      transformer({ handle, states, reads: [WRITES], writes: [FACTS] }),
      (at) => void announced.push(at),
    )
  })
  const resume = async () => {
    for (const { topics, resumeAfter } of readings) {
      for (const topic of topics) await resumeAfter(topic, PARTITION)
    }
  }
  const deliver = async () => {
    for (const { topics, deliver } of readings) {
      for (const topic of topics) {
        const records = await recordsOf(given.log, topic)
        await deliver({ topic, partition: PARTITION, records }, () => undefined)
      }
    }
  }
  const release = async () => {
    for (const { topics, released } of readings) {
      for (const topic of topics) await released!(topic, PARTITION)
    }
  }
  const follows = async () =>
    (await given.telemetry.standbys.get()).values.map(({ value }) => value)
  return { directory, given, first, second, announced, resume, deliver, release, follows }
}

test('a copy is the state of who decides: restored as that is, and then what is delivered', async () => {
  const { given, first, second, resume, deliver, announced } = await givenStandby()
  await given.write(ANNA, ['lantern'])
  await first.assign()
  for (const name of stateNames) await first.take(name)
  await resume()
  expect(await second.digests()).toEqual(await first.digests())
  const restored = given.told('a state is restored').filter(({ snapshot }) => Number(snapshot) > 0)
  expect(restored).toHaveLength(stateNames.length)
  await given.write(BEN, ['violin'])
  await deliver()
  await first.assign()
  expect(await second.digests()).toEqual(await first.digests())
  const ends = await Promise.all(
    [WRITES, FACTS].map(async (topic) => (await given.log.ends(topic as typeof WRITES)).get(0)),
  )
  for (const [index, topic] of [WRITES, FACTS].entries()) {
    expect(announced.findLast((at) => at.topic === topic)?.position).toBe(ends[index])
  }
})

test('a copy says where it stands when it is restored, before anything is delivered', async () => {
  const { given, resume, announced } = await givenStandby()
  await given.write(ANNA, ['lantern'])
  await resume()
  const position = (await given.log.ends(WRITES)).get(PARTITION)
  expect(announced).toContainEqual({ topic: WRITES, partition: PARTITION, position })
})

test('a forget has removed its part of the files when it is announced', async () => {
  const { directory, given, resume, deliver } = await givenStandby()
  await given.write(ANNA, [CANARY])
  await resume()
  expect(filesWith(directory, CANARY).length).toBeGreaterThan(0)
  await given.keys.destroy(ANNA, await given.forget(ANNA))
  await deliver()
  expect(filesWith(directory, CANARY)).toEqual([])
})

test('a worker that takes over from a copy reads only the missing tail of the log', async () => {
  const { given, first, second, resume, release } = await givenStandby()
  await given.write(ANNA, ['lantern', 'violin', 'harbour'])
  await first.assign()
  for (const name of stateNames) await first.take(name)
  await resume()
  await given.write(BEN, ['meadow'])
  await first.assign()
  given.lines.length = 0
  await release()
  await second.assign()
  const taken = given.told('a state is restored')
  // A write, its fact, and that it was processed.
  expect(taken.map(({ snapshot }) => snapshot)).toEqual([0, 0])
  expect(Math.max(...taken.map(({ log }) => Number(log)))).toBeLessThanOrEqual(3)
  expect(await second.digests()).toEqual(await first.digests())
})

test('a copy whose restoration was begun again is let go as a whole', async () => {
  const { second, resume, release, follows } = await givenStandby()
  await resume()
  await resume()
  await release()
  const kept = stateNames.map((name) => {
    const { rows } = second.partitionStates[name].kept!
    return isKept(rows, { name, partition: PARTITION })
  })
  expect([kept, await follows()]).toEqual([[false, false], [0]])
})

test('a copy that is followed is not restored over by who takes over beside it', async () => {
  const { given, first, second, resume } = await givenStandby()
  await resume()
  await given.write(ANNA, ['lantern'])
  await first.assign()
  for (const name of stateNames) await first.take(name)
  await second.assign()
  const taken = given.told('a state is restored').filter(({ snapshot }) => Number(snapshot) > 0)
  expect(taken).toEqual([])
  expect(await second.digests()).toEqual(await first.digests())
})

test('a copy is held until each topic of it is given back', async () => {
  const { second, resume, release } = await givenStandby()
  const { rows } = second.states.snapshots!
  const held = () => stateNames.filter((name) => isKept(rows, { name, partition: PARTITION }))
  await resume()
  expect(held()).toEqual(stateNames)
  await release()
  expect(held()).toEqual([])
})

test('a copy is not held whose partition was taken away while it was restored', async () => {
  const { given, second } = await givenStandby()
  await given.write(ANNA, ['lantern'])
  const { memory: states } = second.partitionStates
  const handle = async () => ({ outcome: 'emit' as const, events: [] })
  const subject = transformer({ handle, states, reads: [WRITES], writes: [FACTS] })
  const feeding = { topic: WRITES, partition: PARTITION, position: undefined } as const
  const feed = createStateFeed(given.parts, subject, { ...feeding, takesSnapshots: false })
  feed.close()
  await feed.restored
  const { rows } = second.states.snapshots!
  expect(isKept(rows, { name: 'memory', partition: PARTITION })).toBe(false)
})

describe('who stands by', () => {
  test('takes no snapshots', async () => {
    const { given, resume, deliver } = await givenStandby({ pace: { ...atOnce, lookMs: 1 } })
    await given.write(ANNA, ['lantern'])
    await resume()
    await deliver()
    for (let turn = 0; turn < 50; turn++) await new Promise((next) => setTimeout(next, 1))
    expect(await given.keysOf('')).toEqual([])
  })

  test('tells how much it follows', async () => {
    const { resume, release, follows } = await givenStandby()
    await resume()
    expect(await follows()).toEqual([2])
    await release()
    expect(await follows()).toEqual([0])
  })

  test('does not exist over a log of one process', async () => {
    const { given, second } = await givenStandby()
    await given.write(ANNA, ['lantern'])
    const subject = transformer({
      handle: async () => ({ outcome: 'emit', events: [] }),
      states: second.partitionStates.memory,
    })
    const subscription = await runStandby(given.parts, subject, 1)
    expect(await given.log.standbys(standbyGroup(subject.name, 1), WRITES)).toEqual(new Map())
    await subscription.close()
    expect(await second.partitionStates.memory.of(PARTITION).checkpoints(WRITES)).toEqual(new Map())
  })
})
