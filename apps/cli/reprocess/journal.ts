// What is noted of a candidate beside its data: which engine reads for whom, how far, and what that has cost. It names
// no user, only pseudonyms.
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { candidateFolder } from '../../composition/embedded/candidate.ts'

const used = z.strictObject({
  input: z.number(),
  cached: z.number(),
  output: z.number(),
})

const journal = z.strictObject({
  version: z.literal(1),
  reprocessId: z.uuid(),
  /** The settings by which it reads (engine-config.ts). */
  settings: z.string(),
  engine: z.string(),
  embedding: z.string().nullable(),
  appId: z.string().nullable(),
  /** Pseudonyms, each with its app; null: every user. */
  users: z.array(z.string()).nullable(),
  /** How many users were asked for; null: every user. */
  sample: z.int().nullable(),
  /** By partition: the position up to which every write has been read; null: it has not read them all yet. */
  upTo: z.record(z.string(), z.int()).nullable(),
  seconds: z.number(),
  used: z.record(z.string(), used),
  cost: z.number(),
})
export type Journal = z.infer<typeof journal>

/** Null where there is no candidate. */
export function readJournal(directory: string): Journal | null {
  const path = pathOf(directory)
  return existsSync(path) ? journal.parse(JSON.parse(readFileSync(path, 'utf8'))) : null
}

export function writeJournal(directory: string, now: Journal): void {
  const path = pathOf(directory)
  writeFileSync(`${path}.new`, JSON.stringify(now), { mode: 0o600, flush: true })
  renameSync(`${path}.new`, path)
}

function pathOf(directory: string): string {
  return join(candidateFolder(directory), 'journal.json')
}
