#!/usr/bin/env node
// `npx palimpsest-mcp`: the MCP server over stdio, for agents that start their servers themselves. It talks to a
// service over HTTP. Stdout belongs to the protocol, so messages go to stderr.
import { serveStdio } from '@modelcontextprotocol/server/stdio'
import { createMemory } from '../clients/typescript/memory.ts'
import { createMcpServer } from './server.ts'

const needed = ['PALIMPSEST_API_KEY', 'PALIMPSEST_APP_ID', 'PALIMPSEST_USER_ID'] as const
const missing = needed.filter((name) => !process.env[name])
if (missing.length > 0) {
  console.error(`palimpsest-mcp: set ${missing.join(', ')} in the environment of this server`)
  process.exit(2)
}

const [apiKey, appId, userId] = needed.map((name) => process.env[name]!) as [string, string, string]
const url = process.env.PALIMPSEST_URL ?? 'http://localhost:8080'
const memory = createMemory({ url, apiKey, appId, userId })

serveStdio(() => createMcpServer({ memory, secret: apiKey }), {
  onerror: (error) => console.error(`palimpsest-mcp: ${error.name}`),
})
