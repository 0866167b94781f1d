// Copies a database while other connections write to it, through SQLite's backup API: the copy is the database as it
// stood at one moment, including what its write-ahead log held.
import { backup, DatabaseSync } from 'node:sqlite'
import { asError } from '../../runtime/certain.ts'
import { makePrivate } from './database-file.ts'

/** All pages in one step: in several steps, each commit of another connection would restart the copy. */
const ALL_PAGES = 0x7fffffff

export async function copyDatabase(from: string, to: string): Promise<void> {
  makePrivate(to)
  try {
    using source = new DatabaseSync(from, { readOnly: true })
    await backup(source, to, { rate: ALL_PAGES })
  } catch (error) {
    // SQLite does not say which of the two: a disk that is full is that of the copy.
    throw Object.assign(asError(error), { path: /full/.test(asError(error).message) ? to : from })
  }
}
