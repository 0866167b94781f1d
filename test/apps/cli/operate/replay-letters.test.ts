// Dead letters of a projection: a letter is erased only where its record has been applied.
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { beforeEach, expect, test } from 'vitest'
import { readLetters, replayLetters } from '../../../../apps/cli/operate/replay-letters.ts'
import { type Opened, withPorts } from '../../../../apps/cli/operate/with-ports.ts'
import { readConfigWith } from '../../../../infra/config.ts'
import type { EventLog, LogRecord } from '../../../../infra/ports/event-log.ts'
import { deadLetterOf } from '../../../../infra/runtime/fail/dead-letter.ts'
import { Outage } from '../../../../infra/runtime/fail/retry.ts'
import { newScope, storedEvent } from '../../../contracts/given.ts'
import { appendAll, contentStored, recordsOf } from '../../../infra/runtime/given.ts'
import { createDirectories } from '../../../infra/sqlite/directory.ts'
import { rebuildOfMemory } from '../../composition/embedded/rebuilding.ts'

/** Leaves a rebuild of the memory that has passed the first writes. */
const KILLED = fileURLToPath(
  new URL('../../composition/embedded/killed-rebuild.ts', import.meta.url),
)
const WRITES = 'memory.writes.v1'
const { signal } = new AbortController()
const quiet = { out: () => {}, err: () => {}, isTerminal: false, signal }
const newDirectory = createDirectories()
const scope = newScope()
let directory: string
beforeEach(() => {
  directory = newDirectory()
})

/** Over the files of a stopped service. */
function opened<T>(work: (opened: Opened) => Promise<T>): Promise<T> {
  const config = readConfigWith({ DATA_DIR: directory, PROFILE: 'embedded' })
  return withPorts(signal, work, { config })
}

/** Writes a letter of the processor for each write. */
async function deadLetterAll(
  { ports: { log } }: Opened,
  processor = 'index-memory',
): Promise<void> {
  const why = { processor, errorClass: 'Odd', reason: 'it is odd', attempts: 1 }
  const recordedAt = new Date().toISOString()
  const letterOf = (record: LogRecord) => deadLetterOf(record, { ...why, recordedAt })
  await log.append((await recordsOf(log, WRITES)).map(letterOf))
}

const unknownType = ({ ports: { log } }: Opened) =>
  log.append([{ topic: WRITES, event: storedEvent(scope, { type: 'SomethingElse' }) }])

/** Tries the letters of index-memory again. */
async function tryAgain(opened: Opened) {
  const lettersThere = async () =>
    (await readLetters(opened.ports.log, null)).filter(
      ({ parked }) => parked.processor === 'index-memory',
    )
  const letters = await lettersThere()
  const left = await replayLetters(opened, letters, quiet)
  return {
    tried: letters.length,
    left: left.length,
    there: (await lettersThere()).length,
  }
}

test('given records that fail again on the threads of a rebuild, when their letters are replayed, then the letters stay', async () => {
  const outcome = await opened(async (opened) => {
    await unknownType(opened)
    await appendAll(opened.ports, [contentStored(scope)])
    await deadLetterAll(opened)
    const inParts = async () => rebuildOfMemory(directory, { parts: 2 })
    return tryAgain({ ...opened, setting: { ...opened.setting, rebuild: inParts as never } })
  })
  expect(outcome).toEqual({ tried: 2, left: 1, there: 1 })
})

test('given a killed rebuild that has passed a record, when its letter is replayed and it fails again, then the letter stays', async () => {
  await opened(async (opened) => {
    await unknownType(opened)
    await deadLetterAll(opened)
  })
  expect(spawnSync(process.execPath, [KILLED, directory]).signal).toBe('SIGKILL')
  expect(await opened(tryAgain)).toEqual({ tried: 1, left: 1, there: 1 })
})

test('given a killed rebuild that has passed a record, when its letter is replayed and it no longer fails, then it is applied', async () => {
  const event = contentStored(scope)
  await opened(async (opened) => {
    await appendAll(opened.ports, [event])
    await deadLetterAll(opened)
  })
  expect(spawnSync(process.execPath, [KILLED, directory]).signal).toBe('SIGKILL')
  expect(await opened(tryAgain)).toEqual({ tried: 1, left: 0, there: 0 })
  const applied = await opened(({ ports }) => ports.memory.resource(scope, event.id))
  expect(applied).toMatchObject({ id: event.id })
})

test('given a log that removes no letter, when letters are replayed, then nothing that was started for them goes on', async () => {
  let following = 0
  await opened(async (opened) => {
    const { log } = opened.ports
    await appendAll(opened.ports, [contentStored(scope)])
    await deadLetterAll(opened, 'raise-notices')
    await log.erase({ topic: WRITES, scope, matches: () => true })
    const subscribe: EventLog['subscribe'] = async (options) => {
      following++
      const subscription = await log.subscribe(options)
      const close = async () => {
        await subscription.close()
        following--
      }
      return { ...subscription, close }
    }
    const erase = async () => {
      throw new Outage('the log is down')
    }
    const ports = { ...opened.ports, log: { ...log, subscribe, erase } }
    const letters = await readLetters(log, null)
    expect(letters).toHaveLength(1)
    const replayed = replayLetters({ ...opened, ports }, letters, quiet)
    await expect(replayed).rejects.toThrow('the log is down')
    expect(following).toBe(0)
  })
})
