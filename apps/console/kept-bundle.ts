// Keeps the built console beside the dependencies, so that only the first start after a change builds it. What is kept
// is named after everything that it was built from. Where the folder is not writable, each process builds its own.
import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { deserialize, serialize } from 'node:v8'
import { type Bundle, bundleConsole } from './bundle.ts'

const PAGE = fileURLToPath(new URL('./page/', import.meta.url))
const MODULES = fileURLToPath(new URL('../../node_modules/', import.meta.url))
const FOLDER = join(MODULES, '.cache/console')
/** Names the version of every package; written by `npm ci`. */
const INSTALLED = join(MODULES, '.package-lock.json')
/** Also built from: how it is built. */
const BUILDER = fileURLToPath(new URL('./bundle.ts', import.meta.url))

export async function keptBundle(folder = FOLDER): Promise<Bundle> {
  // Where another program than npm has installed the packages, their versions are unknown, and nothing is kept.
  const digest = await digestOfSources().catch(() => null)
  if (digest === null) return bundleConsole()
  const path = join(folder, `${digest}.bundle`)
  const kept = await readFile(path)
    .then(deserialize)
    .catch(() => null)
  if (kept !== null) return kept
  const bundle = await bundleConsole()
  // Keeping is best effort: without it the next process builds again.
  await keep(folder, path, bundle).catch(() => undefined)
  return bundle
}

async function digestOfSources(): Promise<string> {
  const hash = createHash('sha256')
  const names = await readdir(PAGE, { recursive: true, withFileTypes: true })
  const page = names.filter((each) => each.isFile()).map((each) => join(each.parentPath, each.name))
  for (const path of [BUILDER, INSTALLED, ...page.sort()]) {
    const content = await readFile(path)
    hash.update(`${path.length} ${path} ${content.length} `).update(content)
  }
  return hash.digest('hex').slice(0, 32)
}

/** A reader finds the whole file or none, also while other processes write it. Files of older sources are removed. */
async function keep(folder: string, path: string, bundle: Bundle): Promise<void> {
  await mkdir(folder, { recursive: true })
  const older = (await readdir(folder)).filter((name) => name.endsWith('.bundle'))
  const begun = `${path}.${process.pid}`
  await writeFile(begun, serialize(bundle))
  await rename(begun, path)
  for (const name of older) {
    if (join(folder, name) !== path) await rm(join(folder, name), { force: true })
  }
}
