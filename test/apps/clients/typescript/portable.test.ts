// The client runs wherever there is `fetch`: it uses no module of Node, and only its one dependency.
import { describe, expect, it } from 'vitest'
import { codeFiles, importsOf, withoutComments } from '../../../architecture/source-files.ts'

const TOOL = 'apps/clients/typescript/generate.ts'
const files = codeFiles.filter(
  ({ path }) => path.startsWith('apps/clients/typescript/') && path !== TOOL,
)

describe('the client', () => {
  it('was seen', () => {
    expect(files.map(({ path }) => path)).toEqual(
      expect.arrayContaining([
        'apps/clients/typescript/memory.ts',
        'apps/clients/typescript/ai.ts',
      ]),
    )
  })

  it('imports its one dependency, and what it plugs into where it does', () => {
    const packages = files.flatMap(importsOf).filter(({ isPackage }) => isPackage)
    expect(
      packages.map(({ from, target }) => `${from.split('/').at(-1)} ${target}`).sort(),
    ).toEqual([
      'ai.ts ai',
      'connection.ts openapi-fetch',
      'langgraph.ts @langchain/core/messages',
      'langgraph.ts @langchain/langgraph',
      'openai-agents.ts @openai/agents-core',
    ])
  })

  it('uses no global of Node', () => {
    const node = /\b(process|Buffer|global|__dirname|require|setImmediate)\b[.(]/
    expect(
      files.filter(({ text }) => node.test(withoutComments(text))).map(({ path }) => path),
    ).toEqual([])
  })
})
