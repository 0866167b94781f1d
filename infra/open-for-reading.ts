// Opens what a thread needs that only answers queries, beside the ports that its process has open. Apart from
// open-ports.ts, so that such a thread loads nothing else: it starts in a fraction of the time.
import { join } from 'node:path'
import type { Config } from './config.ts'
import { offlineQueryLanguage } from './language/offline/query-language.ts'
import type { GraphStore } from './ports/graph-store.ts'
import type { QueryLanguage } from './ports/language-model.ts'
import type { MemoryStore } from './ports/memory-store.ts'
import { projectionFiles } from './projection-files.ts'
import { createSqliteGraphStore } from './sqlite/graph-store.ts'
import { createSqliteMemoryStore } from './sqlite/memory-store.ts'

export type ReadingPorts = {
  memory: MemoryStore
  graph: GraphStore
  language: QueryLanguage
  close(): Promise<void>
}

/** The files of the embedded setting are there already: the process has opened them. */
export async function openForReading(config: Config): Promise<ReadingPorts> {
  const language = await queryLanguage(config)
  if (config.PROFILE === 'embedded') return openEmbedded(config.DATA_DIR, language)
  const { openDistributedForReading } = await import('./distributed.ts')
  return openDistributedForReading(config, language)
}

async function queryLanguage(config: Config): Promise<QueryLanguage> {
  if (!config.OPENAI_API_KEY) return offlineQueryLanguage
  const { createLanguageModel } = await import('./language/create-language-model.ts')
  return createLanguageModel(config)
}

/** Connections that change nothing. */
function openEmbedded(directory: string, language: QueryLanguage): ReadingPorts {
  const open = (name: 'memory' | 'graph') => ({
    path: join(directory, projectionFiles[name]),
    readOnly: true,
  })
  const memory = createSqliteMemoryStore(open('memory'))
  const graph = createSqliteGraphStore(open('graph'))
  const close = async () => {
    await Promise.all([memory.close(), graph.close()])
  }
  return { memory, graph, language, close }
}
