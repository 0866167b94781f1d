// Comments and READMEs name who acts: pronouns that stand for every reader, process or client at once can be read two
// ways. Titles of tests and what the service tells in strings are held to the same; identifiers are not looked at.
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

/** Entries of lists that begin as an earlier one does, as two versions of one that were both kept. */
function keptTwice(text: string): string[] {
  const begins = text.split('\n').filter((line) => /^ *- .{78}/.test(line))
  return begins.map((line) => line.slice(0, 80)).filter((line, n, all) => all.indexOf(line) < n)
}

it('no list has two versions of one entry', () => {
  const entry = `- ${'x'.repeat(90)}`
  expect(keptTwice(`${entry} as it was\n- y\n${entry} as it is`)).toEqual([entry.slice(0, 80)])
  const lists = textFiles.filter(({ path }) => /(README|CHANGELOG)\.md$/.test(path))
  expect(
    lists.flatMap(({ path, text }) => keptTwice(text).map((each) => `${path}: ${each}`)),
  ).toEqual([])
})

/** The user of Unix systems, and a word that a rule of language looks for. */
const NAMES = new Set(["'nobody'", "'anybody'"])

function stringsOf(text: string): string[] {
  const code = text.split('\n').filter((line) => !/^\s*(\/\/|\/?\*)/.test(line))
  return code.flatMap((line) => line.match(/`[^`\n]*`|'[^'\n]*'/g) ?? [])
}

it('what the service tells names who acts', () => {
  const told = (text: string) =>
    stringsOf(text).filter((each) => !NAMES.has(each) && UNNAMED.test(each))
  expect(told("log('read anew')\nconst user = 'nobody'")).toEqual(["'read anew'"])
  const sources = typescriptFiles.filter(({ path }) => !path.startsWith('test/'))
  expect(sources.length).toBeGreaterThan(500)
  expect(sources.flatMap(({ path, text }) => told(text).map((each) => `${path}: ${each}`))).toEqual(
    [],
  )
})

/** A title begins with what it is about, not with `what is read is kept`. */
const TURN =
  /^.(?:what|who|whoever) (?:is|was|are|were|has|had) [^,:]*?\b(?:is|are|was|were|has|goes|stays)\b/

/** The strings that name suites and tests, also behind `each(rows)`. */
function titlesOf(text: string): string[] {
  const begin =
    /(?:\b(?:it|test|describe)(?:\.\w+)*|(?<=[\])}])\))\(\s*('[^'\n]*'|`[^`\n]*`|"[^"\n]*")/g
  return [...text.matchAll(begin)].map((match) => match[1] ?? '')
}

it('titles of tests name who acts, and begin with their subject', () => {
  const wrong = (text: string) =>
    titlesOf(text).filter((each) => UNNAMED.test(each) || TURN.test(each))
  expect(
    wrong("it('is read anew', f)\nit.each([1])(\n  'what is small is kept', f)\nit('is read', f)"),
  ).toEqual(["'is read anew'", "'what is small is kept'"])
  const tests = typescriptFiles.filter(
    ({ path }) => path.startsWith('test/') && path !== 'test/architecture/prose.test.ts',
  )
  expect(tests.flatMap(({ text }) => titlesOf(text)).length).toBeGreaterThan(3500)
  expect(tests.flatMap(({ path, text }) => wrong(text).map((each) => `${path}: ${each}`))).toEqual(
    [],
  )
})
