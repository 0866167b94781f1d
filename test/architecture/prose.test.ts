// Comments and READMEs name who acts: pronouns that stand for every reader, process or client at once can be read two
// ways. Strings and identifiers are not looked at.
import { expect, it } from 'vitest'
import { textFiles, typescriptFiles } from './source-files.ts'

const UNNAMED = /\b(nobody|somebody|anybody|whoever|anew)\b/i
/** Code in prose, and what is quoted. */
const QUOTED = /`[^`\n]*`|'[^'\n]*'|“[^”\n]*”|"[^"\n]*"/g

/** Comments that fill their line. */
function commentsOf(text: string): string[] {
  return text.split('\n').filter((line) => /^\s*(\/\/|\/?\*)/.test(line))
}

/** Without blocks of code and what is generated. */
function proseOf(text: string): string[] {
  return text
    .replaceAll(/^```[\s\S]*?^```/gm, '')
    .replaceAll(/<!-- generated:[\s\S]*?<!-- \/generated/g, '')
    .split('\n')
}

const unnamed = (path: string, lines: readonly string[]) =>
  lines
    .filter((line) => UNNAMED.test(line.replaceAll(QUOTED, '')))
    .map((line) => `${path}: ${line.trim().slice(0, 100)}`)

it('the comments name who acts', () => {
  expect(unnamed('x', commentsOf("// Nobody asks.\nconst nobody = 'x'"))).toHaveLength(1)
  expect(typescriptFiles.flatMap(({ path, text }) => unnamed(path, commentsOf(text)))).toEqual([])
})

it('the READMEs name who acts', () => {
  const readmes = textFiles.filter(({ path }) => path.endsWith('README.md'))
  expect(readmes.length).toBeGreaterThan(20)
  expect(readmes.flatMap(({ path, text }) => unnamed(path, proseOf(text)))).toEqual([])
})
