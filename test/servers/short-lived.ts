// For servers that live as long as one run of the tests: they compile less, and keep their data in memory. In ten minutes
// the optimising compiler takes a quarter of their processor time and gives less back, and a disk lets each of their
// transactions wait (test/README.md has the figures).
import { rmSync } from 'node:fs'
import { folderInMemory } from '../files-in-memory.ts'

/** Far more than a run needs. */
const GIB = 4

export function setup(): () => void {
  process.env.STACK_JAVA_OPTIONS ??= '-XX:TieredStopAtLevel=1 -XX:+UseSerialGC'
  const folder = folderInMemory('servers', GIB)
  if (folder) process.env.PALIMPSEST_TEST_STACK_DIRECTORY = folder
  return () => {
    if (folder) rmSync(folder, { recursive: true, force: true })
  }
}
