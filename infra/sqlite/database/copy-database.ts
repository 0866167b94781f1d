// Copies a database while others write to it, through SQLite's backup API: the copy is the database as it stood at one
// moment, with what its write-ahead log held.
import { backup, DatabaseSync } from 'node:sqlite'
import { makePrivate } from './database-file.ts'

/** All of it in one step: in several, each commit of another connection would begin the copy anew. */
const ALL_PAGES = 0x7fffffff

export async function copyDatabase(from: string, to: string): Promise<void> {
  makePrivate(to)
  const source = new DatabaseSync(from, { readOnly: true })
  try {
    await backup(source, to, { rate: ALL_PAGES })
  } finally {
    source.close()
  }
}
