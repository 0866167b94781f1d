// Makes a folder for its owner alone, with those above it that are missing. Node's own way (`recursive`) never returns
// where the system says of a folder that is there that it is missing, as below /proc.
import { mkdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { codeOf } from '../../runtime/certain.ts'

export const PRIVATE_FOLDER = 0o700

/** A folder that is there stays as it is. */
export function makeFolder(path: string): void {
  const above = dirname(path)
  try {
    makeOne(path)
  } catch (error) {
    if (codeOf(error) !== 'ENOENT' || above === path) throw error
    makeFolder(above)
    makeOne(path)
  }
}

function makeOne(path: string): void {
  try {
    mkdirSync(path, { mode: PRIVATE_FOLDER })
  } catch (error) {
    // Another process may have made it in the meantime.
    if (!isFolder(path)) throw error
  }
}

function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory()
  } catch {
    return false
  }
}
