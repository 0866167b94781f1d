// `backup`: copies the data directory of an embedded service, running or not, into a folder that `restore` reads.
import {
  existsSync,
  mkdirSync,
  readdirSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { z } from 'zod'
import { readConfig } from '../../../../infra/config.ts'
import { packageVersion } from '../../../../infra/runtime/package-version.ts'
import { copyDatabase } from '../../../../infra/sqlite/database/copy-database.ts'
import { makeFolder, PRIVATE_FOLDER } from '../../../../infra/sqlite/database/make-folder.ts'
import { dataFiles, digestOf } from '../../../composition/embedded/data-files.ts'
import { CommandFailed, defineCommand, type Io, UsageError } from '../../command/command.ts'
import { counted } from '../../command/counted.ts'
import { flag } from '../../command/option.ts'
import { printerOf } from '../../command/printer.ts'
import { refuseNoData } from '../with-ports.ts'

export const MANIFEST = 'backup.json'
/** What lies in a folder before its manifest does. */
const PART = /^(log|[a-z0-9_-]+\.db(-journal|-wal|-shm)?)$/

export const manifest = z.strictObject({
  type: z.literal('palimpsest.backup'),
  version: z.literal(1),
  madeBy: z.string(),
  madeAt: z.string(),
  /** Name and SHA-256, in the order of copying. */
  files: z.array(
    z.strictObject({
      name: z.string().regex(/^(log\/)?[a-z0-9_-]+\.db$/),
      sha256: z.string(),
      bytes: z.int(),
    }),
  ),
})
export type Manifest = z.infer<typeof manifest>

/** What every version tells of a backup. */
export const ofAnyVersion = z.looseObject({
  type: manifest.shape.type,
  version: z.int(),
  madeBy: z.string().optional(),
})

export const command = defineCommand({
  positionals: 'paths',
  usage: 'DIR [--json]',
  options: { json: flag('print JSON') },
  run: async (values, [folder, ...more], io) => {
    if (folder === undefined || more.length > 0) throw new UsageError('give one DIR')
    const config = readConfig()
    const { PROFILE, DATA_DIR } = config
    if (PROFILE !== 'embedded') {
      throw new CommandFailed(
        'the data lies on servers: back up Kafka and the bucket by their own means, the keys last (see the README)',
      )
    }
    refuseNoData(config)
    if (existsSync(folder)) refuseFilled(folder)
    refuseWithin(folder, DATA_DIR)
    const made = await orRemoved(folder, () => backUp(DATA_DIR, folder, io))
    const bytes = made.files.reduce((sum, file) => sum + file.bytes, 0)
    const size = `${counted(made.files.length, 'file')}, ${Math.ceil(bytes / 1e6)} MB`
    printerOf(io, values)({ folder, ...made }, `${folder}: ${size}`)
    io.err(
      'The master key is not in it: keep MASTER_KEY, master.key of the data directory, or MASTER_KEY_KMS and its KMS key elsewhere. Keep the receipts of later forgets too: restore wants them.',
    )
    return 0
  },
})

function refuseFilled(folder: string): void {
  const names = readdirSync(folder)
  if (names.length === 0) return
  const isLeft = names.includes('log') && names.every((name) => PART.test(name))
  const what = isLeft
    ? 'is not empty: it holds what a backup that was killed has copied. Remove it, or'
    : 'is not empty:'
  throw new CommandFailed(`${folder} ${what} give a folder of its own to each backup`)
}

/** A backup that is not whole holds keys, and nothing reads it. Of two at once, one makes the folder of the log. */
async function orRemoved<T>(folder: string, copy: () => Promise<T>): Promise<T> {
  const isNew = !existsSync(folder)
  makeFolder(folder)
  mkdirSync(join(folder, 'log'), PRIVATE_FOLDER)
  try {
    return await copy()
  } catch (error) {
    for (const name of readdirSync(folder)) rmSync(join(folder, name), { recursive: true })
    if (isNew) rmSync(folder, { recursive: true })
    throw error
  }
}

/** A copy within the data directory is lost with it, and no forget removes it; one within a backup goes with that one. */
function refuseWithin(folder: string, directory: string): void {
  let at = resolve(folder)
  while (!existsSync(at)) at = dirname(at)
  const [data, start] = [realpathSync(directory), realpathSync(at)]
  for (at = start; at !== dirname(at); at = dirname(at)) {
    const holder = at === data ? 'the data directory' : 'another backup'
    if (at !== data && !existsSync(join(at, MANIFEST))) continue
    throw new CommandFailed(`${folder} lies within ${holder}: give a folder of its own elsewhere`)
  }
}

async function backUp(directory: string, folder: string, io: Io): Promise<Manifest> {
  const files: Manifest['files'] = []
  for (const name of dataFiles(directory)) {
    io.signal.throwIfAborted()
    io.err(`copying ${name}`)
    const path = join(folder, name)
    await copyDatabase(join(directory, name), path)
    files.push({ name, sha256: await digestOf(path), bytes: statSync(path).size })
  }
  const made: Manifest = {
    type: 'palimpsest.backup',
    version: 1,
    madeBy: packageVersion(),
    madeAt: new Date().toISOString(),
    files,
  }
  // Last: a folder without it is an incomplete backup.
  writeFileSync(join(folder, MANIFEST), `${JSON.stringify(made, null, 2)}\n`, {
    mode: 0o600,
    flush: true,
  })
  return made
}
