// `restore`: restores a backup into an empty data directory, and repeats the forgets that came after it: the receipts
// name them.
import { existsSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { copyFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { z } from 'zod'
import { readConfig } from '../../../../infra/config.ts'
import { flushFile, keepPrivate } from '../../../../infra/sqlite/database/database-file.ts'
import { makeFolder } from '../../../../infra/sqlite/database/make-folder.ts'
import { claimDataDir, LOCK, restoringNote } from '../../../composition/embedded/claim-directory.ts'
import { digestOf, holdsData, isThere } from '../../../composition/embedded/data-files.ts'
import { withMasterKey } from '../../../composition/kms-master-key.ts'
import { verifyMasterKey } from '../../../composition/root-key.ts'
import { CommandFailed, defineCommand, UsageError } from '../../command/command.ts'
import { counted } from '../../command/counted.ts'
import { flag, option } from '../../command/option.ts'
import { printerOf } from '../../command/printer.ts'
import { jsonOf, textOf } from '../../command/text-file.ts'
import { claimed, inWords, type Opened, withPorts } from '../with-ports.ts'
import { MANIFEST, type Manifest, manifest, ofAnyVersion } from './backup.ts'
import {
  type ForgottenAgain,
  forgetAgain,
  ReceiptsLeft,
  sentenceOf,
  signedReceipts,
} from './forget-again.ts'

export const command = defineCommand({
  positionals: 'paths',
  usage: 'DIR [--receipts FILE] [--json], over servers: --receipts FILE [--json]',
  options: {
    receipts: option(
      'FILE',
      'receipts of forgets since the backup, one a line, as GET /receipts/:id gave them',
    ),
    json: flag('print JSON'),
  },
  run: async ({ receipts, json = false }, [folder, ...more], io) => {
    const config = readConfig()
    const { PROFILE, DATA_DIR } = config
    if (PROFILE !== 'embedded') {
      if (folder !== undefined) throw new CommandFailed(OF_SERVERS)
      if (receipts === undefined) throw new UsageError('give --receipts FILE')
      const lines = receiptLines(receipts)
      return withPorts(io.signal, (opened) =>
        forgetAgain(opened, lines, (again) => printerOf(io, { json })(again, sentenceOf(again))),
      )
    }
    if (folder === undefined || more.length > 0) throw new UsageError('give one DIR')
    if (holdsData(DATA_DIR) && !existsSync(restoringNote(DATA_DIR))) {
      throw new CommandFailed(`${DATA_DIR} holds data: move it away, or set another DATA_DIR`)
    }
    const { MASTER_KEY } = await withMasterKey(config)
    if (!MASTER_KEY && !existsSync(join(DATA_DIR, 'master.key'))) {
      throw new CommandFailed(
        `the master key is not in a backup: set MASTER_KEY, or put master.key into ${DATA_DIR}`,
      )
    }
    const lines = receipts === undefined ? null : receiptLines(receipts)
    if (lines) signedReceipts(lines)
    const made = manifestIn(folder)
    await verifyFiles(folder, made, io.signal)
    const told = { directory: DATA_DIR, files: made.files.length, madeAt: made.madeAt }
    return orAsBefore(DATA_DIR, {
      copy: async () => {
        await copyInto(DATA_DIR, { folder, made }, io.signal)
        await verifyMasterKey(config).catch(inWords)
        if (!json) io.out(`${DATA_DIR}: ${counted(told.files, 'file')}, as of ${told.madeAt}`)
      },
      complete: async () => {
        const tell = (again: ForgottenAgain) =>
          printerOf(io, { json })({ ...told, ...again }, sentenceOf(again))
        if (lines) {
          const forgetting = (opened: Opened) => forgetAgain(opened, lines, tell)
          return withPorts(io.signal, forgetting, { restores: true })
        }
        if (json) io.out(JSON.stringify(told))
        io.err('What was forgotten since is back: give --receipts, or forget it before you serve')
        return 0
      },
    })
  },
})

type Restoring<T> = { copy(): Promise<void>; complete(): Promise<T> }

/**
 * Removes what a restore that failed, or was interrupted, has copied, because a start over it would serve what was
 * forgotten. Until the end a note in the directory keeps a start from it.
 */
async function orAsBefore<T>(directory: string, { copy, complete }: Restoring<T>): Promise<T> {
  const isNew = !existsSync(directory)
  makeFolder(directory)
  const before = namesBefore(directory)
  const note = restoringNote(directory)
  const clear = (...kept: readonly string[]) => {
    const added = readdirSync(directory).filter((name) => ![...before, ...kept].includes(name))
    for (const name of added) rmSync(join(directory, name), { recursive: true })
  }
  const release = claimed(() => claimDataDir(directory, { restores: true }))
  try {
    try {
      clear(basename(note), LOCK)
      writeFileSync(`${note}.new`, JSON.stringify(before), { mode: 0o600, flush: true })
      renameSync(`${note}.new`, note)
      await copy()
    } finally {
      release()
    }
    const done = await complete()
    rmSync(note)
    return done
  } catch (error) {
    if (!(error instanceof ReceiptsLeft)) clear(basename(note))
    rmSync(note, { force: true })
    if (isNew && readdirSync(directory).length === 0) rmSync(directory, { recursive: true })
    throw error
  }
}

/** What was in a directory before the first restore into it, which may have been interrupted. */
function namesBefore(directory: string): string[] {
  const note = restoringNote(directory)
  return existsSync(note) ? z.array(z.string()).parse(jsonOf(note)) : readdirSync(directory)
}

const OF_SERVERS =
  'bring the servers back by their own means; then give --receipts FILE, without DIR, to forget what was forgotten since'

function receiptLines(file: string): string[] {
  const lines = textOf(file)
    .split('\n')
    .filter((line) => line.trim() !== '')
  // Taken for none, an empty file would bring back what was forgotten.
  if (lines.length === 0) throw new CommandFailed(`${file} holds no receipts`)
  return lines
}

function manifestIn(folder: string): Manifest {
  if (!isThere(folder)) throw new CommandFailed(`there is no folder ${folder}`)
  const path = join(folder, MANIFEST)
  if (!isThere(path)) {
    throw new CommandFailed(
      `${folder} is no whole backup: it has no ${MANIFEST}, which backup writes last`,
    )
  }
  const written = jsonOf(path)
  const { data: made } = ofAnyVersion.safeParse(written)
  if (made && made.version > 1) {
    throw new CommandFailed(
      `${folder} was made by a newer version (${made.madeBy ?? 'unknown'}): restore it with that one`,
    )
  }
  const read = manifest.safeParse(written)
  if (!read.success) {
    throw new CommandFailed(`${folder} is no whole backup: its ${MANIFEST} is damaged`)
  }
  return read.data
}

async function verifyFiles(
  folder: string,
  { files }: Manifest,
  signal: AbortSignal,
): Promise<void> {
  for (const { name, sha256 } of files) {
    signal.throwIfAborted()
    const path = join(folder, name)
    if (!existsSync(path) || (await digestOf(path)) !== sha256) {
      throw new CommandFailed(`${path} is not as it was backed up`)
    }
  }
}

async function copyInto(
  directory: string,
  { folder, made }: { folder: string; made: Manifest },
  signal: AbortSignal,
): Promise<void> {
  makeFolder(join(directory, 'log'))
  for (const { name } of made.files) {
    await copyFile(join(folder, name), join(directory, name))
    flushFile(join(directory, name))
    signal.throwIfAborted()
  }
  keepPrivate(directory)
}
