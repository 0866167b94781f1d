// The states that a worker decides from: files in its data directory, with snapshots in the object store.
import type { Config } from '../../../infra/config.ts'
import type { ObjectStore } from '../../../infra/ports/object-store.ts'
import type { States } from '../../../infra/ports/states.ts'
import type { Telemetry } from '../../../infra/runtime/telemetry.ts'
import { makeFolder } from '../../../infra/sqlite/database/make-folder.ts'
import { createSqliteStates } from '../../../infra/sqlite/states.ts'
import { usingDataDir } from '../data-dir.ts'
import { statesFolder } from './distributed-servers.ts'

/** Touches no file before it is asked for its `keeper`, which a process that decides nothing never is. */
export function openOwnStates(
  config: Config,
  { sealed, ...more }: { sealed: boolean; snapshots: ObjectStore; logger: Telemetry['logger'] },
): States {
  const states = createSqliteStates({ directory: statesFolder(config, { sealed }), ...more })
  return {
    ...states,
    keeper: () =>
      usingDataDir(config.DATA_DIR, () => {
        makeFolder(config.DATA_DIR)
        return states.keeper()
      }),
  }
}
