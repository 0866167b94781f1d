// The tools that read and write: remember, recall, correct, history, as_of.
import type { McpServer } from '@modelcontextprotocol/server'
import { z } from 'zod'
import type { Fact, History, Memory, Recall } from '../clients/typescript/memory.ts'
import {
  firstOf,
  type MemoryOf,
  onOneLine,
  orRefused,
  shownItem,
  told,
  unlessRefused,
} from './answers.ts'
import { describedOnce } from './described-once.ts'

const MAX_TEXT = 100_000
const NEWEST = 20
const MOST = 100

const itemId = z
  .string()
  .min(1)
  .max(128)
  .describe('The id of a fact, as `recall` and `history` show it')
const words = z.string().min(1).max(MAX_TEXT)

/** Which texts are instants the service says, so that agents may give the same ones as every client. */
const instant = z.string().min(1).max(64)
const ISO = 'ISO 8601: “2026-01-03” or “2026-01-03T10:00:00Z”'
const asOf = instant.optional().describe(`What held then; unset: what is current. ${ISO}`)
const knownAt = instant.optional().describe(`What was known then; unset: what is known now. ${ISO}`)

const rememberInput = describedOnce(
  z.object({
    content: words.describe('What was said, in the words of who said it'),
    saidBy: z
      .enum(['user', 'assistant'])
      .describe('`user` only for the user’s own words; your conclusions are `assistant`'),
    at: instant.optional().describe(`When it was said; unset: now. ${ISO}`),
    type: z
      .enum(['preference', 'instruction', 'open_question', 'goal'])
      .optional()
      .describe(
        'Set it where `content` is one such thing in a whole sentence, said by the user: it is kept as it stands',
      ),
  }),
)

const recallInput = describedOnce(
  z.object({
    query: z.string().min(1).max(8_000).describe('What you want to know'),
    maxTokens: z.int().min(50).max(20_000).default(2_000),
    categories: z.array(z.string().min(1).max(64)).min(1).max(100).optional(),
    asOf,
    knownAt,
  }),
)

const correctInput = describedOnce(
  z.object({
    itemId,
    correction: words.describe('The fact as it is, as a whole sentence: “I live in Madrid.”'),
  }),
)

const historyInput = describedOnce(
  z.object({
    itemId: itemId.optional(),
    limit: z.int().min(1).max(MOST).default(NEWEST).describe('How many facts, without `itemId`'),
    knownAt,
  }),
)

const asOfInput = describedOnce(
  z.object({
    at: instant.describe(`The instant. ${ISO}`),
    limit: z.int().min(1).max(MOST).default(NEWEST).describe('How many facts, the newest first'),
    knownAt,
  }),
)

export function registerTools(server: McpServer, memoryOf: MemoryOf): void {
  registerRemember(server, memoryOf)
  registerRecall(server, memoryOf)
  registerCorrect(server, memoryOf)
  registerHistory(server, memoryOf)
  registerAsOf(server, memoryOf)
}

function registerRemember(server: McpServer, memoryOf: MemoryOf): void {
  server.registerTool(
    'remember',
    {
      title: 'Remember',
      description:
        'Stores what was said, so that it can be recalled in later conversations. Facts are taken from it by themselves, and a newer one supersedes an older one that it contradicts.',
      inputSchema: rememberInput,
      annotations: { readOnlyHint: false, destructiveHint: false, openWorldHint: false },
    },
    ({ content, saidBy, at, type }, { mcpReq }) =>
      orRefused(async () => {
        const memory = memoryOf(mcpReq.signal)
        // The assistant's own conclusions are never kept as the user's facts.
        if (type !== undefined && saidBy === 'user')
          return given(memory, { text: content, type, at })
        const messages = [{ role: saidBy, content }]
        const until = 'retrievable'
        const resourceId = await memory.remember(messages, at ? { at, until } : { until })
        return told('Remembered.', { resourceId })
      }),
  )
}

async function given(memory: Memory, { at, ...fact }: Fact & { at: string | undefined }) {
  const since = at === undefined ? {} : { validFrom: at }
  const itemId = await memory.give({ ...fact, ...since }, { until: 'retrievable' })
  return told('Remembered.', { itemId })
}

function registerRecall(server: McpServer, memoryOf: MemoryOf): void {
  server.registerTool(
    'recall',
    {
      title: 'Recall',
      description: 'Finds what is known about the user that helps to answer a question.',
      inputSchema: recallInput,
      annotations: { readOnlyHint: true, openWorldHint: false },
    },
    ({ query, asOf: held, knownAt: known, ...options }, { mcpReq }) =>
      orRefused(async () => {
        const memory = memoryOf(mcpReq.signal)
        const found = await memory.recall(query, {
          ...options,
          ...(held ? { asOf: held } : {}),
          ...(known ? { knownAt: known } : {}),
        })
        return told(shownRecall(found), { ...found })
      }),
  )
}

function shownRecall({ relevantItems, summaries }: Recall): string {
  const facts = relevantItems.map(
    ({ id, content, category, createdAt }) =>
      `- [${id}] ${onOneLine(content)} (${category}, ${createdAt.slice(0, 10)})`,
  )
  // In a small answer the words of a fact may stand among the summaries alone.
  const texts = Object.entries(summaries).map(([name, text]) => `- ${name}: ${onOneLine(text)}`)
  const told = [...section('Facts:', facts), ...section('Summaries:', texts)]
  return told.join('\n') || 'Nothing is known about that.'
}

function section(title: string, lines: readonly string[]): readonly string[] {
  return lines.length > 0 ? [title, ...lines] : []
}

function registerCorrect(server: McpServer, memoryOf: MemoryOf): void {
  server.registerTool(
    'correct',
    {
      title: 'Correct',
      description:
        'Says in the user’s name that a fact is otherwise. The correction takes its place as the user’s own words; the fact stays in the history, closed.',
      inputSchema: correctInput,
      annotations: { readOnlyHint: false, destructiveHint: false, openWorldHint: false },
    },
    ({ itemId: id, correction }, { mcpReq }) =>
      orRefused(async () => {
        const memory = memoryOf(mcpReq.signal)
        const corrected = await memory.correct(id, correction, { until: 'retrievable' })
        // The correction stands, also with a key that may not read it.
        const after = await unlessRefused(memory.history(corrected))
        return told(after ? shownCorrection(after) : 'Corrected.', { itemId: corrected, ...after })
      }),
  )
}

function shownCorrection({ item, history }: History): string {
  return ['Corrected.', ...[item, ...history].map(shownItem)].join('\n')
}

function registerHistory(server: McpServer, memoryOf: MemoryOf): void {
  server.registerTool(
    'history',
    {
      title: 'History',
      description:
        'Without `itemId` the newest facts, those that no longer hold too. With it how one fact came about: its source, what it superseded and what superseded it.',
      inputSchema: historyInput,
      annotations: { readOnlyHint: true, openWorldHint: false },
    },
    ({ itemId: id, limit, knownAt: known }, { mcpReq }) =>
      orRefused(async () => {
        const memory = memoryOf(mcpReq.signal)
        const time = known ? { knownAt: known } : {}
        if (id === undefined) {
          const items = await firstOf(memory.items(time), limit)
          return told(items.map(shownItem).join('\n') || 'Nothing is known yet.', { items })
        }
        const { item, history } = await memory.history(id, time)
        const { resourceId, channel, saidBy } = item.provenance
        const source = `Said by ${saidBy ?? 'an unknown speaker'} (${channel ?? 'unknown channel'}) in ${resourceId}.`
        return told([shownItem(item), source, ...history.map(shownItem)].join('\n'), {
          item,
          history,
        })
      }),
  )
}

function registerAsOf(server: McpServer, memoryOf: MemoryOf): void {
  server.registerTool(
    'as_of',
    {
      title: 'As of',
      description:
        'The facts about the user that held at an instant, whether or not they hold now. For a question about that time, give `recall` an `asOf`.',
      inputSchema: asOfInput,
      annotations: { readOnlyHint: true, openWorldHint: false },
    },
    ({ at, limit, knownAt: known }, { mcpReq }) =>
      orRefused(async () => {
        const memory = memoryOf(mcpReq.signal)
        const time = { asOf: at, ...(known ? { knownAt: known } : {}) }
        const items = await firstOf(memory.items(time), limit)
        return told(items.map(shownItem).join('\n') || 'Nothing held then.', { items })
      }),
  )
}
