// Opens what a thread needs that only answers queries, beside the ports that its process has open. Apart from
// open-ports.ts, so that such a thread loads nothing else: it starts in a fraction of the time.
import { join } from 'node:path'
import type { Config } from '../../infra/config.ts'
import { offlineQueryLanguage } from '../../infra/language/offline/query-language.ts'
import type { QueryLanguage } from '../../infra/ports/language-model.ts'
import { embeddedProjections } from './embedded-projections.ts'
import type { ReadingPorts } from './reading-ports.ts'

/** The files of the embedded setting are there already: the process has opened them. */
export async function openForReading(config: Config): Promise<ReadingPorts> {
  const language = await queryLanguage(config)
  if (config.PROFILE === 'embedded') return openEmbedded(config.DATA_DIR, language)
  const { openDistributedForReading } = await import('./distributed.ts')
  return openDistributedForReading(config, language)
}

async function queryLanguage(config: Config): Promise<QueryLanguage> {
  if (!config.OPENAI_API_KEY) return offlineQueryLanguage
  const { createLanguageModel } = await import('../../infra/language/create-language-model.ts')
  return createLanguageModel(config)
}

/** Connections that change nothing. */
function openEmbedded(directory: string, language: QueryLanguage): ReadingPorts {
  const { memory: ofMemory, graph: ofGraph } = embeddedProjections
  const memory = ofMemory.open({ path: join(directory, ofMemory.file), readOnly: true })
  const graph = ofGraph.open({ path: join(directory, ofGraph.file), readOnly: true })
  const close = async () => {
    await Promise.all([memory.close(), graph.close()])
  }
  return { memory, graph, language, close }
}
