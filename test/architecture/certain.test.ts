// How often code silences the compiler: by `!`, which lets an undefined value go on, and by `as`, which believes. Better
// types, or access that throws by name (infra/runtime/certain.ts), do without. The counts may only go down.
import { describe, expect, it } from 'vitest'
import { codeFiles, withoutComments } from './source-files.ts'

const MOST = { '!': 39, as: 74 }

const patterns = {
  '!': /[\w)\]}]!(?=[.,;:)\]}([ \n]|$)(?! ?=)/gm,
  as: /(?<=[\w)\]}'] )as (?:''|[[({]|[A-Z]\w*\b(?! [a-z]+ [a-z])|(?:string|number|object|unknown|never|keyof|typeof|readonly|estypes)\b)/g,
} as const

/** The code without what only looks like it: comments, texts and the names of imports. */
function codeOf(text: string): string {
  return withoutComments(text)
    .replaceAll(/'(?:[^'\\\n]|\\.)*'/g, "''")
    .replaceAll(/^(?:import|export) (?:type )?[\w*{][^'"=;(]*? from ''$/gm, '')
}

function counted(text: string): Record<keyof typeof MOST, number> {
  const code = codeOf(text)
  return { '!': code.match(patterns['!'])?.length ?? 0, as: code.match(patterns.as)?.length ?? 0 }
}

describe('code that silences the compiler', () => {
  it('is seen', () => {
    expect(counted("const a = b!.c + d[0]!.e! // f!\nif (!g || h !== i) say('j! as k')")).toEqual({
      '!': 3,
      as: 0,
    })
    expect(
      counted("import { a as b } from 'c'\nconst d = [e as F, g as const, h as 'i'[]]"),
    ).toEqual({ '!': 0, as: 2 })
  })

  it('becomes rarer: lower the number where it does', () => {
    const all = codeFiles
      .filter(({ path }) => path !== 'apps/clients/typescript/openapi.ts')
      .map(({ text }) => counted(text))
    expect(all.length).toBeGreaterThan(500)
    for (const sign of ['!', 'as'] as const) {
      const count = all.reduce((sum, each) => sum + each[sign], 0)
      expect(count, sign).toBeLessThanOrEqual(MOST[sign])
    }
  })
})
