// The tool that deletes. It asks first: the user, where the client can ask; else it gives the model a code that the
// model must bring back once its user has agreed.
import { createHmac } from 'node:crypto'
import {
  acceptedContent,
  type CallToolResult,
  CLIENT_CAPABILITIES_META_KEY,
  inputRequired,
  type McpServer,
  type ServerContext,
} from '@modelcontextprotocol/server'
import { z } from 'zod'
import type { Memory } from '../clients/typescript/memory.ts'
import { type MemoryOf, orRefused, told } from './answers.ts'
import { describedOnce } from './described-once.ts'

const CODE_CHARS = 8
const KEY = 'agreed'
const agreement = z.object({ delete: z.boolean().describe('This cannot be undone.') })

const forgetInput = describedOnce(
  z.object({
    category: z.string().min(1).max(64).optional().describe('Unset: everything'),
    code: z.string().max(64).optional().describe('Only as an earlier answer gave it'),
  }),
)

type Given = { category?: string | undefined; code?: string | undefined }
type Options = { memory: Memory; secret: string }

export function registerForget(
  server: McpServer,
  { memoryOf, secret }: { memoryOf: MemoryOf; secret: string },
): void {
  server.registerTool(
    'forget',
    {
      title: 'Forget',
      description:
        'Deletes what is known about the user, for ever: one category, or everything. The user is asked first. Where that is not possible the answer holds a code: ask the user yourself, and call again with it only when they agree.',
      inputSchema: forgetInput,
      annotations: {
        readOnlyHint: false,
        destructiveHint: true,
        idempotentHint: true,
        openWorldHint: false,
      },
    },
    async (given, context) => {
      const options = { memory: memoryOf(context.mcpReq.signal), secret }
      if (!canAsk(server, context)) return orRefused(() => byCode(given, options))
      const responses = context.mcpReq.inputResponses
      if (responses?.[KEY] === undefined) return question(given)
      const agreed = acceptedContent(responses, KEY, agreement)?.delete === true
      return agreed ? orRefused(() => forget(given, options)) : told('Nothing was deleted.')
    },
  )
}

const withCapabilities = z.object({
  [CLIENT_CAPABILITIES_META_KEY]: z.object({ elicitation: z.unknown().optional() }),
})

/** The capabilities come with the request, or came with the connection's handshake. */
function canAsk(server: McpServer, { mcpReq }: ServerContext): boolean {
  const { data } = withCapabilities.safeParse(mcpReq.envelope)
  const sent = data?.[CLIENT_CAPABILITIES_META_KEY]
  return (sent ?? server.server.getClientCapabilities())?.elicitation !== undefined
}

function question(given: Given) {
  const elicit = inputRequired.elicit({
    message: `Delete, for ever, ${shown(given)}?`,
    requestedSchema: agreement,
  })
  return inputRequired({ inputRequests: { [KEY]: elicit } })
}

async function byCode(given: Given, options: Options): Promise<CallToolResult> {
  const code = codeOf(given, options)
  if (given.code === code) return forget(given, options)
  return told(
    `Nothing is deleted yet. Ask the user whether to delete, for ever, ${shown(given)}. If they agree, call again with the code ${code}.`,
    { code },
  )
}

async function forget({ category }: Given, { memory }: Options): Promise<CallToolResult> {
  const gone = await memory.forget(category === undefined ? 'everything' : { category })
  return told(
    `Deleted ${counted(gone.deletedItems, 'fact')} from ${counted(gone.deletedResources, 'write')}.`,
    {
      ...gone,
    },
  )
}

function counted(many: number, one: string): string {
  return `${many} ${one}${many === 1 ? '' : 's'}`
}

/** For one target of one user, so that no code for one can delete another; an unguessable keyed hash. */
function codeOf({ category }: Given, { memory: { appId, userId }, secret }: Options): string {
  const what = JSON.stringify([appId, userId, category ?? null])
  return createHmac('sha256', secret).update(what).digest('hex').slice(0, CODE_CHARS)
}

function shown({ category }: Given): string {
  return category === undefined ? 'everything that is remembered' : `the category “${category}”`
}
