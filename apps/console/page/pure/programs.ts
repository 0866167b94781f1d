// Calls of the API as a program or an agent makes them, for copying: in TypeScript, in Python, by MCP and with curl. Pure.
import type { Scope } from '../shapes.ts'
import { type Call, curlOf } from './curl.ts'

type Program = { name: string; label: string; text: string }

/** What a memory is asked for: the words, and what is said beside them. */
type Asked = { verb: 'remember' | 'recall' | 'forget'; words: string | null; beside: Fields }
type Fields = Record<string, unknown>

const VERBS: Readonly<Record<string, Asked['verb']>> = {
  '/memorize': 'remember',
  '/retrieve': 'recall',
  '/forget': 'forget',
}
const WORDS = { remember: 'content', recall: 'query', forget: 'category' } as const

/** What the page offers before anything has been done. */
export function firstCalls(scope: Scope): Call[] {
  const write = { ...scope, contentType: 'conversation', content: 'User: I live in Porto.' }
  const question = { ...scope, query: 'Where does the user live?' }
  return [
    { method: 'POST', path: '/memorize', body: write },
    { method: 'POST', path: '/retrieve', body: question },
  ]
}

/** Calls that the clients have no word for are shown with curl alone. */
export function programsOf(calls: readonly Call[], origin: string): [Program, ...Program[]] {
  const text = calls.map((call) => curlOf(call, origin)).join('\n\n')
  const curl = { name: 'curl', label: 'Shell, with the key in PALIMPSEST_KEY', text }
  const scope = scopeIn(fieldsOf(calls[0]?.body))
  const asked = calls.flatMap((call) => askedBy(call) ?? [])
  if (asked.length < calls.length || !scope) return [curl]
  const tools = asked.map(({ verb }) => verb).join(', ')
  return [
    {
      name: 'TypeScript',
      label: 'With apps/clients/typescript',
      text: typescript(origin, scope, asked),
    },
    { name: 'Python', label: 'With apps/clients/python', text: python(origin, scope, asked) },
    {
      name: 'MCP',
      label: `The settings of your agent, which calls ${tools}`,
      text: mcp(origin, scope),
    },
    curl,
  ]
}

function scopeIn({ appId, userId }: Fields): Scope | null {
  if (typeof appId !== 'string' || typeof userId !== 'string') return null
  return appId && userId ? { appId, userId } : null
}

function fieldsOf(body: unknown): Fields {
  return typeof body === 'object' ? { ...body } : {}
}

function askedBy({ method, path, body }: Call): Asked | null {
  const verb = method === 'POST' ? VERBS[path] : undefined
  if (!verb) return null
  const {
    appId: _,
    userId: __,
    confirm: ___,
    [WORDS[verb]]: words = null,
    ...beside
  } = fieldsOf(body)
  return { verb, words: words === null ? null : String(words), beside }
}

function typescript(origin: string, { appId, userId }: Scope, asked: readonly Asked[]): string {
  const lines = asked.map(({ verb, words, beside }) => {
    if (verb === 'forget')
      return `await memory.forget(${words === null ? "'everything'" : jsonOf({ category: words })})`
    const options = verb === 'remember' ? { ...beside, until: 'retrievable' } : beside
    const given = Object.keys(options).length > 0 ? `, ${jsonOf(options)}` : ''
    const answer = verb === 'recall' ? 'const { relevantItems } = ' : ''
    return `${answer}await memory.${verb}(${JSON.stringify(words)}${given})`
  })
  return `import { createMemory } from 'palimpsest-client'

const memory = createMemory(${jsonOf({ url: origin, appId, userId }, '  apiKey,\n')})

${lines.join('\n')}`
}

function python(origin: string, { appId, userId }: Scope, asked: readonly Asked[]): string {
  const lines = asked.map(({ verb, words, beside }) => {
    if (verb === 'forget')
      return `memory.forget(${words === null ? 'everything=True' : `category=${pythonOf(words)}`})`
    const options = verb === 'remember' ? { ...beside, until: 'retrievable' } : beside
    const given = Object.entries(options).map(
      ([name, value]) => `, ${snakeCase(name)}=${pythonOf(value)}`,
    )
    return `${verb === 'recall' ? 'answer = ' : ''}memory.${verb}(${pythonOf(words)}${given.join('')})`
  })
  const where = [
    `url=${pythonOf(origin)}`,
    'api_key=api_key',
    `app_id=${pythonOf(appId)}`,
    `user_id=${pythonOf(userId)}`,
  ]
  return `from palimpsest_client import Memory

memory = Memory(
    ${where.join(',\n    ')},
)

${lines.join('\n')}`
}

function mcp(origin: string, scope: Scope): string {
  const memory = {
    type: 'http',
    url: `${origin}/mcp?${new URLSearchParams(scope)}`,
    headers: { Authorization: `Bearer \${PALIMPSEST_KEY}` },
  }
  return JSON.stringify({ mcpServers: { memory } }, null, 2)
}

/** An object as TypeScript has it; `first` are members that stand for themselves. */
function jsonOf(fields: Fields, first = ''): string {
  const members = Object.entries(fields).map(
    ([name, value]) => `  ${name}: ${JSON.stringify(value)},\n`,
  )
  return `{\n${first}${members.join('')}}`
}

/** A text of JSON is a text of Python too. */
function pythonOf(value: unknown): string {
  if (value === null || value === undefined) return 'None'
  if (typeof value === 'boolean') return value ? 'True' : 'False'
  if (Array.isArray(value)) return `[${value.map(pythonOf).join(', ')}]`
  if (typeof value === 'object') {
    const members = Object.entries(value).map(([name, of]) => `${pythonOf(name)}: ${pythonOf(of)}`)
    return `{${members.join(', ')}}`
  }
  return JSON.stringify(value)
}

function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}
