// The candidate of the distributed setting: topics of its own beside those in use, and notes in the bucket. The memory
// that it is decided and compared by lies beside the process that works on it, restored from the topics; it is sealed
// under keys that end with the process, so a killed one leaves nothing that can be read.
import { createHmac, randomBytes } from 'node:crypto'
import { rmSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import type { Config } from '../../../infra/config.ts'
import { createKafkaEventLog } from '../../../infra/kafka/event-log.ts'
import { dropKafkaEventLog } from '../../../infra/kafka/topics/drop.ts'
import type { Candidate } from '../../../infra/ports/candidate.ts'
import type { EventLog } from '../../../infra/ports/event-log.ts'
import type { KeyStore } from '../../../infra/ports/key-store.ts'
import type { QueryLanguage } from '../../../infra/ports/language-model.ts'
import { present } from '../../../infra/runtime/certain.ts'
import { createLogNames } from '../../../infra/runtime/envelope/log-names.ts'
import { createOwners } from '../../../infra/runtime/envelope/owners.ts'
import { replay } from '../../../infra/runtime/replay/replay.ts'
import { createSealing } from '../../../infra/sealed/keys/sealing.ts'
import { removeDatabase } from '../../../infra/sqlite/database/database-file.ts'
import { createIndexMemory } from '../../../processors/index-memory/processor.ts'
import { type AnyTopicName, deadLetterTopic, WRITES } from '../../../schemas/topics.ts'
import { logServers, namesIn } from '../distributed/distributed-servers.ts'
import { embeddedProjections } from '../embedded/embedded-projections.ts'
import {
  CANDIDATE_FACTS,
  type CandidatePlace,
  candidateOver,
  eraseFrom,
  type OpenCandidate,
  openedOver,
} from './candidate.ts'
import { candidateFolder, claimFolder } from './in-files.ts'
import { openNotes } from './notes.ts'

export type CandidateServers = { config: Config; keys: KeyStore; language: QueryLanguage }

/** What follows from what was written, and what could not be read. */
const OWN: readonly AnyTopicName[] = [CANDIDATE_FACTS, deadLetterTopic(WRITES)]

export function candidateOnServers(options: CandidateServers): CandidatePlace {
  const { config } = options
  const notes = openNotes(config)
  const folder = candidateFolder(config.DATA_DIR)
  return {
    readNotes: async () => {
      const known = await notes.read()
      return known === null || known.isLeaving ? null : known.text
    },
    writeNotes: (reprocessId, text) => notes.write({ reprocessId, text, isLeaving: false }),
    claim: () => claimFolder(folder, () => rmSync(folder, { recursive: true, force: true })),
    open: (reprocessId) => openCandidate(options, reprocessId),
    remove: async () => {
      const known = await notes.read()
      if (!known) return
      // Killed here, it is gone for every command, and a forget still reaches it.
      await notes.write({ ...known, isLeaving: true })
      await dropKafkaEventLog({
        ...logServers(config),
        topicPrefix: prefixOf(config, known.reprocessId),
      })
      await notes.remove()
    },
    close: notes.close,
  }
}

/** For the service: opens the candidate's log for each forget, if there is one then. */
export function candidateIfAnyOn(config: Config): Candidate {
  const notes = openNotes(config)
  return {
    forget: async (fence) => {
      const known = await notes.read()
      if (!known) return false
      const log = await openLog(config, known.reprocessId)
      await eraseFrom(log, fence).finally(log.close)
      return true
    },
    close: notes.close,
  }
}

async function openCandidate(
  { config, keys, language }: CandidateServers,
  reprocessId: string,
): Promise<OpenCandidate> {
  const log = await openLog(config, reprocessId)
  const path = join(candidateFolder(config.DATA_DIR), 'memory.db')
  const sealing = createSealing({ masterKey: randomBytes(32), keys: ofThisProcess(keys) })
  return openedOver(log, () => {
    // What a killed process has left.
    removeDatabase(path)
    const memory = embeddedProjections.memory.open({ path, sealing })
    return candidateOver({
      log,
      memory,
      beside: () => log,
      restore: async (parts) => {
        const indexed = createIndexMemory({ memory, language })
        await replay({ ...parts, log }, { ...indexed, reads: [CANDIDATE_FACTS] }, () => undefined)
      },
    })
  })
}

/** What was written is read in the topics in use, by groups of its own. */
function openLog(config: Config, reprocessId: string): Promise<EventLog> {
  const { topicPrefix } = namesIn(config.NAMESPACE)
  const own = prefixOf(config, reprocessId)
  const masterKey = Buffer.from(present(config.MASTER_KEY, 'MASTER_KEY'), 'hex')
  const nameOf = (topic: AnyTopicName) => {
    if (topic === WRITES) return `${topicPrefix}${topic}`
    return OWN.includes(topic) ? `${own}${topic}` : null
  }
  return createKafkaEventLog({
    ...logServers(config),
    clientId: `palimpsest-reprocess-${hostname()}-${process.pid}`,
    topicPrefix: own,
    partitions: config.KAFKA_PARTITIONS,
    nameOf,
    names: createLogNames(createOwners(masterKey)),
  })
}

/** Its own for each candidate: the names of topics that are being deleted cannot be taken again. */
function prefixOf({ NAMESPACE }: Config, reprocessId: string): string {
  return `${namesIn(NAMESPACE).topicPrefix}candidate_${reprocessId}.`
}

/** A key of a user opens nothing here without a secret of this process. */
function ofThisProcess(keys: KeyStore): Pick<KeyStore, 'generations' | 'get'> {
  const secret = randomBytes(32)
  return {
    generations: (scopes) => keys.generations(scopes),
    get: async (scope, generation) => {
      const key = await keys.get(scope, generation)
      return key && createHmac('sha256', secret).update(key).digest()
    },
  }
}
