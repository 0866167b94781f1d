// What Node compiles is kept beside the dependencies: without it loading modules is most of what a start costs, for each
// of the threads. A predictable folder for all users of a machine, as Node's own default is, could hold another's code.
import { enableCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'

const FOLDER = fileURLToPath(new URL('../node_modules/.cache/compiled', import.meta.url))

/** Of this thread and those that it starts. Where the folder cannot be written, nothing is kept. */
export function keepCompiled(): void {
  process.env.NODE_COMPILE_CACHE ??= FOLDER
  enableCompileCache(process.env.NODE_COMPILE_CACHE)
}
