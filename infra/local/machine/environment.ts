// The only reader of the environment in this folder: where the cache is, and what child processes
// inherit.
import { dirname, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

const projectRoot = resolve(dirname(fileURLToPath(import.meta.url)), '../../..')

/** Everything that the stack writes is below this directory, unless configured otherwise. */
export const stackDirectory = resolve(projectRoot, '.stack')

/** Where fetched files are kept: STACK_CACHE, or a folder of the stack's directory. */
export function cacheDirectory(env: NodeJS.ProcessEnv = process.env): string {
  return env.STACK_CACHE ? resolve(env.STACK_CACHE) : resolve(stackDirectory, 'cache')
}

/** Tools that fetch get all of it, because registries, proxies and certificates are configured there. */
export function toolEnvironment(extra: Record<string, string> = {}): NodeJS.ProcessEnv {
  return { ...process.env, ...extra }
}

const inherited = ['PATH', 'LANG', 'LC_ALL', 'TZ', 'JAVA_HOME'] as const

/** Leaves out the optimising compiler, which takes half of Elasticsearch's processor time for minutes after a start. */
const quickToStart = '-XX:TieredStopAtLevel=1'

/**
 * Servers get little, so that a variable meant for another server changes nothing here. STACK_JAVA_OPTIONS, also when
 * empty, replaces the options of those that run on Java: Elasticsearch does not read the name that all others read.
 */
export function serverEnvironment(
  extra: Record<string, string> = {},
  env: NodeJS.ProcessEnv = process.env,
): Record<string, string> {
  const kept = inherited.flatMap((name) => (env[name] ? [[name, env[name]]] : []))
  const java = env.STACK_JAVA_OPTIONS ?? quickToStart
  const options = java ? { JAVA_TOOL_OPTIONS: java, ES_JAVA_OPTS: java } : {}
  return { ...Object.fromEntries(kept), ...options, ...extra }
}
