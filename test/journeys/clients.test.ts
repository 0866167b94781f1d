// The clients against a service: the interface of the TypeScript client, the AI SDK, and the MCP server over both of
// its transports, called by the SDK's own client.
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { generateText, stepCountIs, streamText, wrapLanguageModel } from 'ai'
import { MockLanguageModelV4, simulateReadableStream } from 'ai/test'
import { beforeAll, describe, expect, test } from 'vitest'
import { memoryMiddleware, memoryTools } from '../../apps/clients/typescript/ai.ts'
import { createMemory, type Item, type Memory } from '../../apps/clients/typescript/memory.ts'
import { eventually, setting } from './service.ts'
import { sharedService } from './shared-service.ts'

const APP = 'clients'
const service = sharedService(APP)
let memory: Memory
beforeAll(async () => {
  memory = createMemory({ url: service.url, apiKey: service.key, appId: APP, userId: 'nobody' })
})

const retrievable = { until: 'retrievable' } as const

/** Berlin was replaced by Madrid: asked of before, it was not. */
async function asksOfThePast(anna: Memory, berlin: Item): Promise<void> {
  const before = { knownAt: new Date(Date.parse(berlin.closedAt ?? '') - 1).toISOString() }
  for (const time of [before, { asOf: '2026-01-03T00:00:00Z' }]) {
    const { relevantItems } = await anna.recall('Where do I live?', time)
    expect(relevantItems.map(({ content }) => content)).toEqual([berlin.content])
    expect(await anna.prompt('Where do I live?', time)).toContain('Berlin')
    expect((await Array.fromAsync(anna.items(time))).map(({ value }) => value)).toEqual(['Berlin'])
    await eventually('the graph has followed', async () => {
      const entities = await Array.fromAsync(anna.entities(time))
      return entities.flatMap(({ properties }) => Object.values(properties)).join() === 'Berlin'
    })
    expect((await anna.categories(time)).map(({ itemCount }) => itemCount)).toContain(1)
  }
  const { item, history } = await anna.history(berlin.id, before)
  expect([item.state, history]).toEqual(['current', []])
  const { summaries } = await anna.context({ knownAt: '2001-01-01T00:00:00Z' })
  expect(summaries).toEqual({})
  const changes = await Array.fromAsync(anna.diff({ from: before.knownAt }))
  expect(changes.map(({ change }) => change)).toEqual(['came', 'changed'])
  await eventually('the timeline is whole', async () => {
    const told = (await Array.fromAsync(anna.timeline())).map(({ what }) => what)
    return told.sort().join(' ') === 'asserted asserted superseded'
  })
}

describe('the TypeScript client', () => {
  test('remembers, recalls, shows how a fact changed, and forgets', async () => {
    const anna = memory.of('client-anna')
    expect((await anna.recall('Where do I live?')).relevantItems).toEqual([])
    expect(await anna.prompt('Where do I live?')).toBe('')
    await anna.remember('I live in Berlin.', { ...retrievable, at: '2026-01-02T10:00:00Z' })
    await anna.remember(
      [{ role: 'user', content: 'I have moved, I now live in Madrid.' }],
      retrievable,
    )
    expect((await anna.recall('Where do I live?')).relevantItems[0]!.content).toContain('Madrid')
    expect(await anna.prompt('Where do I live?')).toMatch(
      /^<memory>[\s\S]*Madrid[\s\S]*<\/memory>$/,
    )
    const items = await Array.fromAsync(anna.items({ category: 'profile' }))
    const berlin = items.find(({ content }) => content.includes('Berlin'))!
    const { item, history } = await anna.history(berlin.id)
    expect(item).toMatchObject({ state: 'superseded', validFrom: '2026-01-02T10:00:00.000Z' })
    expect(history.map(({ value }) => value)).toEqual(['Madrid'])
    await asksOfThePast(anna, item)
    expect(await anna.forget('everything')).toMatchObject({
      status: 'deleted',
      deletedResources: 2,
    })
    expect(await Array.fromAsync(anna.items())).toEqual([])
  })

  test('reports what happened, and forgets one category of it', async () => {
    const ben = memory.of('client-ben')
    const activity = { eventType: 'purchase', source: 'webshop', timestamp: '2026-03-04T10:00:00Z' }
    await ben.report({ ...activity, data: { product: 'a chess clock', price: 39 } }, retrievable)
    await ben.remember('I live in Berlin.', retrievable)
    const gone = (await Array.fromAsync(ben.items())).find(({ content }) =>
      content.includes('chess clock'),
    )!
    await ben.forget({ category: gone.category })
    expect((await Array.fromAsync(ben.items())).map(({ value }) => value)).toEqual(['Berlin'])
  })

  test('gives a fact as it stands, corrects, pins, settles and retracts it', async () => {
    const dan = memory.of('client-dan')
    const id = await dan.give({ text: 'Dan is left-handed.', pinned: true }, retrievable)
    expect((await dan.recall('comets')).relevantItems).toMatchObject([{ id, pinned: true }])
    const corrected = await dan.correct(id, 'Dan is ambidextrous.', retrievable)
    expect((await dan.history(corrected)).history).toMatchObject([{ id, state: 'superseded' }])
    await dan.pin(corrected, false, retrievable)
    expect((await dan.recall('comets')).relevantItems).toEqual([])
    await dan.retract(corrected, retrievable)
    expect((await dan.history(corrected)).item.state).toBe('retracted')
    const question = await dan.give({ text: 'Does Dan draw?', type: 'open_question' }, retrievable)
    await dan.resolve(question, retrievable)
    expect((await dan.history(question)).item.state).toBe('resolved')
    await expect(dan.pin('nothing')).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  test('writes once, however often the same key is sent', async () => {
    const cem = memory.of('client-cem')
    const options = { ...retrievable, idempotencyKey: 'a-key-of-cem' }
    const ids = [
      await cem.remember('I like chess.', options),
      await cem.remember('I like chess.', options),
    ]
    expect(new Set(ids).size).toBe(1)
    expect(await Array.fromAsync(cem.resources())).toHaveLength(1)
  })

  test('tells what the service refuses, by its code and field', async () => {
    const wrong = memory.of('not a valid identifier\n')
    await expect(wrong.remember('I live in Berlin.')).rejects.toMatchObject({
      name: 'PalimpsestError',
      code: 'VALIDATION_ERROR',
      status: 400,
      details: { field: 'userId' },
    })
    await expect(memory.history('nothing')).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })
})

// It makes only calls of the client, which are the same in every setting.
describe.runIf(setting === 'embedded')('the AI SDK', () => {
  const usage = {
    inputTokens: { total: 1, noCache: 1, cacheRead: undefined, cacheWrite: undefined },
    outputTokens: { total: 1, text: 1, reasoning: undefined },
  }
  const stop = { unified: 'stop' as const, raw: undefined }
  const says = (text: string) => ({
    content: [{ type: 'text' as const, text }],
    finishReason: stop,
    usage,
    warnings: [],
  })
  const calls = (toolName: string, input: object) => ({
    content: [
      { type: 'text' as const, text: 'Let me see.' },
      { type: 'tool-call' as const, toolCallId: 'c1', toolName, input: JSON.stringify(input) },
    ],
    finishReason: { unified: 'tool-calls' as const, raw: undefined },
    usage,
    warnings: [],
  })
  /** What every resource of a user holds, once it is processed. */
  const contentsOf = async (user: Memory, resources: number): Promise<Item[]> => {
    await service.settled(user.userId, resources)
    return Array.fromAsync(user.items())
  }

  test('puts what is known before the question, and remembers the turn', async () => {
    const emil = memory.of('ai-emil')
    await emil.remember('I live in Berlin.', retrievable)
    const model = new MockLanguageModelV4({
      doGenerate: says('You live in Berlin, near the river.'),
    })
    const middleware = memoryMiddleware({ memory: emil, threadId: 'thread-1' })
    const { text } = await generateText({
      model: wrapLanguageModel({ model, middleware }),
      instructions: 'Be brief.',
      prompt: 'Where do I live? I like rivers.',
    })
    expect(text).toContain('Berlin')
    const [first, notes, question] = model.doGenerateCalls[0]!.prompt
    expect(first).toMatchObject({ role: 'system', content: 'Be brief.' })
    expect(notes).toMatchObject({
      role: 'system',
      content: expect.stringContaining('I live in Berlin'),
    })
    expect(question).toMatchObject({ role: 'user' })
    const items = await contentsOf(emil, 2)
    const rivers = items.find(({ content }) => content.includes('like rivers'))!
    expect(rivers.provenance.channel).toBe('user')
    const answer = items.find(({ content }) => content.includes('near the river'))!
    expect(answer.provenance.channel).toBe('assistant')
    expect((await Array.fromAsync(emil.resources())).map(({ threadId }) => threadId)).toContain(
      'thread-1',
    )
  })

  test('remembers a streamed turn before its stream ends', async () => {
    const fay = memory.of('ai-fay')
    const chunks = [
      { type: 'stream-start' as const, warnings: [] },
      { type: 'text-start' as const, id: '1' },
      { type: 'text-delta' as const, id: '1', delta: 'Chess is ' },
      { type: 'text-delta' as const, id: '1', delta: 'a fine game.' },
      { type: 'text-end' as const, id: '1' },
      { type: 'finish' as const, finishReason: stop, usage },
    ]
    const model = new MockLanguageModelV4({
      doStream: async () => ({ stream: simulateReadableStream({ chunks }) }),
    })
    const middleware = memoryMiddleware({ memory: fay })
    const { textStream } = streamText({
      model: wrapLanguageModel({ model, middleware }),
      prompt: 'I like chess.',
    })
    expect((await Array.fromAsync(textStream)).join('')).toBe('Chess is a fine game.')
    const words = (await contentsOf(fay, 1)).map(({ content }) => content).join('\n')
    expect(words).toContain('I like chess')
    expect(words).toContain('a fine game')
  })

  test('given tools then a model recalls and remembers by them, and the turn is remembered once', async () => {
    const gus = memory.of('ai-gus')
    await gus.remember('I live in Berlin.', retrievable)
    const model = new MockLanguageModelV4({
      doGenerate: [
        calls('recall', { query: 'Where does the user live?' }),
        calls('remember', { words: 'I work at Acme.' }),
        says('You live in Berlin.'),
      ],
    })
    const { steps } = await generateText({
      model: wrapLanguageModel({ model, middleware: memoryMiddleware({ memory: gus }) }),
      tools: memoryTools({ memory: gus }),
      stopWhen: stepCountIs(5),
      prompt: 'Where do I live?',
    })
    const [recalled] = steps[0]!.toolResults
    expect(recalled!.output).toContain('I live in Berlin')
    expect((await contentsOf(gus, 3)).map(({ content }) => content).join('\n')).toContain('Acme')
    expect(await Array.fromAsync(gus.resources())).toHaveLength(3)
  })

  test('given that a model wants to forget then nothing is deleted before its user approves', async () => {
    const hal = memory.of('ai-hal')
    await hal.remember('I live in Berlin.', retrievable)
    const model = new MockLanguageModelV4({ doGenerate: [calls('forget', {}), says('Shall I?')] })
    const { content } = await generateText({
      model,
      tools: memoryTools({ memory: hal }),
      prompt: 'Forget me.',
    })
    expect(content.map(({ type }) => type)).toContain('tool-approval-request')
    expect(await Array.fromAsync(hal.items())).toHaveLength(1)
  })

  test('given that memory fails then the model answers all the same, and the failure is told', async () => {
    const errors: unknown[] = []
    const away = createMemory({
      url: service.url,
      apiKey: 'a-wrong-key-0123456789',
      appId: APP,
      userId: 'ai-ida',
    })
    const model = new MockLanguageModelV4({ doGenerate: says('Hello.') })
    const middleware = memoryMiddleware({ memory: away, onError: (error) => errors.push(error) })
    const { text } = await generateText({
      model: wrapLanguageModel({ model, middleware }),
      prompt: 'Hello?',
    })
    expect(text).toBe('Hello.')
    expect(errors).toMatchObject([{ code: 'UNAUTHORIZED' }, { code: 'UNAUTHORIZED' }])
  })
})

/** The answer of a user who is asked whether to delete. */
type Asked = { agrees: boolean }
type Way = 'stdio' | 'http'
type Mode = 'auto' | 'legacy'

type Connecting = { userId: string; asked?: Asked; mode?: Mode; key?: string; query?: string }

/** A client of the SDK, connected for a user. Without `asked` it cannot ask its user anything. */
async function mcpClient(way: Way, options: Connecting): Promise<Client> {
  const { userId, asked, mode = 'auto', key = service.key } = options
  const capabilities = asked ? { elicitation: {} } : {}
  const client = new Client(
    { name: 'test', version: '1' },
    { capabilities, versionNegotiation: { mode } },
  )
  if (asked) {
    client.setRequestHandler('elicitation/create', async () =>
      asked.agrees ? { action: 'accept', content: { delete: true } } : { action: 'decline' },
    )
  }
  await client.connect(way === 'stdio' ? overStdio(userId) : overHttp({ ...options, key }))
  return client
}

function overStdio(userId: string): StdioClientTransport {
  return new StdioClientTransport({
    command: process.execPath,
    args: [new URL('../../apps/mcp/main.ts', import.meta.url).pathname],
    env: {
      ...(process.env as Record<string, string>),
      PALIMPSEST_URL: service.url,
      PALIMPSEST_API_KEY: service.key,
      PALIMPSEST_APP_ID: APP,
      PALIMPSEST_USER_ID: userId,
    },
  })
}

function overHttp({ userId, key, query }: { userId: string; key: string; query?: string }) {
  const url = new URL(`${service.url}/mcp?${query ?? `appId=${APP}&userId=${userId}`}`)
  const requestInit = { headers: { authorization: `Bearer ${key}` } }
  return new StreamableHTTPClientTransport(url, { requestInit })
}

type Called = { content: { type: string; text?: string }[]; isError?: boolean }

async function call(client: Client, name: string, given: Record<string, unknown> = {}) {
  const result = await client.callTool({ name, arguments: given })
  const text = (result as Called).content.map((part) => part.text ?? '').join('\n')
  // biome-ignore lint/suspicious/noExplicitAny: read as a program of any kind would
  return { text, data: result.structuredContent as any, isError: result.isError === true }
}

// Over HTTP a client of 2025 cannot be asked, because the service handles each of its requests by itself.
const ways: [Way, Mode, Asked | undefined][] = [
  ['stdio', 'auto', { agrees: false }],
  ['stdio', 'legacy', { agrees: false }],
  ['http', 'auto', { agrees: false }],
  ['http', 'legacy', undefined],
]
/** A client speaks the same in every setting, so one transport is enough over servers. */
const waysHere = ways.filter(
  ([way, mode]) => setting === 'embedded' || (way === 'http' && mode === 'auto'),
)

describe('the MCP server', () => {
  test.each(waysHere)(
    'over %s (%s) tells a story from remember to forget',
    async (way, mode, asked) => {
      const userId = `mcp-${way}-${mode}`
      const client = await mcpClient(way, { userId, mode, asked })
      const { tools } = await client.listTools()
      const names = ['as_of', 'correct', 'forget', 'history', 'recall', 'remember']
      expect(tools.map(({ name }) => name).sort()).toEqual(names)
      expect((await call(client, 'recall', { query: 'Where do I live?' })).text).toContain(
        'Nothing',
      )
      await call(client, 'remember', { content: 'I live in Berlin.', saidBy: 'user' })
      const found = await call(client, 'recall', { query: 'Where do I live?' })
      expect(found.text).toContain('I live in Berlin')
      const [{ id: itemId }] = found.data.relevantItems
      const corrected = await call(client, 'correct', { itemId, correction: 'I live in Madrid.' })
      expect(corrected.data.item).toMatchObject({ content: 'I live in Madrid.', state: 'current' })
      expect(corrected.data.history).toMatchObject([{ id: itemId, state: 'superseded' }])
      expect((await call(client, 'recall', { query: 'Where do I live?' })).text).toContain('Madrid')
      const { text, data } = await call(client, 'history', { itemId })
      expect(text).toMatch(/Berlin.*superseded\)/)
      const knownAt = new Date(Date.parse(data.item.closedAt) - 1).toISOString()
      const then = { query: 'Where do I live?', knownAt }
      expect((await call(client, 'recall', then)).text).toContain('Berlin')
      const held = { query: 'Where do I live?', asOf: '2001-01-01T00:00:00Z' }
      expect((await call(client, 'recall', held)).text).toContain('Nothing')
      const atOnce = new Date().toISOString()
      expect((await call(client, 'as_of', { at: atOnce })).text).toMatch(/^- \S+ I live in Madrid/)
      const believed = await call(client, 'as_of', { at: atOnce, knownAt })
      expect(believed.data.items).toMatchObject([{ id: itemId, content: 'I live in Berlin.' }])
      const before = await call(client, 'as_of', { at: '2001-01-01' })
      expect(before.text).toBe('Nothing held then.')
      const unclear = await call(client, 'as_of', { at: 'last week' })
      expect(unclear.text).toMatch(/^VALIDATION_ERROR: asOf: must be an instant of ISO 8601/)
      for (const given of [{ knownAt }, { knownAt, itemId }]) {
        expect((await call(client, 'history', given)).text).not.toContain('Madrid')
      }
      expect(text).toContain('Madrid')
      const timeline = await client.readResource({ uri: 'memory://timeline' })
      expect(JSON.stringify(timeline.contents)).toMatch(/Madrid[\s\S]*Berlin/)
      await eventually('the profile has the summary', async () => {
        const { contents } = await client.readResource({ uri: 'memory://profile' })
        return JSON.stringify(contents).includes('Madrid')
      })
      const unwilling = await call(client, 'forget')
      expect(unwilling.text).toMatch(/^Nothing (was|is) deleted/)
      expect(await Array.fromAsync(memory.of(userId).items())).toHaveLength(2)
      if (asked) asked.agrees = true
      const code = unwilling.data?.code
      expect(code === undefined).toBe(asked !== undefined)
      const willing = await call(client, 'forget', code ? { code } : {})
      expect(willing.data).toMatchObject({ status: 'deleted', deletedResources: 2 })
      expect(await Array.fromAsync(memory.of(userId).items())).toEqual([])
      await client.close()
    },
  )

  test('gives a code for each thing that only forgets that', async () => {
    const userId = 'mcp-codes'
    await memory.of(userId).remember('I live in Berlin.', retrievable)
    const client = await mcpClient('http', { userId })
    const { data } = await call(client, 'forget', { category: 'work' })
    for (const given of [{}, { category: 'profile' }]) {
      const refused = await call(client, 'forget', { code: data.code, ...given })
      expect(refused.text).toContain('Nothing is deleted yet')
    }
    expect(await Array.fromAsync(memory.of(userId).items())).toHaveLength(1)
    await client.close()
  })

  test('remembers what the model says as the model’s, which closes nothing of the user’s', async () => {
    const userId = 'mcp-trust'
    const client = await mcpClient('http', { userId })
    await call(client, 'remember', { content: 'I live in Berlin.', saidBy: 'user' })
    await call(client, 'remember', { content: 'I live in Madrid.', saidBy: 'assistant' })
    const items = await Array.fromAsync(memory.of(userId).items())
    expect(items.find(({ value }) => value === 'Berlin')).toMatchObject({ state: 'current' })
    await client.close()
  })

  test('keeps what is of a type as it stands, and nothing that the assistant concludes', async () => {
    const userId = 'mcp-typed'
    const client = await mcpClient('http', { userId })
    const wish = { content: 'I want short answers.', type: 'preference' }
    await call(client, 'remember', { ...wish, saidBy: 'user' })
    await call(client, 'remember', { ...wish, content: 'I want long ones.', saidBy: 'assistant' })
    const items = await Array.fromAsync(memory.of(userId).items({}))
    const types = items.map(({ content, type, provenance }) => [content, type, provenance.channel])
    expect(types).toContainEqual(['I want short answers.', 'preference', 'user'])
    expect(types).not.toContainEqual(['I want long ones.', 'preference', 'user'])
    await client.close()
  })

  test('corrects nothing that does not exist', async () => {
    const userId = 'mcp-wrong'
    const client = await mcpClient('http', { userId })
    const answer = await call(client, 'correct', {
      itemId: 'none',
      correction: 'I live in Madrid.',
    })
    expect(answer).toMatchObject({ isError: true, text: expect.stringContaining('NOT_FOUND') })
    expect(await Array.fromAsync(memory.of(userId).resources())).toEqual([])
    await client.close()
  })
})

describe('/mcp', () => {
  const keyFor = async (appIds: string[], permissions: string[]): Promise<string> => {
    const body = { name: 'agent', appIds, permissions }
    return (await service.call('POST', '/config/keys', body)).body.key
  }
  const post = (body: unknown, query = `appId=${APP}&userId=mcp-door`, headers: object = {}) =>
    fetch(`${service.url}/mcp?${query}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${service.key}`,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        ...headers,
      },
      body: JSON.stringify(body),
    })
  const listing = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} }

  test('asks for a key', async () => {
    const answer = await post(listing, undefined, { authorization: '' })
    expect(answer.status).toBe(401)
  })

  test('lets a key do no more than it may', async () => {
    const key = await keyFor([APP], ['memory:read'])
    // A key of one app identifies the app.
    const client = await mcpClient('http', { userId: 'mcp-door', key, query: 'userId=mcp-door' })
    const refused = await call(client, 'remember', { content: 'I live in Berlin.', saidBy: 'user' })
    expect(refused).toMatchObject({ isError: true, text: expect.stringContaining('FORBIDDEN') })
    expect((await call(client, 'recall', { query: 'Berlin' })).isError).toBe(false)
    await client.close()
    const elsewhere = await mcpClient('http', {
      userId: 'mcp-door',
      key,
      query: 'appId=other&userId=x',
    })
    expect((await call(elsewhere, 'recall', { query: 'Berlin' })).text).toContain('FORBIDDEN')
    await elsewhere.close()
  })

  test('given a key that may not read, when it corrects, then the correction is told as done', async () => {
    const userId = 'mcp-writes'
    const key = await keyFor([APP], ['memory:write'])
    const itemId = await memory.of(userId).give('I live in Berlin.', retrievable)
    const client = await mcpClient('http', { userId, key })
    const answer = await call(client, 'correct', { itemId, correction: 'I live in Madrid.' })
    expect(answer).toMatchObject({ isError: false, text: 'Corrected.' })
    const [newest] = await Array.fromAsync(memory.of(userId).items({ current: true }))
    expect(newest).toMatchObject({ id: answer.data.itemId, content: 'I live in Madrid.' })
    await client.close()
  })

  test('names what is missing, and takes no batch', async () => {
    const missing = await post(listing, 'userId=mcp-door')
    expect([missing.status, await missing.json()]).toMatchObject([
      400,
      { error: { details: { field: 'appId' } } },
    ])
    const nobody = await post(listing, `appId=${APP}`)
    expect(await nobody.json()).toMatchObject({ error: { details: { field: 'userId' } } })
    const batch = await post([listing, listing])
    expect(await batch.json()).toMatchObject({
      error: { code: 'VALIDATION_ERROR', details: { field: 'body' } },
    })
  })
})
