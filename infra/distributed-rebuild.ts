// Builds a projection of the distributed setting anew, beside the one in use and while workers go on.
import type { Config } from './config.ts'
import { namesIn, neo4jServer } from './distributed.ts'
import { createElasticsearchClient } from './elasticsearch/client.ts'
import { openElasticsearchAuditRebuild, openElasticsearchRebuild } from './elasticsearch/rebuild.ts'
import { openNeo4jRebuild } from './neo4j/rebuild.ts'
import type { LanguageModel } from './ports/language-model.ts'
import type { ProjectionName, Rebuild } from './ports/projection.ts'

export async function openDistributedRebuild(
  name: ProjectionName,
  config: Config,
  language: LanguageModel,
): Promise<Rebuild> {
  const { prefix } = namesIn(config.NAMESPACE)
  if (name === 'graph') {
    return openNeo4jRebuild({ ...neo4jServer(config), graph: prefix })
  }
  const client = createElasticsearchClient({ url: config.ELASTICSEARCH_URL! })
  const rebuild =
    name === 'memory'
      ? await openElasticsearchRebuild({ client, prefix, dimensions: language.dimensions })
      : await openElasticsearchAuditRebuild({ client, prefix })
  const closing = (work: () => Promise<void>) => work().finally(() => client.close())
  return {
    ...rebuild,
    swap: (catchUp) => closing(() => rebuild.swap(catchUp)),
    discard: () => closing(() => rebuild.discard()),
  }
}
