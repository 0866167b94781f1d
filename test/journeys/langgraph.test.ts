// LangGraph over a service: the tests put the same questions to LangGraph's own store, and run a graph whose node
// recalls before its model and remembers after it.
import { AIMessage, HumanMessage, SystemMessage } from '@langchain/core/messages'
import { type BaseStore, InMemoryStore, MessagesAnnotation, StateGraph } from '@langchain/langgraph'
import { beforeAll, describe, expect, test } from 'vitest'
import { MemoryStore, memoryNode } from '../../apps/clients/typescript/langgraph.ts'
import { createMemory, type Memory } from '../../apps/clients/typescript/memory.ts'
import { sharedService } from './shared-service.ts'

const APP = 'langgraph'
const service = sharedService(APP)
let memory: Memory
beforeAll(async () => {
  memory = createMemory({ url: service.url, apiKey: service.key, appId: APP, userId: 'nobody' })
})

let users = 0
const newMemory = () => memory.of(`langgraph-${users++}`)
const stores: [string, () => BaseStore][] = [
  ['its own store', () => new InMemoryStore()],
  ['the memory of a user', () => new MemoryStore({ memory: newMemory() })],
]

describe.each(stores)('LangGraph’s store, as %s', (_, newStore) => {
  test('gives back what was put, of one place alone', async () => {
    const store = newStore()
    const value = { food: 'pizza', nested: { list: [1, null, 'ü🍕', true] }, 'odd key': '"</a>\n' }
    await store.put(['users', 'ana'], 'taste', value)
    expect(await store.get(['users', 'ana'], 'taste')).toMatchObject({
      namespace: ['users', 'ana'],
      key: 'taste',
      value,
      createdAt: expect.any(Date),
    })
    for (const [namespace, key] of [
      [['users', 'ana'], 'Taste'],
      [['users'], 'taste'],
      [['users', 'ana', 'x'], 'taste'],
      [['users', 'Ana'], 'taste'],
    ] as const) {
      expect(await store.get([...namespace], key)).toBeNull()
    }
  })

  test('puts one value in the place of another, and keeps since when there is one', async () => {
    const store = newStore()
    await store.put(['n'], 'k', { n: 1 })
    const { createdAt } = (await store.get(['n'], 'k'))!
    // They read alike, except for a sign.
    for (const n of [-1, 1, 1]) {
      await store.put(['n'], 'k', { n })
      const found = (await store.get(['n'], 'k'))!
      expect([found.value, found.createdAt]).toEqual([{ n }, createdAt])
      expect(found.updatedAt.getTime()).toBeGreaterThanOrEqual(createdAt.getTime())
    }
    expect(await store.search(['n'])).toHaveLength(1)
  })

  test('deletes, and what is not there too', async () => {
    const store = newStore()
    await store.put(['n'], 'a', { same: 1 })
    await store.put(['n'], 'b', { same: 1 })
    await store.delete(['n'], 'a')
    await store.delete(['n'], 'nothing')
    expect(await store.get(['n'], 'a')).toBeNull()
    expect((await store.search(['n'])).map(({ key }) => key)).toEqual(['b'])
    await store.put(['n'], 'a', { again: 1 })
    expect((await store.get(['n'], 'a'))!.value).toEqual({ again: 1 })
  })

  test('searches below a namespace, by fields, in pages', async () => {
    const store = newStore()
    for (const n of [1, 2, 3, 4]) {
      await store.put(['docs', n % 2 ? 'odd' : 'even'], `k${n}`, { n, of: 'docs' })
    }
    await store.put(['docsx'], 'k9', { n: 9, of: 'others' })
    const keys = async (...asked: Parameters<BaseStore['search']>) =>
      (await store.search(...asked)).map(({ key }) => key).sort()
    expect(await keys([])).toHaveLength(5)
    expect(await keys(['docs'])).toEqual(['k1', 'k2', 'k3', 'k4'])
    expect(await keys(['docs', 'odd'])).toEqual(['k1', 'k3'])
    expect(await keys(['docs'], { filter: { n: 2 } })).toEqual(['k2'])
    expect(await keys(['docs'], { filter: { n: { $gte: 2, $lt: 4 }, of: 'docs' } })).toEqual([
      'k2',
      'k3',
    ])
    expect(await keys([], { filter: { of: { $ne: 'docs' } } })).toEqual(['k9'])
    expect(await keys([], { filter: { missing: 1 } })).toEqual([])
    const pages = [0, 3, 6].map((offset) => keys([], { limit: 3, offset }))
    expect((await Promise.all(pages)).flat().sort()).toEqual(['k1', 'k2', 'k3', 'k4', 'k9'])
    expect(await keys([], { limit: 2 })).toHaveLength(2)
  })

  test('lists namespaces by beginning, end and depth', async () => {
    const store = newStore()
    for (const namespace of ['a/b/c', 'a/b/d/e', 'a/b/d/i', 'a/b/f', 'a/c/f', 'b/c']) {
      await store.put(namespace.split('/'), 'k', { v: 1 })
    }
    await store.put(['gone'], 'k', { v: 1 })
    await store.delete(['a', 'b', 'c'], 'k')
    await store.put(['a', 'b', 'c'], 'k', { v: 2 })
    const listed = async (asked: Parameters<BaseStore['listNamespaces']>[0]) =>
      (await store.listNamespaces(asked)).map((each) => each.join('/'))
    expect(await listed({ prefix: ['a', 'b'], maxDepth: 3 })).toEqual(['a/b/c', 'a/b/d', 'a/b/f'])
    expect(await listed({ suffix: ['f'] })).toEqual(['a/b/f', 'a/c/f'])
    expect(await listed({ prefix: ['*', 'c'] })).toEqual(['a/c/f', 'b/c'])
    expect(await listed({ prefix: ['a'], suffix: ['*', 'f'], limit: 1, offset: 1 })).toEqual([
      'a/c/f',
    ])
    expect(await listed({})).toHaveLength(7)
  })

  test('does a batch: reads see what was before it, and the last of two puts stays', async () => {
    const store = newStore()
    await store.put(['n'], 'k', { v: 1 })
    const place = { namespace: ['n'], key: 'k' }
    const operations = [
      place,
      { ...place, value: { v: 2 } },
      { ...place, value: { v: 3 } },
      { namespacePrefix: ['n'] },
    ]
    const [before, put, , found] = await store.batch(operations)
    expect([before, put ?? null, found]).toMatchObject([{ key: 'k' }, null, [{ key: 'k' }]])
    expect((await store.get(['n'], 'k'))!.value).toEqual({ v: 3 })
  })

  test('refuses namespaces that are none', async () => {
    const store = newStore()
    for (const namespace of [[], ['a.b'], [''], ['langgraph', 'x']]) {
      await expect(store.put(namespace, 'k', { v: 1 })).rejects.toThrow()
    }
  })
})

describe('the memory of a user as LangGraph’s store', () => {
  test('finds by meaning, what is nearest first, and all the rest behind it', async () => {
    const user = newMemory()
    await user.remember('I like the sea.', { until: 'retrievable' })
    const store = new MemoryStore({ memory: user })
    await store.put(['likes'], 'food', { text: 'She loves pizza with olives.' })
    await store.put(['likes'], 'sport', { text: 'She plays tennis on Sundays.' })
    const found = await store.search(['likes'], { query: 'Which pizza does she love?' })
    expect(found.map(({ key }) => key)).toEqual(['food', 'sport'])
    expect(found[0]!.score).toBeGreaterThan(0)
    expect(await user.prompt('Which pizza does she love?')).toContain('pizza with olives')
  })

  test('keeps long names apart, and each user’s values', async () => {
    const [user, other] = [newMemory(), newMemory()]
    const store = new MemoryStore({ memory: user })
    const long = ['x'.repeat(70), 'ü'.repeat(40)]
    await store.put(long, 'a', { v: 1 })
    await store.put([long[0]!, `${long[1]}y`], 'a', { v: 2 })
    expect((await store.get(long, 'a'))!.value).toEqual({ v: 1 })
    expect((await store.search([long[0]!])).map(({ value }) => value.v).sort()).toEqual([1, 2])
    expect(await new MemoryStore({ memory: other }).search([])).toEqual([])
    const tooLong = store.put(['n'], 'k', { text: 'x'.repeat(4_000) })
    await expect(tooLong).rejects.toMatchObject({ details: { field: 'text' } })
  })

  test('is gone with the user', async () => {
    const user = newMemory()
    const store = new MemoryStore({ memory: user })
    await store.put(['n'], 'k', { v: 1 })
    await user.forget('everything')
    expect(await store.get(['n'], 'k')).toBeNull()
    expect(await store.listNamespaces()).toEqual([])
  })
})

describe('a memory node', () => {
  const answers: string[] = []
  /** A stand-in for the model: it answers with what it saw. */
  const model = ({ messages }: typeof MessagesAnnotation.State) => {
    answers.push(messages.map((each) => `${each.type}: ${each.text}`).join('\n'))
    const asks = messages.at(-1)!.text.startsWith('Look')
    const calls = asks ? [{ name: 'look', args: {}, id: 'c1' }] : []
    return { messages: [new AIMessage({ content: 'You could climb.', tool_calls: calls })] }
  }
  const graphOf = (known: Memory) =>
    new StateGraph(MessagesAnnotation)
      .addNode(
        'model',
        memoryNode(model, {
          memory: ({ configurable }) => (configurable?.user_id ? known : memory),
        }),
      )
      .addEdge('__start__', 'model')
      .compile()
  const config = { configurable: { user_id: 'x', thread_id: 'chat-9' } }

  test('shows the model what is known, keeps it out of the state, and remembers the turn', async () => {
    const user = newMemory()
    await user.remember('I am afraid of heights.', { until: 'retrievable' })
    const input = [new SystemMessage('Be brief.'), new HumanMessage('I like rocks. What to do?')]
    const { messages } = await graphOf(user).invoke({ messages: input }, config)
    expect(answers.at(-1)).toMatch(
      /^system: Be brief\.\nsystem: <memory>[\s\S]*heights[\s\S]*human:/,
    )
    expect(messages.map(({ type }) => type)).toEqual(['system', 'human', 'ai'])
    await service.settled(user.userId, 2)
    const rocks = (await Array.fromAsync(user.items())).find(({ content }) =>
      content.includes('like rocks'),
    )
    expect(rocks?.provenance.channel).toBe('user')
    expect(await Array.fromAsync(user.threads(), ({ threadId }) => threadId)).toEqual(['chat-9'])
  })

  test('remembers no step that calls tools, and lets the model answer where memory fails', async () => {
    const user = newMemory()
    const asking = { messages: [new HumanMessage('Look it up: I like rocks.')] }
    await graphOf(user).invoke(asking, config)
    const errors: unknown[] = []
    const away = createMemory({
      url: service.url,
      apiKey: 'a-wrong-key-0123456789',
      appId: APP,
      userId: 'away',
    })
    const node = memoryNode(model, { memory: away, onError: (error) => errors.push(error) })
    const { messages } = await node({ messages: [new HumanMessage('Hello?')] }, {})
    expect(messages[0]!.text).toBe('You could climb.')
    expect(errors).toMatchObject([{ code: 'UNAUTHORIZED' }, { code: 'UNAUTHORIZED' }])
    expect(await Array.fromAsync(user.resources())).toEqual([])
  })
})
