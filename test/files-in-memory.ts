// Keeps the files that tests make, and those of the test servers, in memory where the machine has room for it: a commit
// of SQLite or Neo4j waits for the disk, and a run of the tests makes a hundred thousand of them. What a test shows of
// durability it shows by killing processes, and that needs no disk.
import { chmodSync, mkdirSync, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Where Linux keeps files in memory; other systems have no such place. */
const MEMORY = '/dev/shm'
const GIB = 1024 ** 3

/** Makes the folder, which only this user can list; undefined where memory has less room than `gib`. */
export function folderInMemory(name: string, gib: number): string | undefined {
  if (!hasRoom(gib)) return undefined
  const folder = join(MEMORY, `palimpsest-${name}`)
  mkdirSync(folder, { recursive: true })
  // Servers that run as an ordinary user reach their own folders in it.
  chmodSync(folder, 0o711)
  return folder
}

/** For the whole run: what tests make in the folder of temporary files is in memory where that has room, and gone at the end. */
export function setup(): () => void {
  const folder =
    folderInMemory(`tests-${process.pid}`, 4) ?? mkdtempSync(join(tmpdir(), 'palimpsest-tests-'))
  process.env.TMPDIR = folder
  return () => rmSync(folder, { recursive: true, force: true })
}

function hasRoom(gib: number): boolean {
  try {
    const { bavail, bsize } = statfsSync(MEMORY)
    return bavail * bsize >= gib * GIB
  } catch {
    return false
  }
}
