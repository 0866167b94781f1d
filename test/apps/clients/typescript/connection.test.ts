// Names that clients put into paths.
import { expect, it } from 'vitest'
import { createMemory } from '../../../../apps/clients/typescript/memory.ts'
import { orRefused, told } from '../../../../apps/mcp/answers.ts'

let calls = 0
const memory = createMemory({
  url: 'http://service.test',
  apiKey: 'key',
  appId: 'shop',
  userId: 'anna',
  fetch: async () => {
    calls++
    return Response.json({})
  },
})

it.each([
  ['.', 'must not be . or ..'],
  ['..', 'must not be . or ..'],
  ['', 'must not be empty'],
  ['a\ud83c', 'must hold no halves of surrogate pairs'],
])(
  'given the id “%s” then the error names the item, and nothing is asked for',
  async (id, issue) => {
    const refusal = { code: 'VALIDATION_ERROR', status: 400, details: { field: 'itemId', issue } }
    await expect(memory.history(id)).rejects.toMatchObject(refusal)
    await expect(memory.correct(id, 'I live in Porto.')).rejects.toMatchObject(refusal)
    await expect(memory.retract(id)).rejects.toMatchObject(refusal)
    const answer = await orRefused(async () => told('', { ...(await memory.history(id)) }))
    expect(answer).toMatchObject({
      isError: true,
      content: [{ text: `VALIDATION_ERROR: itemId: ${issue}` }],
    })
    expect(calls).toBe(0)
  },
)

it('given a user whose name is a step in a path then the error names the user', async () => {
  await expect(memory.of('..').history('a')).rejects.toMatchObject({ details: { field: 'userId' } })
})
