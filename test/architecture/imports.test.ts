// Imports point one way: schemas <- ports <- runtime <- processors <- apps, and every technology has its place.
import { describe, expect, it } from 'vitest'
import { codeFiles, type Import, importsOf, packageOf } from './source-files.ts'

/** What each part may import besides itself. */
const mayImport: Readonly<Record<string, readonly string[]>> = {
  schemas: [],
  'infra/ports': ['schemas'],
  'infra/config': ['schemas'],
  'infra/runtime': ['schemas', 'infra/ports'],
  // Not a technology but a way to run things, so adapters and the API may use it.
  'infra/threads': ['schemas', 'infra/ports', 'infra/runtime'],
  // How stores search what they have read into memory.
  'infra/search': ['schemas', 'infra/ports'],
  // How language models count a text.
  'infra/tokens': [],
  'infra/adapter': [
    'schemas',
    'infra/ports',
    'infra/runtime',
    'infra/config',
    'infra/threads',
    'infra/search',
    'infra/tokens',
  ],
  processors: ['schemas', 'infra/ports', 'infra/runtime'],
  // What runs on agents' own machines: it contains no code of the service.
  'apps/clients': [],
  'apps/mcp': ['apps/clients'],
  // What a browser loads, which takes types alone; and what serves it.
  'apps/console/page': [],
  'apps/console': [],
  'apps/api': [
    'schemas',
    'infra/ports',
    'infra/runtime',
    'infra/threads',
    'infra/tokens',
    'infra/config',
    'processors',
    'apps/clients',
    'apps/mcp',
    'apps/console',
  ],
  // Chooses the adapters of a setting, and which processor builds each projection.
  'apps/composition': [
    'schemas',
    'infra/ports',
    'infra/runtime',
    'infra/threads',
    'infra/config',
    'infra/adapter',
    'processors',
  ],
  apps: [
    'schemas',
    'infra/ports',
    'infra/runtime',
    'infra/threads',
    'infra/tokens',
    'infra/config',
    'infra/adapter',
    'processors',
    'apps/composition',
    'apps/api',
    'apps/clients',
    'apps/mcp',
  ],
}
const onlyTypes: readonly [string, string][] = [
  ['apps/console/page', 'schemas'],
  ['apps/console/page', 'apps/clients'],
]

function partOf(path: string): string {
  const [top, second] = path.split('/')
  if (/^infra\/config(-files|-lists|-logins|-words)?\.ts$/.test(path)) return 'infra/config'
  if (top === 'infra')
    return ['ports', 'runtime', 'threads', 'search', 'tokens'].includes(second!)
      ? `infra/${second}`
      : 'infra/adapter'
  // A program is not part of what it starts: it may choose the setting.
  if (path.startsWith('apps/console/page/')) return 'apps/console/page'
  if (top === 'apps' && second === 'console') return 'apps/console'
  if (top === 'apps' && second === 'api' && !/\/(main|program)\.ts$/.test(path)) return 'apps/api'
  if (top === 'apps' && ['clients', 'mcp', 'composition'].includes(second!)) return `apps/${second}`
  return top!
}

/** Where a package may be imported: a folder ends in `/`. An unlisted package may be imported nowhere. */
const homes: Readonly<Record<string, readonly string[]>> = {
  zod: ['schemas/', 'infra/', 'processors/', 'apps/'],
  pino: ['infra/runtime/', 'apps/'],
  'prom-client': ['infra/runtime/', 'infra/threads/', 'apps/'],
  fastify: ['apps/'],
  '@fastify/*': ['apps/'],
  esbuild: ['apps/console/bundle.ts'],
  preact: ['apps/console/page/'],
  '@preact/*': ['apps/console/page/'],
  sigma: ['apps/console/page/graph/'],
  graphology: ['apps/console/page/graph/'],
  'graphology-layout-forceatlas2': ['apps/console/page/graph/'],
  'cli-progress': ['apps/cli/'],
  'js-tiktoken': ['infra/tokens/'],
  compromise: ['infra/language/offline/'],
  openai: ['infra/language/openai/'],
  '@modelcontextprotocol/server': ['apps/mcp/', 'apps/api/routes/mcp-handler.ts'],
  'openapi-fetch': ['apps/clients/typescript/', 'apps/console/page/calls.ts'],
  uplot: ['apps/console/page/parts/rates-drawing.ts'],
  'openapi-typescript': ['apps/clients/typescript/generate.ts'],
  ai: ['apps/clients/typescript/ai.ts'],
  '@langchain/*': ['apps/clients/typescript/langgraph.ts'],
  '@openai/*': ['apps/clients/typescript/openai-agents.ts'],
  'node:sqlite': ['infra/sqlite/', 'infra/local/machine/lock.ts'],
  // The example shows everything that a partner needs, without any of our code.
  kafkajs: ['infra/kafka/', 'apps/examples/'],
  '@kafkajs/*': ['infra/kafka/', 'apps/examples/'],
  '@hpke/core': ['infra/runtime/envelope/hpke.ts', 'apps/examples/'],
  avsc: ['infra/kafka/'],
  '@elastic/*': ['infra/elasticsearch/'],
  'neo4j-driver': ['infra/neo4j/'],
  '@aws-sdk/client-s3': ['infra/s3/', 'infra/local/servers/s3.ts'],
  '@aws-sdk/client-kms': ['infra/kms/'],
  '@smithy/*': ['infra/s3/'],
  '@kurrent/*': ['infra/kurrentdb/'],
}

function isAtHome({ from, target }: Import): boolean {
  const name = packageOf(target)
  const places = homes[name] ?? homes[`${name.split('/')[0]}/*`]
  if (!places) return name.startsWith('node:')
  return places.some((place) => (place.endsWith('/') ? from.startsWith(place) : from === place))
}

const imports = codeFiles.flatMap(importsOf)
const inside = imports.filter(({ isPackage }) => !isPackage)

/** Every import that is loaded before the first line of a file runs. */
function loadedWith(path: string): Set<string> {
  const loaded = new Set([path])
  for (const each of loaded) {
    for (const { from, target, isTypeOnly, isLater } of imports) {
      if (from === each && !isTypeOnly && !isLater) loaded.add(target)
    }
  }
  return loaded
}

/** Import cycles, type imports included. One line per cycle. */
function circles(): string[] {
  const targets = Map.groupBy(inside, ({ from }) => from)
  const done = new Set<string>()
  const walk = (path: string, way: readonly string[]): string[] => {
    if (way.includes(path)) return [[...way.slice(way.indexOf(path)), path].join(' > ')]
    if (done.has(path)) return []
    const found = (targets.get(path) ?? []).flatMap(({ target }) => walk(target, [...way, path]))
    done.add(path)
    return found
  }
  return codeFiles.flatMap(({ path }) => walk(path, []))
}

function shown({ from, target }: Import): string {
  return `${from} imports ${target}`
}

describe('imports', () => {
  it('were seen: the files that everything hangs on, and what they import', () => {
    expect(codeFiles.length).toBeGreaterThan(150)
    expect(imports.length).toBeGreaterThan(600)
    expect(codeFiles.map(({ path }) => path)).toEqual(
      expect.arrayContaining([
        'schemas/events/catalogue.ts',
        'infra/ports/event-log.ts',
        'infra/runtime/envelope/codec.ts',
        'processors/flow.ts',
        'apps/composition/embedded/embedded.ts',
        'apps/api/app.ts',
        'apps/standalone/program.ts',
      ]),
    )
    expect(imports.map(shown)).toEqual(
      expect.arrayContaining([
        'infra/sqlite/database/database.ts imports node:sqlite',
        'infra/runtime/envelope/codec.ts imports schemas/events/catalogue.ts',
        'processors/flow.ts imports processors/forget/processor.ts',
        'apps/api/app.ts imports fastify',
      ]),
    )
  })

  it('name files that exist', () => {
    const paths = new Set(codeFiles.map(({ path }) => path))
    expect(inside.filter(({ target }) => !paths.has(target)).map(shown)).toEqual([])
  })

  it('point one way', () => {
    const wrong = inside.filter(({ from, target, isTypeOnly }) => {
      const [own, other] = [partOf(from), partOf(target)]
      if (own === other) return false
      if (isTypeOnly && onlyTypes.some(([a, b]) => a === own && b === other)) return false
      return !mayImport[own]!.includes(other)
    })
    expect(wrong.map(shown)).toEqual([])
  })

  it('lead in no circle', () => {
    expect(circles()).toEqual([])
  })

  it('do not lead from one technology to another', () => {
    const folderOf = (path: string) => path.split('/')[1]!
    const wrong = inside.filter(
      ({ from, target }) =>
        partOf(from) === 'infra/adapter' &&
        partOf(target) === 'infra/adapter' &&
        ![folderOf(from), 'http'].includes(folderOf(target)),
    )
    expect(wrong.map(shown)).toEqual([])
  })

  it('take a package only where it has its place', () => {
    const wrong = imports.filter((each) => each.isPackage && !isAtHome(each))
    expect(wrong.map(shown)).toEqual([])
  })

  it('take types alone of node:http: who imports it loads undici too, in each thread', () => {
    const taken = imports.filter(({ target }) => target === 'node:http')
    expect(taken.length).toBeGreaterThan(1)
    expect(taken.filter(({ isTypeOnly }) => !isTypeOnly).map(shown)).toEqual([])
  })

  it.each(
    [
      'apps/standalone/program.ts',
      ...imports.flatMap(({ from }) => (from.endsWith('-thread.ts') ? from : [])),
    ].filter((path, n, all) => all.indexOf(path) === n),
  )('load no client of a server and of a model with %s: who runs embedded needs none', (path) => {
    const clients = /^(kafkajs|@kafkajs\/|@elastic\/|neo4j-driver|@aws-sdk\/|@kurrent\/|openai)/
    const loaded = loadedWith(path)
    expect(loaded.size).toBeGreaterThan(5)
    expect([...loaded].filter((target) => clients.test(target))).toEqual([])
  })

  it.each([
    ['infra/sqlite/writing/writing-thread.ts', ['zod']],
    ['apps/retrieving/retrieval-thread.ts', ['prom-client']],
    ['apps/standalone/program.ts', ['@modelcontextprotocol/server']],
  ])('load nothing with %s that only makes its start longer', (path, heavy) => {
    const loaded = loadedWith(path)
    expect(loaded.size).toBeGreaterThan(15)
    expect(heavy.filter((target) => loaded.has(target))).toEqual([])
  })

  it.each(['api', 'standalone', 'worker'])(
    'load with the main of %s only what switches the compile cache on: other modules would not be kept',
    (name) => {
      const loaded = [...loadedWith(`apps/${name}/main.ts`)].filter((path) => path.endsWith('.ts'))
      expect(loaded).toEqual([`apps/${name}/main.ts`, 'apps/keep-compiled.ts'])
    },
  )

  it('take no builtin into processors and schemas but for hashes and schema files', () => {
    const builtins = imports.filter(
      ({ from, target }) => /^(schemas|processors)\//.test(from) && target.startsWith('node:'),
    )
    const allowed = builtins.filter(
      ({ from, target }) =>
        (from.startsWith('processors/') && target === 'node:crypto') ||
        (from === 'schemas/events/avro.ts' && target === 'node:fs'),
    )
    expect(builtins.map(shown)).toEqual(allowed.map(shown))
  })

  it('take the configuration as the data asks for it, but where keys alone are handled', () => {
    const own = inside.filter(({ target }) => target === 'apps/composition/root-key.ts')
    expect(own.map(({ from }) => from).sort()).toEqual([
      'apps/cli/keys/keys.ts',
      'apps/cli/operate/moving/migrate.ts',
      'apps/cli/operate/moving/restore.ts',
      'apps/composition/as-data-is.ts',
    ])
  })
})
