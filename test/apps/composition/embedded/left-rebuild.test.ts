// A rebuild that was killed goes on where it was, and one that another version has begun starts again.
import { spawnSync } from 'node:child_process'
import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { beforeEach, expect, test } from 'vitest'
import { createDirectories } from '../../../infra/sqlite/directory.ts'
import { rebuildOfMemory } from './rebuilding.ts'

const SCRIPT = fileURLToPath(new URL('./killed-rebuild.ts', import.meta.url))
const newDirectory = createDirectories()
let directory: string
beforeEach(() => {
  directory = newDirectory()
  const { signal } = spawnSync(process.execPath, [SCRIPT, directory])
  expect(signal).toBe('SIGKILL')
})

async function stoodAt(options: { parts?: number; resumes?: boolean } = {}) {
  const rebuild = rebuildOfMemory(directory, options)
  const position = (await rebuild.fresh.checkpoints('memory.writes.v1')).get(0)
  await rebuild.discard()
  return { resumed: rebuild.resumed, position }
}

test('given a rebuild that was killed, when opened again, then it goes on, and once it is over nothing is left', async () => {
  expect(await stoodAt()).toEqual({ resumed: true, position: 7 })
  expect(await stoodAt()).toEqual({ resumed: false, position: undefined })
})

test('given one that another version has begun, when opened, then it starts from nothing', async () => {
  writeFileSync(join(directory, 'memory-sealed.db.rebuild.version'), '0.0.0')
  expect(await stoodAt()).toEqual({ resumed: false, position: undefined })
})

test('given a rebuild that was killed, when one that resumes nothing is opened, then it starts from nothing in its own number of parts', async () => {
  const options = { parts: 2, resumes: false }
  expect(await stoodAt(options)).toEqual({ resumed: false, position: undefined })
  const rebuild = rebuildOfMemory(directory, options)
  const files = readdirSync(directory)
  await rebuild.discard()
  expect(files).toContain('memory-sealed.db.rebuild.1')
})
