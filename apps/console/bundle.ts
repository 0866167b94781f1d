// Builds the console for browsers: the page's modules and styles, bundled, minified and compressed in memory.
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { basename, extname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { constants, gzip } from 'node:zlib'
import type { Metafile } from 'esbuild'

export type Asset = { type: string; body: Buffer; gzipped: Buffer; etag: string }

export type Bundle = {
  /** With a link to the reference at /docs, and without. */
  page: Record<'on' | 'off', Asset>
  /** By name. A name holds a hash of its content, so that it never stands for another content. */
  assets: ReadonlyMap<string, Asset>
  /** Names of the assets that the page loads before it shows anything. */
  first: readonly string[]
}

const FOLDER = fileURLToPath(new URL('./page/', import.meta.url))

const types: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
}

let building: Promise<Bundle> | null = null

/** One build at a time: the end of one would end the process that also runs another. */
export function bundleConsole(): Promise<Bundle> {
  building ??= buildConsole().finally(() => {
    building = null
  })
  return building
}

/** Runs in a process of its own, which ends with it. */
async function buildConsole(): Promise<Bundle> {
  // Loaded on the first request for the console: most processes never need it.
  const { build, stop } = await import('esbuild')
  const { outputFiles, metafile } = await build({
    absWorkingDir: FOLDER,
    entryPoints: {
      main: 'main.tsx',
      style: 'style/style.css',
      icon: 'icon.svg',
      layout: 'graph/layout-worker.ts',
    },
    entryNames: '[name]-[hash]',
    chunkNames: '[name]-[hash]',
    outdir: 'assets',
    bundle: true,
    splitting: true,
    format: 'esm',
    target: 'es2022',
    jsx: 'automatic',
    jsxImportSource: 'preact',
    loader: { '.svg': 'copy' },
    minify: true,
    legalComments: 'none',
    metafile: true,
    write: false,
    logLevel: 'silent',
  }).finally(stop)
  const assets = new Map(
    await Promise.all(
      outputFiles.map(async ({ path, contents }) => {
        const type = built(types[extname(path)], path)
        return [basename(path), await compressed(type, Buffer.from(contents))] as const
      }),
    ),
  )
  const first = firstLoaded(metafile)
  const names = [...assets.keys()]
  const page = { on: await pageOf(names, 'on'), off: await pageOf(names, 'off') }
  return { page, assets, first }
}

async function compressed(type: string, body: Buffer): Promise<Asset> {
  const gzipped = await promisify(gzip)(body, { level: constants.Z_BEST_COMPRESSION })
  const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`
  return { type, body, gzipped, etag }
}

/** The entries, and their static imports. */
function firstLoaded({ outputs }: Metafile): string[] {
  const names = new Set<string>()
  const add = (path: string) => {
    if (names.has(basename(path))) return
    names.add(basename(path))
    for (const { path: other, kind } of built(outputs[path], path).imports) {
      if (kind === 'import-statement') add(other)
    }
  }
  for (const [path, { entryPoint }] of Object.entries(outputs)) {
    if (entryPoint && entries.has(entryPoint)) add(path)
  }
  return [...names]
}

const entries = new Set(['main.tsx', 'style/style.css', 'icon.svg'])

/** The page names its assets: `{main.js}` is the one built from `main`; and says whether there is a reference. */
async function pageOf(names: readonly string[], docs: 'on' | 'off'): Promise<Asset> {
  const template = await readFile(`${FOLDER}console.html`, 'utf8')
  const page = template.replaceAll(/\{(\w+)\.(\w+)\}/g, (_, name, extension) => {
    const found = names.find(
      (each) => each.startsWith(`${name}-`) && each.endsWith(`.${extension}`),
    )
    return built(found, `${name}.${extension}`)
  })
  return compressed('text/html; charset=utf-8', Buffer.from(page.replace('{docs}', docs)))
}

/** Throws by name if the build lacks what it must hold. */
function built<T>(part: T | undefined, name: string): T {
  if (part === undefined) throw new TypeError(`the build does not hold ${name}`)
  return part
}
