// Lowering the priority works on processes of the machine itself.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { getPriority, setPriority } from 'node:os'
import { Worker } from 'node:worker_threads'
import { expect, onTestFinished, test } from 'vitest'
import { lowerPriority } from '../../../../infra/runtime/turns/lower-priority.ts'

const hasSessions = existsSync('/proc/self/autogroup')
const sessionPriority = (pid: number) =>
  Number(/nice (-?\d+)/.exec(readFileSync(`/proc/${pid}/autogroup`, 'utf8'))?.[1])

/** As it is where the tests themselves do not yield to others. */
function raise(pid: number): void {
  if (getPriority(pid) > 0) setPriority(pid, 0)
}

async function startSleeper(options: { detached: boolean }): Promise<number> {
  const child: ChildProcess = spawn('sleep', ['60'], { ...options, stdio: 'ignore' })
  onTestFinished(() => void child.kill('SIGKILL'))
  await once(child, 'spawn')
  raise(child.pid!)
  return child.pid!
}

// First, because an ordinary user's second change in a tenth of a second is refused.
test('leaves alone a session that another process leads', async () => {
  const before = hasSessions ? sessionPriority(process.pid) : 0
  const pid = await startSleeper({ detached: false })
  lowerPriority(pid, 10)
  expect(getPriority(pid)).toBe(10)
  if (hasSessions) expect(sessionPriority(process.pid)).toBe(before)
})

test('leaves alone the session of a process that leads no more than its group', async () => {
  const script = 'set -m; sleep 60 & echo $!; wait'
  const shell = spawn('bash', ['-c', script], {
    detached: true,
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const [said] = await once(shell.stdout, 'data')
  const pid = Number(said)
  onTestFinished(() => {
    process.kill(pid, 'SIGKILL')
  })
  raise(pid)
  const before = hasSessions ? sessionPriority(pid) : 0
  lowerPriority(pid, 10)
  expect(getPriority(pid)).toBe(10)
  if (hasSessions) expect(sessionPriority(pid)).toBe(before)
})

test('lowers a process, and the session that it leads', async () => {
  const pid = await startSleeper({ detached: true })
  lowerPriority(pid, 10)
  expect(getPriority(pid)).toBe(10)
  if (hasSessions) expect(sessionPriority(pid)).toBe(10)
})

test('leaves alone a process that is lower already', async () => {
  const pid = await startSleeper({ detached: false })
  setPriority(pid, 15)
  lowerPriority(pid, 10)
  expect(getPriority(pid)).toBe(15)
})

// On Linux alone a thread has a priority of its own.
test.skipIf(process.platform !== 'linux')(
  'lowers a thread, and leaves a lower one alone',
  async () => {
    const module = new URL('../../../../infra/runtime/turns/lower-priority.ts', import.meta.url)
    const script = `
    const { getPriority, setPriority } = require('node:os')
    const { parentPort } = require('node:worker_threads')
    if (getPriority(0) > 0) setPriority(0, 0)
    import('${module}').then(({ lowerThreadPriority }) => {
      const seen = [10, 15, 10].map((priority) => {
        lowerThreadPriority(priority)
        return getPriority(0)
      })
      parentPort.postMessage(seen)
    })`
    const before = getPriority(0)
    const thread = new Worker(script, { eval: true })
    const [seen] = await once(thread, 'message')
    expect(seen).toEqual([10, 15, 15])
    expect(getPriority(0)).toBe(before)
    await thread.terminate()
  },
)
