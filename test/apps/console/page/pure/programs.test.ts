// What was just done, as programs and agents do it.
import { expect, test } from 'vitest'
import { firstCalls, programsOf } from '../../../../../apps/console/page/pure/programs.ts'

const scope = { appId: 'shop', userId: "o'ne" }
const post = (path: string, body: object) => ({ method: 'POST', path, body: { ...scope, ...body } })
const ORIGIN = 'http://localhost:8080'
const textsOf = (...calls: Parameters<typeof programsOf>[0]) =>
  Object.fromEntries(programsOf(calls, ORIGIN).map(({ name, text }) => [name, text]))

test('a write and a question are told in each language, by the user whom they are about', () => {
  const { TypeScript, Python, MCP, curl } = textsOf(...firstCalls(scope))
  expect(TypeScript).toContain('userId: "o\'ne"')
  expect(TypeScript).toContain('await memory.remember("User: I live in Porto.", {')
  expect(TypeScript).toContain('await memory.recall("Where does the user live?")')
  expect(Python).toContain('user_id="o\'ne"')
  expect(Python).toContain(
    'memory.remember("User: I live in Porto.", content_type="conversation", until="retrievable")',
  )
  expect(JSON.parse(MCP!).mcpServers.memory.url).toBe(`${ORIGIN}/mcp?appId=shop&userId=o%27ne`)
  expect(curl!.match(/curl -s/g)).toHaveLength(2)
})

test('options beside the words are told in the spelling of the language', () => {
  const beside = { maxTokens: 600, includeGraph: false, categories: ['work'] }
  const { TypeScript, Python } = textsOf(post('/retrieve', { query: 'Any "pets"?', ...beside }))
  expect(TypeScript).toMatch(
    /recall\("Any \\"pets\\"\?", \{\n {2}maxTokens: 600,\n {2}includeGraph: false/,
  )
  expect(Python).toContain(
    'memory.recall("Any \\"pets\\"?", max_tokens=600, include_graph=False, categories=["work"])',
  )
})

test('values within values are told in the spelling of the language', () => {
  const metadata = { draft: true, tags: ['a', null], by: { bot: false } }
  const { Python } = textsOf(post('/memorize', { content: 'I ski.', metadata }))
  expect(Python).toContain('metadata={"draft": True, "tags": ["a", None], "by": {"bot": False}}')
})

test.each([
  [{ confirm: true }, "memory.forget('everything')", 'memory.forget(everything=True)'],
  [{ confirm: true, category: 'work' }, 'category: "work"', 'memory.forget(category="work")'],
])('a forget of %j says what it deletes', (body, typescript, python) => {
  const { TypeScript, Python } = textsOf(post('/forget', body))
  expect(TypeScript).toContain(typescript)
  expect(Python).toContain(python)
})

test('a call that the clients have no word for is told with curl alone', () => {
  expect(Object.keys(textsOf({ method: 'GET', path: '/apps' }))).toEqual(['curl'])
})
