#!/usr/bin/env node
// `npx palimpsest-mcp`: the MCP server over stdio, for agents that start their servers themselves. It talks to a
// service over HTTP. Stdout belongs to the protocol, so messages go to stderr.
import { PassThrough } from 'node:stream'
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio'
import { createMemory, type MemoryOptions, PalimpsestError } from '../clients/typescript/memory.ts'
import { createMcpServer } from './server.ts'

const {
  PALIMPSEST_API_KEY: apiKey,
  PALIMPSEST_APP_ID: appId,
  PALIMPSEST_USER_ID: userId,
  PALIMPSEST_URL: url,
} = process.env
if (!apiKey || !appId || !userId) {
  const needed = ['PALIMPSEST_API_KEY', 'PALIMPSEST_APP_ID', 'PALIMPSEST_USER_ID']
  const missing = needed.filter((name) => !process.env[name])
  console.error(`palimpsest-mcp: set ${missing.join(', ')} in the environment of this server`)
  process.exit(2)
}

const options = { url: url || 'http://localhost:8080', apiKey, appId, userId }
refuseUnusable(options)
const memoryOf = (signal: AbortSignal) => createMemory({ ...options, signal })

// The SDK gives up what is under way when its input ends, as that of a shell does right after the last request. So the end
// is not passed on: the process ends when it has nothing left to do.
const input = process.stdin.pipe(new PassThrough(), { end: false })
// Where nothing can be answered any more, the SDK stops reading.
input.once('pause', () => process.stdin.unpipe(input).pause())

serveStdio(() => createMcpServer({ memoryOf, secret: apiKey }), {
  transport: new StdioServerTransport(input),
  onerror: (error) => console.error(`palimpsest-mcp: ${error.name}`),
})

function refuseUnusable(settings: MemoryOptions): void {
  try {
    createMemory(settings)
  } catch (error) {
    if (!(error instanceof PalimpsestError)) throw error
    console.error(`palimpsest-mcp: ${error.message}`)
    process.exit(2)
  }
}
