// A thread that fills one file of a rebuild with its part of the users.
import { join } from 'node:path'
import { parentPort } from 'node:worker_threads'
import {
  createQueryLanguage,
  type LanguageConfig,
} from '../../../infra/language/create-language-model.ts'
import type { EventLog } from '../../../infra/ports/event-log.ts'
import type { ProjectionName } from '../../../infra/ports/ports.ts'
import type { Fill } from '../../../infra/ports/projection.ts'
import { present } from '../../../infra/runtime/certain.ts'
import { createLogNames } from '../../../infra/runtime/envelope/log-names.ts'
import { createOwners } from '../../../infra/runtime/envelope/owners.ts'
import { createLogger } from '../../../infra/runtime/logger.ts'
import type { Projector } from '../../../infra/runtime/run/processor.ts'
import { project } from '../../../infra/runtime/run/run-projector.ts'
import type { RuntimeParts } from '../../../infra/runtime/run/runtime-parts.ts'
import { createTelemetry } from '../../../infra/runtime/telemetry.ts'
import { createSealing } from '../../../infra/sealed/keys/sealing.ts'
import { createSqliteEventLog } from '../../../infra/sqlite/event-log.ts'
import { createSqliteKeyStore } from '../../../infra/sqlite/key-store.ts'
import { openUserReader, type UserReader } from '../../../infra/sqlite/log/read-by-user.ts'
import { deriveRows, passTo } from '../../../infra/sqlite/projection/filling.ts'
import { threadData } from '../../../infra/threads/thread-data.ts'
import type { Scope } from '../../../schemas/identifiers.ts'
import { projectors } from '../projections.ts'
import { embeddedProjection } from './embedded-projections.ts'
import { partOf } from './part-of.ts'

export type FillingOptions = {
  directory: string
  masterKey: Uint8Array
  sealed: boolean
  /** Of the vectors. */
  generation: number
  language: LanguageConfig
}
export type FillingOrder = FillingOptions & { name: ProjectionName; upTo: Fill['upTo'] }
export type FillingThreadData = FillingOrder & { path: string; part: number; parts: number }
export type FillingNews =
  /** How many records the thread has taken in since it told the last time. */
  | { taken: number }
  /** The ids of letters that it appends. */
  | { deadLettered: readonly string[] }

const data = threadData<FillingThreadData>({
  directory: true,
  masterKey: true,
  sealed: true,
  generation: true,
  language: true,
  name: true,
  upTo: true,
  path: true,
  part: true,
  parts: true,
})
/** More keep more of each step's garbage alive, fewer cost a transaction for little. */
const RECORDS_OF_A_STEP = 500

const tell = (news: FillingNews) => present(parentPort, 'parentPort').postMessage(news)
await fill(data.name)

async function fill<Name extends ProjectionName>(name: Name): Promise<void> {
  const { directory, sealed, path } = data
  const masterKey = Buffer.from(data.masterKey)
  const owners = createOwners(masterKey)
  const of = { directory: join(directory, 'log'), names: createLogNames(owners) }
  const log = createSqliteEventLog({ ...of, checkpointing: 'left' })
  const reader = openUserReader(of)
  // A replay appends nothing but dead letters.
  const append: EventLog['append'] = (records) => {
    tell({ deadLettered: records.map(({ event }) => event.id) })
    return log.append(records)
  }
  const keys = createSqliteKeyStore({
    path: join(directory, 'keys.db'),
    masterKey,
    owners: sealed ? owners : null,
  })
  const sealing = sealed ? createSealing({ masterKey, keys }) : null
  const { filling, open } = embeddedProjection(name)
  const store = open({ path, sealing, isFilled: true, byUser: true })
  const language = await createQueryLanguage(data.language)
  const running: RuntimeParts = {
    log: { ...log, append },
    keys,
    readsAlone: true,
    telemetry: createTelemetry(createLogger('warn', 'stderr')),
    now: () => new Date(),
    // The thread is ended where it shall stop: a step that is not committed leaves nothing.
    signal: new AbortController().signal,
    failed: (_, error) => {
      throw error
    },
  }
  try {
    const projector = projectors[name](store, language)
    for await (const { records, passed, ...at } of ownRecords(reader, projector)) {
      if (records.length > 0) await project(running, projector, { ...at, records })
      if (passed !== null) passTo(path, { ...at, position: passed })
      tell({ taken: records.length })
    }
    if (filling) deriveRows(path, filling)
  } finally {
    reader.close()
    await Promise.all([store.close(), keys.close(), log.close()])
  }
}

/** Those of this part's users, topic after topic, after what the file has taken in. */
async function* ownRecords(reader: UserReader, { reads, checkpoints }: Projector) {
  const { upTo, part, parts } = data
  const isOwn = (scope: Scope) => partOf(scope, parts) === part
  for (const topic of reads) {
    const stands = await checkpoints(topic)
    for (const [partition, end] of upTo.get(topic) ?? []) {
      const stretch = { topic, after: stands.get(partition), upTo: end }
      for (const some of reader.read({ ...stretch, isOwn, maxRecords: RECORDS_OF_A_STEP })) {
        yield { ...some, topic, partition }
      }
    }
  }
}
