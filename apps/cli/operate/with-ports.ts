// What commands that work on the data itself share: ports, lock, runtime. They work beside a running service: in the
// distributed setting over its servers, in the embedded one over the files of its directory, on the same machine.
import { type Config, InvalidConfig, readConfig } from '../../../infra/config.ts'
import { asError } from '../../../infra/runtime/certain.ts'
import { isFatal } from '../../../infra/runtime/fail/retry.ts'
import { createLogger } from '../../../infra/runtime/logger.ts'
import type { RuntimeParts } from '../../../infra/runtime/run/runtime-parts.ts'
import { createTelemetry } from '../../../infra/runtime/telemetry.ts'
import { asDataIs } from '../../composition/as-data-is.ts'
import { holdsData } from '../../composition/embedded/data-files.ts'
import type { OpenPorts } from '../../composition/embedded/embedded.ts'
import { type OpenOptions, type Profile, settingOf } from '../../composition/open-ports.ts'
import { saidOfSystem } from '../../system-errors.ts'
import { CommandFailed } from '../command/command.ts'
import { interruptible } from './interruptible.ts'

export type Opened = {
  config: Config
  setting: Profile
  ports: OpenPorts
  runtime: RuntimeParts
  masterKey: Uint8Array
  /** True where a running service has the same files open: its processors run there, and need not run here. */
  beside: boolean
}

type With = {
  /** With the root key (composition/root-key.ts); by default that of the environment. */
  config?: Config | undefined
  more?: Pick<OpenOptions, 'bringsOver' | 'moves' | 'readsAll'> | undefined
  /** True: the command restores the data. */
  restores?: boolean
}

/**
 * Runs `work` over the service's ports, whose reads of the log end with the signal. While it runs over a stopped service,
 * no service can start.
 */
export async function withPorts<T>(
  signal: AbortSignal,
  work: (opened: Opened) => Promise<T>,
  { config: given, more = {}, restores = false }: With = {},
): Promise<T> {
  const config = given ?? (await configHere())
  const setting = settingOf(config)
  const { masterKey, beside, release } = claimed(() => setting.claim({ beside: true, restores }))
  const telemetry = createTelemetry(createLogger('warn', 'stderr'))
  const opened = await setting.open({ masterKey, telemetry, ...more }).catch((error: Error) => {
    release()
    return inWords(error)
  })
  const ports = { ...opened, log: interruptible(opened.log, signal) }
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

function configHere(): Promise<Config> {
  const config = readConfig()
  refuseNoData(config)
  return asDataIs(config).catch(inWords)
}

/** Of an error whose message says what to change, the message is enough. */
export function inWords(error: Error): never {
  const isTold = isFatal(error) || error instanceof InvalidConfig
  throw isTold ? new CommandFailed(error.message) : error
}

/** Over a directory that is misspelt a command would make a service of its own, and find nothing wrong with it. */
export function refuseNoData({ PROFILE, DATA_DIR }: Pick<Config, 'PROFILE' | 'DATA_DIR'>): void {
  if (PROFILE !== 'embedded' || holdsData(DATA_DIR)) return
  throw new CommandFailed(`there is no data in ${DATA_DIR}: set DATA_DIR to that of the service`)
}

/** A claim that is refused is told without its stack. */
export function claimed<T>(claim: () => T): T {
  try {
    return claim()
  } catch (error) {
    throw new CommandFailed(saidOfSystem(error) ?? asError(error).message)
  }
}
