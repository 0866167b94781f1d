// Commands that read a whole log end with the first signal.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test, vi } from 'vitest'
import { runCli } from '../../../../apps/cli/main.ts'
import { interruptible } from '../../../../apps/cli/operate/interruptible.ts'
import type { EventLog } from '../../../../infra/ports/event-log.ts'
import { createSqliteEventLog } from '../../../../infra/sqlite/event-log.ts'
import { deadLetterTopic, WRITES } from '../../../../schemas/topics.ts'
import { newScope, storedEvent } from '../../../contracts/given.ts'
import { createDirectories } from '../../../infra/sqlite/directory.ts'

const newDirectory = createDirectories()
const CLI = fileURLToPath(new URL('../../../../apps/cli/main.ts', import.meta.url))

async function givenLog(directory: string): Promise<EventLog> {
  const log = createSqliteEventLog({ directory })
  onTestFinished(() => log.close())
  for (const topic of [WRITES, deadLetterTopic(WRITES)]) {
    await log.append(Array.from({ length: 9 }, () => ({ topic, event: storedEvent(newScope()) })))
  }
  return log
}

async function givenService(): Promise<string> {
  const directory = newDirectory()
  mkdirSync(join(directory, 'log'))
  writeFileSync(join(directory, 'master.key'), 'a'.repeat(64))
  const log = await givenLog(join(directory, 'log'))
  await log.close()
  return directory
}

test('given a reader of its output that has had enough, when a command tells more, then it ends without a word', async () => {
  const env = { ...process.env, DATA_DIR: await givenService(), PROFILE: 'embedded' }
  const told = spawn(process.execPath, [CLI, 'log', '--topic', WRITES], { env })
  told.stdout.destroy()
  let said = ''
  told.stderr.on('data', (part) => {
    said += part
  })
  await once(told, 'close')
  expect(said).toBe('')
})

test('given a log that is a file, when a signal comes, then the reading ends before the next batch', async () => {
  const stopping = new AbortController()
  const log = interruptible(await givenLog(newDirectory()), stopping.signal)
  let batches = 0
  const reading = (async () => {
    for await (const _ of log.read({ topic: WRITES, partition: 0, maxRecords: 1 })) batches++
  })()
  setImmediate(() => stopping.abort(new Error('interrupted')))
  await expect(reading).rejects.toThrow('interrupted')
  expect(batches).toBeLessThan(9)
})

test.each([
  [['log', '--topic', WRITES]],
  [['audit', 'verify']],
  [['audit', 'seal']],
  [['dead-letters', 'list']],
])('given a signal, when %j reads, then it tells nothing and is interrupted', async (args) => {
  const directory = await givenService()
  vi.stubEnv('DATA_DIR', directory)
  vi.stubEnv('PROFILE', 'embedded')
  onTestFinished(() => void vi.unstubAllEnvs())
  const [out, err]: [string[], string[]] = [[], []]
  const code = await runCli(args, {
    out: (line) => void out.push(line),
    err: (line) => void err.push(line),
    isTerminal: false,
    signal: AbortSignal.abort(new Error('interrupted')),
  })
  expect({ code, out, err }).toEqual({ code: 130, out: [], err: ['interrupted'] })
})
