// The notes of a candidate in the bucket. An object is never overwritten, so each version is one of its own, and the
// newest counts.
import { z } from 'zod'
import type { Config } from '../../../infra/config.ts'
import { createS3ObjectStore } from '../../../infra/s3/object-store.ts'
import { namesIn, s3Options } from '../distributed/distributed-servers.ts'

const notes = z.strictObject({
  reprocessId: z.uuid(),
  text: z.string(),
  /** It is being removed. */
  isLeaving: z.boolean(),
})
type Notes = z.infer<typeof notes>

const FOLDER = 'notes/'
const DIGITS = 12
const MOST_VERSIONS = 1_000

export function openNotes(config: Config) {
  const { folder } = namesIn(config.NAMESPACE)
  const objects = createS3ObjectStore({ ...s3Options(config), prefix: `${folder}candidate/` })
  const versions = () => objects.list({ prefix: FOLDER, limit: MOST_VERSIONS })
  return {
    /** Null where there is no candidate. */
    read: async (): Promise<Notes | null> => {
      for (;;) {
        const newest = (await versions()).at(-1)
        if (newest === undefined) return null
        const body = await objects.get(newest)
        // Replaced since it was listed.
        if (body) return notes.parse(JSON.parse(Buffer.from(body).toString('utf8')))
      }
    },
    write: async (now: Notes): Promise<void> => {
      const before = await versions()
      const number = Number(before.at(-1)?.slice(FOLDER.length) ?? 0) + 1
      const key = `${FOLDER}${String(number).padStart(DIGITS, '0')}`
      await objects.putMany([{ key, body: Buffer.from(JSON.stringify(now)) }])
      if (before.length > 0) await objects.deleteMany(before)
    },
    remove: async (): Promise<void> => {
      const all = await versions()
      if (all.length > 0) await objects.deleteMany(all)
    },
    close: () => objects.close(),
  }
}
