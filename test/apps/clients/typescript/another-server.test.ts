// An address at which another server answers, such as a proxy: its answers are none of the service, and are not quoted.
import { expect, it } from 'vitest'
import { createMemory } from '../../../../apps/clients/typescript/memory.ts'

const html = { type: 'text/html', body: '<html>relevantItems</html>' }
const json = (body: string) => ({ type: 'application/json', body })

it.each(
  [html, json('"relevantItems"'), json('5'), json('[]'), json('null')].flatMap((answer) =>
    [200, 404].map((status) => ({ status, ...answer })),
  ),
)('given the answer $status $body, then every call says so', async ({ status, type, body }) => {
  const memory = createMemory({
    url: 'http://service.test',
    apiKey: 'key',
    appId: 'shop',
    userId: 'anna',
    fetch: async () => new Response(body, { status, headers: { 'content-type': type } }),
  })
  const refusal = { code: 'UNREACHABLE', message: expect.not.stringContaining('relevantItems') }
  await expect(memory.recall('x')).rejects.toMatchObject(refusal)
  await expect(memory.prompt('x')).rejects.toMatchObject(refusal)
  await expect(memory.context()).rejects.toMatchObject(refusal)
  await expect(memory.give('x')).rejects.toMatchObject(refusal)
})
