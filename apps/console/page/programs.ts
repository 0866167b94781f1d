// How a program or an agent would use the memory of a user: examples that the console offers for copying. Pure.
import { curlOf } from './curl.ts'
import type { Scope } from './shapes.ts'

export type Program = { name: string; label: string; text: string }

export function programsFor(origin: string, scope: Scope): Program[] {
  return [
    { name: 'TypeScript', label: 'npm install palimpsest-client', text: typescript(origin, scope) },
    { name: 'MCP', label: 'The settings of your agent', text: mcp(origin, scope) },
    { name: 'curl', label: 'Shell, with the key in PALIMPSEST_KEY', text: shell(origin, scope) },
  ]
}

function typescript(origin: string, { appId, userId }: Scope): string {
  return `import { createMemory } from 'palimpsest-client'

const memory = createMemory({
  url: ${JSON.stringify(origin)},
  apiKey,
  appId: ${JSON.stringify(appId)},
  userId: ${JSON.stringify(userId)},
})

await memory.remember('I live in Porto.', { until: 'retrievable' })
const notes = await memory.prompt('Where does the user live?')`
}

function mcp(origin: string, scope: Scope): string {
  const memory = {
    type: 'http',
    url: `${origin}/mcp?${new URLSearchParams(scope)}`,
    headers: { Authorization: `Bearer \${PALIMPSEST_KEY}` },
  }
  return JSON.stringify({ mcpServers: { memory } }, null, 2)
}

function shell(origin: string, scope: Scope): string {
  const content = 'User: I live in Porto.'
  const write = { ...scope, contentType: 'conversation', content }
  const ask = { ...scope, query: 'Where does the user live?' }
  return [
    curlOf({ method: 'POST', path: '/memorize', body: write }, origin),
    curlOf({ method: 'POST', path: '/retrieve', body: ask }, origin),
  ].join('\n\n')
}
