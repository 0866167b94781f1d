// Migrates an embedded installation after SEALED_PROJECTIONS, EMBEDDING_GENERATION or the layout of a file has changed:
// replays the log into files of the wanted kind before anything is served, and then removes the old ones. If the
// process dies meanwhile, the next start continues, because the old files are still there.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { ProjectionName } from '../../../infra/ports/ports.ts'
import { verifyEmbedding } from '../../../infra/runtime/envelope/one-embedding.ts'
import { createOwners } from '../../../infra/runtime/envelope/owners.ts'
import { replay, replayLength } from '../../../infra/runtime/replay/replay.ts'
import type { RuntimeParts } from '../../../infra/runtime/run/runtime-parts.ts'
import type { Telemetry } from '../../../infra/runtime/telemetry.ts'
import { renameObjects } from '../../../infra/sealed/objects/rename-objects.ts'
import { removeDatabase } from '../../../infra/sqlite/database/database-file.ts'
import { createSqliteObjectStore } from '../../../infra/sqlite/object-store.ts'
import { projectionNames, projectors } from '../projections.ts'
import type { OpenPorts } from './embedded.ts'
import { embeddedProjection } from './embedded-projections.ts'
import { leftRebuild } from './left-rebuild.ts'

const TOLD_EVERY_MS = 2_000

type BringOver = {
  directory: string
  sealed: boolean
  /** Of the vectors. */
  generation: number
  masterKey: Uint8Array
  telemetry: Telemetry
  /** The ports of the kind that is wanted from now on. */
  open(): Promise<OpenPorts>
  signal?: AbortSignal
}

/** Returns the projections that were migrated: mostly none, and then nothing is opened. */
export async function bringOver(options: BringOver): Promise<readonly ProjectionName[]> {
  const oldFilesOf = (name: ProjectionName) =>
    embeddedProjection(name)
      .files(options)
      .others.map((file) => join(options.directory, file))
      .filter((path) => existsSync(path))
  const names = projectionNames.filter((name) => oldFilesOf(name).length > 0)
  if (names.length === 0) return names
  const ports = await options.open()
  try {
    // Before anything is removed: vectors of a generation that is not in use may be missing.
    await verifyEmbedding(ports.objects, ports.language.embedding)
    for (const name of names) await replayInto(ports, name, options)
    await renameNotes(options)
  } finally {
    await ports.close()
  }
  for (const path of names.flatMap(oldFilesOf)) {
    // What an interrupted rebuild left is of the old kind too.
    leftRebuild(`${path}.rebuild`).remove()
    removeDatabase(path)
  }
  return names
}

/** Of forgets: they name users who have nothing else here. Raw content is found under both names. */
async function renameNotes({ directory, sealed, masterKey }: BringOver): Promise<void> {
  const objects = createSqliteObjectStore({ path: join(directory, 'log/intake.db') })
  try {
    const owners = createOwners(masterKey)
    await renameObjects(objects, { owners, sealed, prefix: '~forgotten/' })
  } finally {
    await objects.close()
  }
}

async function replayInto<Name extends ProjectionName>(
  ports: OpenPorts,
  name: Name,
  { telemetry, sealed, signal = new AbortController().signal }: BringOver,
): Promise<void> {
  const { log, keys, language } = ports
  const failed = (_: string, error: Error) => {
    throw error
  }
  const parts: RuntimeParts = { log, keys, telemetry, signal, failed, now: () => new Date() }
  const projector = projectors[name](ports[name], language)
  const of = await replayLength(log, projector)
  let done = 0
  let toldAt = 0
  const tell = () =>
    telemetry.logger.info({ projection: name, sealed, done, of }, 'a projection is brought over')
  await replay(parts, projector, ({ records }) => {
    done += records
    if (performance.now() - toldAt < TOLD_EVERY_MS) return
    toldAt = performance.now()
    tell()
  })
  tell()
}
