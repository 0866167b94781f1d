// Whether this machine can have the servers of the local stack.
import { runsOn, toolOf } from '../../infra/local/fetch/choose-candidate.ts'
import { isCached } from '../../infra/local/fetch/fetch-candidate.ts'
import { cacheDirectory } from '../../infra/local/machine/environment.ts'
import { findJava, hasTool } from '../../infra/local/machine/tool.ts'
import type { ServerName } from '../../infra/local/server.ts'
import { serversNamed } from '../../infra/local/servers.ts'

/** Lists what is missing. It only looks, and fetches nothing. */
export async function available(
  names: readonly ServerName[],
): Promise<{ ok: boolean; missing: string[] }> {
  const java = await findJava()
  const missing = new Set<string>()
  for (const { name, candidates } of serversNamed(names)) {
    const runnable = candidates.filter((candidate) => runsOn(candidate, java))
    if (runnable.length === 0) missing.add(`Java 17 or later (${name})`)
    if (runnable.length === 0 || runnable.some((each) => isCached(cacheDirectory(), each))) continue
    const tools = [...new Set(runnable.map(({ fetch }) => toolOf(fetch)))]
    const present = await Promise.all(tools.map((tool) => hasTool(tool)))
    if (!present.includes(true)) missing.add(`${tools.join(' or ')} (${name})`)
  }
  return { ok: missing.size === 0, missing: [...missing] }
}
