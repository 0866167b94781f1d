// Keeps Node's compile cache beside the dependencies: without it, loading modules is most of the cost of a start, in
// each thread. A predictable folder shared by all users of a machine, as Node's own default is, could hold another
// user's code.
import { enableCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'

const FOLDER = fileURLToPath(new URL('../node_modules/.cache/compiled', import.meta.url))

/**
 * For this thread and those that it starts, and only for modules that are loaded afterwards, so not for static imports of
 * the caller. Where the folder is not writable, nothing is kept.
 */
export function keepCompiled(): void {
  process.env.NODE_COMPILE_CACHE ??= FOLDER
  enableCompileCache(process.env.NODE_COMPILE_CACHE)
}
