// The session of the OpenAI Agents SDK over a service, run by the SDK's own runner, and compared with the SDK's own
// session in memory.
import {
  Agent,
  type AgentInputItem,
  type Model,
  type ModelResponse,
  MemorySession as OwnSession,
  Runner,
  type Session,
  tool,
  Usage,
} from '@openai/agents-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { createMemory, type Memory } from '../../apps/clients/typescript/memory.ts'
import { MemorySession } from '../../apps/clients/typescript/openai-agents.ts'
import { eventually } from './service.ts'
import { sharedService } from './shared-service.ts'

const APP = 'openai-agents'
const service = sharedService(APP)
let memory: Memory
beforeAll(async () => {
  memory = createMemory({ url: service.url, apiKey: service.key, appId: APP, userId: 'nobody' })
})

let users = 0
const newMemory = () => memory.of(`agents-${users++}`)
const sessions: [string, () => Session][] = [
  ['its own session', () => new OwnSession({ sessionId: 'chat-1' })],
  ['a thread of a user', () => new MemorySession({ memory: newMemory(), threadId: 'chat-1' })],
]

const user = (content: string): AgentInputItem => ({ role: 'user', content })
const items: AgentInputItem[] = [
  user('What is the weather in Köln? 🌧'),
  {
    type: 'function_call',
    callId: 'c1',
    name: 'weather',
    status: 'completed',
    arguments: '{"city":"Köln"}',
    providerData: { id: 'x', nested: [null, 1.5, { deep: '"\\\n' }] },
  },
  {
    type: 'function_call_result',
    callId: 'c1',
    name: 'weather',
    status: 'completed',
    // Longer than a fact, with a part of nothing but spaces, and characters of two units.
    output: { type: 'text', text: `${' '.repeat(9_000)}${'🌧é'.repeat(3_000)}` },
  },
  { type: 'reasoning', content: [], rawContent: [{ type: 'reasoning_text', text: 'Rain.' }] },
  {
    type: 'message',
    role: 'assistant',
    status: 'completed',
    content: [{ type: 'output_text', text: 'It rains.' }],
  },
]

describe.each(sessions)('a session, as %s', (_, newSession) => {
  test('gives back what was added, in order, and the newest where there is a limit', async () => {
    const session = newSession()
    expect(await session.getSessionId()).toBe('chat-1')
    expect(await session.getItems()).toEqual([])
    await session.addItems([])
    await session.addItems(items)
    await session.addItems([items[0]!, items[0]!])
    const all = [...items, items[0], items[0]]
    expect(await session.getItems()).toEqual(all)
    expect(await session.getItems(3)).toEqual(all.slice(-3))
    expect(await session.getItems(100)).toEqual(all)
    expect(await session.getItems(0)).toEqual([])
  })

  test('takes back the last item, and all of them', async () => {
    const session = newSession()
    expect(await session.popItem()).toBeUndefined()
    await session.addItems(items.slice(0, 3))
    expect(await session.popItem()).toEqual(items[2])
    expect(await session.popItem()).toEqual(items[1])
    await session.addItems(items.slice(3))
    expect(await session.getItems()).toEqual([items[0], ...items.slice(3)])
    await session.clearSession()
    expect(await session.getItems()).toEqual([])
    await session.addItems(items.slice(0, 1))
    expect(await session.getItems()).toEqual(items.slice(0, 1))
  })
})

describe('a thread of a user as a session', () => {
  test('keeps threads and users apart, and is gone with the user', async () => {
    const ana = newMemory()
    const session = new MemorySession({ memory: ana, threadId: 'a'.repeat(200) })
    await session.addItems(items.slice(0, 1))
    for (const other of [
      new MemorySession({ memory: ana, threadId: 'a'.repeat(199) }),
      new MemorySession({ memory: newMemory(), threadId: 'a'.repeat(200) }),
    ]) {
      expect(await other.getItems()).toEqual([])
    }
    await ana.forget('everything')
    expect(await session.getItems()).toEqual([])
  })

  test('remembers what was said, and recalls nothing of how it is kept', async () => {
    const ana = newMemory()
    const session = new MemorySession({ memory: ana, threadId: 'chat-2' })
    await session.addItems([user('I live in Berlin.'), ...items.slice(1, 3)])
    await eventually('it is remembered', async () => (await ana.prompt('Where do I live?')) !== '')
    const { relevantItems } = await ana.recall('Where do I live? weather Köln', { minRelevance: 0 })
    expect(relevantItems.map(({ content }) => content)).toEqual([
      expect.stringContaining('live in Berlin'),
    ])
    await session.clearSession()
    expect(await ana.prompt('Where do I live?')).toContain('Berlin')
    const quiet = new MemorySession({ memory: newMemory(), remembers: false })
    await quiet.addItems([user('I live in Berlin.')])
    expect(await quiet.getItems()).toHaveLength(1)
  })

  test('carries a conversation with tools from one run of an agent to the next', async () => {
    const seen: unknown[] = []
    const says = (text: string): ModelResponse['output'] => [
      {
        type: 'message',
        role: 'assistant',
        status: 'completed',
        content: [{ type: 'output_text', text }],
      },
    ]
    const outputs: ModelResponse['output'][] = [
      [
        {
          type: 'function_call',
          callId: 'c1',
          name: 'weather',
          arguments: '{}',
          status: 'completed',
        },
      ],
      says('It rains.'),
      says('I said that it rains.'),
    ]
    const model: Model = {
      getResponse: async ({ input }) => {
        seen.push(structuredClone(input))
        return { usage: new Usage(), output: outputs.shift()! }
      },
      // biome-ignore lint/correctness/useYield: nothing is streamed here
      getStreamedResponse: async function* () {
        throw new Error('not asked for')
      },
    }
    const weather = tool({
      name: 'weather',
      description: 'Tells the weather.',
      parameters: {
        type: 'object' as const,
        properties: {},
        required: [],
        additionalProperties: true as const,
      },
      strict: false,
      execute: async () => 'rain',
    })
    const agent = new Agent({ name: 'Meteo', model, tools: [weather] })
    const runner = new Runner({ tracingDisabled: true })
    const session = new MemorySession({ memory: newMemory(), threadId: 'chat-3' })
    const first = await runner.run(agent, 'How is the weather?', { session })
    expect(first.finalOutput).toBe('It rains.')
    await runner.run(agent, 'What did you say?', { session })
    expect(seen.at(-1)).toMatchObject([
      { role: 'user', content: 'How is the weather?' },
      { type: 'function_call', callId: 'c1' },
      { type: 'function_call_result', callId: 'c1' },
      { role: 'assistant' },
      { role: 'user', content: 'What did you say?' },
    ])
    expect(await session.getItems()).toHaveLength(6)
  })
})
