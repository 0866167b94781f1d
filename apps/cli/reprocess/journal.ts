// What is noted of a candidate beside its facts: which engine reads for whom, how far, and what that has cost. It names
// no user, only pseudonyms.
import { z } from 'zod'
import type { CandidatePlace } from '../../composition/candidate/candidate.ts'

const used = z.strictObject({ input: z.number(), cached: z.number(), output: z.number() })

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
  /** True once a promotion has begun: what is in the log by then is promoted, whatever becomes of the candidate. */
  isPromoted: z.boolean().optional(),
})
export type Journal = z.infer<typeof journal>

export async function readJournal(place: CandidatePlace): Promise<Journal | null> {
  const notes = await place.readNotes()
  return notes === null ? null : journal.parse(JSON.parse(notes))
}

export async function writeJournal(place: CandidatePlace, now: Journal): Promise<void> {
  await place.writeNotes(now.reprocessId, JSON.stringify(now))
}

/** How often what was used is noted: a process that is killed loses the count of so much. */
const NOTE_MS = 1_000

/** Notes what `journalNow` gives, again and again, and at the end; one write at a time. */
export function keepNoting(place: CandidatePlace, journalNow: () => Journal) {
  let writing: Promise<void> | null = null
  const write = () => {
    writing ??= writeJournal(place, journalNow()).finally(() => {
      writing = null
    })
    return writing
  }
  const timer = setInterval(() => void write().catch(() => undefined), NOTE_MS)
  return {
    /** Gives what was noted last. */
    stop: async (): Promise<Journal> => {
      clearInterval(timer)
      await writing?.catch(() => undefined)
      const last = journalNow()
      await writeJournal(place, last)
      return last
    },
  }
}
