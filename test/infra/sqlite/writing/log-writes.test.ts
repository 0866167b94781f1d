// What a write of the embedded log promises beside its contract: what is on disk before the answer, which readers wake,
// and what makes it fail.
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { BroadcastChannel } from 'node:worker_threads'
import { afterEach, describe, expect, test } from 'vitest'
import { isOutage } from '../../../../infra/runtime/fail/retry.ts'
import type { Database } from '../../../../infra/sqlite/database/database.ts'
import { checkpointsOf } from '../../../../infra/sqlite/log/log-checkpoints.ts'
import {
  closeLogFiles,
  type LogFiles,
  openLogFiles,
} from '../../../../infra/sqlite/log/log-files.ts'
import { readBatch } from '../../../../infra/sqlite/log/log-rows.ts'
import { createLogWrites } from '../../../../infra/sqlite/writing/log-writes.ts'
import type { AnyTopicName } from '../../../../schemas/topics.ts'
import { newScope, storedEvent } from '../../../contracts/given.ts'
import { createDirectories } from '../directory.ts'

const WRITES = 'memory.writes.v1'
const FACTS = 'memory.facts.v1'
const newDirectory = createDirectories()
const recordOf = (topic: AnyTopicName) => ({ topic, event: storedEvent(newScope()) })
const placeOf = (topic: AnyTopicName, position = 1) => ({ topic, partition: 0, position })

let opened: LogFiles[] = []
afterEach(() => {
  for (const log of opened) closeLogFiles(log)
  opened = []
})

function openLog(directory: string | null = null): LogFiles {
  const log = openLogFiles({ directory })
  opened.push(log)
  return log
}

function idsIn(log: LogFiles, topic: AnyTopicName) {
  const records = readBatch(log, { topic, partition: 0, maxRecords: 100 })
  return records.map(({ event }) => event!.id)
}

describe('a step', () => {
  /** Writes to a log that notes each step: in which file it is, and whether it is on disk before it returns. */
  function givenNoted() {
    const log = openLog()
    const steps: string[] = []
    const noted = (name: string, file: Database): Database => ({
      ...file,
      transaction: (work) => {
        steps.push(`${name}, synced`)
        return file.transaction(work)
      },
      unsyncedTransaction: (work) => {
        steps.push(`${name}, not synced`)
        return file.unsyncedTransaction(work)
      },
    })
    const [intake, derived] = [noted('intake', log.intake), noted('derived', log.derived)]
    return { steps, writes: createLogWrites({ ...log, intake, derived }) }
  }

  test('of records is on disk before it is answered', async () => {
    const { steps, writes } = givenNoted()
    await writes.append([recordOf(WRITES), recordOf(WRITES)])
    await writes.append([recordOf(FACTS)])
    expect(steps).toEqual(['intake, synced', 'derived, synced'])
  })

  test('of records and checkpoints is one, in the file of the records', async () => {
    const { steps, writes } = givenNoted()
    const checkpoints = [placeOf('memory.inbox.v1'), placeOf(WRITES)]
    await writes.commit({ group: 'accepting', records: [recordOf(WRITES)], checkpoints })
    await writes.commit({ group: 'deriving', records: [recordOf(FACTS)], checkpoints })
    expect(steps).toEqual(['intake, synced', 'derived, synced'])
  })

  test('of records and checkpoints is answered with the places of its records', async () => {
    const log = openLog()
    const [one, two] = [recordOf(FACTS), recordOf(FACTS)]
    const places = await createLogWrites(log).commit({
      group: 'deriving',
      records: [one, two],
      checkpoints: [placeOf(WRITES)],
    })
    expect(places).toEqual([placeOf(FACTS), placeOf(FACTS, 2)])
    expect(idsIn(log, FACTS)).toEqual([one.event.id, two.event.id])
  })

  test('of checkpoints alone waits for no disk, and goes where the group stands', async () => {
    const { steps, writes } = givenNoted()
    const checkpoints = [placeOf('memory.inbox.v1')]
    await writes.commit({ group: 'accepting', records: [recordOf(WRITES)], checkpoints })
    await writes.commit({ group: 'accepting', records: [], checkpoints })
    await writes.commit({ group: 'deriving', records: [], checkpoints })
    expect(steps).toEqual(['intake, synced', 'intake, not synced', 'derived, not synced'])
  })

  test('that removes is on disk before it is answered', async () => {
    const { steps, writes } = givenNoted()
    const places = await writes.append([recordOf(FACTS), recordOf(FACTS), recordOf(FACTS)])
    const positions = places.slice(1).map(({ position }) => position)
    expect(await writes.remove(FACTS, [...positions, 99])).toBe(2)
    expect(steps).toEqual(['derived, synced', 'derived, synced'])
  })

  test('that removes nothing leaves the file alone, once what was removed is in no write-ahead log', async () => {
    const log = openLog()
    let truncations = 0
    const truncateLog = () => {
      truncations++
      if (truncations === 2) throw new Error('in use')
      log.derived.truncateLog()
    }
    const writes = createLogWrites({ ...log, derived: { ...log.derived, truncateLog } })
    // What an earlier process removed may be there.
    await writes.remove(FACTS, [])
    const [place] = await writes.append([recordOf(FACTS)])
    await expect(writes.remove(FACTS, [place!.position])).rejects.toThrow('in use')
    await writes.remove('memory.summaries.v1', [])
    expect(truncations).toBe(3)
    await writes.remove(FACTS, [])
    expect(truncations).toBe(3)
  })

  test('of records of two writers is refused, and nothing of it happens', async () => {
    const log = openLog()
    const commit = createLogWrites(log).commit({
      group: 'deriving',
      records: [recordOf(WRITES), recordOf(FACTS)],
      checkpoints: [placeOf(WRITES)],
    })
    await expect(commit).rejects.toThrow('two writers')
    expect([...idsIn(log, WRITES), ...idsIn(log, FACTS)]).toEqual([])
    expect(checkpointsOf(log, 'deriving', WRITES)).toEqual(new Map())
  })
})

describe('who is woken', () => {
  test('is each reader of a topic that got records, once, and no other', async () => {
    const log = openLog()
    const woken: AnyTopicName[] = []
    for (const topic of [WRITES, FACTS, 'memory.summaries.v1'] as const) {
      log.woken.on(topic, () => woken.push(topic))
    }
    const writes = createLogWrites(log)
    await writes.append([recordOf(WRITES), recordOf(WRITES)])
    expect(woken.splice(0)).toEqual([WRITES])
    const checkpoints = [placeOf(WRITES)]
    await writes.commit({ group: 'deriving', records: [recordOf(FACTS)], checkpoints })
    expect(woken.splice(0)).toEqual([FACTS])
    await writes.commit({ group: 'deriving', records: [], checkpoints })
    expect(woken).toEqual([])
  })

  test('in other threads is no reader by a checkpoint alone', async () => {
    const directory = newDirectory()
    const channel = new BroadcastChannel(`log:${directory}`)
    const told = new Promise((resolve) => {
      channel.onmessage = (message) => resolve((message as MessageEvent).data)
    })
    const writes = createLogWrites(openLog(directory))
    await writes.commit({ group: 'deriving', records: [], checkpoints: [placeOf(WRITES)] })
    await writes.append([recordOf(FACTS)])
    expect(await told).toEqual([FACTS])
    channel.close()
  })
})

test('given a file that is gone, when asked whether its topics can be written, then they cannot, and those of the other can', async () => {
  const directory = newDirectory()
  const writes = createLogWrites(openLog(directory))
  await writes.ping(WRITES)
  rmSync(join(directory, 'intake.db'))
  const error = await writes.ping(WRITES).catch((thrown: unknown) => thrown)
  expect(isOutage(error)).toBe(true)
  await writes.ping(FACTS)
})
