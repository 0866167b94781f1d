// Rebuilds a projection of the embedded setting in a file beside the one in use. A large one is filled by several
// threads, each of which takes in a part of the users into a file of its own.
import { renameSync, statSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import type { ProjectionName, ProjectionStores } from '../../../infra/ports/ports.ts'
import type { Fill, Rebuild, Resuming } from '../../../infra/ports/projection.ts'
import { createOwners } from '../../../infra/runtime/envelope/owners.ts'
import { createSealing } from '../../../infra/sealed/keys/sealing.ts'
import { removeDatabase } from '../../../infra/sqlite/database/database-file.ts'
import { replaceContents } from '../../../infra/sqlite/database/replace-contents.ts'
import { createSqliteKeyStore } from '../../../infra/sqlite/key-store.ts'
import {
  beginFilling,
  completeFilling,
  type Filling,
  isFillingFile,
} from '../../../infra/sqlite/projection/filling.ts'
import { lock } from './claim-directory.ts'
import { embeddedProjection } from './embedded-projections.ts'
import { fillOnThreads } from './fill-on-threads.ts'
import type { FillingOptions } from './filling-thread.ts'
import { leftRebuild } from './left-rebuild.ts'

type RebuildOptions = FillingOptions &
  Resuming & {
    /** A service has the files open, and keeps running. */
    beside: boolean
    /** Into how many files the users are divided; by default, as many as the machine has cores and room for. */
    parts?: number
  }

/** Of the log. A smaller one is read by one thread before others have started. */
const WORTH_THREADS_BYTES = 32 * 1024 * 1024
/** One thread takes the parts in in the end, so more would wait for it. */
const MOST_PARTS = 4
/** What the thread of a part takes at most; the machine, or the limit of its container, must have room for it. */
const BYTES_OF_PART = 1024 * 1024 * 1024

export function openRebuild<Name extends ProjectionName>(
  name: Name,
  { beside, resumes = true, parts, ...options }: RebuildOptions,
): Rebuild<ProjectionStores[Name]> {
  const { directory, masterKey, sealed, generation } = options
  const release = lock(join(directory, 'rebuild-lock.db'), 'another replay is running: wait for it')
  const { files, filling, open } = embeddedProjection(name)
  const path = join(directory, files({ sealed, generation }).file)
  const freshPath = `${path}.rebuild`
  if (!resumes) leftRebuild(freshPath).remove()
  const isLarge = logBytes(directory) >= WORTH_THREADS_BYTES
  const left = leftRebuild(freshPath, filling ? (parts ?? (isLarge ? partsThatFit() : 1)) : 1)
  if (!left.resumed) {
    left.begin()
    // The first one last: where it is there, the others are.
    if (filling) for (const file of left.files.toReversed()) beginFilling(file)
  }
  const owners = sealed ? createOwners(masterKey) : null
  const keys = createSqliteKeyStore({ path: join(directory, 'keys.db'), masterKey, owners })
  const sealing = sealed ? createSealing({ masterKey, keys }) : null
  const before = open({ path, sealing })
  const fresh = open({ path: freshPath, sealing, isFilled: filling !== undefined })
  const close = async () => {
    await before.close()
    await fresh.close()
    await keys.close()
    release()
  }
  const discard = async () => {
    await close()
    left.remove()
  }
  const [, ...others] = left.files
  const fillBy =
    (filling: Filling) =>
    async ({ upTo, read, ...heard }: Fill) => {
      const onThreads = (isLarge || others.length > 0) && isFillingFile(freshPath)
      const records = onThreads
        ? await fillOnThreads(left.files, { ...options, name, upTo }, heard)
        : await read()
      await completeFilling(freshPath, filling, { others, signal: heard.signal })
      for (const other of others) removeDatabase(other)
      return records
    }
  return {
    before,
    fresh,
    resumed: left.resumed,
    ...(filling && { fill: fillBy(filling) }),
    swap: async (catchUp = async () => undefined) => {
      if (beside) {
        await replaceContents({ path, freshPath, catchUp }).finally(discard)
        return
      }
      await close()
      removeDatabase(path)
      renameSync(freshPath, path)
      left.remove()
    },
    discard,
  }
}

function logBytes(directory: string): number {
  return ['intake.db', 'derived.db']
    .map((file) => statSync(join(directory, 'log', file), { throwIfNoEntry: false })?.size ?? 0)
    .reduce((sum, size) => sum + size)
}

/** At least 1. */
function partsThatFit(): number {
  const thatFit = Math.floor(process.availableMemory() / BYTES_OF_PART)
  return Math.max(1, Math.min(MOST_PARTS, availableParallelism(), thatFit))
}
