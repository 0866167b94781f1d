// Directories for the embedded stores' files: each test has its own, and all are removed in the end.
import { existsSync, mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'

export function createDirectories(): () => string {
  const made: string[] = []
  afterAll(() => {
    for (const directory of made) rmSync(directory, { recursive: true, force: true })
  })
  return () => {
    const directory = mkdtempSync(join(tmpdir(), 'palimpsest-'))
    made.push(directory)
    return directory
  }
}

/** One directory for a file of tests, or for a describe. */
export function ownDirectory(): string {
  return createDirectories()()
}

/** A store over a file of its own, which can be opened again, as the contracts take it. */
export function reopenable<Store extends { close(): Promise<void> }>(
  open: (options: { path: string }) => Store,
) {
  const newDirectory = createDirectories()
  return async () => {
    const path = join(newDirectory(), 'store.db')
    const store = open({ path })
    return { store, reopen: async () => open({ path }), close: () => store.close() }
  }
}

/** The files of a directory in whose bytes a text can be found, in UTF-8 or UTF-16. */
export function filesWith(directory: string, text: string): string[] {
  const names = readdirSync(directory, { recursive: true, withFileTypes: true })
  return names
    .filter((each) => each.isFile())
    .map((each) => join(each.parentPath, each.name))
    .filter((path) => {
      const bytes = readFileSync(path)
      return bytes.includes(Buffer.from(text)) || bytes.includes(Buffer.from(text, 'utf16le'))
    })
}

const DESCRIPTORS = '/proc/self/fd'

/** What this process has open of a file or a folder, where the system reports it. */
export function openFiles(path: string): string[] {
  if (!existsSync(DESCRIPTORS)) return []
  return readdirSync(DESCRIPTORS).flatMap((each) => {
    try {
      const file = readlinkSync(join(DESCRIPTORS, each))
      return file.startsWith(path) ? [file] : []
    } catch {
      // The descriptor of the listing itself.
      return []
    }
  })
}
