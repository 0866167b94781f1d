#!/usr/bin/env node
// `npx palimpsest-mcp`: the MCP server over stdio, for agents that start their servers themselves. It talks to a
// service over HTTP. Stdout belongs to the protocol, so messages go to stderr.
import { serveStdio } from '@modelcontextprotocol/server/stdio'
import { createMemory } from '../clients/typescript/memory.ts'
import { createMcpServer } from './server.ts'

const {
  PALIMPSEST_API_KEY: apiKey,
  PALIMPSEST_APP_ID: appId,
  PALIMPSEST_USER_ID: userId,
  PALIMPSEST_URL: url = 'http://localhost:8080',
} = process.env
if (!apiKey || !appId || !userId) {
  const needed = ['PALIMPSEST_API_KEY', 'PALIMPSEST_APP_ID', 'PALIMPSEST_USER_ID']
  const missing = needed.filter((name) => !process.env[name])
  console.error(`palimpsest-mcp: set ${missing.join(', ')} in the environment of this server`)
  process.exit(2)
}

const memory = createMemory({ url, apiKey, appId, userId })

serveStdio(() => createMcpServer({ memory, secret: apiKey }), {
  onerror: (error) => console.error(`palimpsest-mcp: ${error.name}`),
})
