// Builds: sets of indices with one number. One is in use, the one before it is kept for a roll-back, and the one after
// it is being built. The kept build holds what its users had then, so a forget deletes it.
import type { Client } from '@elastic/elasticsearch'
import { memberNamesOf } from '../../runtime/certain.ts'
import { buildInUse, type Names, namesOf } from './indices.ts'
import type { Family } from './mappings.ts'

export type BuildSet<Table extends string = string> = {
  client: Client
  family: Family<Table>
  prefix: string
}

export async function allBuilds({ client, family, prefix }: BuildSet): Promise<number[]> {
  const alias = namesOf(family, prefix).meta
  const found = await client.indices.get({ index: `${alias}-*`, features: ['aliases'] })
  return Object.keys(found)
    .map((index) => index.slice(alias.length + 1))
    .filter((build) => /^\d+$/.test(build))
    .map(Number)
    .sort((a, b) => a - b)
}

export async function numberInUse({ client, family, prefix }: BuildSet): Promise<number> {
  return Number(await buildInUse(client, family, prefix))
}

export function namesOfBuild<Table extends string>(
  { family, prefix }: BuildSet<Table>,
  build: number,
): Names<Table> {
  return namesOf(family, prefix, String(build))
}

export async function removeBuilds(set: BuildSet, builds: readonly number[]): Promise<void> {
  for (const build of builds) {
    const index = Object.values(namesOfBuild(set, build))
    await set.client.indices.delete({ index, ignore_unavailable: true })
  }
}

export async function removeKept(set: BuildSet): Promise<void> {
  const inUse = await numberInUse(set)
  const kept = (await allBuilds(set)).filter((build) => build < inUse)
  await removeBuilds(set, kept)
}

/** While a build is held, it takes no writes; writers wait as for any outage. */
export async function holdBuild({ client }: BuildSet, names: Names): Promise<void> {
  await client.indices.addBlock({ index: Object.values(names).join(','), block: 'write' })
}

export async function releaseBuild({ client }: BuildSet, names: Names): Promise<void> {
  const index = Object.values(names)
  await client.indices.putSettings({ index, settings: { 'index.blocks.write': null } })
}

/** Switches all aliases from one build to another at once. */
export async function switchBuild<Table extends string>(
  set: BuildSet<Table>,
  from: Names<Table>,
  to: Names<Table>,
): Promise<void> {
  const aliases = namesOf(set.family, set.prefix)
  const actions = memberNamesOf(aliases).flatMap((part) => [
    { remove: { index: from[part], alias: aliases[part], must_exist: true } },
    { add: { index: to[part], alias: aliases[part] } },
  ])
  await set.client.indices.updateAliases({ actions })
}

/** Notes at a build which version of the service begins to fill it. */
export async function noteBegun({ client }: BuildSet, { meta }: Names, by: string): Promise<void> {
  await client.indices.putMapping({ index: meta, _meta: { begunBy: by } })
}

/** A build that has been in use is never filled again. */
export async function noteFilled({ client }: BuildSet, { meta }: Names): Promise<void> {
  await client.indices.putMapping({ index: meta, _meta: {} })
}

/** Null where the build was never begun by a rebuild, or has been in use. */
export async function begunBy({ client }: BuildSet, { meta }: Names): Promise<string | null> {
  const found = await client.indices.getMapping({ index: meta })
  const version: unknown = found[meta]?.mappings._meta?.begunBy
  return typeof version === 'string' ? version : null
}
