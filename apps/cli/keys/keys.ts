// `keys rotate-master`: another master key opens the service from its next start on. Beside running processes.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Config, readConfig } from '../../../infra/config.ts'
import { encryptedByKms, masterKeyDigits } from '../../../infra/config-files.ts'
import { firstOf } from '../../../infra/runtime/certain.ts'
import { digitsIn, nextKeyPath, useNextKey } from '../../composition/embedded/master-key-of.ts'
import { decryptedByKms, withMasterKey } from '../../composition/kms-master-key.ts'
import { rooted, rotateMasterKey } from '../../composition/root-key.ts'
import { CommandFailed, defineCommand, UsageError } from '../command/command.ts'
import { flag, option } from '../command/option.ts'
import { printerOf } from '../command/printer.ts'
import { refuseNoData } from '../operate/with-ports.ts'

export const command = defineCommand({
  usage: 'rotate-master [--to FILE | --to-kms FILE] [--json]',
  options: {
    to: option('FILE', 'holds the next key, 64 hexadecimal digits; made with a new one if missing'),
    'to-kms': option(
      'FILE',
      'holds the next key as AWS KMS encrypted it, base64, for MASTER_KEY_KMS',
    ),
    json: flag('print JSON'),
  },
  run: async (values, [what, ...more], io) => {
    if (what !== 'rotate-master' || more.length > 0) throw new UsageError('give rotate-master')
    const given = readConfig()
    refuseNoData(given)
    const config = await withMasterKey(given)
    const { to, 'to-kms': toKms } = values
    const next = nextKey(config, { to, toKms })
    await rotate(config, next)
    const used = next.useIt()
    printerOf(io, values)(used, `The master key is that of ${used.masterKey}${noteOf(used)}`)
    if (toKms !== undefined && !config.MASTER_KEY) {
      io.err(`${join(config.DATA_DIR, 'master.key')} is the key of before: move it away`)
    }
    io.err(
      'Running processes go on. The key of before is refused from their next start on; keep it for as long as a backup from before is kept.',
    )
    return 0
  },
})

type NextKey = {
  path: string
  read(): Promise<Uint8Array>
  /** Once it opens the service. */
  useIt(): Used
}

/** Where the key is, and where that of before is, if this command has moved it. */
type Used = { masterKey: string; before: string | null; setting: 'MASTER_KEY_KMS' | null }

function noteOf({ before, setting }: Used): string {
  if (setting !== null) return `: set ${setting} to what it holds`
  return before === null
    ? ''
    : `; the one of before is in ${before}: move it to the keys of your backups`
}

/** A key that was given is replaced where it is given; the service's own lies in its directory. */
function nextKey(
  config: Config,
  { to, toKms }: { to: string | undefined; toKms: string | undefined },
): NextKey {
  const { MASTER_KEY, DATA_DIR } = config
  if (toKms !== undefined) {
    if (to !== undefined) throw new UsageError('give --to or --to-kms, not both')
    const read = () => decryptedByKms(config, { ciphertext: ciphertextIn(toKms), from: toKms })
    const used: Used = { masterKey: toKms, before: null, setting: 'MASTER_KEY_KMS' }
    return { path: toKms, read, useIt: () => used }
  }
  if (MASTER_KEY && to === undefined) {
    throw new UsageError('give --to FILE or --to-kms FILE, for the next key')
  }
  if (!MASTER_KEY && to !== undefined) {
    throw new UsageError(`leave --to out: the key lies in ${DATA_DIR}, and the next one will`)
  }
  const path = to ?? nextKeyPath(DATA_DIR)
  const useIt = (): Used =>
    to === undefined
      ? {
          masterKey: join(DATA_DIR, 'master.key'),
          before: useNextKey(DATA_DIR),
          setting: null,
        }
      : { masterKey: to, before: null, setting: null }
  return { path, read: async () => keyGivenIn(path), useIt }
}

/** By the rule of MASTER_KEY, which the service will be started with. */
function keyGivenIn(path: string): Uint8Array {
  const read = masterKeyDigits.safeParse(digitsIn(path))
  if (!read.success) throw new CommandFailed(`${path} holds no key of 64 hexadecimal digits`)
  return Buffer.from(read.data, 'hex')
}

function ciphertextIn(path: string): string {
  const read = encryptedByKms.safeParse(textIn(path))
  if (read.success) return read.data
  const { message } = firstOf(read.error.issues)
  throw new CommandFailed(`${path} ${message}: README.md says how to make it`)
}

function textIn(path: string): string {
  try {
    return readFileSync(path, 'utf8').trim()
  } catch {
    throw new CommandFailed(`${path} cannot be read: README.md says how to make it`)
  }
}

async function rotate(config: Config, { path, read }: NextKey): Promise<void> {
  // Ends a rotation that was killed, whose next key is in use already.
  await rooted(config)
  const next = await read()
  if (config.MASTER_KEY === Buffer.from(next).toString('hex')) {
    throw new CommandFailed(`${path} holds the key that is in use`)
  }
  const isDone = await rotateMasterKey(config, next)
  if (!isDone) throw new CommandFailed('another rotation was first: look which key is in use')
}
