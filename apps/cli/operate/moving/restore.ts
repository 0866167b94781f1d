// `restore`: restores a backup into an empty data directory, and repeats the forgets that came after it: the receipts
// name them.
import { copyFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readConfig } from '../../../../infra/config.ts'
import type { EventLog } from '../../../../infra/ports/event-log.ts'
import { createSigner } from '../../../../infra/runtime/signing/signer.ts'
import { keepPrivate } from '../../../../infra/sqlite/database/database-file.ts'
import { findForget } from '../../../../processors/forget/verify-forget.ts'
import type { Scope } from '../../../../schemas/identifiers.ts'
import type { Receipt } from '../../../../schemas/receipt.ts'
import { WRITES } from '../../../../schemas/topics.ts'
import { acceptForget } from '../../../api/intake/forget.ts'
import { digestOf, holdsData } from '../../../composition/embedded/data-files.ts'
import { withMasterKey } from '../../../composition/kms-master-key.ts'
import { CommandFailed, defineCommand, type Io, UsageError } from '../../command/command.ts'
import { textOf, verifyReceipt } from '../verifying/verify-receipt.ts'
import { type Opened, withPorts } from '../with-ports.ts'
import { MANIFEST, type Manifest, manifest } from './backup.ts'

export const command = defineCommand({
  summary: 'bring a backup back, and forget what was forgotten since',
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
  mkdirSync(join(directory, 'log'), { recursive: true, mode: 0o700 })
  for (const { name } of files) copyFileSync(join(folder, name), join(directory, name))
  keepPrivate(directory)
}

/** Destroys the keys at once; the service carries out the rest when it starts. */
async function forgetAgain(opened: Opened, lines: readonly string[], io: Io): Promise<number> {
  const receipts = await verified(opened, lines)
  const users = await usersByPseudonym(opened, receipts)
  let forgotten = 0
  for (const { statement } of receipts) {
    const scope = users.get(statement.user)
    // A user who never wrote, or was forgotten before the backup, has nothing to forget.
    if (!scope || (await findForget(opened.ports.log, scope, statement.receiptId))) continue
    const category = statement.asked.category ?? undefined
    await forgetOnce(opened, { ...scope, category })
    forgotten += 1
  }
  io.out(`${receipts.length} receipts: ${forgotten} forgets will be carried out by the start`)
  return 0
}

async function forgetOnce(
  { ports }: Opened,
  { category, ...scope }: Scope & { category: string | undefined },
): Promise<void> {
  const id = await acceptForget(ports, { ...scope, category }, new Date())
  const accepted = await findForget(ports.log, scope, id)
  if (accepted && category === undefined) await ports.keys.destroy(scope, accepted.keyGeneration)
}

async function verified({ ports }: Opened, lines: readonly string[]): Promise<Receipt[]> {
  const keys = await createSigner(ports.keys).publicKeys()
  return lines.map((line, at) => {
    const verdict = verifyReceipt(line, keys)
    if (verdict.valid) return verdict.receipt
    throw new CommandFailed(
      `receipt ${at + 1} is not valid: ${verdict.reason}; nothing was forgotten: mend the file, empty DATA_DIR and restore again`,
    )
  })
}

/** A receipt holds no user id, so each user of its app who ever wrote is compared. */
async function usersByPseudonym(
  { ports }: Opened,
  receipts: readonly Receipt[],
): Promise<Map<string, Scope>> {
  const signer = createSigner(ports.keys)
  const apps = new Set(receipts.map(({ statement }) => statement.appId))
  const found = new Map<string, Scope>()
  for (const scope of await writersOf(ports.log, apps)) {
    found.set(await signer.pseudonymOf(scope), scope)
  }
  return found
}

async function writersOf(log: EventLog, apps: ReadonlySet<string>): Promise<Scope[]> {
  const users = new Map<string, Scope>()
  for (const topic of [WRITES, 'memory.inbox.v1'] as const) {
    for (const partition of log.partitions(topic)) {
      for await (const records of log.read({ topic, partition })) {
        for (const { event } of records) {
          if (!event || !apps.has(event.appId)) continue
          const { appId, userId } = event
          users.set(JSON.stringify([appId, userId]), { appId, userId })
        }
      }
    }
  }
  return [...users.values()]
}
