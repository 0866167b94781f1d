// Keeps Node's compile cache from process to process: in most processes and threads, loading modules costs most.
import { fileURLToPath } from 'node:url'

/** For the environment of a process. */
export const compiled = {
  NODE_COMPILE_CACHE: fileURLToPath(new URL('../node_modules/.cache/compiled', import.meta.url)),
}
