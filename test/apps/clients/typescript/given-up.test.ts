// A caller that gives up while the memory is asked: nothing is waited for, and no model is asked afterwards.
import { expect, it, vi } from 'vitest'
import { memoryMiddleware } from '../../../../apps/clients/typescript/ai.ts'
import { memoryNode } from '../../../../apps/clients/typescript/langgraph.ts'
import { createMemory } from '../../../../apps/clients/typescript/memory.ts'

/** A service that never answers. */
function silent(more: { signal?: AbortSignal; retries?: number } = {}) {
  const asked: Request[] = []
  const memory = createMemory({
    url: 'http://service.test',
    apiKey: 'key',
    appId: 'shop',
    userId: 'anna',
    timeoutMs: 2_000,
    retries: 0,
    ...more,
    fetch: (request) => {
      asked.push(request)
      return new Promise((_, reject) =>
        request.signal.addEventListener('abort', () => reject(request.signal.reason)),
      )
    },
  })
  return { memory, asked }
}

const gaveUp = new Error('gave up')

it.each(['recall', 'prompt'] as const)('ends %s with the reason of its caller', async (verb) => {
  const { memory, asked } = silent()
  const stop = new AbortController()
  const answer = memory[verb]('Where does she live?', { maxTokens: 500, signal: stop.signal })
  await vi.waitFor(() => expect(asked).toHaveLength(1))
  stop.abort(gaveUp)
  await expect(answer).rejects.toThrow('gave up')
  expect(JSON.parse(await asked[0]!.clone().text())).not.toHaveProperty('signal')
})

it('ends whatever is asked with the reason of its connection, and tries nothing again', async () => {
  const stop = new AbortController()
  const { memory, asked } = silent({ signal: stop.signal, retries: 3 })
  const calls = [memory.context(), memory.of('ben').forget('everything')]
  await vi.waitFor(() => expect(asked).toHaveLength(2))
  stop.abort(gaveUp)
  const refusal = { status: 'rejected', reason: gaveUp }
  expect(await Promise.allSettled(calls)).toEqual([refusal, refusal])
  expect(asked).toHaveLength(2)
})

it('ends the wait for a write with the reason of its connection', async () => {
  const stop = new AbortController()
  const memory = createMemory({
    url: 'http://service.test',
    apiKey: 'key',
    appId: 'shop',
    userId: 'anna',
    signal: stop.signal,
    fetch: async () => Response.json({ resource: { status: 'queued' } }),
    wait: async (_, signal) => {
      stop.abort(gaveUp)
      signal.throwIfAborted()
    },
  })
  await expect(memory.settled('id')).rejects.toThrow('gave up')
})

it('ends the middleware of the AI SDK, which tells of no failure', async () => {
  const { memory, asked } = silent()
  const onError = vi.fn()
  const stop = new AbortController()
  const { transformParams } = memoryMiddleware({ memory, onError })
  const params = {
    prompt: [{ role: 'user' as const, content: [{ type: 'text' as const, text: 'What now?' }] }],
    abortSignal: stop.signal,
  }
  const changed = transformParams!({ type: 'generate', params, model: JSON.parse('{}') })
  await vi.waitFor(() => expect(asked).toHaveLength(1))
  stop.abort(gaveUp)
  await expect(changed).rejects.toThrow('gave up')
  expect(onError).not.toHaveBeenCalled()
})

it('ends the node of LangGraph, which asks no model', async () => {
  const { memory, asked } = silent()
  const { HumanMessage } = await import('@langchain/core/messages')
  const model = vi.fn(() => ({ messages: [] }))
  const stop = new AbortController()
  const state = { messages: [new HumanMessage('What now?')] }
  const answer = memoryNode(model, { memory })(state, { signal: stop.signal })
  await vi.waitFor(() => expect(asked).toHaveLength(1))
  stop.abort(gaveUp)
  await expect(answer).rejects.toThrow('gave up')
  expect(model).not.toHaveBeenCalled()
})
