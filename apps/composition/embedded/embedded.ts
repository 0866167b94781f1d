// The embedded setting: every port over SQLite files in one directory, for one process. Each of its threads opens its
// own connections.
import { join } from 'node:path'
import { createWebhookSender } from '../../../infra/http/send-webhook.ts'
import { generationOf, type LanguageModel } from '../../../infra/ports/language-model.ts'
import type { Ports } from '../../../infra/ports/ports.ts'
import { sharedStates } from '../../../infra/ports/states.ts'
import { createLogNames } from '../../../infra/runtime/envelope/log-names.ts'
import { holdsNothingSealed, onlyVerified } from '../../../infra/runtime/envelope/master-key.ts'
import { createOwners } from '../../../infra/runtime/envelope/owners.ts'
import { createSealing, forWriting } from '../../../infra/sealed/keys/sealing.ts'
import { sealObjectNames } from '../../../infra/sealed/objects/seal-object-names.ts'
import { createSqliteEventLog } from '../../../infra/sqlite/event-log.ts'
import { createSqliteKeyStore } from '../../../infra/sqlite/key-store.ts'
import { createSqliteObjectStore } from '../../../infra/sqlite/object-store.ts'
import { openWriter } from '../../../infra/sqlite/writing/open-writer.ts'
import { allThere, smallHere, type WhoWrites } from '../../../infra/sqlite/writing/who-writes.ts'
import { candidateIfAny } from '../candidate/in-files.ts'
import { openDeliveries } from './embedded-deliveries.ts'
import { openProjections } from './embedded-projections.ts'

export type OpenPorts = Ports & { close(): Promise<void> }

/** Checkpointing the write-ahead log causes a pause, which threads that acknowledge writes are spared. */
const checkpointing = { acknowledging: 'left', processing: 'done' } as const

type EmbeddedOptions = {
  directory: string
  masterKey: Uint8Array
  language: LanguageModel
  /** True, the default: the stores of projections hold no user content in plain. */
  sealed?: boolean
  /** Private ranges that webhooks may reach; none by default. */
  webhookAllowedCidrs?: readonly string[]
}

/**
 * For one of several threads over one directory: the one that acknowledges writes, or the one that processes them. In
 * each, another thread performs the writes that wait for the disk, except for small ones that a client waits for.
 */
export async function openEmbeddedThread(
  options: EmbeddedOptions & { thread: 'acknowledging' | 'processing' },
): Promise<OpenPorts> {
  const { directory, masterKey, thread } = options
  // Opened here first, because a wrong master key has an error of its own, and a thread that dies of it would lose that
  // error.
  const { sealed = true } = options
  const owners = sealed ? createOwners(masterKey) : null
  await createSqliteKeyStore({ path: join(directory, 'keys.db'), masterKey, owners }).close()
  const writer = await openWriter({
    directory,
    masterKey,
    sealed,
    checkpointing: checkpointing[thread],
  })
  const whoWrites = thread === 'acknowledging' ? smallHere(writer) : allThere(writer)
  const ports = openEmbedded(options, whoWrites)
  const close = async () => {
    await ports.close()
    await writer.close()
  }
  return { ...ports, close }
}

export function openEmbedded(options: EmbeddedOptions, writes?: WhoWrites): OpenPorts {
  const path = (name: string) => join(options.directory, name)
  // A thread that leaves writing to another has nothing to checkpoint.
  const checkpoints = writes ? 'left' : 'automatic'
  const { masterKey, sealed = true } = options
  const owners = createOwners(masterKey)
  const log = createSqliteEventLog({
    directory: path('log'),
    checkpointing: checkpoints,
    names: createLogNames(owners),
    ...(writes && { writes: writes.log }),
  })
  const stored = onlyVerified(
    createSqliteKeyStore({
      path: path('keys.db'),
      masterKey,
      owners: sealed ? owners : null,
      mayBeEmpty: () => holdsNothingSealed(log),
      ...(writes && { writes: writes.keys }),
    }),
  )
  const { sealing, keys } = sealed
    ? forWriting(createSealing({ masterKey, keys: stored }), stored)
    : { sealing: null, keys: stored }
  const objects = createSqliteObjectStore({
    path: path('log/intake.db'),
    checkpoints,
    ...(writes && { writes: writes.objects }),
  })
  const generation = generationOf(options.language.embedding)
  const projections = openProjections(path, sealing, generation)
  const ports: Ports = {
    log,
    ...projections,
    states: sharedStates(projections),
    deliveries: openDeliveries(options.directory, sealing),
    webhooks: createWebhookSender({ allowedCidrs: options.webhookAllowedCidrs ?? [] }),
    objects: sealObjectNames(objects, owners, { sealed }),
    keys,
    language: options.language,
    candidate: candidateIfAny({ directory: options.directory, masterKey, keys }),
  }
  return { ...ports, close: () => closePorts(ports) }
}

async function closePorts({ log, language: _, ...stores }: Ports): Promise<void> {
  await log.close()
  await Promise.all(Object.values(stores).map((port) => port.close()))
}
