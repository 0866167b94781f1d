// The packages as their users get them: packed, installed into a folder of modules, and run as the READMEs say.
import { execFile } from 'node:child_process'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runCli } from '../../apps/cli/main.ts'
import { typesOf } from '../../apps/clients/typescript/generate.ts'
import { createMemory } from '../../apps/clients/typescript/memory.ts'
import { compile, folderWith, installPacked } from './packed.ts'
import { eventually } from './service.ts'
import { startedService } from './started-service.ts'

const run = promisify(execFile)
const root = fileURLToPath(new URL('../../', import.meta.url))
const packages = { 'palimpsest-client': 'apps/clients/typescript', 'palimpsest-mcp': 'apps/mcp' }

const service = startedService()
let folder: string
beforeAll(async () => {
  folder = folderWith([
    'openapi-fetch',
    'openapi-typescript-helpers',
    'zod',
    'ai',
    '@types',
    '@langchain',
    '@openai',
    '@modelcontextprotocol/server',
    '@modelcontextprotocol/core',
  ])
  for (const [name, source] of Object.entries(packages)) await installPacked(folder, name, source)
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function descriptionOf(source: string) {
  return JSON.parse(readFileSync(join(root, source, 'package.json'), 'utf8'))
}

/** The block of a README that is marked so. */
function exampleOf(readme: string, mark: string): string {
  const text = readFileSync(join(root, readme), 'utf8')
  return new RegExp(`^\`\`\`\\w+ ${mark}\\n([\\s\\S]*?)^\`\`\`$`, 'm').exec(text)![1]!
}

test('the packages have one version: that of the service', () => {
  const { version } = descriptionOf('.')
  for (const [name, source] of Object.entries(packages)) {
    expect(descriptionOf(source).version).toBe(version)
    // The file that `npm pack` makes, which the README says to install.
    expect(readFileSync(join(root, source, 'README.md'), 'utf8')).toContain(
      `${name}-${version}.tgz`,
    )
  }
  expect(readFileSync(join(root, 'apps/mcp/server.ts'), 'utf8')).toContain(`'${version}'`)
})

test('each package carries the licence', () => {
  const licence = readFileSync(join(root, 'LICENSE'), 'utf8')
  const packed = Object.keys(packages).map((name) => join(folder, 'node_modules', name))
  for (const place of [...packed, join(root, 'apps/clients/python')]) {
    expect(readFileSync(join(place, 'LICENSE'), 'utf8')).toBe(licence)
  }
})

test('the types are those of the document that is served', async () => {
  const document = await (await fetch(`${service.url}/v1/openapi.json`)).text()
  const written = readFileSync(join(root, 'apps/clients/typescript/openapi.ts'), 'utf8')
  expect(written === (await typesOf(document)), 'out of date: run `npm run generate`').toBe(true)
})

const STRICT = '--strict --module nodenext --target es2022 --types node --skipLibCheck --noEmit'

async function runExample(mark: string): Promise<string> {
  const env = { ...process.env, PALIMPSEST_URL: service.url, PALIMPSEST_API_KEY: service.key }
  return (await run(process.execPath, [mark], { cwd: folder, env })).stdout
}

test('the examples of the client and of what it plugs into compile and run', async () => {
  const examples = ['example.ts', 'ai-example.ts', 'langgraph-example.ts', 'agents-example.ts']
  writeFileSync(join(folder, 'package.json'), '{"type": "module"}')
  for (const mark of examples) {
    writeFileSync(join(folder, mark), exampleOf('apps/clients/typescript/README.md', mark))
  }
  await compile([...STRICT.split(' '), ...examples], folder)
  const told = await runExample('example.ts')
  expect(told).toMatch(/<memory>[\s\S]*now live in Madrid[\s\S]*<\/memory>/)
  expect(told).toContain('superseded')
  expect(told).toContain("status: 'deleted'")
  const answered = await runExample('ai-example.ts')
  expect(answered).toContain('Then I would leave the pesto out.')
  expect(answered).toContain('allergic to nuts')
  const graph = await runExample('langgraph-example.ts')
  expect(graph).toMatch(/<memory>[\s\S]*pasta with garlic[\s\S]*<\/memory>/)
  expect(graph).toContain("[ [ 'cooking/likes', 'pasta', 'Emil loves pasta with garlic.' ] ]")
  const session = await runExample('agents-example.ts')
  expect(session).toContain('I play the cello.')
  expect(session).not.toContain('flute')
})

/** The lines that the README shows for a command. */
function consoleOf(readme: string): { args: string[]; shown: string[] }[] {
  const [, block] = /^```console\n([\s\S]*?)^```$/m.exec(readFileSync(join(root, readme), 'utf8'))!
  return block!
    .split(/^\$ npm run cli -- /m)
    .slice(1)
    .map((each) => {
      const [command, ...shown] = each.trim().split('\n')
      return { args: command!.split(' '), shown }
    })
}

async function cli(args: string[]): Promise<{ code: number; out: string[] }> {
  const out: string[] = []
  const signal = new AbortController().signal
  const io = {
    out: (line: string) => out.push(line),
    err: () => undefined,
    isTerminal: false,
    signal,
  }
  return { code: await runCli([...args, '--url', service.url, '--key', service.key], io), out }
}

async function runImport(args: string[]): Promise<string[]> {
  const given = args.map((each) => (each === 'memories.json' ? join(folder, each) : each))
  const { code, out } = await cli(given)
  expect(code).toBe(0)
  return out
}

test('an import does what its README shows, once, however often it is begun', async () => {
  const readme = 'apps/cli/import/README.md'
  writeFileSync(join(folder, 'memories.json'), exampleOf(readme, 'memories.json'))
  for (const { args, shown } of consoleOf(readme)) expect(await runImport(args)).toEqual(shown)
  const [, { args }] = consoleOf(readme) as [unknown, { args: string[] }]
  expect(await runImport(args)).toEqual([
    expect.stringMatching(/^0 writes were accepted, 3 were before/),
  ])
  // Without the journal, as after an accident, the keys prevent duplicates.
  const journal = readFileSync(join(folder, 'memories.json.imported'), 'utf8')
  expect(journal).not.toMatch(/Berlin|chess/)
  rmSync(join(folder, 'memories.json.imported'))
  await runImport(args)
  const options = { url: service.url, apiKey: service.key, appId: 'shop', userId: 'anna' }
  const anna = createMemory(options)
  const listed = () => Array.fromAsync(anna.resources(), ({ resourceId }) => resourceId)
  await eventually('both are listed', async () => (await listed()).length >= 2)
  const ids = await listed()
  expect(ids).toHaveLength(2)
  for (const id of ids) await anna.settled(id)
  const items = await Array.fromAsync(anna.items())
  expect(
    items.map(({ value, state, validFrom }) => [value, state, validFrom.slice(0, 10)]),
  ).toEqual([
    ['Madrid', 'current', '2025-06-01'],
    ['Berlin', 'superseded', '2024-03-01'],
  ])
  expect(items.map(({ provenance }) => provenance.channel)).toEqual(['app', 'app'])
})

test('a write that is refused costs no other of its call', async () => {
  const memory = (id: string, text: string) => ({ id, memory: text, user_id: 'clara' })
  const file = join(folder, 'refused.json')
  // More bytes than a write may have, though not more letters.
  const list = [
    memory('1', 'Likes chess.'),
    memory('2', '€'.repeat(400_000)),
    memory('3', 'Is 40.'),
  ]
  writeFileSync(file, JSON.stringify(list))
  const { code, out } = await cli(['import', '--from', 'mem0', file, '--app', 'shop', '--write'])
  expect([code, out]).toEqual([
    1,
    [expect.stringMatching(/^2 writes were accepted, 1 was refused/)],
  ])
  const lines = readFileSync(`${file}.imported`, 'utf8').trim().split('\n')
  const entries = lines.map((line) => JSON.parse(line)).filter(({ key }) => key !== undefined)
  expect(entries.map(({ id, refused }) => [id, refused])).toEqual([
    ['1', undefined],
    ['2', expect.stringContaining('content')],
    ['3', undefined],
  ])
})

type Server = {
  url?: string
  headers?: Record<string, string>
  args?: string[]
  env?: Record<string, string>
}

/** The server that a README describes, with this service in place of the one that it names. */
function serverOf(mark: string): Server {
  const text = exampleOf('apps/mcp/README.md', mark)
    .replaceAll('http://localhost:8080', service.url)
    .replaceAll(/\$\{PALIMPSEST_API_KEY\}/g, service.key)
  return JSON.parse(text).mcpServers.memory
}

async function toolsOver(transport: Parameters<Client['connect']>[0]): Promise<string[]> {
  const client = new Client({ name: 'test', version: '1' })
  await client.connect(transport)
  const { tools } = await client.listTools()
  await client.callTool({ name: 'recall', arguments: { query: 'Where do I live?' } })
  await client.close()
  return tools.map(({ name }) => name)
}

test('the MCP server answers as its README configures it, over HTTP', async () => {
  const { url, headers } = serverOf('http')
  const transport = new StreamableHTTPClientTransport(new URL(url!), { requestInit: { headers } })
  expect(await toolsOver(transport)).toContain('recall')
})

test('the MCP server answers as its README configures it, over stdio, by its bin', async () => {
  const { args, env } = serverOf('stdio')
  const name = args!.at(-1)!
  const bin = join(
    folder,
    'node_modules',
    name,
    descriptionOf(packages['palimpsest-mcp']).bin[name],
  )
  const transport = new StdioClientTransport({ command: process.execPath, args: [bin], env })
  expect(await toolsOver(transport)).toContain('recall')
})

test('the bin says which settings are missing', async () => {
  const bin = join(folder, 'node_modules/palimpsest-mcp/dist/mcp/main.js')
  const env = { PALIMPSEST_APP_ID: 'shop' }
  await expect(run(process.execPath, [bin], { env })).rejects.toMatchObject({
    code: 2,
    stdout: '',
    stderr: expect.stringContaining('PALIMPSEST_API_KEY, PALIMPSEST_USER_ID'),
  })
})
