// An address at which another server answers, such as a proxy: its answers are none of the service, and are not quoted.
import { expect, it } from 'vitest'
import { createMemory, type Memory } from '../../../../apps/clients/typescript/memory.ts'

const html = { type: 'text/html', body: '<html>relevantItems</html>' }
const json = (body: string) => ({ type: 'application/json', body })
const bodies = ['"relevantItems"', '5', '[]', 'null', '{"status":"ok","id":"relevantItems"}']

function memoryOver(answer: { status: number; type: string; body: string }): Memory {
  return createMemory({
    url: 'http://service.test',
    apiKey: 'key',
    appId: 'shop',
    userId: 'anna',
    fetch: async () =>
      new Response(answer.body, {
        status: answer.status,
        headers: { 'content-type': answer.type },
      }),
  })
}

const listed = async (list: AsyncIterable<unknown>) => {
  for await (const _ of list);
}

/** Each kind of answer that the client reads. */
const calls: Record<string, (memory: Memory) => Promise<unknown>> = {
  remember: (memory) => memory.remember('x'),
  report: (memory) =>
    memory.report({ eventType: 'x', source: 'x', timestamp: '2026-01-01T00:00:00Z', data: {} }),
  give: (memory) => memory.give('x'),
  correct: (memory) => memory.correct('1', 'x'),
  retract: (memory) => memory.retract('1'),
  recall: (memory) => memory.recall('x'),
  prompt: (memory) => memory.prompt('x'),
  forget: (memory) => memory.forget('everything'),
  history: (memory) => memory.history('1'),
  context: (memory) => memory.context(),
  categories: (memory) => memory.categories(),
  settled: (memory) => memory.settled('1'),
  items: (memory) => listed(memory.items()),
  entities: (memory) => listed(memory.entities()),
}

it.each(
  [html, ...bodies.map(json)].flatMap((answer) =>
    [200, 404].map((status) => ({ status, ...answer })),
  ),
)('given the answer $status $body, then every call says so', async (answer) => {
  const memory = memoryOver(answer)
  for (const [name, call] of Object.entries(calls)) {
    const failure = await call(memory).catch((error: unknown) => error)
    expect([name, failure]).toMatchObject([
      name,
      {
        code: 'UNREACHABLE',
        message: `the answer (status ${answer.status}) does not come from the service: is the address right?`,
      },
    ])
  }
})
