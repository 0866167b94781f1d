// The indices of one store: their names, their creation, and which build is in use. A build is a set of indices with
// one number; aliases point at the build in use, so that a rebuild can take its place at once.
import type { Client, estypes } from '@elastic/elasticsearch'
import { memberNamesOf } from '../../runtime/certain.ts'
import { onceItWorks, oneAtATime } from '../../runtime/wait/shared-answer.ts'
import { waitAtMost } from '../../runtime/wait/wait-for.ts'
import {
  blamingNoDocument,
  ElasticsearchRefused,
  ElasticsearchUnavailable,
} from '../client/client.ts'
import { type Family, metaProperties, type Properties, type TableMapping } from './mappings.ts'

export type IndexOptions = {
  prefix: string
  /** Undefined: the build in use. */
  build?: string | undefined
}

/** By part: `meta` and the family's tables. Aliases for reading, indices for writing. */
export type Names<Table extends string = string> = Readonly<Record<Table, string>> & {
  readonly meta: string
}

export type Indices<Table extends string = string> = {
  client: Client
  /** Creates what is missing; does so once. */
  ready(): Promise<void>
  /** Creates what is missing in the build in use now, fields too. */
  repair(): Promise<void>
  /** Names to read from. */
  names: Names<Table>
  /**
   * The indices of the build in use at the last look-up: a step writes to one build from its first write to its last. A
   * replaced build takes no writes.
   */
  current(): Promise<Names<Table>>
  lookAgain(): Promise<Names<Table>>
}

export const FIRST_BUILD = '1'
const READY_PATIENCE_MS = 2_500
const READY_POLLING = { firstMs: 50, longestMs: 50 }

export function openIndices<Table extends string>(
  client: Client,
  family: Family<Table>,
  options: IndexOptions,
): Indices<Table> {
  const names = namesOf(family, options.prefix, options.build)
  const make = () => blamingNoDocument(() => makeIndices(client, family, options))
  const ready = onceItWorks(make)
  const lookUp = async () => {
    await ready()
    if (options.build !== undefined) return names
    const build = await buildInUse(client, family, options.prefix)
    if (!build) throw new ElasticsearchUnavailable(`no index stands behind ${names.meta}`)
    return namesOf(family, options.prefix, build)
  }
  let inUse: Promise<Names<Table>> | undefined
  const lookAgain = () => {
    const looking = lookUp()
    inUse = looking
    looking.catch(() => {
      if (inUse === looking) inUse = undefined
    })
    return looking
  }
  const current = () => inUse ?? lookAgain()
  return { client, names, ready, repair: oneAtATime(make), current, lookAgain }
}

export function namesOf<Table extends string>(
  family: Family<Table>,
  prefix: string,
  build?: string,
): Names<Table> {
  const full = (name: string) => `${prefix}-${name}${build === undefined ? '' : `-${build}`}`
  const parts = memberNamesOf(family.tables)
  const tables = Object.fromEntries(parts.map((part) => [part, full(family.tables[part].name)]))
  return { ...(tables as Record<Table, string>), meta: full(family.meta) }
}

/** The build at which the aliases point; null if there is none yet. */
export async function buildInUse(
  client: Client,
  family: Family,
  prefix: string,
): Promise<string | null> {
  const alias = namesOf(family, prefix).meta
  const found = await client.indices.getAlias({ name: alias }, { ignore: [404] })
  const [index, ...more] = Object.keys(found).filter((each) => found[each]?.aliases?.[alias])
  if (more.length > 0) {
    throw new ElasticsearchUnavailable(
      `${alias} points to several indices: leave it to one, and each other alias to that of the same number`,
    )
  }
  return index?.slice(alias.length + 1) ?? null
}

async function makeIndices<Table extends string>(
  client: Client,
  family: Family<Table>,
  options: IndexOptions,
): Promise<void> {
  const { prefix } = options
  const inUse = options.build === undefined ? await buildInUse(client, family, prefix) : null
  const build = options.build ?? inUse ?? FIRST_BUILD
  const names = namesOf(family, prefix, build)
  const aliases = options.build === undefined ? namesOf(family, prefix) : undefined
  // The alias of the meta index tells that a build is in use, so it comes last.
  const makeTable = async (part: Table) => {
    const table = family.tables[part]
    await makeIndex(client, names[part], { ...tableBody(table), ...aliasOf(aliases?.[part]) })
    if (!aliases) return
    await fitMapping(client, names[part], table.properties)
    await fitRefreshInterval(client, names[part], table)
  }
  await Promise.all(memberNamesOf(family.tables).map(makeTable))
  await makeIndex(client, names.meta, { ...metaBody, ...aliasOf(aliases?.meta) })
  await untilSearchable(client, Object.values(names))
}

/**
 * An index exists before it can be searched, and another process may have created it a moment ago. An index that cannot
 * be searched after some seconds has another problem, which the caller's own request will report.
 */
async function untilSearchable(client: Client, index: string[]): Promise<void> {
  const search = { index, size: 0, terminate_after: 1, allow_partial_search_results: false }
  const answers = () =>
    client.search(search).then(
      () => true,
      () => false,
    )
  await waitAtMost(answers, READY_PATIENCE_MS, READY_POLLING)
}

function aliasOf(alias: string | undefined): Pick<estypes.IndicesCreateRequest, 'aliases'> {
  return alias === undefined ? {} : { aliases: { [alias]: {} } }
}

type IndexBody = Omit<estypes.IndicesCreateRequest, 'index'>

async function makeIndex(client: Client, index: string, body: IndexBody): Promise<void> {
  if (await client.indices.exists({ index })) return
  try {
    await client.indices.create({ index, ...body })
  } catch (error) {
    const made = error instanceof ElasticsearchRefused && (await client.indices.exists({ index }))
    if (!made) throw error
  }
}

/**
 * An item must not be searchable before the step that wrote it refreshes, so its index has no periodic refresh. Writes
 * are on disk when they are answered: a checkpoint in another index must not outlive them. Any segment with removed
 * documents may be rewritten, so that what was forgotten leaves the files too.
 */
function tableBody(table: TableMapping): IndexBody {
  return {
    settings: {
      number_of_shards: 1,
      number_of_replicas: 0,
      refresh_interval: table.refreshInterval ?? -1,
      gc_deletes: '10m',
      translog: { durability: 'request' },
      merge: { policy: { expunge_deletes_allowed: 0 } },
    } as estypes.IndicesIndexSettings,
    mappings: {
      dynamic: 'strict',
      _routing: { required: true },
      _source: { includes: table.kept },
      properties: table.properties,
    },
  }
}

const metaBody: IndexBody = {
  settings: {
    number_of_shards: 1,
    number_of_replicas: 0,
    refresh_interval: '30s',
    translog: { durability: 'request' },
  },
  mappings: { dynamic: 'strict', properties: metaProperties },
}

/**
 * An index of an earlier version gets the fields that it lacks. Vectors of another size cannot be stored: this fails at
 * once rather than document by document.
 */
async function fitMapping(client: Client, index: string, wanted: Properties): Promise<void> {
  const found = await client.indices.getMapping({ index })
  const stored = found[index]?.mappings.properties ?? {}
  if (dimensionsOf(stored) !== dimensionsOf(wanted)) {
    throw new ElasticsearchUnavailable(
      `${index} holds vectors of ${dimensionsOf(stored)} dimensions, not ${dimensionsOf(wanted)}: rebuild it, or set the model that made it`,
    )
  }
  const added = Object.entries(wanted).filter(([name]) => !(name in stored))
  if (added.length === 0) return
  await client.indices.putMapping({ index, properties: Object.fromEntries(added) })
}

/** An index of an earlier version would show nothing by itself. What is not set here is the operator's. */
async function fitRefreshInterval(
  client: Client,
  index: string,
  { refreshInterval }: TableMapping,
): Promise<void> {
  if (refreshInterval === undefined) return
  const found = await client.indices.getSettings({ index })
  if (found[index]?.settings?.index?.refresh_interval === refreshInterval) return
  await client.indices.putSettings({ index, settings: { refresh_interval: refreshInterval } })
}

function dimensionsOf({ embedding }: Properties): number | undefined {
  return embedding?.type === 'dense_vector' ? embedding.dims : undefined
}
