// `restore`: restores a backup into an empty data directory, and repeats the forgets that came after it: the receipts
// name them.
import { copyFileSync, existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readConfig } from '../../../../infra/config.ts'
import { keepPrivate } from '../../../../infra/sqlite/database/database-file.ts'
import { makeFolder } from '../../../../infra/sqlite/database/make-folder.ts'
import { digestOf, holdsData } from '../../../composition/embedded/data-files.ts'
import { withMasterKey } from '../../../composition/kms-master-key.ts'
import { CommandFailed, defineCommand, UsageError } from '../../command/command.ts'
import { textOf } from '../verifying/verify-receipt.ts'
import { withPorts } from '../with-ports.ts'
import { MANIFEST, type Manifest, manifest } from './backup.ts'
import { forgetAgain } from './forget-again.ts'

export const command = defineCommand({
  usage: 'DIR [--receipts FILE], over servers: --receipts FILE',
  options: {
    receipts: {
      type: 'string',
      value: 'FILE',
      description:
        'receipts of forgets since the backup, one a line, as GET /receipts/:id gave them',
    },
  },
  run: async ({ receipts }, [folder, ...more], io) => {
    const config = readConfig()
    const { PROFILE, DATA_DIR } = config
    if (PROFILE !== 'embedded') {
      if (folder !== undefined) throw new CommandFailed(OF_SERVERS)
      if (receipts === undefined) throw new UsageError('give --receipts FILE')
      const lines = linesOf(textOf(receipts))
      return withPorts(io.signal, (opened) => forgetAgain(opened, lines, io))
    }
    if (folder === undefined || more.length > 0) throw new UsageError('give one DIR')
    if (holdsData(DATA_DIR)) {
      throw new CommandFailed(`${DATA_DIR} holds data: move it away, or set another DATA_DIR`)
    }
    const { MASTER_KEY } = await withMasterKey(config)
    if (!MASTER_KEY && !existsSync(join(DATA_DIR, 'master.key'))) {
      throw new CommandFailed(
        `the master key is not in a backup: set MASTER_KEY, or put master.key into ${DATA_DIR}`,
      )
    }
    const lines = receipts === undefined ? [] : linesOf(textOf(receipts))
    const made = manifestIn(folder)
    await verifyFiles(folder, made)
    copyInto(DATA_DIR, folder, made)
    io.out(`${DATA_DIR}: ${made.files.length} files, as of ${made.madeAt}`)
    if (lines.length === 0) {
      io.err('What was forgotten since is back: give --receipts, or forget it before you serve')
      return 0
    }
    return withPorts(io.signal, (opened) => forgetAgain(opened, lines, io))
  },
})

const OF_SERVERS =
  'bring the servers back by their own means; then give --receipts FILE, without DIR, to forget what was forgotten since'

const linesOf = (text: string) => text.split('\n').filter((line) => line.trim() !== '')

function manifestIn(folder: string): Manifest {
  try {
    return manifest.parse(JSON.parse(readFileSync(join(folder, MANIFEST), 'utf8')))
  } catch {
    throw new CommandFailed(`${folder} is no whole backup: its ${MANIFEST} is missing or damaged`)
  }
}

async function verifyFiles(folder: string, { files }: Manifest): Promise<void> {
  for (const { name, sha256 } of files) {
    const path = join(folder, name)
    if (!existsSync(path) || (await digestOf(path)) !== sha256) {
      throw new CommandFailed(`${path} is not as it was backed up`)
    }
  }
}

function copyInto(directory: string, folder: string, { files }: Manifest): void {
  makeFolder(join(directory, 'log'))
  for (const { name } of files) copyFileSync(join(folder, name), join(directory, name))
  keepPrivate(directory)
}
