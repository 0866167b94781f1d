// The TypeScript client wherever its README says that it runs: its example in Deno and in Bun, and the client in a page
// of another origin. Node runs it in client-packages.test.ts.
import { execFile } from 'node:child_process'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { build } from 'esbuild'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openBrowser } from './chromium.ts'
import { folderWith, installPacked } from './packed.ts'
import { findRuntime } from './runtimes.ts'
import { type Service, startService } from './service.ts'

const run = promisify(execFile)
const SOURCE = 'apps/clients/typescript'
const readme = fileURLToPath(new URL(`../../${SOURCE}/README.md`, import.meta.url))
const [, example] = /^```ts example\.ts\n([\s\S]*?)^```$/m.exec(readFileSync(readme, 'utf8'))!

let folder: string
let service: Service
beforeAll(async () => {
  folder = folderWith(['openapi-fetch', 'openapi-typescript-helpers'])
  await installPacked(folder, 'palimpsest-client', SOURCE)
  const dependencies = { 'palimpsest-client': '*', 'openapi-fetch': '*' }
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ type: 'module', dependencies }))
  writeFileSync(join(folder, 'example.ts'), example!)
  service = await startService({ CORS_ORIGINS: '*' })
})
afterAll(async () => {
  await service.stop()
  rmSync(folder, { recursive: true, force: true })
})

const runtimes = {
  deno: ['run', '--allow-net', '--allow-env', '--allow-read', 'example.ts'],
  bun: ['run', 'example.ts'],
}

for (const [name, args] of Object.entries(runtimes)) {
  const program = await findRuntime(name, `the client in ${name}`)
  test.skipIf(program === null)(`the example of the README runs in ${name}`, async () => {
    const env = { ...process.env, PALIMPSEST_URL: service.url, PALIMPSEST_API_KEY: service.key }
    const { stdout } = await run(program!, args, { cwd: folder, env })
    expect(stdout).toMatch(/<memory>[\s\S]*now live in Madrid[\s\S]*<\/memory>/)
    expect(stdout).toMatch(/status: ["']deleted["']/)
  })
}

const browser = await openBrowser()
afterAll(() => browser?.close())

/** What a page does: it writes, asks, lists, and forgets. */
const IN_A_PAGE = `
import { createMemory, PalimpsestError } from 'palimpsest-client'
window.story = async (url, apiKey) => {
  const memory = createMemory({ url, apiKey, appId: 'shop', userId: 'paul' })
  await memory.remember('I live in Lyon.', { until: 'retrievable' })
  const told = await memory.prompt('Where does he live?')
  const listed = []
  for await (const { content } of memory.items()) listed.push(content)
  const { status } = await memory.forget('everything')
  const stranger = createMemory({ url, apiKey: 'wrong', appId: 'shop', userId: 'paul' })
  const refused = await stranger.prompt('?').catch((error) => error instanceof PalimpsestError && error.status)
  return { told, listed, status, refused }
}`

/** A page without a word, at an origin of its own. */
async function pageWith(script: string): Promise<{ url: string; close: () => void }> {
  const server = createServer(({ url }, response) => {
    const isScript = url === '/page.js'
    response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html')
    response.end(isScript ? script : '<!doctype html><script src="/page.js"></script>')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}/`, close: () => void server.close() }
}

describe.skipIf(browser === null)('in a browser', () => {
  test('a page of another origin remembers, asks, lists and forgets', async () => {
    const stdin = { contents: IN_A_PAGE, resolveDir: folder }
    const bundled = { bundle: true, write: false, format: 'iife', platform: 'browser' } as const
    const { outputFiles } = await build({ stdin, ...bundled })
    const served = await pageWith(outputFiles[0]!.text)
    const page = await browser!.newPage()
    await page.goto(served.url)
    const given = JSON.stringify([service.url, service.key])
    expect(await page.evaluate(`window.story(...${given})`)).toEqual({
      told: expect.stringContaining('I live in Lyon.'),
      listed: ['I live in Lyon.'],
      status: 'deleted',
      refused: 401,
    })
    await page.close()
    served.close()
  })
})
