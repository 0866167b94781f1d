// Another engine reads what was written in a flow in memory, into a candidate in memory, and is promoted.
import type { WithCandidate } from '../../../apps/cli/reprocess/candidate-of.ts'
import { promote } from '../../../apps/cli/reprocess/promoting/promote.ts'
import { readAgain } from '../../../apps/cli/reprocess/read-again.ts'
import { candidateOver, type OpenCandidate } from '../../../apps/composition/candidate/candidate.ts'
import { readConfig } from '../../../infra/config.ts'
import type { LanguageModel } from '../../../infra/ports/language-model.ts'
import { uuidV7 } from '../../../infra/runtime/envelope/ids.ts'
import { createOwners } from '../../../infra/runtime/envelope/owners.ts'
import { logBeside } from '../../../infra/runtime/replay/log-beside.ts'
import { createSqliteEventLog } from '../../../infra/sqlite/event-log.ts'
import { createSqliteMemoryStore } from '../../../infra/sqlite/memory-store.ts'
import type { Flow } from '../in-memory.ts'

const io = {
  out: () => undefined,
  err: () => undefined,
  isTerminal: false,
  signal: new AbortController().signal,
}

export type Read = { candidate: OpenCandidate; upTo: Record<string, number> }

export async function readBy(flow: Flow, language: LanguageModel): Promise<Read> {
  const log = createSqliteEventLog({ directory: null })
  const memory = createSqliteMemoryStore({ path: ':memory:' })
  const candidate = candidateOver({ log, memory, beside: (inUse) => logBeside(inUse, log) })
  const upTo = await readAgain(opened(flow, candidate), {
    language,
    isChosen: () => true,
    spent: () => undefined,
    progress: () => undefined,
  })
  return { candidate, upTo }
}

/** Resolves once the flow has taken it in. */
export async function reread(flow: Flow, language: LanguageModel): Promise<void> {
  const { candidate, upTo } = await readBy(flow, language)
  await promote(opened(flow, candidate), {
    version: 1,
    reprocessId: uuidV7(Date.now()),
    settings: '',
    engine: language.name,
    embedding: language.embedding.model,
    appId: null,
    users: null,
    sample: null,
    upTo,
    seconds: 0,
    used: {},
    cost: 0,
  })
  await candidate.close()
  await flow.drained()
}

function opened({ ports, runtime }: Flow, candidate: OpenCandidate): WithCandidate {
  const open = { ...ports, close: async () => undefined }
  const owners = createOwners(new Uint8Array(32))
  return { config: readConfig({}), ports: open, runtime, beside: true, owners, candidate, io }
}
