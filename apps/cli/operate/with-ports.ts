// What commands that work on the data itself share: ports, lock, runtime. They work beside a running service: in the
// distributed setting over its servers, in the embedded one over the files of its directory, on the same machine.

import { type Config, InvalidConfig, readConfig } from '../../../infra/config.ts'
import { asError } from '../../../infra/runtime/certain.ts'
import { isFatal } from '../../../infra/runtime/fail/retry.ts'
import { createLogger } from '../../../infra/runtime/logger.ts'
import type { RuntimeParts } from '../../../infra/runtime/run/runtime-parts.ts'
import { createTelemetry } from '../../../infra/runtime/telemetry.ts'
import { holdsData } from '../../composition/embedded/data-files.ts'
import type { OpenPorts } from '../../composition/embedded/embedded.ts'
import {
  type Claim,
  type OpenOptions,
  type Profile,
  settingOf,
} from '../../composition/open-ports.ts'
import { rooted } from '../../composition/root-key.ts'
import { CommandFailed } from '../command/command.ts'
import { saidOfSystem } from '../command/system-errors.ts'

export type Opened = {
  config: Config
  setting: Profile
  ports: OpenPorts
  runtime: RuntimeParts
  masterKey: Uint8Array
  /** True where a running service has the same files open: its processors run there, and need not run here. */
  beside: boolean
}

/** Runs `work` over the service's ports. While it runs over a stopped service, no service can start. */
export async function withPorts<T>(
  signal: AbortSignal,
  work: (opened: Opened) => Promise<T>,
  {
    config: given,
    more = {},
  }: {
    /** With the root key (composition/root-key.ts); by default that of the environment. */
    config?: Config | undefined
    more?: Pick<OpenOptions, 'bringsOver' | 'readsAll'> | undefined
  } = {},
): Promise<T> {
  const config = given ?? (await rootedHere())
  const setting = settingOf(config)
  const { masterKey, beside, release } = claim(setting)
  const telemetry = createTelemetry(createLogger('warn', 'stderr'))
  const ports = await setting.open({ masterKey, telemetry, ...more }).catch((error: Error) => {
    release()
    throw isFatal(error) || error instanceof InvalidConfig
      ? new CommandFailed(error.message)
      : error
  })
  const runtime: RuntimeParts = {
    log: ports.log,
    keys: ports.keys,
    telemetry,
    now: () => new Date(),
    signal,
    failed: (processor) => {
      throw new CommandFailed(`${processor} cannot go on`)
    },
  }
  try {
    return await work({ config, setting, ports, runtime, masterKey, beside })
  } finally {
    await ports.close()
    release()
  }
}

function rootedHere(): Promise<Config> {
  const config = readConfig()
  refuseNoData(config)
  return rooted(config).catch((error: Error) => {
    throw isFatal(error) ? new CommandFailed(error.message) : error
  })
}

/** Over a directory that is misspelt a command would make a service of its own, and find nothing wrong with it. */
export function refuseNoData({ PROFILE, DATA_DIR }: Pick<Config, 'PROFILE' | 'DATA_DIR'>): void {
  if (PROFILE !== 'embedded' || holdsData(DATA_DIR)) return
  throw new CommandFailed(`there is no data in ${DATA_DIR}: set DATA_DIR to that of the service`)
}

function claim(setting: Profile): Claim {
  try {
    return setting.claim({ beside: true })
  } catch (error) {
    throw new CommandFailed(saidOfSystem(error) ?? asError(error).message)
  }
}
