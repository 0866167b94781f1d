// How many bytes the files below a folder hold: what a download has brought so far.
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** Files that vanish meanwhile count as nothing. */
export async function folderBytes(folder: string): Promise<number> {
  const names = await readdir(folder, { recursive: true }).catch(() => [])
  let bytes = 0
  for (const name of names) {
    const found = await stat(join(folder, name)).catch(() => undefined)
    if (found?.isFile()) bytes += found.size
  }
  return bytes
}
