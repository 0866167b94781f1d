// A call says what it passes: more than three arguments, and anything that is true or false, have names, which an
// object gives them. Read as text: the formatter writes declarations in few ways.
import { expect, it } from 'vitest'
import { codeFiles } from './source-files.ts'

const MOST = 3

/** Function, why its parameters stand in a row. */
const rows: Readonly<Record<string, string>> = {
  'infra/tokens/token-ranks.ts rankIn': 'runs for every pair of bytes of a text',
  'infra/tokens/token-ranks.ts areSame': 'runs for every pair of bytes of a text',
  'apps/console/page/graph/thin-edges.ts processVisibleItem': 'is called by what draws',
  'infra/language/hash.ts hash': 'runs for every few characters of a text',
  'infra/language/offline/sentences/sentences.ts boundaryAfter': 'runs for every character',
  'infra/language/offline/sentences/sentences.ts afterNewline': 'runs for every line',
  'infra/language/offline/sentences/sentences.ts cutPoint': 'of a piece with the three above',
  'infra/search/dot-products.ts Multiply': 'is WebAssembly’s, which takes numbers',
  'processors/settings/immutable-map.ts removed': 'runs for every level of a tree',
}

type Declared = { name: string; parameters: string[] }

/** Functions, methods, arrow functions with a name, and their types. Callbacks have the shape that their caller gives. */
const DECLARED =
  /\bfunction\*? (\w+)(?:<[^(]*?>)?\(|\b(?:const|type) (\w+)(?:<[^=]*>)? = (?:async )?(?:<[^(]*?>)?\(|^ +(?:async )?(\w+)\??(?:<[^(]*?>)?(?:: )?\(/gm

function declarationsOf(text: string): Declared[] {
  return [...text.matchAll(DECLARED)].flatMap((match) => {
    const begin = match.index + match[0].length
    const { parameters, end } = parametersAt(text, begin)
    const isDeclared = /^\)(?:: [^\n]+$|: \{$| =>| \{$)/m.test(text.slice(end, end + 200))
    const name = match[1] ?? match[2] ?? match[3] ?? ''
    return isDeclared && !KEYWORDS.has(name) ? [{ name, parameters }] : []
  })
}

const KEYWORDS = new Set(['if', 'for', 'while', 'switch', 'catch', 'return', 'function', 'await'])

/** What stands between commas up to the closing parenthesis, with what the commas' brackets hold. */
function parametersAt(text: string, begin: number): { parameters: string[]; end: number } {
  const parameters: string[] = []
  let depth = 0
  let from = begin
  let at = begin
  for (; at < text.length && depth >= 0; at += 1) {
    const char = text[at] ?? ''
    if ('([{<'.includes(char)) depth += 1
    else if (')]}'.includes(char) || (char === '>' && text[at - 1] !== '=')) depth -= 1
    if (depth < 0 || (depth === 0 && char === ',')) {
      parameters.push(text.slice(from, at).trim())
      from = at + 1
    }
  }
  return { parameters: parameters.filter((each) => each !== ''), end: at - 1 }
}

const isBoolean = (parameter: string) =>
  /^\w+\??: boolean(?: \| undefined)?(?: = \w+)?$|^\w+ = (?:true|false)$/.test(parameter)

function found(which: (declared: Declared) => boolean): string[] {
  return codeFiles
    .filter(({ path }) => path !== 'apps/clients/typescript/openapi.ts')
    .flatMap(({ path, text }) =>
      declarationsOf(text)
        .filter(which)
        .map(({ name }) => `${path} ${name}`),
    )
}

it('the rule sees functions, methods, types and arrow functions', () => {
  const text = `
export async function one<T extends { a: 1 }>(a: A<B, C>, { b, c }: D, e: (f: F, g: G) => void): Promise<T> {
const two = (a: A, b = false): void => {}
type Three = (a: A, b: B, c: C, d: D) => void
  put(db: Database, isUrgent: boolean): void
  four: (a: A, b: boolean) => void
`
  expect(declarationsOf(text).map(({ name, parameters }) => [name, parameters.length])).toEqual([
    ['one', 3],
    ['two', 2],
    ['Three', 4],
    ['put', 2],
    ['four', 2],
  ])
  expect(
    declarationsOf(text)
      .filter(({ parameters }) => parameters.some(isBoolean))
      .map(({ name }) => name),
  ).toEqual(['two', 'put', 'four'])
})

it(`no function has more than ${MOST} parameters`, () => {
  expect(found(({ parameters }) => parameters.length > MOST).sort()).toEqual(
    Object.keys(rows).sort(),
  )
})

it('no parameter is true or false', () => {
  expect(found(({ parameters }) => parameters.some(isBoolean))).toEqual([
    // Published.
    'apps/clients/typescript/facts.ts pin',
  ])
})
