// What Node compiles is kept from process to process: in most of them, and in each of their threads, loading modules
// is what costs most.
import { fileURLToPath } from 'node:url'

/** For the environment of a process. */
export const compiled = {
  NODE_COMPILE_CACHE: fileURLToPath(new URL('../node_modules/.cache/compiled', import.meta.url)),
}
