// A lock belongs to one process, and ends with it, however the process dies.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isMainThread } from 'node:worker_threads'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { lockFile } from '../../../../infra/sqlite/database/file-lock.ts'
import { createDirectories, openFiles } from '../directory.ts'

const newDirectory = createDirectories()
let path: string
beforeEach(() => {
  path = join(newDirectory(), 'folder', 'lock.db')
})

test('a lock is held by one, until it lets go', () => {
  const release = lockFile(path)
  expect(release).toBeTypeOf('function')
  expect(lockFile(path)).toBeNull()
  expect(lockFile(path)).toBeNull()
  release!()
  const again = lockFile(path)
  expect(again).toBeTypeOf('function')
  again!()
})

test('a lock that is refused leaves nothing open', () => {
  const release = lockFile(path)
  expect(lockFile(path)).toBeNull()
  release!()
  expect(openFiles(path)).toEqual([])
})

test('given a file that is no database, when locked, then it is called damaged, and no process is said to hold it', () => {
  lockFile(path)!()
  writeFileSync(path, 'x'.repeat(4096))
  const next =
    /lock\.db is damaged\. It holds no data: end every process .* delete the file, and start again$/
  expect(() => lockFile(path)).toThrow(next)
  expect(openFiles(path)).toEqual([])
  rmSync(path)
  const release = lockFile(path)
  expect(release).toBeTypeOf('function')
  release!()
})

test('locks of other files are others', () => {
  const release = lockFile(path)
  const other = lockFile(`${path}.other`)
  expect(other).toBeTypeOf('function')
  other!()
  release!()
})

test('a lock is one process’s, and ends when that is killed', async () => {
  const main = fileURLToPath(new URL('../lock-holder.ts', import.meta.url))
  const child = spawn(process.execPath, [main, path], { stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = once(child, 'exit')
  onTestFinished(() => void child.kill('SIGKILL'))
  const [said] = await once(child.stdout, 'data')
  expect(String(said)).toBe('held\n')
  expect(lockFile(path)).toBeNull()
  child.kill('SIGKILL')
  await ended
  const release = lockFile(path)
  expect(release).toBeTypeOf('function')
  release!()
})

// A thread has no umask of its own to set: mutants are judged in threads.
test.runIf(isMainThread)(
  'given a umask that lets others read, when locked, then the file and its folder are their owner’s alone',
  () => {
    const before = process.umask(0)
    const release = lockFile(path)
    process.umask(before)
    expect(statSync(path).mode & 0o777).toBe(0o600)
    expect(statSync(join(path, '..')).mode & 0o777).toBe(0o700)
    release!()
  },
)
