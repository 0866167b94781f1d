// `keys rotate-master`: another master key opens the service from its next start on. Beside running processes.
import { join } from 'node:path'
import { type Config, readConfig } from '../../../infra/config.ts'
import { isFatal } from '../../../infra/runtime/fail/retry.ts'
import { holdsData } from '../../composition/embedded/data-files.ts'
import { keyIn, nextKeyPath, useNextKey } from '../../composition/embedded/master-key-of.ts'
import { rooted, rotateMasterKey } from '../../composition/root-key.ts'
import { CommandFailed, defineCommand, UsageError } from '../command/command.ts'

const KEY_BYTES = 32

export const command = defineCommand({
  summary: 'let another master key open the service, running or not',
  usage: 'rotate-master [--to FILE]',
  options: {
    to: {
      type: 'string',
      value: 'FILE',
      description: 'holds the next key, 64 hexadecimal digits; made with a new one if missing',
    },
  },
  run: async ({ to }, [what, ...more], io) => {
    if (what !== 'rotate-master' || more.length > 0) throw new UsageError('give rotate-master')
    const config = readConfig()
    if (config.PROFILE === 'embedded' && !holdsData(config.DATA_DIR)) {
      throw new CommandFailed(`there is no data in ${config.DATA_DIR}`)
    }
    const path = nextPath(config, to)
    await rotate(config, path)
    if (to === undefined) useNextKey(config.DATA_DIR)
    io.out(`The master key is that of ${to ?? join(config.DATA_DIR, 'master.key')}`)
    io.err(
      'Running processes go on. The key of before is refused from their next start on; keep it for as long as a backup from before is kept.',
    )
    return 0
  },
})

/** A key that was given is replaced where it is given; the service's own lies in its directory. */
function nextPath({ MASTER_KEY, DATA_DIR }: Config, to: string | undefined): string {
  if (MASTER_KEY && to === undefined) throw new UsageError('give --to FILE, for the next key')
  if (!MASTER_KEY && to !== undefined) {
    throw new UsageError(`leave --to out: the key lies in ${DATA_DIR}, and the next one will`)
  }
  return to ?? nextKeyPath(DATA_DIR)
}

async function rotate(config: Config, path: string): Promise<void> {
  // Ends a rotation that was killed, whose next key is in use already.
  await orInWords(rooted(config))
  const next = keyIn(path)
  if (next.length !== KEY_BYTES)
    throw new CommandFailed(`${path} holds no key of 64 hexadecimal digits`)
  if (config.MASTER_KEY === Buffer.from(next).toString('hex')) {
    throw new CommandFailed(`${path} holds the key that is in use`)
  }
  const isDone = await orInWords(rotateMasterKey(config, next))
  if (!isDone) throw new CommandFailed('another rotation was first: look which key is in use')
}

function orInWords<T>(work: Promise<T>): Promise<T> {
  return work.catch((error: Error) => {
    throw isFatal(error) ? new CommandFailed(error.message) : error
  })
}
