// The resources that a client can attach without a tool: the profile as it is, and the timeline of how it came to be.
import type { McpServer, ReadResourceResult } from '@modelcontextprotocol/server'
import type { Memory } from '../clients/typescript/memory.ts'
import { firstOf, type MemoryOf, shownItem } from './answers.ts'

const MOST_OF_TIMELINE = 200
const mimeType = 'text/markdown'

export function registerResources(server: McpServer, memoryOf: MemoryOf): void {
  server.registerResource(
    'profile',
    'memory://profile',
    { title: 'Profile', description: 'What is known about the user, by category', mimeType },
    async ({ href }, { mcpReq }) => text(href, await profileOf(memoryOf(mcpReq.signal))),
  )
  server.registerResource(
    'timeline',
    'memory://timeline',
    {
      title: 'Timeline',
      description: `The newest ${MOST_OF_TIMELINE} facts, those that no longer hold too`,
      mimeType,
    },
    async ({ href }, { mcpReq }) => text(href, await timelineOf(memoryOf(mcpReq.signal))),
  )
}

function text(uri: string, markdown: string): ReadResourceResult {
  return { contents: [{ uri, mimeType, text: markdown }] }
}

async function profileOf(memory: Memory): Promise<string> {
  const { summaries, lastUpdated } = await memory.context()
  const sections = Object.entries(summaries).map(
    ([category, summary]) => `## ${category}\n\n${summary}`,
  )
  if (sections.length === 0) return '# Profile\n\nNothing is known yet.'
  return [`# Profile\n\nAs of ${lastUpdated}.`, ...sections].join('\n\n')
}

async function timelineOf(memory: Memory): Promise<string> {
  const newest = await firstOf(memory.items(), MOST_OF_TIMELINE)
  // A correction counts as said when what it corrects was said, and comes before it.
  const items = newest.toSorted(
    (a, b) =>
      Date.parse(b.createdAt) - Date.parse(a.createdAt) || Number(b.current) - Number(a.current),
  )
  return `# Timeline\n\n${items.map(shownItem).join('\n') || 'Nothing is known yet.'}`
}
